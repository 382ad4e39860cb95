/** The client secret of a service user: the simplest way to get tokens, and the one that leaks most easily. */
import { Button, Group } from "@mantine/core";
import { IconKey, IconTrash } from "@tabler/icons-react";
import { changed, client, type Schemas } from "../api.ts";
import { useMay } from "../may.tsx";
import { showOnce } from "../parts/credentials/shown-once.tsx";
import { confirm } from "../parts/dialogs/confirm.tsx";
import { sayProblem } from "../parts/page/problem.tsx";
import { Section } from "../parts/page/section.tsx";
import { State } from "../parts/values/state.tsx";

type ServiceUser = Schemas["ServiceUser"];

export function ClientSecret({ serviceUser }: { serviceUser: ServiceUser }) {
  const { id: serviceUserId, hasSecret } = serviceUser;
  const may = useMay({ serviceUserId });
  return (
    <Section
      title="Client secret"
      purpose="For programs that cannot sign with a key: they send it with their id to the token endpoint. A key is safer, because it never leaves the program."
      action={
        <Group gap="xs">
          {hasSecret && may.has("service_user_secret.delete") && (
            <Button
              variant="default"
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={() => askToRemove(serviceUser)}
            >
              Remove
            </Button>
          )}
          {may.has("service_user_secret.write") && (
            <Button
              variant="default"
              leftSection={<IconKey size={16} aria-hidden />}
              onClick={() => (hasSecret ? askToReplace(serviceUser) : void make(serviceUser).catch(sayProblem))}
            >
              {hasSecret ? "Replace secret" : "Make a secret"}
            </Button>
          )}
        </Group>
      }
    >
      <State state={hasSecret ? "active" : "inactive"} label={hasSecret ? "It has a secret" : "No secret"} />
    </Section>
  );
}

async function make({ id: serviceUserId, name, userName }: ServiceUser): Promise<void> {
  const { clientId, secret } = await changed(
    client.POST("/service-users/{serviceUserId}/regenerate-secret", { params: { path: { serviceUserId } } }),
  );
  showOnce({
    title: `The client secret of ${name}`,
    explanation: (
      <>
        With it and the client id <b className="wrap">{clientId}</b>, the program gets tokens by the client credentials
        grant.
      </>
    ),
    value: secret,
    file: { name: `${userName}-secret.json`, text: `${JSON.stringify({ clientId, clientSecret: secret }, null, 2)}\n` },
  });
}

function askToReplace(serviceUser: ServiceUser): void {
  confirm({
    action: "Replace secret",
    consequence:
      "The former one stops working at once, and so do tokens that were got with it. The new one is shown once.",
    run: () => make(serviceUser),
    done: "There is a new secret",
  });
}

function askToRemove({ id: serviceUserId, name }: ServiceUser): void {
  confirm({
    action: "Remove secret",
    consequence: `It stops working at once, and so do tokens that were got with it. ${name} can still sign in with a key, if it has one.`,
    run: () => changed(client.DELETE("/service-users/{serviceUserId}/secret", { params: { path: { serviceUserId } } })),
    done: "The secret was removed",
  });
}
