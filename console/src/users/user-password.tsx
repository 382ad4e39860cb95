/** The password of a person: set by a manager, or chosen by themselves through a mail. */
import { Button, Group, Text } from "@mantine/core";
import { IconLock, IconMail } from "@tabler/icons-react";
import { changed, client, type Schemas } from "../api.ts";
import { useMay } from "../may.tsx";
import { DialogButton } from "../parts/dialogs/dialog.tsx";
import { ApiForm } from "../parts/forms/api-form.tsx";
import { act, sayDone } from "../parts/page/problem.tsx";
import { Facts, Section } from "../parts/page/section.tsx";
import { State } from "../parts/values/state.tsx";
import { When } from "../parts/values/when.tsx";
import { PasswordFields } from "./password-fields.tsx";
import { sendInvitation } from "./user-actions.tsx";

interface UserPasswordProps {
  readonly user: Schemas["User"];
  readonly password: Schemas["UserCredentials"]["password"];
}

export function UserPassword({ user, password }: UserPasswordProps) {
  const may = useMay({ userId: user.id });
  const mailable = user.email !== "" && (user.state === "active" || user.state === "unverified");
  return (
    <Section
      title="Password"
      purpose={password.set ? undefined : "They have none yet. An invitation lets them choose one."}
      action={
        <Group gap="xs">
          {password.set && mailable && may.has("user_credential.write") && <SendReset user={user} />}
          {!password.set && mailable && may.has("user.write") && (
            <Button
              variant="default"
              leftSection={<IconMail size={16} aria-hidden />}
              onClick={() => void sendInvitation(user)}
            >
              Send invitation
            </Button>
          )}
          {may.has("user_credential.write") && <SetPassword user={user} />}
        </Group>
      }
    >
      {password.set ? (
        <Facts
          items={[
            ["Changed", <When key="changed" at={password.changedAt} />],
            ["Must be changed", password.changeRequired ? "Yes, when it is next used" : "No"],
          ]}
        />
      ) : (
        <State state="inactive" label="No password" />
      )}
    </Section>
  );
}

function SendReset({ user: { id: userId, email } }: { user: Schemas["User"] }) {
  return (
    <Button
      variant="default"
      leftSection={<IconMail size={16} aria-hidden />}
      onClick={() =>
        void act(
          () => changed(client.POST("/users/{userId}/send-password-reset", { params: { path: { userId } } })),
          `A mail to reset the password is on its way to ${email}`,
        )
      }
    >
      Send reset mail
    </Button>
  );
}

function SetPassword({ user: { id: userId, organizationId, profile } }: { user: Schemas["User"] }) {
  return (
    <DialogButton label="Set password" variant="default" icon={<IconLock size={16} aria-hidden />}>
      {(close) => (
        <ApiForm
          initial={{ password: "", changeRequired: true }}
          submit="Set password"
          onCancel={close}
          save={async (body) => {
            await changed(client.PUT("/users/{userId}/password", { params: { path: { userId } }, body }));
            sayDone(`${profile.displayName} has a new password`);
            close();
          }}
        >
          {(form) => (
            <>
              <Text size="sm">Every session and token of theirs ends. They sign in again with the new password.</Text>
              <PasswordFields form={form} organizationId={organizationId} />
            </>
          )}
        </ApiForm>
      )}
    </DialogButton>
  );
}
