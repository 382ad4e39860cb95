/**
 * Calls that only mean something one after the other: each begins with what others did not ask for, and goes on as if
 * they had.
 */
import type { Choice } from "./calls.ts";

const own = { place: "own", params: "own", body: "own", query: "own", pick: 0 } as const;
const call = (name: string, rest: Partial<Choice> = {}): Choice => ({ ...own, call: name, ...rest });

const project = "/projects/:projectId";
const grant = "/project-grants/:projectGrantId";
const received = "/organizations/:organizationId/received-grants";
const learned = { place: "learned", pick: 1 } as const;

export const plots: readonly (readonly Choice[])[] = [
  // One's own project is granted to the victims, accepted for them, and their people are looked at and given roles
  // through it.
  [
    call(`POST ${project}/grants`, { body: "foreign", property: "organizationId" }),
    call(`GET ${grant}`, learned),
    call(`POST ${grant}/activate`, learned),
    call(`POST ${received}/:projectGrantId/accept`, { params: "learned", pick: 1 }),
    call(`POST ${received}/:projectGrantId/accept`, { place: "foreign", params: "learned", pick: 1 }),
    call(`GET ${grant}/users`, learned),
    call(`GET ${grant}/users`, { ...learned, query: "foreign" }),
    call(`GET ${grant}/role-assignments`, learned),
    call(`POST ${grant}/role-assignments`, { ...learned, body: "foreign", property: "userId" }),
    call(`POST ${grant}/managers`, { ...learned, body: "foreign", property: "userId" }),
    call(`GET ${grant}/managers`, learned),
    call(`GET ${project}/events`),
    call("GET /organizations/:organizationId/events/export"),
  ],
  // The victims' applications may name one's project; then what is told about them.
  [
    call(`POST ${project}/callers`, { body: "foreign", property: "applicationId" }),
    call(`POST ${project}/callers`, { body: "foreign", property: "callingProjectId" }),
    call(`GET ${project}/callers`),
    call(`GET ${project}/events/export`),
  ],
  // Policies as hard as they can be.
  ["throttling", "sessions", "secondFactor", "password", "registration"].map((kind) =>
    call(`PUT /organizations/:organizationId/policies/${kind}`, { body: "foreign" }),
  ),
  // The victims' tokens are shown to whoever explains tokens, and to whoever ends them.
  [0, 1, 2].flatMap((pick) => [
    call("POST /tokens/inspect", { body: "foreign", pick }),
    call("POST /tokens/revoke", { body: "foreign", pick }),
    call("POST /tokens/inspect", { body: "learned", pick }),
  ]),
  // Their people are looked for by every word that they have.
  [0, 1, 2, 3, 4, 5, 6, 7].flatMap((pick) => [
    call("GET /organizations/:organizationId/users", { query: "foreign", property: "search", pick }),
    call(`GET ${project}/users`, { query: "foreign", property: "search", pick }),
    call("GET /users", { query: "foreign", property: "search", pick }),
  ]),
];
