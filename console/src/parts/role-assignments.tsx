export function RoleAssignments(_: {
  of: { projectId: string } | { projectGrantId: string } | { userId: string } | { serviceUserId: string };
}) {
  return null;
}
