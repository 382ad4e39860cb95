/** A password that a manager chooses for somebody, with the rules of their organization. */
import { Checkbox, PasswordInput } from "@mantine/core";
import { api } from "../api.ts";
import { useMay } from "../may.tsx";
import type { FormOf } from "../parts/forms/api-form.tsx";

interface WithPassword {
  readonly password: string;
  readonly changeRequired: boolean;
}

/** The server judges; what it says stands at the field. Its rules are shown before that to whoever may see them. */
export function PasswordFields<Values extends WithPassword>({
  form,
  organizationId,
}: {
  form: FormOf<Values>;
  organizationId: string;
}) {
  const may = useMay({ organizationId }).has("organization_policy.read");
  const { data: policy } = api.useQuery(
    "get",
    "/organizations/{organizationId}/policies/password",
    { params: { path: { organizationId } } },
    { enabled: may },
  );
  const rules = policy && [
    `At least ${policy.effective.minLength} characters`,
    ...(policy.effective.checkCommon ? ["not one that is easily guessed"] : []),
  ];
  return (
    <>
      <PasswordInput
        label="Password"
        description={rules?.join(", ")}
        required
        autoComplete="new-password"
        // Its input does not say so by itself.
        aria-invalid={form.errors.password !== undefined}
        {...form.getInputProps("password")}
      />
      <Checkbox
        label="Must be changed at the first sign-in"
        {...form.getInputProps("changeRequired", { type: "checkbox" })}
      />
    </>
  );
}
