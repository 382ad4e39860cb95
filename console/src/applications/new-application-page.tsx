/**
 * A new application, in few steps: what it is, how it proves itself, where people return to, and a look at all of it.
 */
import { Button, Group, Paper, Stack, Title } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useEffect, useRef, useState } from "react";
import "./applications.css";
import { api, toProblem } from "../api.ts";
import { useMay } from "../may.tsx";
import { Page, PageSkeleton } from "../parts/page/page.tsx";
import { ProblemAlert, ProblemPage } from "../parts/page/problem.tsx";
import { useParam } from "../parts/page/use-param.ts";
import { paths } from "../paths.ts";
import { useBelongsTo, useOrganization } from "../shell/current-organization.tsx";
import { Addresses } from "./addresses.tsx";
import { AuthMethodChoice } from "./auth-method-choice.tsx";
import { quickCheck } from "./quick-check.ts";
import { useSettingsCheck } from "./use-check.ts";
import { type Draft, newDraft, type Step, settingsOf, stepsOf, withAddresses } from "./wizard/draft.ts";
import { Progress, stepTitles } from "./wizard/progress.tsx";
import { register } from "./wizard/register.ts";
import { StepKind } from "./wizard/step-kind.tsx";
import { StepSummary } from "./wizard/step-summary.tsx";

export default function NewApplicationPage() {
  const projectId = useParam("projectId");
  const { data: project, error } = api.useQuery("get", "/projects/{projectId}", { params: { path: { projectId } } });
  const may = useMay({ projectId });
  const { organization } = useOrganization();
  useBelongsTo(project?.organizationId);
  if (error !== null) return <ProblemPage problem={error} />;
  if (project === undefined || !may.isLoaded) return <PageSkeleton />;
  if (!may.has("application.write")) return <ProblemPage problem={refused} />;
  return (
    <Page
      title="New application"
      purpose="Signet proposes what is safe for what you build, and says why."
      crumbs={[
        ...(organization?.id === project.organizationId
          ? [{ label: "Projects", to: paths.projects(project.organizationId) }]
          : []),
        { label: project.name, to: paths.project(projectId) },
      ]}
    >
      <Wizard projectId={projectId} />
    </Page>
  );
}

const refused = {
  code: "permission_missing",
  detail: "You may not create applications in this project",
  advice: "Ask an owner of the project, or of its organization, to do it or to make you a manager.",
};

function Wizard({ projectId }: { projectId: string }) {
  const navigate = useNavigate();
  const [draft, setDraft] = useState<Draft>(() => newDraft("web"));
  const [at, setAt] = useState(0);
  const [problem, setProblem] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  const [tried, setTried] = useState(false);
  const check = useSettingsCheck(projectId, settingsOf(draft));
  const steps = stepsOf(draft);
  const step = steps[at] ?? "summary";
  const missing = tried ? missingAt(step, draft) : undefined;
  const heading = useFocusOn(step);

  const go = (to: number) => {
    setTried(false);
    setProblem(undefined);
    setAt(to);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (missingAt(step, draft) !== undefined || wrongAt(step, draft, check)) return;
    if (step !== "summary") return go(at + 1);
    setBusy(true);
    try {
      await register(
        projectId,
        draft,
        (id) =>
          void navigate({
            to: `${paths.application(id)}/code`,
            ...(draft.framework && { search: { framework: draft.framework.id } }),
          }),
      );
    } catch (thrown) {
      setProblem(thrown);
      setBusy(false);
      const field = toProblem(thrown).errors?.[0]?.field ?? "";
      if (/uris/i.test(field)) setAt(steps.indexOf("addresses"));
      else if (field === "name") setAt(0);
    }
  };

  return (
    <Stack gap="lg">
      <Progress steps={steps} at={at} go={go} />
      <Paper
        component="form"
        withBorder
        p={{ base: "md", sm: "lg" }}
        onSubmit={(event) => void submit(event)}
        noValidate
        maw={880}
      >
        <Stack gap="lg">
          <Title order={2} ref={heading} tabIndex={-1} className="wizard-heading">
            {stepTitles[step]}
          </Title>
          {problem !== undefined && <ProblemAlert problem={problem} />}
          {step === "kind" && (
            <StepKind draft={draft} setDraft={setDraft} error={missing ?? check.problems.get("name")} />
          )}
          {step === "method" && (
            <AuthMethodChoice
              type={draft.type}
              value={draft.authMethod}
              onChange={(authMethod) => setDraft({ ...draft, authMethod })}
              framework={draft.framework}
            />
          )}
          {step === "addresses" && (
            <Addresses
              type={draft.type}
              value={draft}
              onChange={(change) => setDraft(withAddresses(draft, change))}
              check={check}
              errors={{ redirectUris: missing }}
              framework={draft.framework}
            />
          )}
          {step === "summary" && <StepSummary draft={draft} setDraft={setDraft} />}
          <Group justify="space-between">
            {at > 0 ? (
              <Button variant="default" onClick={() => go(at - 1)}>
                Back
              </Button>
            ) : (
              <Button variant="default" onClick={() => void navigate({ to: paths.project(projectId) })}>
                Cancel
              </Button>
            )}
            <Button type="submit" loading={busy}>
              {step === "summary" ? "Create application" : "Continue"}
            </Button>
          </Group>
        </Stack>
      </Paper>
    </Stack>
  );
}

function missingAt(step: Step, draft: Draft): string | undefined {
  if (step === "kind" && draft.name.trim() === "") return "Give it a name";
  if (step === "addresses" && settingsOf(draft).redirectUris?.length === 0)
    return "Add the address that people return to after they sign in";
  return undefined;
}

/** Something on this page that the server would refuse: it says so at the field, so one does not go on from there. */
function wrongAt(step: Step, draft: Draft, check: ReturnType<typeof useSettingsCheck>): boolean {
  if (step === "kind") return check.problems.has("name");
  if (step !== "addresses") return false;
  return (["redirectUris", "postLogoutRedirectUris"] as const).some((list) =>
    draft[list].some(
      (uri, index) => check[list].problems.has(uri.trim()) || quickCheck(draft[list], index) !== undefined,
    ),
  );
}

/** Whoever cannot see it notices that the next step is there. */
function useFocusOn(step: Step) {
  const heading = useRef<HTMLHeadingElement>(null);
  const lastStep = useRef(step);
  useEffect(() => {
    if (lastStep.current !== step) heading.current?.focus();
    lastStep.current = step;
  }, [step]);
  return heading;
}
