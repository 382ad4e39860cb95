/**
 * Who calls the management API, and what they may do where they want to do it: the standing of their token and their
 * manager roles at that place, read together in one statement. Nothing of it is kept: a role that was taken away is
 * gone at the next request.
 */
import { type RawBuilder, sql } from "kysely";
import type { Database } from "../../storage/database.ts";
import { noDetail, type SubjectToken, subjectQuery } from "../sessions/subject.ts";
import { type Subject, toSubject } from "../sessions/subject-row.ts";
import { permissionsWithin } from "./counting.ts";
import { placeQuery, toHeldRole, toSurroundings } from "./may.ts";
import type { Permission } from "./permissions.ts";
import type { Target } from "./places.ts";

export interface Caller {
  readonly subject: Subject;
  /** Whether they have a manager role anywhere. */
  readonly isManager: boolean;
  readonly permissions: ReadonlySet<Permission>;
  /** Roles of the instance count everywhere, also where there is nothing. */
  readonly placeExists: boolean;
}

/** Undefined when the session or service user that the token names is gone. */
export async function readCaller(db: Database, token: SubjectToken, target: Target): Promise<Caller | undefined> {
  const row = await db
    .with("place", (cte) => placeQuery(cte, target))
    .selectFrom(subjectQuery(db, token, noDetail))
    .innerJoin("place", (join) => join.onTrue())
    .selectAll()
    .select([heldAtPlace.as("held"), holdsAny.as("holds_any")])
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const held = (row.held ?? "").split(",").flatMap((pair) => {
    const [role = "", place = ""] = pair.split(" ");
    return toHeldRole({ role, place_id: place });
  });
  return {
    subject: toSubject(row),
    isManager: Boolean(row.holds_any),
    permissions: permissionsWithin(held, toSurroundings(row)),
    placeExists: target.level === "iam" || row.found_id !== null,
  };
}

const heldAtPlace: RawBuilder<string | null> = sql<string | null>`(
  SELECT string_agg(m.role || ' ' || m.place_id, ',') FROM managers m
  WHERE m.user_id = subject.subject_user_id
    AND m.place_id IN ('', place.organization_id, place.project_id, place.project_grant_id, place.receiver_id)
)`;

const holdsAny: RawBuilder<number | boolean> = sql<
  number | boolean
>`EXISTS (SELECT 1 FROM managers m WHERE m.user_id = subject.subject_user_id)`;
