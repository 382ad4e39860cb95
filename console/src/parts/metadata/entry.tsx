/** One entry of metadata, edited where it stands. */
import { ActionIcon, Box, Group, Text, Textarea, TextInput } from "@mantine/core";
import { IconPencil, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { changed } from "../../api.ts";
import { confirm } from "../dialogs/confirm.tsx";
import { ApiForm } from "../forms/api-form.tsx";
import { sayDone } from "../page/problem.tsx";
import { deleteEntry, isLostInAddress, type MetadataEntry, type MetadataOwner, putEntry } from "./owner.ts";

interface RowProps {
  readonly of: MetadataOwner;
  readonly entry: MetadataEntry;
  readonly mayWrite: boolean;
  readonly mayDelete: boolean;
}

export function MetadataEntryRow({ of, entry: { key, value }, mayWrite, mayDelete }: RowProps) {
  const [editing, setEditing] = useState(false);
  const reachable = !isLostInAddress(key);
  if (editing)
    return (
      <li>
        <ApiForm
          initial={{ value }}
          onCancel={() => setEditing(false)}
          save={async (body) => {
            await changed(putEntry(of, { key, ...body }));
            setEditing(false);
            sayDone(`${key} was saved`);
          }}
        >
          {(form) => <ValueField label={key} focused {...form.getInputProps("value")} />}
        </ApiForm>
      </li>
    );
  const ask = () =>
    confirm({
      action: "Delete entry",
      consequence: `“${key}” and its value are deleted. This cannot be undone.`,
      run: () => changed(deleteEntry(of, key)),
      done: `${key} was deleted`,
    });
  return (
    <li>
      <Group gap="sm" align="flex-start" wrap="nowrap">
        <Box flex={1} miw={0} className="entry">
          <Text size="sm" ff="monospace" className="wrap">
            {key}
          </Text>
          <Text size="sm" className="wrap" {...(value === "" ? { c: "dimmed" } : {})}>
            {value === "" ? "Empty" : value}
          </Text>
        </Box>
        {mayWrite && reachable && (
          <ActionIcon variant="subtle" color="gray" aria-label={`Edit ${key}`} onClick={() => setEditing(true)}>
            <IconPencil size={16} />
          </ActionIcon>
        )}
        {mayDelete && reachable && (
          <ActionIcon variant="subtle" color="gray" aria-label={`Delete ${key}`} onClick={ask}>
            <IconTrash size={16} />
          </ActionIcon>
        )}
      </Group>
    </li>
  );
}

interface NewProps {
  readonly of: MetadataOwner;
  readonly taken: readonly string[];
  readonly close: () => void;
}

export function NewMetadataEntry({ of, taken, close }: NewProps) {
  return (
    <Box mb="md">
      <ApiForm
        initial={{ key: "", value: "" }}
        submit="Add entry"
        onCancel={close}
        validate={{
          key: (key) =>
            taken.includes(key.trim())
              ? "There is an entry with this key; edit that one"
              : isLostInAddress(key.trim())
                ? "This cannot be a key, because it cannot stand in an address"
                : key.trim() === ""
                  ? "Give it a key"
                  : null,
        }}
        save={async (entry) => {
          await changed(putEntry(of, entry));
          close();
          sayDone(`${entry.key} was added`);
        }}
      >
        {(form) => (
          <>
            <TextInput
              label="Key"
              placeholder="customerNumber"
              required
              autoFocus
              spellCheck={false}
              autoComplete="off"
              {...form.getInputProps("key")}
            />
            <ValueField label="Value" {...form.getInputProps("value")} />
          </>
        )}
      </ApiForm>
    </Box>
  );
}

function ValueField({ label, focused = false, ...props }: { label: string; focused?: boolean }) {
  return <Textarea label={label} autosize minRows={1} maxRows={12} autoFocus={focused} spellCheck={false} {...props} />;
}
