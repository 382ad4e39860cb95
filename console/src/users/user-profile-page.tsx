/** What a person is called, how they are reached, and their end. */
import { Autocomplete, SimpleGrid, TextInput } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { answered, api, changed, client, ifMatch, readAgain, type Schemas } from "../api.ts";
import { useMay } from "../may.tsx";
import { confirmByName, Danger, DangerZone } from "../parts/dialogs/confirm.tsx";
import { ApiForm } from "../parts/forms/api-form.tsx";
import { Facts, Section } from "../parts/page/section.tsx";
import { CopyValue } from "../parts/values/copy.tsx";
import { When } from "../parts/values/when.tsx";
import { paths } from "../paths.ts";
import { useUser } from "./use-user.ts";
import { UserContact } from "./user-contact.tsx";
import { UserEmail } from "./user-email.tsx";

type User = Schemas["User"];

export default function UserProfilePage() {
  const { data: user } = useUser();
  if (user === undefined) return null;
  return (
    <>
      <Names user={user} />
      <UserEmail user={user} />
      <UserContact user={user} />
      <Section title="About">
        <Facts
          items={[
            ["User id", <CopyValue key="id" value={user.id} what="user id" />],
            ["Created", <When key="created" at={user.createdAt} />],
            ["Changed", <When key="changed" at={user.changedAt} />],
          ]}
        />
      </Section>
      <Ending user={user} />
    </>
  );
}

const languageNames = new Intl.DisplayNames("en", { type: "language" });

function Names({ user: { id: userId, organizationId, userName, loginName, profile, version } }: { user: User }) {
  const may = useMay({ userId });
  const readOnly = !may.has("user.write");
  const { data: offered } = api.useQuery(
    "get",
    "/organizations/{organizationId}/policies/languages",
    { params: { path: { organizationId } } },
    { enabled: may.has("organization_policy.read") },
  );
  const domain = loginName.slice(userName.length + 1);
  return (
    <Section title="Profile">
      <ApiForm
        initial={{ userName, ...profile }}
        readOnly={readOnly}
        fields={Object.fromEntries(Object.keys(profile).map((field) => [`profile.${field}`, field]))}
        save={({ userName: name, ...names }) =>
          changed(
            client.PATCH("/users/{userId}", {
              params: { path: { userId }, ...ifMatch(version) },
              body: { userName: name, profile: names },
            }),
          )
        }
      >
        {(form) => (
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="md">
            <TextInput label="Given name" {...form.getInputProps("givenName")} />
            <TextInput label="Family name" {...form.getInputProps("familyName")} />
            <TextInput label="Display name" required {...form.getInputProps("displayName")} />
            <TextInput label="Nickname" {...form.getInputProps("nickname")} />
            <TextInput
              label="User name"
              description={`They sign in as ${signsInAs(form.getValues().userName, domain)}`}
              inputWrapperOrder={["label", "input", "description", "error"]}
              required
              spellCheck={false}
              {...form.getInputProps("userName")}
            />
            <Autocomplete
              label="Language"
              description="A tag such as en or de-CH. Pages and mails are in it where they can be."
              inputWrapperOrder={["label", "input", "description", "error"]}
              placeholder="Not chosen"
              data={offered?.settings.offered ?? []}
              renderOption={({ option: { value } }) => `${languageNames.of(value)} (${value})`}
              filter={({ options }) => options}
              {...form.getInputProps("locale")}
            />
            <TextInput
              label="Picture"
              description="An https address, for applications to show."
              inputWrapperOrder={["label", "input", "description", "error"]}
              {...form.getInputProps("picture")}
            />
          </SimpleGrid>
        )}
      </ApiForm>
    </Section>
  );
}

function Ending({ user: { id: userId, loginName, organizationId, profile } }: { user: User }) {
  const may = useMay({ userId });
  const navigate = useNavigate();
  if (!may.has("user.delete")) return null;
  return (
    <DangerZone>
      <Danger
        action="Delete user"
        explanation="Their sessions, credentials, roles and metadata go with them. The audit log stays. This cannot be undone."
        onClick={() =>
          confirmByName({
            action: "Delete user",
            name: loginName,
            consequence: `${profile.displayName} is signed out everywhere at once and cannot sign in any more. This cannot be undone.`,
            async run() {
              await answered(client.DELETE("/users/{userId}", { params: { path: { userId } } }));
              await navigate({ to: paths.users(organizationId) });
              await readAgain();
            },
            done: `${profile.displayName} was deleted`,
          })
        }
      />
    </DangerZone>
  );
}

/** Who has registered with an address of another domain has that as user name: it is the login name as it stands. */
function signsInAs(userName: string, domain: string): string {
  return userName.includes("@") ? userName : `${userName}@${domain}`;
}
