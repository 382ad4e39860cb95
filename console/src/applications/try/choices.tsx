/** What to try: the response type, the scopes, the prompt, and what the application proves itself with. */
import { Chip, FileInput, Group, Input, PasswordInput, Select, Stack, Text, Tooltip } from "@mantine/core";
import { IconFile } from "@tabler/icons-react";
import { type Application, type ResponseType, usesSecret } from "../kinds.ts";
import type { Choices } from "./begin.ts";
import { type Proof, readKeyFile } from "./exchange.ts";
import { scopeWords } from "./words.ts";

const prompts = [
  { value: "", label: "None: as you are signed in now" },
  { value: "login", label: "login: sign in again" },
  { value: "select_account", label: "select_account: choose an account" },
  { value: "create", label: "create: register" },
  { value: "none", label: "none: no page at all" },
];

interface ChoiceFieldsProps {
  readonly application: Application;
  readonly choices: Choices;
  setChoices(choices: Choices): void;
  readonly proof: Proof;
  setProof(proof: Proof): void;
  /** Whether something is asked for that is not there yet. */
  readonly missing: boolean;
}

export function ChoiceFields({ application, choices, setChoices, proof, setProof, missing }: ChoiceFieldsProps) {
  const { responseTypes, grantTypes } = application;
  const refreshes = grantTypes.includes("refresh_token") && choices.responseType === "code";
  return (
    <Stack gap="md">
      <Input.Wrapper
        label="Scopes"
        labelElement="div"
        description={
          refreshes ? undefined : "offline_access gives nothing here: the application has no refresh tokens."
        }
      >
        <Chip.Group multiple value={[...choices.scopes]} onChange={(scopes) => setChoices({ ...choices, scopes })}>
          <Group gap={6} mt={6}>
            {scopeWords.map(([scope, words]) => (
              <Tooltip key={scope} label={words} refProp="rootRef">
                <Chip value={scope} size="xs" variant="outline" disabled={scope === "openid"}>
                  {scope}
                </Chip>
              </Tooltip>
            ))}
          </Group>
        </Chip.Group>
      </Input.Wrapper>
      <Group gap="md" align="flex-start">
        <Select
          label="Prompt"
          description="What the person has to do"
          data={prompts}
          value={choices.prompt}
          onChange={(prompt) => setChoices({ ...choices, prompt: prompt ?? "" })}
          flex="1 1 240px"
          maw={360}
        />
        {responseTypes.length > 1 && (
          <Select
            label="Response type"
            description="What the answer carries"
            data={responseTypes}
            value={choices.responseType}
            onChange={(chosen) => setChoices({ ...choices, responseType: (chosen ?? "code") as ResponseType })}
            flex="1 1 240px"
            maw={360}
          />
        )}
      </Group>
      {choices.responseType === "code" && <ProofField {...{ application, proof, setProof, missing }} />}
    </Stack>
  );
}

type ProofFieldProps = Pick<ChoiceFieldsProps, "application" | "proof" | "setProof" | "missing">;

function ProofField({ application: { authMethod }, proof, setProof, missing }: ProofFieldProps) {
  if (usesSecret(authMethod))
    return (
      <PasswordInput
        label="Client secret"
        description="It is used in this browser for this try, and kept nowhere."
        required
        maw={480}
        autoComplete="off"
        value={proof.secret}
        onChange={(event) => setProof({ ...proof, secret: event.currentTarget.value.trim() })}
        error={missing && "Paste the client secret of the application"}
      />
    );
  if (authMethod === "private_key_jwt")
    return (
      <div>
        <FileInput
          label="Key file"
          description="The JSON file that was downloaded when the key was made. It is used in this browser for this try, and kept nowhere."
          placeholder="Choose the file"
          accept="application/json,.json"
          leftSection={<IconFile size={16} aria-hidden />}
          required
          clearable
          maw={480}
          onChange={(file) =>
            void Promise.resolve(file?.text()).then((text = "") => setProof({ ...proof, keyFile: readKeyFile(text) }))
          }
          error={missing && "Choose the key file of the application"}
        />
        {proof.keyFile !== undefined && (
          <Text size="sm" c="dimmed" mt={4}>
            Key {proof.keyFile.keyId}
          </Text>
        )}
      </div>
    );
  return null;
}

export function isMissing({ authMethod }: Application, { responseType }: Choices, { secret, keyFile }: Proof): boolean {
  if (responseType !== "code") return false;
  return usesSecret(authMethod) ? secret === "" : authMethod === "private_key_jwt" && keyFile === undefined;
}
