/** Adding a person: invited by mail, with a password, or with neither for now. */
import { Checkbox, Radio, SimpleGrid, Stack, TextInput } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { changed, client, type Schemas } from "../api.ts";
import { useMay } from "../may.tsx";
import { DialogButton } from "../parts/dialogs/dialog.tsx";
import { ApiForm, type FormOf } from "../parts/forms/api-form.tsx";
import { sayDone } from "../parts/page/problem.tsx";
import { paths } from "../paths.ts";
import { useOrganization } from "../shell/current-organization.tsx";
import { PasswordFields } from "./password-fields.tsx";

type FirstSignIn = "invite" | "password" | "later";

interface NewPerson extends Record<string, unknown> {
  readonly givenName: string;
  readonly familyName: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly userName: string;
  readonly firstSignIn: FirstSignIn;
  readonly password: string;
  readonly changeRequired: boolean;
}

const emptyPerson: NewPerson = {
  ...{ givenName: "", familyName: "", email: "", emailVerified: false, userName: "" },
  ...{ firstSignIn: "invite", password: "", changeRequired: true },
};

/** What the API calls them. */
const fields = {
  ...{ "profile.givenName": "givenName", "profile.familyName": "familyName" },
  ...{ invite: "firstSignIn", passwordChangeRequired: "changeRequired" },
};

export function AddUser({ organizationId }: { organizationId: string }) {
  const navigate = useNavigate();
  return (
    <DialogButton label="Add user" size="lg">
      {(close) => (
        <ApiForm
          initial={emptyPerson}
          fields={fields}
          submit="Add user"
          onCancel={close}
          save={async (person) => {
            const user = await changed(
              client.POST("/organizations/{organizationId}/users", {
                params: { path: { organizationId } },
                body: bodyOf(person),
              }),
            );
            sayDone(
              person.firstSignIn === "invite"
                ? `An invitation is on its way to ${user.email}`
                : `${user.profile.displayName} was added`,
            );
            await navigate({ to: paths.user(user.id) });
          }}
        >
          {(form) => <Fields form={form} organizationId={organizationId} />}
        </ApiForm>
      )}
    </DialogButton>
  );
}

function bodyOf({
  givenName,
  familyName,
  email,
  emailVerified,
  userName,
  firstSignIn,
  password,
  changeRequired,
}: NewPerson): Schemas["NewUser"] {
  return {
    userName,
    profile: { givenName, familyName },
    ...(email === "" ? {} : { email }),
    ...(firstSignIn === "invite" ? { invite: true } : { emailVerified }),
    ...(firstSignIn === "password" ? { password, passwordChangeRequired: changeRequired } : {}),
  };
}

function Fields({ form, organizationId }: { form: FormOf<NewPerson>; organizationId: string }) {
  const { organization } = useOrganization();
  const mayChoosePassword = useMay({ organizationId }).has("user_credential.write");
  const { firstSignIn, email, userName } = form.getValues();
  const emailProps = form.getInputProps("email");
  const suggestUserName = () => {
    if (userName === "") form.setFieldValue("userName", email.split("@")[0] ?? "");
  };
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <TextInput label="Given name" data-autofocus autoComplete="off" {...form.getInputProps("givenName")} />
        <TextInput label="Family name" autoComplete="off" {...form.getInputProps("familyName")} />
      </SimpleGrid>
      <TextInput
        label="E-mail"
        type="email"
        placeholder="ada@acme.example"
        autoComplete="off"
        required={firstSignIn === "invite"}
        {...emailProps}
        onBlur={(event) => {
          emailProps.onBlur?.(event);
          suggestUserName();
        }}
      />
      <TextInput
        label="User name"
        description={
          organization?.id === organizationId
            ? `They sign in as ${userName === "" ? "name" : userName}@${organization.domain}`
            : undefined
        }
        required
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps("userName")}
      />
      <Radio.Group label="How they first sign in" {...form.getInputProps("firstSignIn")}>
        <Stack gap="xs" mt={6}>
          <Radio value="invite" label="Invite by mail" description="A link lets them choose a password themselves." />
          {mayChoosePassword && (
            <Radio value="password" label="With a password" description="You choose one and hand it over." />
          )}
          <Radio
            value="later"
            label="Neither for now"
            description="They cannot sign in until they are invited or get a password."
          />
        </Stack>
      </Radio.Group>
      {firstSignIn === "password" && <PasswordFields form={form} organizationId={organizationId} />}
      {firstSignIn !== "invite" && email !== "" && (
        <Checkbox
          label="The e-mail address is verified"
          description="You vouch that it is theirs. Otherwise a mail can verify it."
          {...form.getInputProps("emailVerified", { type: "checkbox" })}
        />
      )}
    </>
  );
}
