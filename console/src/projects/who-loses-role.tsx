/** Before a role is deleted: from whom it is taken, and out of which grants. */
import { List, Skeleton, Text } from "@mantine/core";
import { api } from "../api.ts";
import type { Role } from "../parts/role-assignments/reading.ts";

const MOST_READ = 200;
const MOST_NAMED = 5;

export function WhoLosesRole({ role: { projectId, key, displayName } }: { role: Role }) {
  const init = { params: { path: { projectId }, query: { limit: MOST_READ } } };
  const assignments = api.useQuery("get", "/projects/{projectId}/role-assignments", init);
  const grants = api.useQuery("get", "/projects/{projectId}/grants", init);
  const people = assignments.data?.items
    .filter(({ roleKeys }) => roleKeys.includes(key))
    .map(({ user }) => user.displayName);
  const organizations = grants.data?.items
    .filter(({ roleKeys }) => roleKeys.includes(key))
    .map((grant) => grant.organizationName);
  const waiting = assignments.isPending || grants.isPending;
  return (
    <>
      <Text size="sm">
        {displayName} ({key}) is taken from everyone who has it and out of every grant, at once. Applications that ask
        for it find nobody with it. This cannot be undone.
      </Text>
      {waiting ? (
        <Skeleton height={40} mt="sm" />
      ) : (
        <List size="sm" mt="sm">
          <List.Item>
            {lossInWords(people, "Nobody has it now", "lose it", assignments.data?.nextCursor !== undefined)}
          </List.Item>
          <List.Item>
            {lossInWords(
              organizations,
              "It is in no grant",
              "can give it to nobody any more",
              grants.data?.nextCursor !== undefined,
            )}
          </List.Item>
        </List>
      )}
    </>
  );
}

/** Undefined names: one may not see them. */
function lossInWords(names: readonly string[] | undefined, none: string, verb: string, more: boolean): string {
  if (names === undefined) return "You may not see everyone whom this concerns.";
  if (names.length === 0) return more ? `Of the first ${MOST_READ}: ${none.toLowerCase()}.` : `${none}.`;
  const [named, others] = [names.slice(0, MOST_NAMED), names.length - MOST_NAMED];
  const all =
    others > 0 || more ? [...named, others > 0 ? `${more ? "at least " : ""}${others} more` : "perhaps others"] : named;
  const list = new Intl.ListFormat("en").format(all);
  return `${list} ${all.length === 1 ? verb.replace("lose", "loses") : verb}.`;
}
