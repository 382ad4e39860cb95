/**
 * What is measured: lists, searches and single reads of the management API, each with several values that are asked for
 * in turn.
 */
import { idOf, type Size } from "../seed/data.ts";

export interface Call {
  readonly group: string;
  readonly name: string;
  /** Below /management/v1; sent in turn, so that no answer is only fast because it was just given. */
  readonly paths: readonly string[];
  /**
   * Whether any of the answers holds something: a call that finds nothing where there is something measures the wrong
   * thing.
   */
  readonly finds: "some" | "none" | "any";
}

/** What only the seeded database knows. */
export interface Seeded {
  readonly size: Size;
  /** Each of the large organization. */
  readonly people: readonly {
    readonly id: string;
    readonly email: string;
    readonly givenName: string;
    readonly familyName: string;
  }[];
  /** Each of the small organization. */
  readonly fewPeople: Seeded["people"];
  /** A project of the large organization in which people have roles. */
  readonly projectId: string;
  /** A cursor as the service would have given it, for a list of people sorted by time. */
  cursorAfter(path: string, id: string, query?: Readonly<Record<string, string>>): string;
  readonly now: number;
}

/** Half of everybody is in it. */
export const large = idOf("organization", 1);
/** One of very many that are alike. */
export const small = idOf("organization", 5);
const inLarge = `/organizations/${large}`;
const inSmall = `/organizations/${small}`;
const DAY = 86_400_000;

const givenNames = [
  "alexander",
  "anna",
  "charlotte",
  "david",
  "elias",
  "felix",
  "jonas",
  "katharina",
  "laura",
  "maria",
  "paul",
  "thomas",
];
const twoLetters = ["al", "an", "ba", "ch", "da", "jo", "ka", "la", "ma", "mi"];
/** Everybody has one given name. */
const pairs = givenNames.map((name, n) => `${name} ${givenNames[(n + 1) % givenNames.length]}`);
const triples = pairs.map((pair, n) => `${pair} ${givenNames[(n + 2) % givenNames.length]}`);

export function callsFor(seeded: Seeded): readonly Call[] {
  return [...lists(seeded), ...searches(seeded), ...events(seeded), ...others(seeded)];
}

type Entry = readonly [name: string, finds: Call["finds"], ...paths: string[]];

function group(title: string, entries: readonly Entry[]): Call[] {
  return entries.map(([name, finds, ...paths]) => ({ group: title, name, paths, finds }));
}

function lists({ size, projectId, cursorAfter }: Seeded): Call[] {
  const middle = (path: string) =>
    Array.from(
      { length: 20 },
      (_, n) => `${path}?cursor=${cursorAfter(path, idOf("user", Math.floor(size.users / 2) + n * 997))}`,
    );
  const inNoState = (path: string) => {
    const cursor = cursorAfter(path, idOf("user", Math.floor(size.users / 2)), { state: "locked" });
    return [
      `${path}?state=locked`,
      `${path}?state=locked&cursor=${cursor}`,
      `${path}?state=unverified&sort=-createdAt`,
    ];
  };
  return [
    ...group("people", [
      ["of the large organization", "some", `${inLarge}/users`],
      ["of the large organization, a page in the middle", "some", ...middle(`${inLarge}/users`)],
      ["of the large organization, the longest page there is", "some", `${inLarge}/users?limit=200`],
      [
        "of the large organization, by user name",
        "some",
        `${inLarge}/users?sort=userName`,
        `${inLarge}/users?sort=-userName`,
      ],
      ["of the large organization, in a state nobody is in", "none", ...inNoState(`${inLarge}/users`)],
      ["of a small organization", "some", `${inSmall}/users`, `${inSmall}/users?sort=userName`],
      ["of the instance", "some", "/users", "/users?sort=-createdAt"],
      ["of the instance, a page in the middle", "some", ...middle("/users")],
      ["of the instance, in a state nobody is in", "none", ...inNoState("/users")],
    ]),
    ...group("service users", [
      ["of the instance", "some", "/service-users"],
      ["of the large organization", "some", `${inLarge}/service-users`],
      ["of a small organization", "some", `${inSmall}/service-users`],
      // Their names are far down among those of people: the first pages may be empty.
      ["by user name", "any", `${inLarge}/service-users?sort=userName`, `${inLarge}/service-users?sort=-userName`],
    ]),
    ...group("organizations", [
      ["all", "some", "/organizations", "/organizations?sort=name", "/organizations?sort=-domain"],
      ["with a part of the name", "some", "/organizations?q=organization%2099"],
      ["with a name none has", "none", "/organizations?q=zzz", "/organizations?q=zzz&sort=name"],
    ]),
    ...group("projects, and what is in them", [
      ["projects of the large organization", "some", `${inLarge}/projects`, `${inLarge}/projects?sort=name`],
      ["projects with a name none has", "none", `${inLarge}/projects?q=zzz`, `${inLarge}/projects?q=zzz&sort=name`],
      ["applications", "some", `/projects/${projectId}/applications`, `/projects/${projectId}/applications?sort=name`],
      ["role assignments", "some", `/projects/${projectId}/role-assignments`],
      ["grants", "some", `/projects/${idOf("project", 1)}/grants`],
    ]),
    ...group("managers", [
      ["of the instance", "some", "/instance/managers", "/instance/managers?sort=-createdAt"],
      ["of an organization", "some", `${inSmall}/managers`],
    ]),
  ];
}

function searches({ people, fewPeople }: Seeded): Call[] {
  const places = [
    { where: "the large organization", at: inLarge, known: people },
    { where: "a small organization", at: inSmall, known: fewPeople },
    { where: "the instance", at: "", known: people },
  ];
  return places.flatMap(({ where, at, known }) => {
    const search = (texts: readonly string[], path = "users") =>
      texts.map((text) => `${at}/${path}?q=${encodeURIComponent(text)}`);
    return group(`search in ${where}`, [
      ["a frequent name", "some", ...search(givenNames)],
      ["a rare name", "some", ...search(known.map((one) => one.email.split(/[.@]/)[1] ?? ""))],
      ["the beginning of many words", "some", ...search(twoLetters)],
      ["two words, combined", "some", ...search(known.map((one) => `${one.givenName} ${one.familyName}`))],
      ["two words that many combine", "some", ...search(givenNames.flatMap((name) => [`${name} b`, `${name} ga`]))],
      ["two frequent words nobody combines", "none", ...search(pairs)],
      ["two beginnings nobody combines", "none", ...search(["alexand thom", "kathar davi", "charl jona"])],
      [
        "three words, combined",
        "some",
        ...search(known.map((one) => `${one.familyName} ${one.givenName} ${one.email.split("@")[0]}`)),
      ],
      ["three frequent words nobody combines", "none", ...search(triples)],
      ["an e-mail address", "some", ...search(known.map((one) => one.email))],
      ["a word nobody has", "none", ...search(["zzz", "qwertz", "xylophon"])],
      ["service users", "some", ...search(["robot", "robot1", "ro"], "service-users")],
      ["service users, by a name only people have", "none", ...search(givenNames, "service-users")],
    ]);
  });
}

function events({ size, projectId, now }: Seeded): Call[] {
  const at = (daysAgo: number) => new Date(now - daysAgo * DAY).toISOString();
  const many = (path: (n: number) => string) => Array.from({ length: 20 }, (_, n) => path(n));
  /** Every third event is about a session. */
  const changed = (n: number) => idOf("user", 3 * Math.floor(size.users / 4) + 1 - n * 6);
  return [
    ...group("events of the instance", [
      ["the newest", "some", "/events"],
      ["of a frequent type", "some", "/events?type=user.changed", "/events?type=login_session"],
      ["of a type that is one in a thousand", "some", "/events?type=user.locked"],
      ["of a type that is one in a hundred thousand", "any", "/events?type=policy.changed"],
      ["of a type nobody has seen", "none", "/events?type=project_grant.deleted"],
      ["by somebody", "some", ...many((n) => `/events?actorId=${idOf("user", 10 + n)}`)],
      ["by somebody, of a type", "some", ...many((n) => `/events?actorId=${idOf("user", 10 + n)}&type=user.changed`)],
      ["about somebody", "some", ...many((n) => `/events?resourceId=${changed(n)}`)],
      ["during a week", "some", ...many((n) => `/events?from=${at(100 + n)}&to=${at(93 + n)}`)],
    ]),
    ...group("events of an organization", [
      ["a large one", "some", `${inLarge}/events`],
      ["a large one, of a type nobody has seen", "none", `${inLarge}/events?type=project_grant.deleted`],
      ["a small one", "some", `${inSmall}/events`],
    ]),
    ...group("events of a project", [["the newest", "any", `/projects/${projectId}/events`]]),
  ];
}

function others({ size, people }: Seeded): Call[] {
  const applications = Array.from({ length: 50 }, (_, n) => idOf("application", 1 + ((n * 1009) % size.applications)));
  return [
    ...group("one thing", [
      ["who I am", "some", "/me"],
      ["what I may do", "some", ...people.map(({ id }) => `/me/permissions?userId=${id}`)],
      ["a person", "some", ...people.map(({ id }) => `/users/${id}`)],
      ["the sessions of a person", "some", ...people.map(({ id }) => `/users/${id}/sessions`)],
      ["an application", "some", ...applications.map((id) => `/applications/${id}`)],
    ]),
    ...group("usage", [
      ["of the large organization", "some", `${inLarge}/usage`, `${inLarge}/usage?interval=hour`],
      ["of the instance, a day", "some", "/usage?interval=hour"],
      ["of the instance, a month", "some", "/usage"],
    ]),
  ];
}
