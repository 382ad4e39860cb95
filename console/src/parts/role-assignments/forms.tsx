/** Giving roles, and changing which ones somebody has. */
import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import { changed, client, ifMatch } from "../../api.ts";
import { ApiForm } from "../forms/api-form.tsx";
import { sayDone } from "../page/problem.tsx";
import { type PickedUser, UserPicker } from "../users/picker.tsx";
import { type Assignment, giveRoles, placeOf, type RoleHolder, type RolePlace } from "./reading.ts";
import { RolesField } from "./roles.tsx";
import { type ChosenPlace, PlacePicker } from "./targets.tsx";

const atLeastOne = { roleKeys: (keys: string[]) => (keys.length === 0 ? "Choose at least one role" : null) };

const OWN_ORGANIZATION_ONLY =
  "Somebody of the organization that owns the project. Others get roles through the grant to theirs.";

interface GiveRolesProps {
  /** In place of the roles, where there are none. */
  readonly none: ReactNode;
  readonly close: () => void;
}

/** At a project or a grant: to whom, and which roles. */
export function GiveRoles({ place, none, close }: GiveRolesProps & { place: RolePlace }) {
  const initial: { user: PickedUser | undefined; roleKeys: string[] } = { user: undefined, roleKeys: [] };
  return (
    <ApiForm
      initial={initial}
      submit="Give roles"
      onCancel={close}
      fields={{ userId: "user" }}
      validate={{ user: (user) => (user === undefined ? "Choose who gets the roles" : null), ...atLeastOne }}
      save={async ({ user, roleKeys }) => {
        await changed(giveRoles(place, { userId: user?.id ?? "", roleKeys }));
        sayDone(`${user?.displayName} has the roles`);
        close();
      }}
    >
      {(form) => (
        <>
          <UserPicker
            label="User"
            from={place}
            {...("projectId" in place ? { description: OWN_ORGANIZATION_ONLY } : {})}
            value={form.values.user}
            onChange={(user) => form.setFieldValue("user", user)}
            error={form.errors.user}
          />
          <RolesField form={form} place={place} none={none} />
        </>
      )}
    </ApiForm>
  );
}

/** To one user: of which project, and which roles. */
export function GiveRolesTo({ holder, none, close }: GiveRolesProps & { holder: RoleHolder }) {
  const initial: { chosen: ChosenPlace | undefined; roleKeys: string[] } = { chosen: undefined, roleKeys: [] };
  return (
    <ApiForm
      initial={initial}
      submit="Give roles"
      onCancel={close}
      fields={{ userId: "chosen" }}
      validate={{ chosen: (chosen) => (chosen === undefined ? "Choose a project" : null), ...atLeastOne }}
      save={async ({ chosen, roleKeys }) => {
        const userId = "userId" in holder ? holder.userId : holder.serviceUserId;
        await changed(giveRoles(chosen?.place ?? { projectId: "" }, { userId, roleKeys }));
        sayDone(`Roles of ${chosen?.name} given`);
        close();
      }}
    >
      {(form) => (
        <>
          <PlacePicker
            holder={holder}
            value={form.values.chosen}
            error={form.errors.chosen}
            onChange={(chosen) => form.setValues({ chosen, roleKeys: [] })}
          />
          {form.values.chosen !== undefined && <RolesField form={form} place={form.values.chosen.place} none={none} />}
        </>
      )}
    </ApiForm>
  );
}

/** Which roles the user has from now on. */
export function ChangeRoles({ assignment, close }: { assignment: Assignment; close: () => void }) {
  const { id: roleAssignmentId, roleKeys, version, user, projectName } = assignment;
  return (
    <ApiForm
      initial={{ roleKeys }}
      submit="Save"
      onCancel={close}
      validate={{
        roleKeys: (keys) => (keys.length === 0 ? "Choose at least one role, or take all of them away instead" : null),
      }}
      save={async (body) => {
        const params = { path: { roleAssignmentId }, ...ifMatch(version) };
        await changed(client.PATCH("/role-assignments/{roleAssignmentId}", { params, body }));
        sayDone("Saved");
        close();
      }}
    >
      {(form) => (
        <>
          <Text size="sm">
            What {user.displayName} has in {projectName}. It counts with the next token.
          </Text>
          <RolesField form={form} place={placeOf(assignment)} none="There are no roles to choose from." />
        </>
      )}
    </ApiForm>
  );
}
