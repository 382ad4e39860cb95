/** Policies about how people come in: passwords, registration, second factors. */
import { Radio, Stack, Switch } from "@mantine/core";
import { CountInput } from "../parts/forms/count-input.tsx";
import { AdmittingProjects } from "./admitting-projects.tsx";
import { bounds, count } from "./bounds.ts";
import { Choices, namesOf } from "./choices.tsx";
import type { PolicyForm } from "./policy-section.tsx";

export const passwordForm: PolicyForm<"password"> = {
  title: "Passwords",
  purpose: "What a password has to be like when it is set. Passwords that people have already are not looked at again.",
  facts: ({ minLength, checkCommon }) => [
    ["Fewest characters", minLength],
    ["Common passwords", checkCommon ? "Refused" : "Allowed"],
  ],
  validate: { minLength: count(bounds.password.minLength) },
  Fields: ({ form }) => (
    <>
      <CountInput
        label="Fewest characters"
        description="8 to 256. Length is what makes a password hard to guess; rules about digits and signs do not."
        {...form.getInputProps("minLength")}
      />
      <Switch
        label="Refuse common passwords"
        description="Those that are tried first when somebody guesses."
        {...form.getInputProps("checkCommon", { type: "checkbox" })}
      />
    </>
  ),
};

const registrationFields = [
  { value: "name", label: "First and last name" },
  { value: "userName", label: "A user name of their choice, where addresses are not verified" },
  { value: "phone", label: "Phone number" },
] as const;

export const registrationForm: PolicyForm<"registration"> = {
  title: "Registration",
  purpose: "Whether people can make an account for themselves, by a link on the sign-in page.",
  facts: ({ allowed, verifyEmail, fields }) => [
    ["Who may register", allowed ? "Anybody" : "Nobody"],
    ["E-mail address", verifyEmail ? "Proved first" : "Taken as it is typed"],
    ["Asked for beside it", namesOf(registrationFields, fields)],
  ],
  Fields: ({ form, place }) => (
    <>
      <Switch
        label="Anybody may register"
        description="When this is off, managers create users or invite them."
        {...form.getInputProps("allowed", { type: "checkbox" })}
      />
      {form.getValues().allowed && <AdmittingProjects place={place} />}
      <Switch
        label="Prove the e-mail address first"
        description="By a code or a link from a mail. Leave it on: it keeps people from preparing accounts for addresses of others."
        {...form.getInputProps("verifyEmail", { type: "checkbox" })}
      />
      <Choices
        label="Asked for beside the e-mail address"
        choices={registrationFields}
        {...form.getInputProps("fields")}
      />
    </>
  ),
};

const modes = [
  ["off", "Never", "Nobody is asked for one, also not those who have set one up."],
  ["optional", "Of those who have one", "People decide for themselves, in their account."],
  [
    "required",
    "Of everybody",
    "Who has none sets one up at the next sign-in, before anything else. Earlier sessions do not count any more.",
  ],
] as const;

const secondFactors = [
  {
    value: "passkey",
    label: "Passkey",
    description:
      "Fingerprint, face or screen lock of a device, or a security key. The only one that a page which pretends to be yours cannot steal.",
  },
  { value: "totp", label: "Authenticator app", description: "Six digits that change every 30 seconds." },
  {
    value: "email_code",
    label: "Code by e-mail",
    description: "Six digits by mail; as good as the protection of the mailbox.",
  },
] as const;

export const secondFactorForm: PolicyForm<"secondFactor"> = {
  title: "Second factors",
  purpose: "What is asked for beside the password.",
  facts: ({ mode, allowed }) => [
    ["Asked for", modes.find(([value]) => value === mode)?.[1]],
    ["Can be used", namesOf(secondFactors, allowed)],
  ],
  Fields: ({ form }) => (
    <>
      <Radio.Group label="A second factor is asked for" {...form.getInputProps("mode")}>
        <Stack gap="xs" mt="xs">
          {modes.map(([value, label, description]) => (
            <Radio key={value} {...{ value, label, description }} />
          ))}
        </Stack>
      </Radio.Group>
      <Choices
        label="These can be used"
        description="Taking one away deletes nothing; it is not asked for any more. Recovery codes come with the others."
        choices={secondFactors}
        {...form.getInputProps("allowed")}
      />
    </>
  ),
};

export const accountForm: PolicyForm<"account"> = {
  title: "Own account",
  purpose: "What people may do with their account on the account pages.",
  facts: ({ mayDelete }) => [["Deleting it", mayDelete ? "Allowed" : "Only by a manager"]],
  Fields: ({ form }) => (
    <Switch
      label="People may delete their own account"
      description="It is gone at once, with everything that belongs to it, and does not come back."
      {...form.getInputProps("mayDelete", { type: "checkbox" })}
    />
  ),
};
