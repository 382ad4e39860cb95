export function CredentialKeys(_: { of: { applicationId: string } | { serviceUserId: string }; name: string }) {
  return null;
}
