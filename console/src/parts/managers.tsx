export function Managers(_: {
  of: Record<never, never> | { organizationId: string } | { projectId: string } | { projectGrantId: string };
}) {
  return null;
}
