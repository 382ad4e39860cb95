/** Making a role of a project, and changing how it is shown. */
import { TextInput } from "@mantine/core";
import { changed, client, ifMatch } from "../api.ts";
import { ApiForm, type FormOf } from "../parts/forms/api-form.tsx";
import { sayDone } from "../parts/page/problem.tsx";
import type { Role } from "../parts/role-assignments/reading.ts";

export function NewRole({ projectId, close }: { projectId: string; close: () => void }) {
  return (
    <ApiForm
      initial={{ key: "", displayName: "", group: "" }}
      submit="Create role"
      onCancel={close}
      save={async ({ key, displayName, group }) => {
        const body = { key, group, ...(displayName.trim() === "" ? {} : { displayName }) };
        await changed(client.POST("/projects/{projectId}/roles", { params: { path: { projectId } }, body }));
        sayDone(`The role ${key} was created`);
        close();
      }}
    >
      {(form) => (
        <>
          <TextInput
            label="Key"
            description="What tokens carry. It never changes: letters, digits and _ . : / -"
            placeholder="editor"
            required
            data-autofocus
            autoComplete="off"
            spellCheck={false}
            {...form.getInputProps("key")}
          />
          <Texts form={form} />
        </>
      )}
    </ApiForm>
  );
}

export function ChangeRole({
  role: { projectId, key, displayName, group, version },
  close,
}: {
  role: Role;
  close: () => void;
}) {
  return (
    <ApiForm
      initial={{ displayName, group }}
      onCancel={close}
      save={async (body) => {
        const params = { path: { projectId, key }, ...ifMatch(version) };
        await changed(client.PATCH("/projects/{projectId}/roles/{key}", { params, body }));
        sayDone("Saved");
        close();
      }}
    >
      {(form) => <Texts form={form} />}
    </ApiForm>
  );
}

function Texts<Values extends { displayName: string; group: string }>({ form }: { form: FormOf<Values> }) {
  return (
    <>
      <TextInput
        label="Display name"
        description="What managers read. Without one, the key is shown."
        placeholder="Editor"
        {...form.getInputProps("displayName")}
      />
      <TextInput
        label="Group"
        description="Roles of one group are shown together."
        placeholder="Documents"
        {...form.getInputProps("group")}
      />
    </>
  );
}
