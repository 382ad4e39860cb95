/** Making a personal access token: what it is for, what it may be used for, and until when. */
import { Checkbox, Select, TagsInput, TextInput } from "@mantine/core";
import { changed, client, type Schemas } from "../api.ts";
import { showOnce } from "../parts/credentials/shown-once.tsx";
import { DialogButton } from "../parts/dialogs/dialog.tsx";
import { ApiForm } from "../parts/forms/api-form.tsx";

const DAY_MS = 86_400_000;
/** Puts Signet's own project into the token's audience. */
const MANAGEMENT = "urn:service:iam:org:project:id:service:aud";
const suggestions = [
  "profile",
  "email",
  "groups",
  "urn:service:iam:org:projects:roles",
  "urn:service:iam:user:metadata",
  "urn:service:iam:user:resourceowner",
];

const lifetimes = [
  { value: "7", label: "In 7 days" },
  { value: "30", label: "In 30 days" },
  { value: "90", label: "In 90 days" },
  { value: "365", label: "In a year" },
  { value: "date", label: "On a day" },
];

interface NewToken extends Record<string, unknown> {
  readonly name: string;
  readonly ends: string;
  readonly date: string;
  readonly management: boolean;
  readonly scopes: string[];
}

const emptyToken: NewToken = { name: "", ends: "90", date: "", management: true, scopes: [] };

/** A day ends when it ends where the person is. */
function expiresAt({ ends, date }: NewToken): string {
  if (ends !== "date") return new Date(Date.now() + Number(ends) * DAY_MS).toISOString();
  const end = new Date(`${date}T23:59:59`);
  return Number.isNaN(end.getTime()) ? date : end.toISOString();
}

export function NewPersonalAccessToken({
  serviceUser: { id: serviceUserId, name, userName },
}: {
  serviceUser: Schemas["ServiceUser"];
}) {
  return (
    <DialogButton label="Make a token" variant="default">
      {(close) => (
        <ApiForm
          initial={emptyToken}
          fields={{ expiresAt: "date" }}
          submit="Make a token"
          onCancel={close}
          save={async (values) => {
            const scopes = [...new Set(["openid", ...(values.management ? [MANAGEMENT] : []), ...values.scopes])];
            const made = await changed(
              client.POST("/service-users/{serviceUserId}/personal-access-tokens", {
                params: { path: { serviceUserId } },
                body: { name: values.name, scopes, expiresAt: expiresAt(values) },
              }),
            );
            close();
            showOnce({
              title: `The token ${made.name}`,
              explanation: `Programs send it as "Authorization: Bearer …" and then act as ${name}.`,
              value: made.token,
              file: { name: `${userName}-token.txt`, text: `${made.token}\n` },
            });
          }}
        >
          {(form) => (
            <>
              <TextInput
                label="Name"
                description="What it is for, so that one knows it when it is to be revoked."
                placeholder="Deployment script"
                required
                data-autofocus
                {...form.getInputProps("name")}
              />
              <Select label="Ends" data={lifetimes} {...form.getInputProps("ends")} />
              {form.getValues().ends === "date" && (
                <TextInput label="Day" type="date" required {...form.getInputProps("date")} />
              )}
              <Checkbox
                label="For the management API"
                description={`It may manage whatever ${name} has manager roles for.`}
                {...form.getInputProps("management", { type: "checkbox" })}
              />
              <TagsInput
                label="Further scopes"
                description="For your own APIs: their project's audience, roles, metadata. Press Enter after each."
                data={suggestions}
                {...form.getInputProps("scopes")}
              />
            </>
          )}
        </ApiForm>
      )}
    </DialogButton>
  );
}
