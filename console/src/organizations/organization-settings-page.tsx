/** What an organization is called, what its login names end with, what else is kept about it, and its end. */
import { TextInput } from "@mantine/core";
import { api, changed, client, ifMatch, type Schemas } from "../api.ts";
import { useMay } from "../may.tsx";
import { ApiForm } from "../parts/forms/api-form.tsx";
import { Metadata } from "../parts/metadata/metadata.tsx";
import { Page, PageSkeleton } from "../parts/page/page.tsx";
import { ProblemPage } from "../parts/page/problem.tsx";
import { Facts, Section } from "../parts/page/section.tsx";
import { useParam } from "../parts/page/use-param.ts";
import { CopyValue } from "../parts/values/copy.tsx";
import { State } from "../parts/values/state.tsx";
import { When } from "../parts/values/when.tsx";
import { DomainField } from "./domain-field.tsx";
import { OrganizationEnding } from "./organization-ending.tsx";

type Organization = Schemas["Organization"];

export default function OrganizationSettingsPage() {
  const organizationId = useParam("organizationId");
  const { data: organization, error } = api.useQuery("get", "/organizations/{organizationId}", {
    params: { path: { organizationId } },
  });
  if (error !== null) return <ProblemPage problem={error} />;
  if (organization === undefined) return <PageSkeleton />;
  return (
    <Page title="Organization settings" purpose={organization.name} beside={<State state={organization.state} />}>
      <General key={organizationId} organization={organization} />
      <Section title="About">
        <Facts
          items={[
            ["Organization id", <CopyValue key="id" value={organization.id} what="organization id" />],
            ["Created", <When key="created" at={organization.createdAt} />],
            ["Changed", <When key="changed" at={organization.changedAt} />],
          ]}
        />
      </Section>
      <Metadata of={{ organizationId }} />
      <OrganizationEnding organization={organization} />
    </Page>
  );
}

/** A name is looked after by whoever looks after settings, the domain by whoever owns the organization: two forms. */
function General({ organization: { id: organizationId, name, domain, version } }: { organization: Organization }) {
  const may = useMay({ organizationId });
  const change = (body: Schemas["OrganizationChange"]) =>
    changed(
      client.PATCH("/organizations/{organizationId}", {
        params: { path: { organizationId }, ...ifMatch(version) },
        body,
      }),
    );
  const mayChangeDomain = may.has("organization_domain.write") || may.has("organization_domain.choose");
  const limits = may.has("organization_domain.write")
    ? ""
    : " It must be your own: no public one, and none in which people outside have e-mail addresses.";
  return (
    <>
      <Section title="Name">
        <ApiForm initial={{ name }} readOnly={!may.has("organization.write")} save={change}>
          {(form) => <TextInput label="Name" required maw={420} {...form.getInputProps("name")} />}
        </ApiForm>
      </Section>
      <Section
        title="Domain"
        purpose={
          mayChangeDomain
            ? `What login names of its users end with. With another one, all of them sign in with a new login name from then on; nobody is told by mail.${limits}`
            : "What login names of its users end with. An owner of the organization can change it."
        }
      >
        <ApiForm
          initial={{ domain }}
          readOnly={!mayChangeDomain}
          save={(body) => change(body)}
          submit="Change domain"
          done="Domain changed"
        >
          {(form) => <DomainField form={form} before={domain} />}
        </ApiForm>
      </Section>
    </>
  );
}
