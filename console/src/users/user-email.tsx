/** The e-mail address of a person: whether it is theirs, another one, and the mail that verifies it. */
import { Button, Checkbox, Group, Text, TextInput } from "@mantine/core";
import { IconMail, IconPencil } from "@tabler/icons-react";
import { changed, client, ifMatch, type Schemas } from "../api.ts";
import { useMay } from "../may.tsx";
import { DialogButton } from "../parts/dialogs/dialog.tsx";
import { ApiForm } from "../parts/forms/api-form.tsx";
import { act } from "../parts/page/problem.tsx";
import { Section } from "../parts/page/section.tsx";
import { EmailStanding } from "./verified.tsx";

type User = Schemas["User"];

export function UserEmail({ user }: { user: User }) {
  const { id: userId, email, emailVerified, emailProven } = user;
  const mayWrite = useMay({ userId }).has("user.write");
  return (
    <Section
      title="E-mail"
      purpose="Mails go there. They can sign in with it: everywhere once they have proved that it is theirs, and at applications of their organization if a manager vouches for it."
    >
      <Group justify="space-between" gap="sm">
        <Group gap="sm">
          {email === "" ? <Text c="dimmed">No address</Text> : <Text>{email}</Text>}
          {email !== "" && <EmailStanding verified={emailVerified} proven={emailProven} />}
        </Group>
        {mayWrite && (
          <Group gap="xs">
            {email !== "" && !emailProven && (
              <Button
                variant="default"
                leftSection={<IconMail size={16} aria-hidden />}
                onClick={() =>
                  void act(
                    () =>
                      changed(client.POST("/users/{userId}/send-email-verification", { params: { path: { userId } } })),
                    `A mail to verify the address is on its way to ${email}`,
                  )
                }
              >
                Send verification
              </Button>
            )}
            <ChangeEmail user={user} />
          </Group>
        )}
      </Group>
    </Section>
  );
}

function ChangeEmail({ user: { id: userId, email, emailVerified, version } }: { user: User }) {
  return (
    <DialogButton
      label={email === "" ? "Add address" : "Change"}
      title="E-mail address"
      variant="default"
      icon={<IconPencil size={16} aria-hidden />}
    >
      {(close) => (
        <ApiForm
          initial={{ email, verified: emailVerified }}
          onCancel={close}
          save={async (body) => {
            await changed(
              client.PUT("/users/{userId}/email", { params: { path: { userId }, ...ifMatch(version) }, body }),
            );
            close();
          }}
        >
          {(form) => {
            const props = form.getInputProps("email");
            return (
              <>
                <TextInput
                  label="Address"
                  description="Leave it empty to take it away. Links that were sent to the former one stop working."
                  type="email"
                  autoComplete="off"
                  data-autofocus
                  {...props}
                  onChange={(event) => {
                    props.onChange(event);
                    // What was known of the former address says nothing about this one.
                    form.setFieldValue("verified", false);
                  }}
                />
                <Checkbox
                  label="It is verified"
                  description="You vouch that it is theirs. Otherwise send a mail by which they show it."
                  {...form.getInputProps("verified", { type: "checkbox" })}
                />
              </>
            );
          }}
        </ApiForm>
      )}
    </DialogButton>
  );
}
