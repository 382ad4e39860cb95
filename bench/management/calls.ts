/** What is measured: lists, searches and single reads of the management API, each with several values that are asked for in turn. */
import { idOf, type Size } from "../seed/data.ts";

export interface Call {
  readonly name: string;
  /** Below /management/v1; sent in turn, so that no answer is only fast because it was just given. */
  readonly paths: readonly string[];
  /** Whether any of the answers holds something: a call that finds nothing where there is something measures the wrong thing. */
  readonly finds: "some" | "none" | "any";
}

/** What only the seeded database knows. */
export interface Seeded {
  readonly size: Size;
  /** Each of the large organization. */
  readonly people: readonly { readonly id: string; readonly email: string; readonly givenName: string; readonly familyName: string }[];
  /** Each of the small organization. */
  readonly fewPeople: Seeded["people"];
  /** A project of the large organization in which people have roles. */
  readonly projectId: string;
  /** A cursor as the service would have given it, for a list of people sorted by time. */
  cursorAfter(path: string, id: string): string;
  readonly now: number;
}

export const large = idOf("organization", 1);
/** One of a thousand that are alike. */
export const small = idOf("organization", 5);
const inLarge = `/organizations/${large}`;
const inSmall = `/organizations/${small}`;
const DAY = 86_400_000;

const givenNames = ["alexander", "anna", "charlotte", "david", "elias", "felix", "jonas", "katharina", "laura", "maria", "paul", "thomas"];
const twoLetters = ["al", "an", "ba", "ch", "da", "jo", "ka", "la", "ma", "mi"];
/** Everybody has one given name. */
const pairs = givenNames.map((name, n) => `${name} ${givenNames[(n + 1) % givenNames.length]}`);
const triples = pairs.map((pair, n) => `${pair} ${givenNames[(n + 2) % givenNames.length]}`);

export function callsFor(seeded: Seeded): readonly Call[] {
  return [...lists(seeded), ...searches(seeded), ...events(seeded), ...others(seeded)];
}

function some(name: string, ...paths: string[]): Call {
  return { name, paths, finds: "some" };
}

function none(name: string, ...paths: string[]): Call {
  return { name, paths, finds: "none" };
}

function lists({ size, projectId, cursorAfter }: Seeded): Call[] {
  const middle = (path: string) =>
    Array.from({ length: 20 }, (_, n) => `${path}?cursor=${cursorAfter(path, idOf("user", Math.floor(size.users / 2) + n * 997))}`);
  return [
    some("people of the large organization", `${inLarge}/users`),
    some("  a page in the middle", ...middle(`${inLarge}/users`)),
    some("  the longest page there is", `${inLarge}/users?limit=200`),
    some("  by user name", `${inLarge}/users?sort=userName`, `${inLarge}/users?sort=-userName`),
    none("  in a state nobody is in", `${inLarge}/users?state=locked`, `${inLarge}/users?state=unverified&sort=userName`),
    some("people of a small organization", `${inSmall}/users`),
    some("people of the instance", "/users", "/users?sort=-createdAt"),
    some("  a page in the middle", ...middle("/users")),
    some("service users of the instance", "/service-users"),
    some("  of the large organization", `${inLarge}/service-users`),
    some("  by user name", `${inLarge}/service-users?sort=userName`, `${inLarge}/service-users?sort=-userName`),
    some("organizations", "/organizations", "/organizations?sort=name", "/organizations?sort=-domain"),
    some("  with a word in the name", "/organizations?q=organization%2099"),
    none("  with a name nobody has", "/organizations?q=zzz", "/organizations?q=zzz&sort=name"),
    some("projects of the large organization", `${inLarge}/projects`, `${inLarge}/projects?sort=name`),
    none("  with a name none has", `${inLarge}/projects?q=zzz`, `${inLarge}/projects?q=zzz&sort=name`),
    some("applications of a project", `/projects/${projectId}/applications`, `/projects/${projectId}/applications?sort=name`),
    some("role assignments of a project", `/projects/${projectId}/role-assignments`),
    some("grants of a project", `/projects/${idOf("project", 1)}/grants`),
    some("managers of the instance", "/instance/managers", "/instance/managers?sort=-createdAt"),
    some("managers of an organization", `${inSmall}/managers`),
  ];
}

function searches({ people, fewPeople }: Seeded): Call[] {
  const places = [
    { where: "the large organization", users: `${inLarge}/users`, robots: `${inLarge}/service-users`, known: people },
    { where: "a small organization", users: `${inSmall}/users`, robots: `${inSmall}/service-users`, known: fewPeople },
    { where: "the instance", users: "/users", robots: "/service-users", known: people },
  ];
  return places.flatMap(({ where, users, robots, known }) => {
    const search = (texts: readonly string[], path = users) => texts.map((text) => `${path}?q=${encodeURIComponent(text)}`);
    return [
      some(`search in ${where}: a frequent name`, ...search(givenNames)),
      some("  a rare name", ...search(known.map((one) => one.email.split(/[.@]/)[1] ?? ""))),
      some("  the beginning of many words", ...search(twoLetters)),
      some("  two words, combined", ...search(known.map((one) => `${one.givenName} ${one.familyName}`))),
      some("  two words that many combine", ...search(givenNames.flatMap((name) => [`${name} b`, `${name} ma`]))),
      none("  two frequent words nobody combines", ...search(pairs)),
      none("  two beginnings nobody combines", ...search(["alexand thom", "kathar davi", "charl jona"])),
      some("  three words", ...search(known.map((one) => `${one.familyName} ${one.givenName} ${one.email.split("@")[0]}`))),
      none("  three frequent words nobody combines", ...search(triples)),
      some("  an e-mail address", ...search(known.map((one) => one.email))),
      none("  a word nobody has", ...search(["zzz", "qwertz", "xylophon"])),
      some("  service users", ...search(["robot", "robot1", "ro"], robots)),
      none("  service users, by a name only people have", ...search(givenNames, robots)),
    ];
  });
}

function events({ size, projectId, now }: Seeded): Call[] {
  const at = (daysAgo: number) => new Date(now - daysAgo * DAY).toISOString();
  const many = (path: (n: number) => string) => Array.from({ length: 20 }, (_, n) => path(n));
  return [
    some("events of the instance", "/events"),
    some("  of a frequent type", "/events?type=user.changed", "/events?type=login_session"),
    some("  of a seldom type", "/events?type=user.locked"),
    { name: "  of a rare type", paths: ["/events?type=policy.changed"], finds: "any" },
    none("  of a type nobody has seen", "/events?type=project_grant.deleted"),
    some("  by somebody", ...many((n) => `/events?actorId=${idOf("user", 10 + n)}`)),
    some("  by somebody, of a type", ...many((n) => `/events?actorId=${idOf("user", 10 + n)}&type=user.changed`)),
    some("  about somebody", ...many((n) => `/events?resourceId=${idOf("user", Math.floor(size.users / 3 - (n + 1) * 6))}`)),
    some("  during a week", ...many((n) => `/events?from=${at(100 + n)}&to=${at(93 + n)}`)),
    some("events of the large organization", `${inLarge}/events`),
    none("  of a type nobody has seen", `${inLarge}/events?type=project_grant.deleted`),
    some("events of a small organization", `${inSmall}/events`),
    none("events of a project", `/projects/${projectId}/events`),
  ];
}

function others({ size, people }: Seeded): Call[] {
  return [
    some("who I am", "/me"),
    some("what I may do", ...people.map((one) => `/me/permissions?userId=${one.id}`)),
    some("one person", ...people.map((one) => `/users/${one.id}`)),
    some("sessions of a person", ...people.map((one) => `/users/${one.id}/sessions`)),
    some(
      "one application",
      ...Array.from({ length: 50 }, (_, n) => `/applications/${idOf("application", 1 + ((n * 1009) % size.applications))}`),
    ),
    some("usage of the large organization", `${inLarge}/usage`, `${inLarge}/usage?interval=hour`),
    some("usage of the instance, a day", "/usage?interval=hour"),
    some("usage of the instance, a month", "/usage"),
  ];
}
