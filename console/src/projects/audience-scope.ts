/** What an application asks for, so that the APIs of the project accept its token. */
export function audienceScope(projectId: string): string {
  return `urn:service:iam:org:project:id:${projectId}:aud`;
}
