/** The second factors and passkeys of a person, which a manager can only take away. */
import { Button, Menu } from "@mantine/core";
import { type Icon, IconDeviceMobile, IconFingerprint, IconList, IconMail, IconTrash } from "@tabler/icons-react";
import { changed, client, type Schemas } from "../api.ts";
import { useMay } from "../may.tsx";
import { confirm } from "../parts/dialogs/confirm.tsx";
import { type Column, DataTable } from "../parts/lists/data-table.tsx";
import { Empty } from "../parts/lists/empty.tsx";
import { Section } from "../parts/page/section.tsx";
import { When } from "../parts/values/when.tsx";
import { type FactorKind, factorNames } from "./next-sign-in.ts";
import { WithIcon } from "./with-icon.tsx";

type Factor = Schemas["UserCredentials"]["factors"][number];

const icons: Readonly<Record<FactorKind, Icon>> = {
  passkey: IconFingerprint,
  totp: IconDeviceMobile,
  email_code: IconMail,
  recovery_codes: IconList,
};

const columns: [Column<Factor>, ...Column<Factor>[]] = [
  { title: "Kind", cell: ({ kind }) => <WithIcon icon={icons[kind]}>{factorNames[kind]}</WithIcon> },
  { title: "Name", cell: ({ name }) => name },
  { title: "Added", wide: true, cell: ({ createdAt }) => <When at={createdAt} /> },
  { title: "Last used", wide: true, cell: ({ lastUsedAt }) => <When at={lastUsedAt} /> },
];

export function UserFactors({ user, factors }: { user: Schemas["User"]; factors: readonly Factor[] }) {
  const { id: userId } = user;
  const mayRemove = useMay({ userId }).has("user_credential.delete");
  return (
    <Section
      tone="plain"
      title="Second factors and passkeys"
      purpose="What they prove themselves with beside the password. Only they can add one, on their account pages."
      action={
        mayRemove && factors.length > 0 ? (
          <Button
            variant="default"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => askToRemoveAll(user)}
          >
            Remove all
          </Button>
        ) : undefined
      }
    >
      <DataTable
        label="Second factors and passkeys"
        list={{ data: { items: factors }, error: null, refetch: () => undefined }}
        columns={columns}
        id={({ id }) => id}
        {...(mayRemove
          ? {
              menu: (factor: Factor) => (
                <Menu.Item
                  color="red"
                  leftSection={<IconTrash size={16} aria-hidden />}
                  onClick={() => askToRemove(userId, factor)}
                >
                  Remove
                </Menu.Item>
              ),
            }
          : {})}
        empty={
          <Empty icon={IconFingerprint} title="No second factor">
            They have set up neither a passkey nor another second factor.
          </Empty>
        }
      />
    </Section>
  );
}

function askToRemove(userId: string, { id: factorId, kind, name }: Factor): void {
  const what = factorNames[kind].toLowerCase();
  confirm({
    action: `Remove ${what}`,
    consequence: `${name === "" ? "It" : `"${name}"`} does not work any more, and they are signed out everywhere. They get a mail about it, and can set up another one after they have signed in.`,
    run: () => changed(client.DELETE("/users/{userId}/factors/{factorId}", { params: { path: { userId, factorId } } })),
    done: `The ${what} was removed`,
  });
}

function askToRemoveAll({ id: userId, profile }: Schemas["User"]): void {
  confirm({
    action: "Remove all factors",
    consequence: `For somebody who has lost them: make sure that it is ${profile.displayName} who asks. They are signed out everywhere, and sign in with the password alone, unless their organization asks everybody for a second factor; then they set one up on the way in.`,
    run: () => changed(client.DELETE("/users/{userId}/factors", { params: { path: { userId } } })),
    done: "All second factors and passkeys were removed",
  });
}
