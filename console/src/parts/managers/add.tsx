/** Making somebody a manager: who, and in which role. Only roles that one may give are offered. */
import { Checkbox } from "@mantine/core";
import { useState } from "react";
import { changed } from "../../api.ts";
import { type Place, useMay, useMe } from "../../may.tsx";
import { UserAccess } from "../credentials/access.tsx";
import { DialogButton } from "../dialogs/dialog.tsx";
import { ApiForm } from "../forms/api-form.tsx";
import { sayDone } from "../page/problem.tsx";
import { type PickedUser, UserPicker } from "../users/picker.tsx";
import { useRoleMeanings } from "./meanings.tsx";
import { levelOf, type ManagedPlace, mayGive, postManager, type RoleMeaning } from "./place.ts";
import { RoleChoice } from "./role-choice.tsx";

/** Nothing, for whoever may give no role there. */
export function AddManager({ of }: { of: ManagedPlace }) {
  const may = useMay(of);
  const roles = (useRoleMeanings() ?? []).filter((role) => role.level === levelOf(of) && mayGive(role, may));
  if (roles.length === 0) return null;
  return (
    <DialogButton label="Add manager" size="lg">
      {(close) => <AddManagerForm of={of} roles={roles} close={close} />}
    </DialogButton>
  );
}

interface FormProps {
  readonly of: ManagedPlace;
  readonly roles: readonly RoleMeaning[];
  readonly close: () => void;
}

function AddManagerForm({ of, roles, close }: FormProps) {
  const place: Place = of;
  const everywhere = useMay().has("user.read");
  const me = useMe();
  const [others, setOthers] = useState(false);
  // Only users of the organization that received a grant can manage it, and the instance has the users of all.
  const offersOthers = everywhere && (place.organizationId !== undefined || place.projectId !== undefined);
  return (
    <ApiForm
      initial={{ user: undefined as PickedUser | undefined, role: "", end: true }}
      submit="Add manager"
      onCancel={close}
      fields={{ userId: "user" }}
      validate={{
        user: (user) => (user === undefined ? "Choose who becomes a manager" : null),
        role: (role) => (role === "" ? "Choose a role" : null),
      }}
      save={async ({ user, role, end }) => {
        const chosen = roles.find((one) => one.role === role);
        if (user === undefined || chosen === undefined) return;
        await changed(postManager(of, { userId: user.id, role: chosen.role, keepSessions: !end }));
        close();
        sayDone(`${user.displayName} is now ${chosen.title}`);
      }}
    >
      {(form) => (
        <>
          <UserPicker
            label="User"
            from={others ? {} : of}
            value={form.values.user}
            onChange={(user) => form.setFieldValue("user", user)}
            error={form.errors.user}
          />
          {offersOthers && (
            <Checkbox
              label="Also users of other organizations"
              checked={others}
              onChange={(event) => setOthers(event.currentTarget.checked)}
            />
          )}
          {form.values.user !== undefined && (
            <UserAccess
              {...form.values.user}
              ends={form.values.end && endsSessions(place, form.values.user, me?.userId)}
            />
          )}
          {form.values.user !== undefined && endsSessions(place, form.values.user, me?.userId) && (
            <Checkbox
              label="End sessions and tokens from before"
              description="They sign in again, and whoever is signed in as them or holds a token of theirs is out. Keys, secrets and passwords stay."
              {...form.getInputProps("end", { type: "checkbox" })}
            />
          )}
          <RoleChoice
            roles={roles}
            value={form.values.role}
            onChange={(role) => form.setFieldValue("role", role)}
            error={form.errors.role}
          />
        </>
      )}
    </ApiForm>
  );
}

/** As the server decides it: by a role of the instance, or of where they live, that somebody else gives them. */
function endsSessions(place: Place, { id, organizationId }: PickedUser, me: string | undefined): boolean {
  if (id === me) return false;
  if (levelOf(place) === "iam") return true;
  return levelOf(place) === "organization" && (organizationId === undefined || organizationId === place.organizationId);
}
