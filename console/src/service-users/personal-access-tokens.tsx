/** The personal access tokens of a service user: which there are, when they end, and whether they are used. */
import { Menu } from "@mantine/core";
import { IconTicket, IconX } from "@tabler/icons-react";
import { api, changed, client, type Schemas } from "../api.ts";
import { useMay } from "../may.tsx";
import { confirm } from "../parts/dialogs/confirm.tsx";
import { type Column, DataTable } from "../parts/lists/data-table.tsx";
import { Empty } from "../parts/lists/empty.tsx";
import { Section } from "../parts/page/section.tsx";
import { State } from "../parts/values/state.tsx";
import { When } from "../parts/values/when.tsx";
import { NewPersonalAccessToken } from "./new-personal-access-token.tsx";

type Token = Schemas["PersonalAccessToken"];

const columns: [Column<Token>, ...Column<Token>[]] = [
  { title: "Name", cell: ({ name }) => name },
  { title: "State", cell: (token) => <State state={stateOf(token)} /> },
  { title: "Ends", cell: ({ expiresAt }) => <When at={expiresAt} /> },
  { title: "Last used", wide: true, cell: ({ lastUsedAt }) => <When at={lastUsedAt} /> },
  { title: "Scopes", wide: true, cell: ({ scopes }) => scopes.join(" ") },
];

function stateOf({ revokedAt, expiresAt }: Token): "active" | "revoked" | "expired" {
  if (revokedAt !== undefined) return "revoked";
  return Date.parse(expiresAt) <= Date.now() ? "expired" : "active";
}

export function PersonalAccessTokens({ serviceUser }: { serviceUser: Schemas["ServiceUser"] }) {
  const { id: serviceUserId } = serviceUser;
  const may = useMay({ serviceUserId });
  const tokens = api.useQuery("get", "/service-users/{serviceUserId}/personal-access-tokens", {
    params: { path: { serviceUserId } },
  });
  const make = may.has("service_user_token.write") ? <NewPersonalAccessToken serviceUser={serviceUser} /> : undefined;
  return (
    <Section
      tone="plain"
      title="Personal access tokens"
      purpose="For scripts and tools that take nothing but a token. Each lives for a year at most and can be revoked by itself."
      action={(tokens.data?.items.length ?? 0) > 0 && make}
    >
      <DataTable
        label="Personal access tokens"
        list={tokens}
        columns={columns}
        id={({ id }) => id}
        {...(may.has("service_user_token.delete")
          ? {
              menu: (token: Token) =>
                stateOf(token) === "active" ? <Revoke token={token} serviceUserId={serviceUserId} /> : null,
            }
          : {})}
        empty={
          <Empty icon={IconTicket} title="No tokens yet" action={make}>
            A token is used as it is: whoever has it acts as {serviceUser.name}. Give each tool one of its own.
          </Empty>
        }
      />
    </Section>
  );
}

function Revoke({ token: { id: tokenId, name }, serviceUserId }: { token: Token; serviceUserId: string }) {
  const path = { serviceUserId, tokenId };
  return (
    <Menu.Item
      color="red"
      leftSection={<IconX size={16} aria-hidden />}
      onClick={() =>
        confirm({
          action: `Revoke ${name}`,
          consequence:
            "Whatever uses it stops working at once. A revoked token does not come back; a new one can be made.",
          run: () =>
            changed(
              client.DELETE("/service-users/{serviceUserId}/personal-access-tokens/{tokenId}", { params: { path } }),
            ),
          done: `${name} was revoked`,
        })
      }
    >
      Revoke
    </Menu.Item>
  );
}
