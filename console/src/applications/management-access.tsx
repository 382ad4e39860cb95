/**
 * Whether an application acts with the manager roles of whoever signs in, and what it already has when it is given
 * that.
 */
import { Checkbox, Switch } from "@mantine/core";
import { api } from "../api.ts";
import { useMay } from "../may.tsx";
import { ApplicationAccess } from "../parts/credentials/access.tsx";
import { ApiForm } from "../parts/forms/api-form.tsx";
import { Section } from "../parts/page/section.tsx";
import type { Application } from "./kinds.ts";
import { Caution } from "./uri-list.tsx";
import { changeApplication } from "./use-application.ts";

export function ManagementAccess({ application, readOnly }: { application: Application; readOnly: boolean }) {
  const { id, managementAccess } = application;
  const mayLook = useMay({ applicationId: id }).has("application_key.read");
  return (
    <Section title="Management access">
      <ApiForm
        initial={{ managementAccess, end: true }}
        readOnly={readOnly}
        save={({ managementAccess: given, end }) =>
          changeApplication(application, { managementAccess: given, keepSessions: !end })
        }
      >
        {(form) => (
          <>
            <Switch
              label="Acts with the manager roles of whoever signs in"
              description="Its access tokens work for the management API, with everything that the person may do there."
              {...form.getInputProps("managementAccess", { type: "checkbox" })}
            />
            {form.values.managementAccess && (
              <Caution>
                Whoever controls this application controls what every manager who signs in to it may do. Keep it for
                applications you trust as you trust the Console.
              </Caution>
            )}
            {form.values.managementAccess && !managementAccess && mayLook && (
              <ExistingAccess applicationId={id} end={form.getInputProps("end", { type: "checkbox" })} />
            )}
          </>
        )}
      </ApiForm>
    </Section>
  );
}

function ExistingAccess({ applicationId, end }: { applicationId: string; end: object }) {
  const { data } = api.useQuery("get", "/applications/{applicationId}/access", { params: { path: { applicationId } } });
  const sessions = data?.sessions.management ?? 0;
  return (
    <>
      <ApplicationAccess applicationId={applicationId} items={data?.items} />
      {sessions > 0 && (
        <Checkbox
          label={`End ${sessions === 1 ? "the session" : `the ${sessions} sessions`} that would act for a manager at once`}
          description="From when it had management access before. People sign in again; all other sessions go on, and cannot act for anybody."
          {...end}
        />
      )}
    </>
  );
}
