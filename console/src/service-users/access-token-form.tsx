/** What access tokens a service user gets. Whatever it does not decide follows the instance. */
import { Select, SimpleGrid } from "@mantine/core";
import { changed, client, ifMatch, type Schemas } from "../api.ts";
import { AccessTokenType, INSTANCE, kindNames } from "../applications/access-token-type.tsx";
import { useMay } from "../may.tsx";
import { ApiForm } from "../parts/forms/api-form.tsx";
import { Section } from "../parts/page/section.tsx";

type Tokens = Schemas["ServiceUserTokens"];

export function AccessTokenForm({
  serviceUser: { id: serviceUserId, tokens, version },
}: {
  serviceUser: Schemas["ServiceUser"];
}) {
  const may = useMay({ serviceUserId });
  return (
    <Section
      title="Access tokens"
      purpose="What it gets by its keys and its secret from now on. Personal access tokens are always opaque."
    >
      <ApiForm
        initial={{ kind: tokens.accessTokenKind ?? INSTANCE, type: tokens.accessTokenType ?? "at+jwt" }}
        readOnly={!may.has("service_user.write")}
        fields={{ "tokens.accessTokenKind": "kind", "tokens.accessTokenType": "type" }}
        save={({ kind, type }) =>
          changed(
            client.PATCH("/service-users/{serviceUserId}", {
              params: { path: { serviceUserId }, ...ifMatch(version) },
              body: { tokens: toTokens(kind, type) },
            }),
          )
        }
      >
        {(form) => (
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl" verticalSpacing="lg">
            <Select
              label="Access tokens"
              description="Opaque ones only Signet can read; a JWT an API can verify by itself, and then does not notice when it ends early."
              data={[
                { value: INSTANCE, label: "As the instance says" },
                ...Object.entries(kindNames).map(([value, label]) => ({ value, label })),
              ]}
              {...form.getInputProps("kind")}
            />
            {form.values.kind !== "opaque" && <AccessTokenType {...form.getInputProps("type")} />}
          </SimpleGrid>
        )}
      </ApiForm>
    </Section>
  );
}

function toTokens(kind: string, type: string): Tokens {
  return {
    ...(kind === INSTANCE ? {} : { accessTokenKind: kind as NonNullable<Tokens["accessTokenKind"]> }),
    ...(type === "JWT" ? { accessTokenType: type } : {}),
  };
}
