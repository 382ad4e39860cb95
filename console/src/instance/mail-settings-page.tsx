/** How mail is sent, whether it gets through, and a way to try it. */
import { Code, List, Skeleton, Text } from "@mantine/core";
import { api, type Schemas } from "../api.ts";
import { May } from "../may.tsx";
import { ProblemAlert } from "../parts/page/problem.tsx";
import { Facts, Section } from "../parts/page/section.tsx";
import { State } from "../parts/values/state.tsx";
import { When } from "../parts/values/when.tsx";
import { meaningOf } from "./mail-outcome.ts";
import { TestMail } from "./test-mail.tsx";

export default function MailSettingsPage() {
  const { data: mail, error } = api.useQuery("get", "/mail", {}, { refetchInterval: 10_000 });
  if (error !== null) return <ProblemAlert problem={error} />;
  if (mail === undefined) return <Skeleton height={240} role="status" aria-label="Loading" />;
  return (
    <>
      <Section
        title="How mail is sent"
        purpose="Invitations, links to reset a password, codes and notices. It is set where Signet is started."
      >
        <Facts
          items={[
            ["Way", mail.transport === "smtp" ? "Through a mail server" : "Written to files"],
            ["Sender", mail.from],
          ]}
        />
        {mail.transport === "folder" && <Folder />}
      </Section>
      <MailDelivery mail={mail} />
      <May permission="mail.test">
        <Section title="Test mail" purpose="Goes the same way as every other mail.">
          <TestMail transport={mail.transport} />
        </Section>
      </May>
    </>
  );
}

function Folder() {
  return (
    <Text size="sm" mt="md" maw={640}>
      No mail server is configured, which is enough to try everything: each mail is a file that any mail program opens,
      in the folder <Code>outbox</Code> beside the SQLite database (<Code>data/outbox</Code> with PostgreSQL), on the
      machine where Signet runs. The links in it work. To send mail, start Signet with <Code>SIGNET_SMTP_URL</Code>.
    </Text>
  );
}

function MailDelivery({ mail: { waiting, oldestWaitingAt, failed, reasons } }: { mail: Schemas["Mail"] }) {
  const failures = Object.entries(reasons).toSorted(([, one], [, other]) => other - one);
  const isDelivering = failed === 0 && failures.length === 0;
  return (
    <Section
      title="Does it get through"
      purpose="What cannot be sent is tried again for about two and a half hours, then given up."
    >
      <Facts
        items={[
          [
            "State",
            <State
              key="state"
              state={isDelivering ? "active" : "revoked"}
              label={isDelivering ? "Nothing failed within 30 days" : "Some mail does not get through"}
            />,
          ],
          ["Waiting to be sent", waiting],
          oldestWaitingAt === undefined ? undefined : ["Waiting since", <When key="oldest" at={oldestWaitingAt} />],
          ["Given up within 30 days", failed],
        ]}
      />
      {failures.length > 0 && (
        <List mt="md" size="sm" spacing={4} aria-label="Why mail fails">
          {failures.map(([reason, count]) => (
            <List.Item key={reason}>
              {count} × <Code>{reason}</Code> {meaningOf(reason)}
            </List.Item>
          ))}
        </List>
      )}
    </Section>
  );
}
