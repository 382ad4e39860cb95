/** Who can come in by themselves, and which domains are nobody's word but the organization's. */
import { readAdmitting } from "../../identity/registration-admits.ts";
import { readRegistrationStanding, sayRegistration } from "../../identity/registration-standing.ts";
import type { Database } from "./database.ts";
import { type Finding, ok, warning } from "./finding.ts";

const MOST_DOMAINS = 20;

export async function tenancyFindings({ storage: { db } }: Database): Promise<Finding[]> {
  return [await registrationFinding(db), await domainsFinding(db)];
}

type Connection = Database["storage"]["db"];

async function registrationFinding(db: Connection): Promise<Finding> {
  const check = "registration";
  const standing = await readRegistrationStanding(db);
  const seen = `It is ${sayRegistration(standing)}.`;
  if (standing.instance === "undecided") {
    return warning(
      check,
      seen,
      "An owner of the instance decides it in the Console, among the first steps, or over the management API.",
    );
  }
  if (standing.instance === "closed") return ok(check, seen);
  const { items, more } = await readAdmitting(db, undefined);
  const projects =
    items.length === 1 ? "1 project admits" : `${more ? `More than ${items.length}` : items.length} projects admit`;
  const admitted =
    items.length === 0
      ? "No project admits whoever registers."
      : `${projects} whoever registers; role check keeps them out.`;
  if (standing.verifyEmail) return ok(check, `${seen} ${admitted}`);
  return warning(
    check,
    `${seen} ${admitted}`,
    "Let addresses be proved first, so that nobody prepares accounts for addresses of others.",
  );
}

/** Nobody can prove a domain yet, so nothing has to be done about it. */
async function domainsFinding(db: Connection): Promise<Finding> {
  const check = "domains";
  const unproved = db.selectFrom("organizations").where("domain_proved_at", "is", null);
  const { count } = await unproved.select((eb) => eb.fn.countAll<number>().as("count")).executeTakeFirstOrThrow();
  if (Number(count) === 0) return ok(check, "Every domain of an organization is proved.");
  const rows = await unproved
    .select("domain")
    .orderBy("changed_at", "desc")
    .orderBy("id")
    .limit(MOST_DOMAINS)
    .execute();
  const rest = Number(count) - rows.length;
  const listed = `${rows.map(({ domain }) => domain).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
  return ok(
    check,
    `Not proved to be the organization's, latest first: ${listed}. A proven e-mail address comes before a login name there.`,
  );
}
