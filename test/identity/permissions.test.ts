import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { managerPermission, mayGive } from "../../src/identity/permissions/ceiling.ts";
import {
  isPermission,
  type Permission,
  permissionMeanings,
  permissions,
} from "../../src/identity/permissions/permissions.ts";
import {
  isRole,
  managerLevels,
  permissionsOf,
  type Role,
  roleNames,
  roles,
} from "../../src/identity/permissions/roles.ts";

const held = (role: Role): Set<Permission> => permissionsOf([role]);
const has = (role: Role, permission: Permission): boolean => held(role).has(permission);
const holdersOf = (permission: Permission): Role[] => roleNames.filter((role) => has(role, permission));
const givenBy = (giver: Role): Role[] => roleNames.filter((role) => mayGive(held(giver), role).allowed);

describe("the table of manager roles", () => {
  it("has exactly the roles that were decided, level by level", () => {
    const atLevel = managerLevels.map((level) => roleNames.filter((role) => roles[role].level === level));
    assert.deepEqual(atLevel, [
      ["IAM_OWNER", "IAM_OWNER_VIEWER", "IAM_ORG_MANAGER", "IAM_USER_MANAGER"],
      [
        "ORG_OWNER",
        "ORG_OWNER_VIEWER",
        "ORG_USER_MANAGER",
        "ORG_PROJECT_CREATOR",
        "ORG_SETTINGS_MANAGER",
        "ORG_USER_PERMISSION_EDITOR",
      ],
      ["PROJECT_OWNER", "PROJECT_OWNER_VIEWER"],
      ["PROJECT_GRANT_OWNER", "PROJECT_GRANT_OWNER_VIEWER"],
    ]);
    assert.ok(isRole("ORG_OWNER"));
    assert.ok(!isRole("toString"));
  });

  it("gives the owner of the instance every permission there is", () => {
    assert.deepEqual([...held("IAM_OWNER")].sort(), Object.keys(permissionMeanings).sort());
    assert.ok(isPermission("user.read"));
    assert.ok(!isPermission("toString"));
  });

  it("names no permission twice in a role, and leaves no role without one", () => {
    for (const role of roleNames) {
      const listed: readonly Permission[] = roles[role].permissions;
      assert.equal(new Set(listed).size, listed.length, role);
      assert.ok(listed.length > 0, role);
    }
  });

  it("names each permission resource.action and explains each permission and role", () => {
    for (const permission of permissions) {
      assert.match(permission, /^[a-z_]+\.[a-z_]+$/);
      assert.match(permissionMeanings[permission], /^[A-Z]/);
    }
    for (const role of roleNames) assert.match(roles[role].purpose, /^[A-Z].*\.$/);
  });

  it("has no permission to read a secret", () => {
    assert.deepEqual(
      permissions.filter((permission) => /secret\.read$/.test(permission)),
      [],
    );
    assert.ok(isPermission("application_secret.write"));
  });

  const viewers = roleNames.filter((role) => role.endsWith("_VIEWER"));
  for (const viewer of viewers) {
    it(`lets ${viewer} see what its owner sees and change nothing`, () => {
      const owner = roleNames.find((role) => role === viewer.replace("_VIEWER", ""));
      assert.ok(owner);
      fc.assert(fc.property(fc.constantFrom(...held(viewer)), (permission) => permission.endsWith(".read")));
      assert.deepEqual(
        [...held(viewer)],
        [...held(owner)].filter((permission) => permission.endsWith(".read")),
      );
      assert.ok(held(owner).size > held(viewer).size);
    });
  }
});

describe("what each role may do", () => {
  const only: [permission: Permission, holders: Role[]][] = [
    ["iam_manager.write", ["IAM_OWNER"]],
    ["instance.write", ["IAM_OWNER"]],
    ["instance_policy.write", ["IAM_OWNER"]],
    ["signing_key.rotate", ["IAM_OWNER"]],
    ["signing_key.revoke", ["IAM_OWNER"]],
    ["mail.test", ["IAM_OWNER"]],
    ["application.management_access", ["IAM_OWNER"]],
    ["organization.create", ["IAM_OWNER", "IAM_ORG_MANAGER"]],
    ["organization.delete", ["IAM_OWNER", "IAM_ORG_MANAGER"]],
    ["organization.activate", ["IAM_OWNER", "IAM_ORG_MANAGER"]],
    ["organization_domain.write", ["IAM_OWNER", "IAM_ORG_MANAGER"]],
    ["organization.deactivate", ["IAM_OWNER", "IAM_ORG_MANAGER", "ORG_OWNER"]],
    ["organization_domain.choose", ["IAM_OWNER", "IAM_ORG_MANAGER", "ORG_OWNER"]],
    ["organization_manager.write", ["IAM_OWNER", "IAM_ORG_MANAGER", "ORG_OWNER"]],
    ["organization.write", ["IAM_OWNER", "IAM_ORG_MANAGER", "ORG_OWNER", "ORG_SETTINGS_MANAGER"]],
    ["organization_policy.write", ["IAM_OWNER", "IAM_ORG_MANAGER", "ORG_OWNER", "ORG_SETTINGS_MANAGER"]],
    ["branding.write", ["IAM_OWNER", "IAM_ORG_MANAGER", "ORG_OWNER", "ORG_SETTINGS_MANAGER"]],
    ["project.create", ["IAM_OWNER", "IAM_ORG_MANAGER", "ORG_OWNER", "ORG_PROJECT_CREATOR"]],
    ["project_manager.write", ["IAM_OWNER", "IAM_ORG_MANAGER", "ORG_OWNER", "PROJECT_OWNER"]],
    ["project_grant.write", ["IAM_OWNER", "IAM_ORG_MANAGER", "ORG_OWNER", "PROJECT_OWNER"]],
    ["application_secret.write", ["IAM_OWNER", "IAM_ORG_MANAGER", "ORG_OWNER", "PROJECT_OWNER"]],
    ["project_grant_manager.write", ["IAM_OWNER", "IAM_ORG_MANAGER", "ORG_OWNER", "PROJECT_GRANT_OWNER"]],
    ["user_credential.write", ["IAM_OWNER", "IAM_ORG_MANAGER", "IAM_USER_MANAGER", "ORG_OWNER", "ORG_USER_MANAGER"]],
    ["service_user_key.write", ["IAM_OWNER", "IAM_ORG_MANAGER", "IAM_USER_MANAGER", "ORG_OWNER", "ORG_USER_MANAGER"]],
  ];
  for (const [permission, holders] of only) {
    it(`"${permissionMeanings[permission]}" is for ${holders.join(", ")} alone`, () =>
      assert.deepEqual(holdersOf(permission), holders));
  }

  it("a project creator creates projects and sees no others", () => {
    assert.deepEqual([...held("ORG_PROJECT_CREATOR")], ["organization.read", "project.create"]);
  });

  it("a role editor finds users and projects and changes role assignments only", () => {
    const changes = [...held("ORG_USER_PERMISSION_EDITOR")].filter((permission) => !permission.endsWith(".read"));
    assert.deepEqual(changes, ["role_assignment.write", "role_assignment.delete"]);
    assert.ok(has("ORG_USER_PERMISSION_EDITOR", "user.read"));
  });

  it("a settings manager changes settings and sees no user", () => {
    assert.ok(has("ORG_SETTINGS_MANAGER", "organization_metadata.write"));
    assert.ok(!has("ORG_SETTINGS_MANAGER", "user.read"));
  });

  for (const role of ["PROJECT_GRANT_OWNER", "PROJECT_GRANT_OWNER_VIEWER"] as const) {
    it(`${role} sees what was granted: no application, key or secret of the project`, () => {
      assert.ok(has(role, "project_role.read"));
      assert.deepEqual(
        [...held(role)].filter((permission) =>
          /^application|secret|_key|project\.[^r]|project_role\.[^r]|project_grant\.[^r]/.test(permission),
        ),
        [],
      );
    });
  }
});

describe("giving and taking roles", () => {
  const below: Record<Role, Role[]> = {
    IAM_OWNER: [...roleNames],
    IAM_OWNER_VIEWER: [],
    IAM_ORG_MANAGER: roleNames.filter((role) => roles[role].level !== "iam"),
    IAM_USER_MANAGER: [],
    ORG_OWNER: roleNames.filter((role) => roles[role].level !== "iam"),
    ORG_OWNER_VIEWER: [],
    ORG_USER_MANAGER: [],
    ORG_PROJECT_CREATOR: [],
    ORG_SETTINGS_MANAGER: [],
    ORG_USER_PERMISSION_EDITOR: [],
    PROJECT_OWNER: ["PROJECT_OWNER", "PROJECT_OWNER_VIEWER"],
    PROJECT_OWNER_VIEWER: [],
    PROJECT_GRANT_OWNER: ["PROJECT_GRANT_OWNER", "PROJECT_GRANT_OWNER_VIEWER"],
    PROJECT_GRANT_OWNER_VIEWER: [],
  };
  for (const giver of roleNames) {
    it(`${giver} gives ${below[giver].join(", ") || "no role at all"}`, () =>
      assert.deepEqual(givenBy(giver), below[giver]));
  }

  it("a refusal names the permissions that are missing", () => {
    const ceiling = mayGive(
      new Set([...held("ORG_USER_MANAGER"), "organization_manager.write"]),
      "ORG_SETTINGS_MANAGER",
    );
    assert.ok(!ceiling.allowed);
    assert.ok(ceiling.missing.includes("branding.write"));
    assert.ok(!ceiling.missing.includes("organization.read"));
    assert.deepEqual(mayGive(held("ORG_OWNER"), "ORG_SETTINGS_MANAGER"), { allowed: true });
  });

  it("holding all permissions of a role is not enough without managing managers of its level", () => {
    const holder = held("ORG_SETTINGS_MANAGER");
    assert.deepEqual(mayGive(holder, "ORG_SETTINGS_MANAGER"), {
      allowed: false,
      missing: ["organization_manager.write"],
    });
    assert.ok(mayGive(new Set([...holder, "organization_manager.write"]), "ORG_SETTINGS_MANAGER").allowed);
  });

  const anyRole = fc.constantFrom(...roleNames);
  const isWithin = (one: Iterable<Permission>, other: ReadonlySet<Permission>): boolean =>
    [...one].every((permission) => other.has(permission));
  /** What a few roles hold, with a few permissions more: chance alone would hardly ever cover a role. */
  const anyPermissions = fc
    .tuple(fc.subarray([...roleNames], { maxLength: 3 }), fc.subarray([...permissions], { maxLength: 5 }))
    .map(([some, more]) => new Set<Permission>([...permissionsOf(some), ...more]));

  it("nobody ends up with a permission that the giver lacks", () => {
    fc.assert(
      fc.property(anyPermissions, anyRole, (giver, role) => {
        const ceiling = mayGive(giver, role);
        const covered = isWithin(held(role), giver) && giver.has(managerPermission[roles[role].level]);
        assert.equal(ceiling.allowed, covered);
        if (!ceiling.allowed)
          assert.ok(ceiling.missing.every((permission) => !giver.has(permission)) && ceiling.missing.length > 0);
      }),
    );
  });

  it("who holds more may give at least as much, and lacks at most as much", () => {
    fc.assert(
      fc.property(anyPermissions, anyPermissions, anyRole, (some, more, role) => {
        const missing = (giver: Set<Permission>): Set<Permission> => {
          const ceiling = mayGive(giver, role);
          return new Set(ceiling.allowed ? [] : ceiling.missing);
        };
        assert.ok(isWithin(missing(new Set([...some, ...more])), missing(some)));
      }),
    );
  });

  it("what was given can be given on only as far as the first giver could", () => {
    fc.assert(
      fc.property(anyPermissions, anyRole, anyRole, (giver, first, second) => {
        if (mayGive(giver, first).allowed && mayGive(held(first), second).allowed)
          assert.ok(mayGive(giver, second).allowed);
      }),
    );
  });
});
