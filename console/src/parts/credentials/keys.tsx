/** The keys that an application or a service user signs with: makes them, takes public ones, and ends them. */
import { Group, Menu, Text, Textarea, TextInput } from "@mantine/core";
import { IconKey, IconUpload } from "@tabler/icons-react";
import { api, changed, client, type Schemas } from "../../api.ts";
import { showKeyFile } from "../../applications/show-secret.ts";
import { type Permission, useMay } from "../../may.tsx";
import { confirm } from "../dialogs/confirm.tsx";
import { DialogButton } from "../dialogs/dialog.tsx";
import { ApiForm, type FormOf } from "../forms/api-form.tsx";
import { type Column, DataTable, type WholeList } from "../lists/data-table.tsx";
import { Empty } from "../lists/empty.tsx";
import { sayDone } from "../page/problem.tsx";
import { Section } from "../page/section.tsx";
import { CopyValue } from "../values/copy.tsx";
import { State } from "../values/state.tsx";
import { When } from "../values/when.tsx";

type Key = Schemas["CredentialKey"];

/** `name`: whose keys they are. */
export function CredentialKeys({
  of,
  name,
}: {
  of: { applicationId: string } | { serviceUserId: string };
  name: string;
}) {
  return "applicationId" in of ? <OfApplication path={of} name={name} /> : <OfServiceUser path={of} name={name} />;
}

function OfApplication({ path, name }: { path: { applicationId: string }; name: string }) {
  const may = useMay(path);
  return (
    <Keys
      name={name}
      list={api.useQuery("get", "/applications/{applicationId}/keys", { params: { path } })}
      make={(body) => changed(client.POST("/applications/{applicationId}/keys", { params: { path }, body }))}
      remove={(keyId) =>
        changed(client.DELETE("/applications/{applicationId}/keys/{keyId}", { params: { path: { ...path, keyId } } }))
      }
      may={(action) => may.has(`application_key.${action}` satisfies Permission)}
    />
  );
}

function OfServiceUser({ path, name }: { path: { serviceUserId: string }; name: string }) {
  const may = useMay(path);
  return (
    <Keys
      name={name}
      list={api.useQuery("get", "/service-users/{serviceUserId}/keys", { params: { path } })}
      make={(body) => changed(client.POST("/service-users/{serviceUserId}/keys", { params: { path }, body }))}
      remove={(keyId) =>
        changed(client.DELETE("/service-users/{serviceUserId}/keys/{keyId}", { params: { path: { ...path, keyId } } }))
      }
      may={(action) => may.has(`service_user_key.${action}` satisfies Permission)}
    />
  );
}

interface KeysProps {
  readonly name: string;
  readonly list: WholeList<Key>;
  make(body: Schemas["NewCredentialKey"]): Promise<Schemas["CreatedCredentialKey"]>;
  remove(keyId: string): Promise<unknown>;
  may(action: "write" | "delete"): boolean;
}

const columns: [Column<Key>, ...Column<Key>[]] = [
  { title: "Key id", cell: ({ id }) => <CopyValue value={id} what="key id" /> },
  { title: "Algorithm", wide: true, cell: ({ algorithm }) => algorithm },
  { title: "Created", wide: true, cell: ({ createdAt }) => <When at={createdAt} /> },
  {
    title: "Expires",
    cell: ({ expiresAt }) =>
      Date.parse(expiresAt) <= Date.now() ? <State state="expired" /> : <When at={expiresAt} />,
  },
];

function Keys(props: KeysProps) {
  const { name, list, remove, may } = props;
  const buttons = may("write") && (
    <Group gap="xs">
      <UploadKey {...props} />
      <MakeKey {...props} />
    </Group>
  );
  return (
    <Section
      title="Keys"
      purpose="It proves itself with a JWT that it signs with one of these keys. Signet has the public half; the key id goes into the header of the JWT as kid."
      action={(list.data?.items.length ?? 0) > 0 && buttons}
    >
      <DataTable
        label="Keys"
        list={list}
        columns={columns}
        id={(key) => key.id}
        {...(may("delete")
          ? {
              menu: (key: Key) => (
                <Menu.Item
                  color="red"
                  onClick={() =>
                    confirm({
                      action: "Remove key",
                      consequence: (
                        <>
                          Whatever {name} signs with the key <b className="wrap">{key.id}</b> is refused from now on.
                          This cannot be undone.
                        </>
                      ),
                      run: () => remove(key.id),
                      done: "The key was removed",
                    })
                  }
                >
                  Remove key
                </Menu.Item>
              ),
            }
          : {})}
        empty={
          <Empty icon={IconKey} title="No keys yet" action={buttons}>
            Let Signet make a pair and download the private half, or upload the public half of one of your own.
          </Empty>
        }
      />
    </Section>
  );
}

function MakeKey({ name, make }: KeysProps) {
  return (
    <DialogButton label="Make a key">
      {(close) => (
        <ApiForm
          initial={{ expiresOn: "" }}
          fields={{ expiresAt: "expiresOn" }}
          submit="Make a key"
          onCancel={close}
          save={async ({ expiresOn }) => {
            const { keyFile = {} } = await make(expiry(expiresOn));
            close();
            showKeyFile({ name, keyFile });
          }}
        >
          {(form) => (
            <>
              <Text size="sm">
                You get a file with the private key in it. It is shown this once, because Signet does not keep it.
              </Text>
              <ExpiryField form={form} />
            </>
          )}
        </ApiForm>
      )}
    </DialogButton>
  );
}

function UploadKey({ make }: KeysProps) {
  return (
    <DialogButton label="Upload a public key" variant="default" icon={<IconUpload size={16} aria-hidden />}>
      {(close) => (
        <ApiForm
          initial={{ publicKey: "", expiresOn: "" }}
          fields={{ expiresAt: "expiresOn" }}
          submit="Upload key"
          onCancel={close}
          validate={{ publicKey: (text) => (text.trim() === "" ? "Paste a public key" : null) }}
          save={async ({ publicKey, expiresOn }) => {
            const { warnings } = await make({ publicKey: readKey(publicKey), ...expiry(expiresOn) });
            close();
            sayDone(["The key was added", ...warnings.map(({ message }) => message)].join(". "));
          }}
        >
          {(form) => (
            <>
              <Textarea
                label="Public key"
                description="As PEM (SPKI) or as a JWK: RSA of at least 2048 bits, P-256 or Ed25519. Never the private half."
                placeholder="-----BEGIN PUBLIC KEY-----"
                required
                data-autofocus
                rows={8}
                spellCheck={false}
                {...form.getInputProps("publicKey")}
              />
              <ExpiryField form={form} />
            </>
          )}
        </ApiForm>
      )}
    </DialogButton>
  );
}

function ExpiryField<Values extends { expiresOn: string }>({ form }: { form: FormOf<Values> }) {
  return (
    <TextInput
      type="date"
      label="Expires on"
      description="After a year if you leave it empty, and after ten at most."
      min={new Date().toISOString().slice(0, 10)}
      {...form.getInputProps("expiresOn")}
    />
  );
}

/** At the end of that day, where one is. */
function expiry(day: string): { expiresAt?: string } {
  const end = new Date(`${day}T23:59:59`);
  return day === "" || Number.isNaN(end.getTime()) ? {} : { expiresAt: end.toISOString() };
}

/** A JWK goes as an object, everything else as text: the server says what is wrong with it. */
function readKey(text: string): NonNullable<Schemas["NewCredentialKey"]["publicKey"]> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : text;
  } catch {
    return text.trim();
  }
}
