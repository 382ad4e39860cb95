/**
 * What an instance from before migration 7 has left between organizations: it goes on as far as it may, and waits for
 * somebody to look.
 */
import { countUnconfirmedCallers } from "../../identity/project-callers-list.ts";
import type { EndReason } from "../../identity/sessions/app-sessions.ts";
import type { Database } from "./database.ts";
import { type Finding, ok, warning } from "./finding.ts";

export async function boundaryFindings({ storage: { db } }: Database): Promise<Finding[]> {
  return [
    grantsFinding(await grantsToConfirm(db)),
    audiencesFinding(await countUnconfirmedCallers(db)),
    consentFinding(await sessionsWithoutConsent(db)),
  ];
}

type Connection = Database["storage"]["db"];

/** Grants that admit people and carry roles, but that nobody in the organization that received them has accepted. */
async function grantsToConfirm(db: Connection): Promise<number> {
  const { count } = await db
    .selectFrom("project_grants")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("state", "in", ["active", "inactive"])
    .where("accepted_at", "is", null)
    .executeTakeFirstOrThrow();
  return count;
}

function grantsFinding(count: number): Finding {
  const check = "project_grants";
  if (count === 0) return ok(check, "No grant from before waits to be confirmed.");
  return warning(
    check,
    `${count} ${count === 1 ? "grant" : "grants"} from before grants had to be accepted, which nobody has confirmed.`,
    "People are asked for consent there, and applications get no metadata, until an owner of the organization that received it confirms it, in the Console under Granted projects.",
  );
}

function audiencesFinding({ callers, projects }: { callers: number; projects: number }): Finding {
  const check = "audiences";
  if (callers === 0) return ok(check, "No project is named by anybody whom its managers did not list or confirm.");
  const [who, where] = [
    callers === 1 ? "1 caller names" : `${callers} callers name`,
    projects === 1 ? "1 project" : `${projects} projects`,
  ];
  return warning(
    check,
    `${who} ${where} from before projects kept a list, and nobody has confirmed or removed them.`,
    "They go on working. Managers of the project find them in the Console under Callers, marked as from before.",
  );
}

/** Kept for as long as ended sessions are: after that nobody is missing them. */
async function sessionsWithoutConsent(db: Connection): Promise<number> {
  const { count } = await db
    .selectFrom("app_sessions")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("ended_by", "=", "consent_missing" satisfies EndReason)
    .executeTakeFirstOrThrow();
  return count;
}

function consentFinding(count: number): Finding {
  const check = "consent";
  if (count === 0) return ok(check, "No session was ended because nobody had been asked for consent.");
  return warning(
    check,
    `${count} ${count === 1 ? "session" : "sessions"} at applications of other organizations ended with the upgrade, because nobody had been asked for consent.`,
    "Nothing has to be done: those people are asked once when they next sign in there. Accept the grant of a project to spare your people the question.",
  );
}
