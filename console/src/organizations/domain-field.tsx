/** The domain of an organization, with what login names will look like while it is typed. */
import { TextInput } from "@mantine/core";
import type { FormOf } from "../parts/forms/api-form.tsx";

interface DomainFieldProps<Values extends { domain: string }> {
  readonly form: FormOf<Values>;
  /** Where it is another one than this, that is said. */
  readonly before?: string;
}

export function DomainField<Values extends { domain: string }>({ form, before }: DomainFieldProps<Values>) {
  const domain = form.values.domain.trim() || "acme.example";
  return (
    <TextInput
      label="Domain"
      description={
        before === undefined || before === domain
          ? `Login names look like ada@${domain}`
          : `Login names change at once: ada@${before} becomes ada@${domain}`
      }
      inputWrapperOrder={["label", "input", "description", "error"]}
      descriptionProps={{ "aria-live": "polite" }}
      placeholder="acme.example"
      required
      maw={420}
      spellCheck={false}
      autoCapitalize="none"
      autoComplete="off"
      inputMode="url"
      {...form.getInputProps("domain")}
    />
  );
}
