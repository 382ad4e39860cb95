import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { typeRules } from "../../src/identity/applications/rules.ts";
import { codeLifetime, lifetimeBounds, metadataNames, tokenDefaults } from "../../src/identity/applications/types.ts";
import { builtInPolicies, instanceOnly } from "../../src/identity/policies/kinds.ts";
import { transitions } from "../../src/identity/states.ts";
import { migrations } from "../../src/storage/migrations/index.ts";
import { type StateName, states } from "../state-matrix/states.ts";
import { type StoreWay, storeTable } from "../state-matrix/table.ts";
import { readDocument, root, section, tableUnder, withoutTicks } from "./markdown.ts";

const page = readDocument("docs/model.md");

/** `a`, `b` → a, b */
function listed(cell = ""): string[] {
  return cell === "none" ? [] : cell.split(", ").map(withoutTicks);
}

test("docs/model.md has one diagram", () => {
  assert.equal(page.match(/^```mermaid$/gm)?.length, 1);
});

describe("docs/model.md, applications", () => {
  test("the types have the methods, response types and grants that the rules allow", () => {
    const rows = tableUnder(page, "type", "for", "methods", "response types", "grants");
    assert.deepEqual(
      Object.fromEntries(
        rows.map(([type = "", , methods, responses, grants]) => [
          withoutTicks(type),
          [methods, responses, grants].map(listed),
        ]),
      ),
      Object.fromEntries(
        Object.entries(typeRules).map(([type, { authMethods, responseTypes, grantTypes }]) => [
          type,
          [[...authMethods], [...responseTypes], [...grantTypes]],
        ]),
      ),
    );
  });

  test("the methods have their names in OAuth metadata", () => {
    const rows = tableUnder(page, "method", "in OAuth metadata", "the application proves itself with");
    assert.deepEqual(
      Object.fromEntries(rows.map(([method = "", name = ""]) => [withoutTicks(method), withoutTicks(name)])),
      metadataNames,
    );
  });
});

test("docs/model.md has every transition, and no other", () => {
  const rows = tableUnder(page, "transition", "from", "to", "ends a user's sessions for good");
  assert.deepEqual(
    rows.map(([verb = "", from, to = "", ends]) => [withoutTicks(verb), listed(from), withoutTicks(to), ends]),
    Object.entries(transitions).map(([verb, { from, to, endsSessions }]) => [
      verb,
      [...from],
      to,
      endsSessions ? "yes" : "no",
    ]),
  );
});

describe("docs/model.md, deleting", () => {
  const rows = new Map(
    tableUnder(page, "delete", "goes with it", "blocked by").map(([what = "", gone = "", blocked = ""]) => [
      what,
      { gone, blocked },
    ]),
  );
  const ddl = migrations.flatMap((migration) => migration.statements({ text: "TEXT", integer: "INTEGER", table: "" }));
  const references = ddl.flatMap((statement) => {
    const child = /^CREATE TABLE (\w+)/.exec(statement)?.[1] ?? "";
    const found = statement.matchAll(/REFERENCES (\w+) \([\w, ]+\)( ON DELETE CASCADE)?/g);
    return [...found].map(([, parent = "", cascade]) => ({ child, parent, cascades: cascade !== undefined }));
  });
  /** Tables that hold a part of the resource itself, and are nothing of their own to a reader. */
  const partOf: Record<string, readonly string[]> = {
    users: ["humans", "service_users", "user_words", "user_shown_words", "user_words_to_write"],
    organizations: ["user_words", "user_shown_words"],
    project_grants: ["project_grant_roles"],
    role_assignments: ["role_assignment_roles"],
  };
  const names: Record<string, string> = {
    credential_keys: "keys",
    application_secrets: "secrets",
    user_metadata: "metadata",
    organization_metadata: "metadata",
    brand_images: "pictures",
    project_grant_roles: "places in project grants",
    role_assignment_roles: "places in role assignments",
  };
  const resources: Record<string, readonly string[]> = {
    organizations: ["organization"],
    projects: ["project"],
    project_roles: ["project role"],
    project_grants: ["project grant"],
    applications: ["application"],
    users: ["human user", "service user"],
    factors: ["factor"],
    managers: ["manager"],
    role_assignments: ["role assignment, metadata, policy, secret, key"],
  };

  test("every resource that something belongs to has its line, and every line is a resource", () => {
    assert.deepEqual([...rows.keys()], Object.values(resources).flat());
    const parents = references.filter(({ cascades }) => cascades).map(({ parent }) => parent);
    assert.deepEqual(
      parents.filter((parent) => !(parent in resources)),
      [],
    );
  });

  for (const [parent, titles] of Object.entries(resources)) {
    test(`with what is in ${parent} goes what the database deletes with it, and nothing else`, () => {
      const own = partOf[parent] ?? [];
      const children = references
        .filter((one) => one.parent === parent && one.cascades && !own.includes(one.child))
        .map(({ child }) => child);
      const said = titles.flatMap(
        (title) =>
          rows
            .get(title)
            ?.gone.replaceAll(/ \([^)]*\)/g, "")
            .split(", ") ?? [],
      );
      const deleted = new Set(children.map((child) => names[child] ?? child.replaceAll("_", " ")));
      assert.deepEqual(new Set(said.filter((name) => name !== "nothing")), deleted);
    });
  }

  test("what the instance stands on is protected, and nothing else", () => {
    const needed = references
      .filter(({ child, cascades }) => child === "instance" && !cascades)
      .flatMap(({ parent }) => resources[parent]);
    const said = [...rows].filter(([, { blocked }]) => blocked.includes("`protected`")).map(([title]) => title);
    assert.deepEqual(said, needed);
  });
});

describe("docs/model.md, what ends a session or a token", () => {
  const people = [
    "sign in",
    "login session",
    "sign in at the application from it",
    "code",
    "refresh token",
    "access token",
  ];
  const waysOfPeople: StoreWay[] = [
    "sign in",
    "use the login session",
    "open an app session",
    "spend a code",
    "refresh (offline access outlives signing out)",
    "use an access token of the login session",
  ];
  const services = ["token got with a key", "token got with a secret", "personal access token"];
  const waysOfServices: StoreWay[] = [
    "use a service user's token got with a key",
    "use a service user's token got with a secret",
    "use a personal access token",
  ];
  const rows = [
    { ways: waysOfPeople, of: tableUnder(page, "what happens", ...people) },
    { ways: waysOfServices, of: tableUnder(page, "what happens", ...services) },
  ].flatMap(({ ways, of }) => of.map(([state = "", ...cells]) => ({ state, ways, cells })));

  for (const { state, ways, cells } of rows) {
    test(`${state}: as the state matrix has it (${ways.length} ways in)`, () => {
      const expected = ways.map((way) => storeTable[way].harmless.includes(state as StateName));
      const words: Record<string, boolean> = { yes: true, stays: true, no: false, ends: false };
      assert.deepEqual(
        cells.map((cell) => words[cell]),
        expected,
      );
    });
  }

  test("every state of the matrix has its line, and every line is a state", () => {
    // The first is no event; the others are in the text below the tables.
    const inWords = [
      "nothing changed",
      "service user deactivated and activated again",
      "proved again, under a new cookie",
      "second factor required",
      "instance requires a second factor where the organization does not",
      "second factors removed",
      "secret of the application replaced",
      "application keeps nothing but the code",
      "address of the application replaced",
      "application of another organization, without consent",
      "application of another organization, with consent",
      "audience project no longer lists the application",
      "audience project deactivated",
      "role at the audience project lost",
    ];
    assert.deepEqual(new Set([...inWords, ...rows.map(({ state }) => state)]), new Set(Object.keys(states)));
  });
});

const units: Record<string, number> = { second: 1, minute: 60, hour: 3_600, day: 86_400 };

/** 15 minutes → 900; any other text as it is. */
function seconds(text = ""): number | string {
  const [, count, unit = ""] = /^(\d+) (second|minute|hour|day)s?$/.exec(text) ?? [];
  return count === undefined ? text : Number(count) * (units[unit] ?? Number.NaN);
}

describe("docs/model.md, policies and limits", () => {
  test("every setting of a policy has the built-in value, and there is no other setting", () => {
    const said = tableUnder(page, "setting", "built-in", "may be", "decides").map(([name = "", value]) => [
      withoutTicks(name),
      readSetting(value),
    ]);
    const { tokens, ...others } = builtInPolicies;
    const { lifetimes: _, ...defaults } = tokens.defaults;
    const all = {
      ...others,
      "tokens.defaults": defaults,
      tokens: { idTokenAlgorithms: tokens.idTokenAlgorithms, sessionsPerApplication: tokens.sessionsPerApplication },
    };
    assert.deepEqual(
      said,
      Object.entries(all).flatMap(([kind, settings]) =>
        Object.entries(settings).map(([name, value]) => [`${kind}.${name}`, value]),
      ),
    );
  });

  function readSetting(text = ""): unknown {
    if (text === "on" || text === "off") return text === "on";
    if (text === "none") return "";
    const [least, most] = text.split(" to ");
    if (most !== undefined) return { least: readSetting(least), most: readSetting(most) };
    if (text.startsWith("only ")) return listed(text.slice("only ".length));
    if (text.includes("`")) return text.includes(", ") ? listed(text) : withoutTicks(text);
    return /^\d+$/.test(text) ? Number(text) : seconds(text);
  }

  test("the policies that no organization can have are named", () => {
    const said = [...section(page, 2, "Policies").matchAll(/`(\w+)` is for the instance only/g)].map(
      ([, kind]) => kind,
    );
    assert.deepEqual(said, [...instanceOnly]);
  });

  test("every lifetime has its built-in value and its bounds", () => {
    const said = tableUnder(page, "lifetime", "built-in", "at least", "at most").map(([name = "", ...times]) => [
      /^`(\w+)`/.exec(name)?.[1],
      ...times.map(seconds),
    ]);
    const bounds = lifetimeBounds;
    assert.deepEqual(
      said,
      Object.entries(tokenDefaults.lifetimes).map(([name, value]) => {
        const { least, most } = bounds[name as keyof typeof bounds];
        return [name, value, least, most];
      }),
    );
  });

  test("a code lives as long as the page says", () => {
    const lives = new Map(tableUnder(page, "what", "how long").map(([what = "", time]) => [what, seconds(time)]));
    assert.equal(lives.get("code"), codeLifetime);
  });

  const limits = new Map(tableUnder(page, "what", "at most").map(([what = "", most = ""]) => [what, most]));
  const constants: Record<string, readonly [file: string, name: string]> = {
    "client secrets of an application": ["applications/secrets.ts", "MOST_SECRETS"],
    "keys of an application, or of a service user, expired ones included": [
      "credential-keys/credential.ts",
      "MOST_KEYS",
    ],
    "redirect URIs of an application, and post-logout redirect URIs": ["applications/rules.ts", "mostUris"],
    "characters of such a URI": ["applications/rules-redirect-uri.ts", "longest"],
    "personal access tokens of a service user that have not ended": [
      "service-users/personal-access-tokens.ts",
      "MOST_TOKENS",
    ],
    "metadata entries of a user, or of an organization": ["metadata.ts", "MOST_ENTRIES"],
    "characters of a metadata key": ["metadata.ts", "LONGEST_KEY"],
    "bytes of a metadata value": ["metadata.ts", "LARGEST_VALUE"],
    "repeats of a refresh token within its grace window": ["sessions/rotate-refresh.ts", "MOST_REPEATS"],
  };

  for (const [what, [file, name]] of Object.entries(constants)) {
    test(`${what}: the number of the code`, () => {
      const source = readFileSync(join(root, "src/identity", file), "utf8");
      const [, first, second = "1"] = new RegExp(`const ${name} = (\\d+)(?: \\* (\\d+))?;`).exec(source) ?? [];
      assert.equal(limits.get(what), String(Number(first) * Number(second)));
    });
  }
});
