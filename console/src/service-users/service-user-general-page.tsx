/** What a service user is called, and its end. */
import { TextInput } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { answered, changed, client, ifMatch, readAgain, type Schemas } from "../api.ts";
import { useMay } from "../may.tsx";
import { confirm, confirmByName, Danger, DangerZone } from "../parts/dialogs/confirm.tsx";
import { ApiForm } from "../parts/forms/api-form.tsx";
import { Facts, Section } from "../parts/page/section.tsx";
import { CopyValue } from "../parts/values/copy.tsx";
import { When } from "../parts/values/when.tsx";
import { paths } from "../paths.ts";
import { useOnlyStops } from "../users/spared.tsx";
import { AccessTokenForm } from "./access-token-form.tsx";
import { activate, askToDeactivate } from "./service-user-states.ts";
import { useServiceUser } from "./use-service-user.ts";

type ServiceUser = Schemas["ServiceUser"];

export default function ServiceUserGeneralPage() {
  const { data: serviceUser } = useServiceUser();
  return serviceUser === undefined ? null : <General serviceUser={serviceUser} />;
}

function General({ serviceUser }: { serviceUser: ServiceUser }) {
  const { id: serviceUserId, userName, name, description, version } = serviceUser;
  const may = useMay({ serviceUserId });
  return (
    <>
      <Section title="General">
        <ApiForm
          initial={{ name, userName, description }}
          readOnly={!may.has("service_user.write")}
          save={(body) =>
            changed(
              client.PATCH("/service-users/{serviceUserId}", {
                params: { path: { serviceUserId }, ...ifMatch(version) },
                body,
              }),
            )
          }
        >
          {(form) => (
            <>
              <TextInput label="Name" required maw={420} {...form.getInputProps("name")} />
              <TextInput label="User name" required maw={420} spellCheck={false} {...form.getInputProps("userName")} />
              <TextInput label="Description" maw={640} {...form.getInputProps("description")} />
            </>
          )}
        </ApiForm>
      </Section>
      <AccessTokenForm serviceUser={serviceUser} />
      <Section title="About">
        <Facts
          items={[
            ["Id, also its client id", <CopyValue key="id" value={serviceUserId} what="service user id" />],
            ["Created", <When key="created" at={serviceUser.createdAt} />],
            ["Changed", <When key="changed" at={serviceUser.changedAt} />],
          ]}
        />
      </Section>
      <Ending serviceUser={serviceUser} />
    </>
  );
}

function Ending({ serviceUser }: { serviceUser: ServiceUser }) {
  const { id: serviceUserId, name, organizationId, state } = serviceUser;
  const may = useMay({ serviceUserId });
  const navigate = useNavigate();
  const path = { params: { path: { serviceUserId } } };
  const mayWrite = may.has("service_user.write");
  const mayStop = useOnlyStops({ of: { serviceUserId }, organizationId }) || mayWrite;
  const mayEndTokens = may.has("session.delete") && may.has("service_user_token.delete");
  if (!mayStop && !mayEndTokens && !may.has("service_user.delete")) return null;
  return (
    <DangerZone>
      {mayEndTokens && (
        <Danger
          action="End all tokens"
          explanation="Every token it has ends, personal access tokens too. With its keys and its secret it can get new ones."
          onClick={() =>
            confirm({
              action: "End all tokens",
              consequence: `Whatever uses a token of ${name} stops until it gets a new one. Personal access tokens have to be made anew.`,
              run: () => changed(client.POST("/service-users/{serviceUserId}/sign-out", path)),
              done: `All tokens of ${name} have ended`,
            })
          }
        />
      )}
      {mayStop && state === "active" && (
        <Danger
          action="Deactivate service user"
          explanation="Its tokens stop working, and it gets no new ones, until it is activated again."
          onClick={() => askToDeactivate(serviceUser)}
        />
      )}
      {mayWrite && state !== "active" && (
        <Danger
          action="Activate service user"
          explanation="It can get tokens again, with the keys and the secret it has."
          onClick={() => void activate(serviceUser)}
        />
      )}
      {may.has("service_user.delete") && (
        <Danger
          action="Delete service user"
          explanation="Its credentials, tokens, roles and metadata go with it. The audit log stays. This cannot be undone."
          onClick={() =>
            confirmByName({
              action: "Delete service user",
              name,
              consequence: "Every program that signs in with it stops working at once. This cannot be undone.",
              async run() {
                await answered(client.DELETE("/service-users/{serviceUserId}", path));
                await navigate({ to: paths.serviceUsers(organizationId) });
                await readAgain();
              },
              done: `${name} was deleted`,
            })
          }
        />
      )}
    </DangerZone>
  );
}
