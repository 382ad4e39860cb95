/** Creating an organization, and going into it. */
import { TextInput } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { changed, client } from "../api.ts";
import { DialogButton } from "../parts/dialogs/dialog.tsx";
import { ApiForm } from "../parts/forms/api-form.tsx";
import { paths } from "../paths.ts";
import { useOrganization } from "../shell/current-organization.tsx";
import { DomainField } from "./domain-field.tsx";

export function NewOrganization() {
  const navigate = useNavigate();
  const { choose } = useOrganization();
  return (
    <DialogButton label="Create organization">
      {(close) => (
        <ApiForm
          initial={{ name: "", domain: "" }}
          submit="Create organization"
          onCancel={close}
          save={async (body) => {
            const { id } = await changed(client.POST("/organizations", { body }));
            choose(id);
            await navigate({ to: paths.home });
          }}
        >
          {(form) => (
            <>
              <TextInput label="Name" placeholder="Acme" required data-autofocus {...form.getInputProps("name")} />
              <DomainField form={form} />
            </>
          )}
        </ApiForm>
      )}
    </DialogButton>
  );
}
