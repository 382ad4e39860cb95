/** What an application is called, where people return to, what it may ask for, and its end. */
import { Switch, TextInput } from "@mantine/core";
import { useMay } from "../may.tsx";
import { ApiForm, type FormOf } from "../parts/forms/api-form.tsx";
import { Facts, Section } from "../parts/page/section.tsx";
import { CopyValue } from "../parts/values/copy.tsx";
import { When } from "../parts/values/when.tsx";
import { Addresses, type AddressValues } from "./addresses.tsx";
import { ApplicationEnding } from "./application-ending.tsx";
import { Flows } from "./flows.tsx";
import { type Application, grantsFor } from "./kinds.ts";
import { ManagementAccess } from "./management-access.tsx";
import { changeApplication, useApplication } from "./use-application.ts";
import { useSettingsCheck, withoutEmpty } from "./use-check.ts";

export default function ApplicationSettingsPage() {
  const { data: application } = useApplication();
  const may = useMay(application === undefined ? {} : { applicationId: application.id });
  if (application === undefined || !may.isLoaded) return null;
  const part = { application, readOnly: !may.has("application.write") };
  return (
    <>
      <General {...part} />
      {application.type !== "api" && (
        <>
          <AddressSection {...part} />
          <FlowSection {...part} />
          <ClaimSection {...part} />
          <ConsentSection {...part} />
        </>
      )}
      {(may.has("application.management_access") || application.managementAccess) && application.type !== "api" && (
        <ManagementAccess application={application} readOnly={!may.has("application.management_access")} />
      )}
      <Section title="About">
        <Facts
          items={[
            ["Client id", <CopyValue key="id" value={application.clientId} what="client id" />],
            ["Created", <When key="created" at={application.createdAt} />],
            ["Changed", <When key="changed" at={application.changedAt} />],
          ]}
        />
      </Section>
      <ApplicationEnding application={application} />
    </>
  );
}

interface Part {
  readonly application: Application;
  readonly readOnly: boolean;
}

function General({ application, readOnly }: Part) {
  return (
    <Section title="General">
      <ApiForm
        initial={{ name: application.name }}
        readOnly={readOnly}
        save={(body) => changeApplication(application, body)}
      >
        {(form) => (
          <TextInput
            label="Name"
            description="People read it when they sign in."
            required
            maw={420}
            {...form.getInputProps("name")}
          />
        )}
      </ApiForm>
    </Section>
  );
}

function AddressSection({ application, readOnly }: Part) {
  const { redirectUris, postLogoutRedirectUris, developmentMode } = application;
  return (
    <Section title="Addresses" purpose="Each is looked at while you type.">
      <ApiForm
        initial={{ redirectUris, postLogoutRedirectUris, developmentMode } satisfies AddressValues}
        readOnly={readOnly}
        save={(values) => changeApplication(application, { ...values, ...withoutEmpty(values) })}
      >
        {(form) => <AddressFields form={form} application={application} readOnly={readOnly} />}
      </ApiForm>
    </Section>
  );
}

function AddressFields({
  form,
  application,
  readOnly,
}: Part & { form: FormOf<{ -readonly [Name in keyof AddressValues]: AddressValues[Name] }> }) {
  const check = useCheckOf(application, form.values);
  return (
    <Addresses
      type={application.type}
      value={form.values}
      onChange={(change) => {
        form.clearErrors();
        form.setValues(change);
      }}
      check={check}
      errors={form.errors}
      readOnly={readOnly}
    />
  );
}

/** What the server would say about the application with this change. */
function useCheckOf(application: Application, change: Partial<Application>) {
  const { name, type, authMethod, responseTypes, grantTypes, tokens, ...rest } = application;
  const {
    redirectUris,
    postLogoutRedirectUris,
    developmentMode,
    managementAccess,
    idTokenUserinfoAssertion,
    consentRequired,
  } = rest;
  const settings = {
    name,
    type,
    authMethod,
    responseTypes,
    grantTypes,
    tokens,
    redirectUris,
    postLogoutRedirectUris,
    developmentMode,
  };
  return useSettingsCheck(application.projectId, {
    ...settings,
    managementAccess,
    idTokenUserinfoAssertion,
    consentRequired,
    ...change,
  });
}

function FlowSection({ application, readOnly }: Part) {
  const { responseTypes, grantTypes } = application;
  return (
    <Section title="Sign-in" purpose="What the application may ask for. Leave out what it does not use.">
      <ApiForm
        initial={{ responseTypes, refresh: grantTypes.includes("refresh_token") }}
        readOnly={readOnly}
        fields={{ grantTypes: "responseTypes" }}
        save={(values) =>
          changeApplication(application, {
            responseTypes: values.responseTypes,
            grantTypes: grantsFor(values.responseTypes, values.refresh),
          })
        }
      >
        {(form) => <FlowFields form={form} application={application} />}
      </ApiForm>
    </Section>
  );
}

function FlowFields({
  form,
  application,
}: {
  form: FormOf<{ responseTypes: Application["responseTypes"]; refresh: boolean }>;
  application: Application;
}) {
  const { responseTypes, refresh } = form.values;
  const { warnings } = useCheckOf(application, { responseTypes, grantTypes: grantsFor(responseTypes, refresh) });
  return (
    <Flows
      type={application.type}
      value={form.values}
      onChange={(change) => {
        form.clearErrors();
        form.setValues(change);
      }}
      error={form.errors.responseTypes}
      warning={warnings.find(({ code }) => code === "implicit")?.message}
    />
  );
}

function ClaimSection({ application, readOnly }: Part) {
  const { idTokenUserinfoAssertion } = application;
  return (
    <Section title="Claims">
      <ApiForm
        initial={{ idTokenUserinfoAssertion }}
        readOnly={readOnly}
        save={(body) => changeApplication(application, body)}
      >
        {(form) => (
          <Switch
            label="User Info inside ID Token"
            description="The claims of the scopes profile, email, phone and address, and roles that were asked for, are in the ID token (id_token_userinfo_assertion). Leave it off where the application can ask userinfo: the ID token stays small, and what it says does not grow old."
            {...form.getInputProps("idTokenUserinfoAssertion", { type: "checkbox" })}
          />
        )}
      </ApiForm>
    </Section>
  );
}

function ConsentSection({ application, readOnly }: Part) {
  const { consentRequired } = application;
  return (
    <Section title="Consent">
      <ApiForm initial={{ consentRequired }} readOnly={readOnly} save={(body) => changeApplication(application, body)}>
        {(form) => (
          <Switch
            label="Ask people of your own organization, too"
            description="People of other organizations are always asked before the application learns anything about them, unless their organization has accepted a grant of the project. The page names the application, your organization and its domain, and says what each scope lets it see or do. Whoever agrees is not asked again for the same scopes, and can take it back on their account page."
            {...form.getInputProps("consentRequired", { type: "checkbox" })}
          />
        )}
      </ApiForm>
    </Section>
  );
}
