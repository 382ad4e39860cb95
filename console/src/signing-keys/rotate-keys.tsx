/** Letting the spares take over before their time. */
import { Select, Switch, Text } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { changed, client } from "../api.ts";
import { DialogButton } from "../parts/dialogs/dialog.tsx";
import { ApiForm } from "../parts/forms/api-form.tsx";
import { sayDone } from "../parts/page/problem.tsx";
import { relativeTime } from "../parts/values/when.tsx";
import type { SigningKey } from "./key-times.ts";
import { algorithmNames } from "./words.ts";

type Algorithm = SigningKey["algorithm"];

export function RotateKeys({ algorithms }: { algorithms: readonly Algorithm[] }) {
  return (
    <DialogButton label="Rotate keys" icon={<IconRefresh size={16} aria-hidden />}>
      {(close) => (
        <ApiForm
          initial={{ algorithm: "" as Algorithm | "", immediately: false }}
          submit="Rotate"
          onCancel={close}
          save={async ({ algorithm, immediately }) => {
            const body = { immediately, ...(algorithm === "" ? {} : { algorithm }) };
            const { rotations } = await changed(client.POST("/signing-keys/rotate", { body }));
            sayDone(rotations.map((one) => `${one.algorithm}: the spare signs ${when(one.activatesAt)}`).join(". "));
            close();
          }}
        >
          {(form) => (
            <>
              <Text size="sm">
                The spare takes over, and a new spare is made. It waits until it has been published for 24 hours, so
                that every client that caches the key set has seen it. What the former key signed stays good. Signet
                does this by itself every 90 days.
              </Text>
              <Select
                label="Which keys"
                data={[
                  { value: "", label: "All algorithms" },
                  ...algorithms.map((value) => ({ value, label: algorithmNames[value] })),
                ]}
                {...form.getInputProps("algorithm")}
              />
              <Switch
                label="Without waiting"
                description="The spare signs at once. Clients that cache the key set may refuse new tokens for some minutes, until they read it again."
                {...form.getInputProps("immediately", { type: "checkbox" })}
              />
            </>
          )}
        </ApiForm>
      )}
    </DialogButton>
  );
}

function when(at: string): string {
  return Date.parse(at) <= Date.now() + 1000 ? "now" : relativeTime(at);
}
