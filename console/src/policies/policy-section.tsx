/** One kind of policy at one place: who decides it, its settings, and the way to decide here or to go back. */
import type { FormRulesRecord } from "@mantine/form";
import { type ReactNode, useState } from "react";
import { ApiForm, type FormOf } from "../parts/forms/api-form.tsx";
import { sayDone } from "../parts/page/problem.tsx";
import { Facts, Section } from "../parts/page/section.tsx";
import { Floor } from "./floor.tsx";
import {
  type PolicyKind,
  type PolicyOf,
  type PolicyPlace,
  resetPolicy,
  type SettingsOf,
  setPolicy,
  useMayDecide,
} from "./policy-calls.ts";
import { WhoDecides } from "./who-decides.tsx";

/** What a kind of policy is called, and how its settings are shown. */
export interface PolicyForm<Kind extends PolicyKind> {
  readonly title: string;
  readonly purpose: string;
  /** For where it is only read. */
  readonly facts: (settings: SettingsOf<Kind>) => readonly (readonly [name: string, value: ReactNode])[];
  readonly Fields: (props: { form: FormOf<SettingsOf<Kind>>; place: PolicyPlace }) => ReactNode;
  readonly validate?: FormRulesRecord<SettingsOf<Kind>>;
  /** Names of settings that lie within others. */
  readonly nested?: readonly string[];
}

interface PolicySectionProps<Kind extends PolicyKind> {
  readonly place: PolicyPlace;
  readonly policy: PolicyOf<Kind>;
  readonly form: PolicyForm<Kind>;
}

export function PolicySection<Kind extends PolicyKind>({ place, policy, form }: PolicySectionProps<Kind>) {
  const [beginning, setBeginning] = useState(false);
  const may = useMayDecide(place);
  const { kind, version, from } = policy;
  const inherited = place.organizationId !== undefined && from !== "organization";
  const deciding = inherited && beginning;
  const decide = async (settings: SettingsOf<Kind>) => {
    await setPolicy(place, { kind, version, settings });
    setBeginning(false);
    if (deciding) sayDone("Saved");
  };
  return (
    <Section
      title={form.title}
      purpose={form.purpose}
      action={
        <WhoDecides
          place={place}
          from={from}
          what={form.title}
          {...(may.decide && inherited && !deciding ? { decideHere: () => setBeginning(true) } : {})}
          {...(may.reset ? { goBack: () => resetPolicy(place, { kind, version }) } : {})}
        />
      }
    >
      {inherited ? null : <Floor<Kind> policy={policy} form={form} />}
      {!may.decide || (inherited && !deciding) ? (
        <Facts items={form.facts(policy.settings)} />
      ) : (
        <ApiForm
          initial={policy.settings}
          fields={Object.fromEntries((form.nested ?? []).map((name) => [name, name]))}
          save={decide}
          {...(form.validate === undefined ? {} : { validate: form.validate })}
          {...(deciding ? { onCancel: () => setBeginning(false) } : {})}
        >
          {(open) => <form.Fields form={open} place={place} />}
        </ApiForm>
      )}
    </Section>
  );
}
