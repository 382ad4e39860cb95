/** What this Signet is called, where it is reached, and which languages it speaks. */
import { Anchor, Skeleton, Text, TextInput } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { api, changed, client, ifMatch, type Schemas } from "../api.ts";
import { useMay } from "../may.tsx";
import { ApiForm } from "../parts/forms/api-form.tsx";
import { ProblemAlert } from "../parts/page/problem.tsx";
import { Facts, Section } from "../parts/page/section.tsx";
import { CopyValue } from "../parts/values/copy.tsx";
import { When } from "../parts/values/when.tsx";
import { paths } from "../paths.ts";
import { languageName } from "../policies/languages.ts";

export default function GeneralSettingsPage() {
  const { data: instance, error } = api.useQuery("get", "/instance");
  const may = useMay();
  if (error !== null) return <ProblemAlert problem={error} />;
  if (instance === undefined) return <Skeleton height={240} role="status" aria-label="Loading" />;
  const { name, version } = instance;
  return (
    <>
      <Section title="Name" purpose="On pages that belong to no organization.">
        <ApiForm
          initial={{ name }}
          readOnly={!may.has("instance.write")}
          save={(body) => changed(client.PATCH("/instance", { params: ifMatch(version), body }))}
        >
          {(form) => <TextInput label="Name of this instance" required maw={420} {...form.getInputProps("name")} />}
        </ApiForm>
      </Section>
      <Addresses instance={instance} />
      {may.has("instance_policy.read") && <Languages />}
    </>
  );
}

function Addresses({ instance }: { instance: Schemas["Instance"] }) {
  return (
    <Section
      title="Addresses and ids"
      purpose="Addresses are part of the configuration: they are set where Signet is started, and not changed here."
    >
      <Facts
        items={[
          ["Issuer", <CopyValue key="issuer" value={instance.issuer} what="issuer" />],
          ["Tokens and API", <CopyValue key="base" value={instance.baseUrl} what="address of tokens and API" />],
          [
            "Sign-in pages and Console",
            <CopyValue key="login" value={instance.loginUrl} what="address of the sign-in pages" />,
          ],
          [
            "Discovery",
            <CopyValue key="discovery" value={discoveryOf(instance)} what="address of the discovery document" />,
          ],
          [
            "First organization",
            <CopyValue key="organization" value={instance.organizationId} what="organization id" />,
          ],
          ["Signet's own project", <CopyValue key="project" value={instance.projectId} what="project id" />],
          [
            "The Console's application",
            <CopyValue key="console" value={instance.consoleApplicationId} what="application id" />,
          ],
          ["Created", <When key="created" at={instance.createdAt} />],
          ["Changed", <When key="changed" at={instance.changedAt} />],
        ]}
      />
    </Section>
  );
}

function discoveryOf({ issuer }: Schemas["Instance"]): string {
  return `${issuer.replace(/\/+$/, "")}/.well-known/openid-configuration`;
}

function Languages() {
  const { data } = api.useQuery("get", "/instance/policies/languages");
  if (data === undefined) return null;
  const { offered, default: otherwise } = data.settings;
  return (
    <Section title="Languages" purpose="Of the sign-in and account pages.">
      <Facts
        items={[
          ["Offered", offered.map(languageName).join(", ")],
          ["Otherwise", languageName(otherwise)],
        ]}
      />
      <Text size="sm" mt="md">
        <Anchor component={Link} to={`${paths.settings}/policies`} hash="languages">
          Choose languages
        </Anchor>
      </Text>
    </Section>
  );
}
