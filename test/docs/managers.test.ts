import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { mayGive } from "../../src/identity/permissions/ceiling.ts";
import { permissionsWithin } from "../../src/identity/permissions/counting.ts";
import { permissionMeanings } from "../../src/identity/permissions/permissions.ts";
import { levelNames } from "../../src/identity/permissions/places.ts";
import { managerLevels, type Role, roleNames, roles } from "../../src/identity/permissions/roles.ts";
import { readDocument, section, tableRows, tableUnder, withoutTicks } from "./markdown.ts";

const page = readDocument("docs/managers.md");

describe("docs/managers.md", () => {
  for (const level of managerLevels) {
    const rows = tableRows(section(page, 2, `Roles of ${levelNames[level]}`));

    test(`has every role of the level ${level}, and no other`, () => {
      const names = roleNames.filter((role) => roles[role].level === level);
      assert.deepEqual(
        rows.map(([role = ""]) => withoutTicks(role)),
        names,
      );
    });

    for (const [name = "", purpose, held = ""] of rows) {
      test(`${withoutTicks(name)} has the purpose and exactly the permissions that the code gives it`, () => {
        const role = roles[withoutTicks(name) as Role];
        const permissions = held.split("; ").flatMap((group) => {
          const [, resource, actions = ""] = /^`(\w+)` (.+)$/.exec(group) ?? [];
          return actions.split(", ").map((action) => `${resource}.${action}`);
        });
        assert.deepEqual({ purpose, permissions }, { purpose: role.purpose, permissions: [...role.permissions] });
      });
    }
  }

  test("every level is explained", () => {
    const rows = tableUnder(page, "level", "place", "who can be one", "counts");
    assert.deepEqual(
      rows.map(([level = "", place]) => [withoutTicks(level), place]),
      managerLevels.map((level) => [level, levelNames[level]]),
    );
  });

  test("every permission is there with its meaning, and no other", () => {
    const rows = tableUnder(page, "permission", "means").map(([permission = "", meaning]) => [
      withoutTicks(permission),
      meaning,
    ]);
    assert.deepEqual(rows, Object.entries(permissionMeanings));
  });

  test("what the ceiling comes to is what the code allows", () => {
    const rows = tableUnder(page, "role", "may give and take").map(([role = "", what = ""]) => [
      withoutTicks(role),
      what,
    ]);
    const givers = roleNames.filter((role) => givenBy(role).length > 0);
    assert.deepEqual(
      rows.map(([role]) => role),
      givers,
    );
    const meant: Record<string, readonly string[]> = {
      "every role": managerLevels,
      "every role of an organization, a project and a project grant": ["organization", "project", "project_grant"],
      "every role of the organization, of its projects, and of the grants it received": [
        "organization",
        "project",
        "project_grant",
      ],
      "every role of the project": ["project"],
      "every role of the grant": ["project_grant"],
    };
    for (const [role, what = ""] of rows) {
      const expected = roleNames.filter((given) => meant[what]?.includes(roles[given].level));
      assert.deepEqual(givenBy(role as Role), expected, `${role}: ${what}`);
    }
  });
});

/** By somebody with this role, at places that lie within its own; a grant is one that the organization received. */
function givenBy(role: Role): Role[] {
  const nowhere = {
    organizationId: null,
    projectId: null,
    projectGrantId: null,
    receiverId: null,
    carriesManagerRoles: false,
  };
  const surroundings = {
    iam: nowhere,
    organization: { ...nowhere, organizationId: "organization" },
    project: { ...nowhere, organizationId: "organization", projectId: "project" },
    project_grant: {
      ...nowhere,
      organizationId: "owner",
      projectId: "other",
      projectGrantId: "project_grant",
      receiverId: "organization",
    },
  };
  const { level } = roles[role];
  const held = [{ role, placeId: level === "iam" ? "" : level }];
  return roleNames.filter((given) => mayGive(permissionsWithin(held, surroundings[roles[given].level]), given).allowed);
}
