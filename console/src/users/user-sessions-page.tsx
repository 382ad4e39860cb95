/** Where a person is signed in: browsers, and applications. Each can be ended, or all at once. */
import { Button, Menu, Text, Tooltip } from "@mantine/core";
import { IconBrowser, IconLogout } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { api, changed, client, type Schemas } from "../api.ts";
import { useMay } from "../may.tsx";
import { confirm } from "../parts/dialogs/confirm.tsx";
import { type Column, DataTable, type WholeList } from "../parts/lists/data-table.tsx";
import { Empty } from "../parts/lists/empty.tsx";
import { Section } from "../parts/page/section.tsx";
import { useParam } from "../parts/page/use-param.ts";
import { browserInWords } from "../parts/values/browser.ts";
import { When } from "../parts/values/when.tsx";
import { ApplicationNamed } from "./application-named.tsx";
import { useUser } from "./use-user.ts";
import { UserConsents } from "./user-consents.tsx";

type LoginSession = Schemas["LoginSession"];
type AppSession = Schemas["AppSession"];

const UNKNOWN_BROWSER = "an unknown browser";

const timeColumns = [
  { title: "Started", wide: true, cell: ({ createdAt }: LoginSession | AppSession) => <When at={createdAt} /> },
  { title: "Last used", cell: ({ lastUsedAt }: LoginSession | AppSession) => <When at={lastUsedAt} /> },
  { title: "Ends", wide: true, cell: (session: LoginSession | AppSession) => <When at={endOf(session)} /> },
] as const;

const browserColumns: [Column<LoginSession>, ...Column<LoginSession>[]] = [
  { title: "Browser", cell: (session) => <BrowserNamed session={session} /> },
  { title: "Proved with", wide: true, cell: ({ amr }) => provedWith(amr) },
  ...timeColumns,
];

const applicationColumns: [Column<AppSession>, ...Column<AppSession>[]] = [
  { title: "Application", cell: (session) => <ApplicationNamed {...session} /> },
  { title: "Scopes", wide: true, cell: ({ scopes }) => scopes.join(" ") },
  ...timeColumns,
];

export default function UserSessionsPage() {
  const userId = useParam("userId");
  const { data: user } = useUser();
  const { data, error, refetch } = api.useQuery("get", "/users/{userId}/sessions", { params: { path: { userId } } });
  const mayEnd = useMay({ userId }).has("session.delete");
  const name = user?.profile.displayName ?? "They";
  const listOf = <Item,>(items: readonly Item[] | undefined) => ({ data: items && { items }, error, refetch });
  const any = data !== undefined && data.loginSessions.length + data.appSessions.length > 0;
  return (
    <>
      <Section
        tone="plain"
        title="Browsers"
        purpose="In which they are signed in to Signet."
        action={
          mayEnd && any ? (
            <Button
              variant="default"
              leftSection={<IconLogout size={16} aria-hidden />}
              onClick={() => askToSignOut(userId, name)}
            >
              Sign out everywhere
            </Button>
          ) : undefined
        }
      >
        <Sessions
          label="Browsers"
          list={listOf(data?.loginSessions)}
          columns={browserColumns}
          end={mayEnd ? (session) => askToEndLogin(userId, session) : undefined}
          none="Not signed in"
        >
          There is no browser in which {name} is signed in now.
        </Sessions>
      </Section>
      <Section tone="plain" title="Applications" purpose="That have got tokens for them.">
        <Sessions
          label="Applications"
          list={listOf(data?.appSessions)}
          columns={applicationColumns}
          end={mayEnd ? (session) => askToEndApp(userId, session) : undefined}
          none="No applications"
        >
          There is no application to which {name} is signed in now.
        </Sessions>
      </Section>
      <UserConsents userId={userId} name={name} mayEnd={mayEnd} />
    </>
  );
}

interface SessionsProps<Session> {
  readonly label: string;
  readonly list: WholeList<Session>;
  readonly columns: [Column<Session>, ...Column<Session>[]];
  /** For whoever may. */
  readonly end: ((session: Session) => void) | undefined;
  /** The heading where there are none; below it stands what that means. */
  readonly none: string;
  readonly children: ReactNode;
}

function Sessions<Session extends LoginSession | AppSession>(props: SessionsProps<Session>) {
  const { label, list, columns, end, none, children } = props;
  const menu = (session: Session) => (
    <Menu.Item color="red" leftSection={<IconLogout size={16} aria-hidden />} onClick={() => end?.(session)}>
      End session
    </Menu.Item>
  );
  return (
    <DataTable
      {...{ label, list, columns }}
      id={({ id }) => id}
      {...(end === undefined ? {} : { menu })}
      empty={
        <Empty icon={IconBrowser} title={none}>
          {children}
        </Empty>
      }
    />
  );
}

function endOf({ idleExpiresAt, expiresAt }: LoginSession | AppSession): string {
  return idleExpiresAt < expiresAt ? idleExpiresAt : expiresAt;
}

function askToEndLogin(userId: string, { id: loginSessionId, browser }: LoginSession): void {
  confirm({
    action: "End session",
    consequence: `They are signed out in ${browserInWords(browser) ?? UNKNOWN_BROWSER}. Applications that may act without them keep their tokens: end those below.`,
    run: () =>
      changed(
        client.DELETE("/users/{userId}/login-sessions/{loginSessionId}", {
          params: { path: { userId, loginSessionId } },
        }),
      ),
    done: "The session was ended",
  });
}

function askToEndApp(userId: string, { id: appSessionId, applicationName }: AppSession): void {
  confirm({
    action: "End session",
    consequence: `Every token that ${applicationName} got in it stops working.`,
    run: () =>
      changed(
        client.DELETE("/users/{userId}/app-sessions/{appSessionId}", { params: { path: { userId, appSessionId } } }),
      ),
    done: "The session was ended",
  });
}

function askToSignOut(userId: string, name: string): void {
  confirm({
    action: "Sign out everywhere",
    consequence: `Every session and every token of ${name} ends, in all browsers and applications.`,
    run: () => changed(client.POST("/users/{userId}/sign-out", { params: { path: { userId } } })),
    done: `${name} is signed out everywhere`,
  });
}

function BrowserNamed({ session: { userAgent, browser } }: { session: LoginSession }) {
  return (
    <Tooltip label={userAgent === "" ? "It did not say what it is" : userAgent} multiline maw={420}>
      <Text span inherit>
        {browserInWords(browser) ?? UNKNOWN_BROWSER}
      </Text>
    </Tooltip>
  );
}

/** RFC 8176, in words. */
function provedWith(amr: readonly string[]): string {
  const words = [
    ...(amr.includes("pwd") ? ["Password"] : []),
    ...(amr.includes("hwk") || amr.includes("swk") ? ["Passkey"] : []),
    ...(amr.includes("otp") ? ["Code"] : []),
  ];
  return words.join(" and ");
}
