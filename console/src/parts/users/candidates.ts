/** Whom one can choose at a place: people and service users, found by what was typed. */
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { answered, client } from "../../api.ts";
import { type Place, useMay } from "../../may.tsx";

export interface PickedUser {
  readonly id: string;
  readonly kind: "human" | "service";
  readonly loginName: string;
  readonly displayName: string;
  /** Where they live; not known of somebody who was named by id. */
  readonly organizationId?: string;
}

export interface Candidates {
  readonly people: readonly PickedUser[];
  readonly programs: readonly PickedUser[];
  readonly looking: boolean;
  /** Whether one may look for users there at all; undefined as long as that is not known. */
  readonly searchable: boolean | undefined;
  readonly problem: unknown;
}

const TYPING_MS = 200;
const OFFERED = 10;

export function useCandidates(from: Place, typed: string, asks: boolean): Candidates {
  const may = useMay(from);
  const [q] = useDebouncedValue(typed.trim(), TYPING_MS);
  const people = may.has("user.read");
  // At a project and at a grant the right to find people finds service users, too.
  const programs =
    from.projectId === undefined && from.projectGrantId === undefined ? may.has("service_user.read") : people;
  const ask = { ...(q === "" ? {} : { q }), limit: OFFERED };
  const found = useQuery({
    queryKey: ["candidates", from, q, people, programs],
    queryFn: async () => ({
      people: people ? await findUsers(from, { ...ask, kind: "human" }) : [],
      programs: programs ? await findUsers(from, { ...ask, kind: "service" }) : [],
    }),
    enabled: asks && (people || programs),
    placeholderData: keepPreviousData,
  });
  return {
    people: found.data?.people ?? [],
    programs: found.data?.programs ?? [],
    looking: found.isFetching || q !== typed.trim(),
    searchable: may.isLoaded ? people || programs : undefined,
    problem: found.error,
  };
}

interface Ask {
  readonly q?: string;
  readonly limit: number;
}

async function findUsers(from: Place, query: Ask & { kind: PickedUser["kind"] }): Promise<PickedUser[]> {
  if (from.projectId !== undefined || from.projectGrantId !== undefined) return findEligible(from, query);
  const { kind, ...ask } = query;
  return kind === "human" ? findPeople(from.organizationId, ask) : findPrograms(from.organizationId, ask);
}

/** Of all organizations, where none is named. */
async function findPeople(organizationId: string | undefined, query: Ask): Promise<PickedUser[]> {
  const { items } = await answered(
    organizationId === undefined
      ? client.GET("/users", { params: { query } })
      : client.GET("/organizations/{organizationId}/users", { params: { path: { organizationId }, query } }),
  );
  return items.map((user) => ({ ...summaryOf(user), kind: "human", displayName: user.displayName }));
}

async function findPrograms(organizationId: string | undefined, query: Ask): Promise<PickedUser[]> {
  const { items } = await answered(
    organizationId === undefined
      ? client.GET("/service-users", { params: { query } })
      : client.GET("/organizations/{organizationId}/service-users", { params: { path: { organizationId }, query } }),
  );
  return items.map((program) => ({ ...summaryOf(program), kind: "service", displayName: program.name }));
}

function summaryOf({ id, loginName, organizationId }: { id: string; loginName: string; organizationId: string }) {
  return { id, loginName, organizationId };
}

async function findEligible(from: Place, query: Ask & { kind: PickedUser["kind"] }): Promise<PickedUser[]> {
  const { items } =
    from.projectId === undefined
      ? await answered(
          client.GET("/project-grants/{projectGrantId}/users", {
            params: { path: { projectGrantId: from.projectGrantId ?? "" }, query },
          }),
        )
      : await answered(
          client.GET("/projects/{projectId}/users", { params: { path: { projectId: from.projectId }, query } }),
        );
  return items.map(({ id, kind, loginName, displayName }) => ({ id, kind, loginName, displayName }));
}
