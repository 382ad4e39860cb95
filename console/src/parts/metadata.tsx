export function Metadata(_: { of: { organizationId: string } | { userId: string } | { serviceUserId: string } }) {
  return null;
}
