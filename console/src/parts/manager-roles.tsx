export function ManagerRolesOf(_: { of: { userId: string } | { serviceUserId: string } }) {
  return null;
}
