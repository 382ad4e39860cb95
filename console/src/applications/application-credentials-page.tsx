/** How an application proves itself, and what with. */
import { Button, Group, Menu, Switch, Text } from "@mantine/core";
import { IconKey, IconRefresh } from "@tabler/icons-react";
import { api, changed, client, type Schemas } from "../api.ts";
import { useMay } from "../may.tsx";
import { CredentialKeys } from "../parts/credentials/keys.tsx";
import { RefusedAuthentications } from "../parts/credentials/refused-authentications.tsx";
import { confirm } from "../parts/dialogs/confirm.tsx";
import { ApiForm } from "../parts/forms/api-form.tsx";
import { type Column, DataTable } from "../parts/lists/data-table.tsx";
import { Empty } from "../parts/lists/empty.tsx";
import { sayProblem } from "../parts/page/problem.tsx";
import { Section } from "../parts/page/section.tsx";
import { When } from "../parts/values/when.tsx";
import { AuthMethodChoice } from "./auth-method-choice.tsx";
import { type Application, kinds, methods, usesSecret } from "./kinds.ts";
import { showSecret } from "./show-secret.ts";
import { changeApplication, useApplication } from "./use-application.ts";

export default function ApplicationCredentialsPage() {
  const { data: application } = useApplication();
  const may = useMay(application === undefined ? {} : { applicationId: application.id });
  if (application === undefined || !may.isLoaded) return null;
  const { id, name, type, authMethod, strictAuthMethod } = application;
  return (
    <>
      <Section
        title="How it proves itself"
        purpose="At the token, introspection and revocation endpoints. It has one way; a secret may be in the header or in the body."
      >
        {kinds[type].authMethods.length === 1 ? (
          <OnlyAuthMethod application={application} />
        ) : (
          <ApiForm
            initial={{ authMethod, strictAuthMethod }}
            readOnly={!may.has("application.write")}
            save={(body) => changeApplication(application, body)}
          >
            {(form) => (
              <>
                <AuthMethodChoice
                  type={type}
                  value={form.values.authMethod}
                  onChange={(method) => form.setFieldValue("authMethod", method)}
                  error={form.errors.authMethod}
                />
                {usesSecret(form.values.authMethod) && (
                  <Switch
                    label={`Take the secret ${form.values.authMethod === "basic" ? "in the header" : "in the body"} only`}
                    description="Libraries differ in where they send the secret, some at the first request and others at the refresh, so both places are taken. Turn this on where you know that the program uses one, and want no other."
                    {...form.getInputProps("strictAuthMethod", { type: "checkbox" })}
                  />
                )}
              </>
            )}
          </ApiForm>
        )}
      </Section>
      {usesSecret(authMethod) && <Secrets application={application} />}
      {authMethod === "private_key_jwt" && may.has("application_key.read") && (
        <CredentialKeys of={{ applicationId: id }} name={name} />
      )}
      <RefusedAuthentications of={{ applicationId: id }} />
    </>
  );
}

function OnlyAuthMethod({ application: { type, authMethod } }: { application: Application }) {
  return (
    <>
      <Text fw={500}>{methods[authMethod].label}</Text>
      <Text size="sm" c="dimmed" mt={4} maw={640}>
        {methods[authMethod].explanation} An application of type {kinds[type].label} runs in the hands of its users, so
        it could not keep a secret.
      </Text>
    </>
  );
}

type Secret = Schemas["ApplicationSecret"];

const columns: [Column<Secret>, ...Column<Secret>[]] = [
  { title: "Secret id", cell: ({ id }) => <span className="mono wrap">{id}</span> },
  { title: "Created", cell: ({ createdAt }) => <When at={createdAt} /> },
];

function Secrets({ application: { id: applicationId, name } }: { application: Application }) {
  const may = useMay({ applicationId });
  const path = { applicationId };
  const secrets = api.useQuery("get", "/applications/{applicationId}/secrets", { params: { path } });
  const count = secrets.data?.items.length ?? 0;
  const showNewSecret = ({ secret }: { secret: string }) => showSecret({ name, clientId: applicationId, secret });
  const add = () =>
    changed(client.POST("/applications/{applicationId}/secrets", { params: { path } })).then(showNewSecret, sayProblem);
  const regenerate = () =>
    confirm({
      action: "Regenerate secret",
      consequence: `The old ${count === 1 ? "one stops" : "ones stop"} working at once: ${name} cannot get tokens until it has the new secret. To change it without a gap, add a second one, change over, and remove the first.`,
      run: async () =>
        showNewSecret(
          await changed(client.POST("/applications/{applicationId}/regenerate-secret", { params: { path } })),
        ),
      done: "There is a new secret",
    });
  const buttons = may.has("application_secret.write") && (
    <Group gap="xs">
      {may.has("application_secret.delete") && count > 0 && (
        <Button variant="default" leftSection={<IconRefresh size={16} aria-hidden />} onClick={regenerate}>
          Regenerate secret
        </Button>
      )}
      <Button onClick={() => void add()}>
        {count === 0 ? "Make a secret" : count === 1 ? "Add a second secret" : "Add another secret"}
      </Button>
    </Group>
  );
  return (
    <Section
      title="Client secrets"
      purpose="Any of them is accepted, so that one can be replaced without a gap. What they are is shown once, when they are made."
      action={count > 0 && buttons}
    >
      <DataTable
        label="Client secrets"
        list={secrets}
        columns={columns}
        id={(secret) => secret.id}
        {...(may.has("application_secret.delete")
          ? {
              menu: ({ id: secretId, createdAt }: Secret) => (
                <Menu.Item
                  color="red"
                  onClick={() =>
                    confirm({
                      action: "Remove secret",
                      consequence: (
                        <>
                          {name} cannot prove itself any more with the secret made <When at={createdAt} />.
                          {count === 1 && " It has no other one, so it gets no tokens until you make one."}
                        </>
                      ),
                      run: () =>
                        changed(
                          client.DELETE("/applications/{applicationId}/secrets/{secretId}", {
                            params: { path: { ...path, secretId } },
                          }),
                        ),
                      done: "The secret was removed",
                    })
                  }
                >
                  Remove secret
                </Menu.Item>
              ),
            }
          : {})}
        empty={
          <Empty icon={IconKey} title="No secret yet" action={buttons}>
            {name} cannot get tokens before it has one.
          </Empty>
        }
      />
    </Section>
  );
}
