/** Activating and deactivating: two calls that differ, from resource to resource, only in what they are about. */
import type { Static, TSchema } from "typebox";
import type { Permission } from "../identity/permissions/permissions.ts";
import type { By } from "../identity/resource.ts";
import type { PlainVerb } from "../identity/states.ts";
import type { Transaction } from "../storage/database.ts";
import { type At, change, placeParameter, type Route } from "./route.ts";

interface Activation<Answer extends TSchema> {
  /** Of the resource, with its id as the last part. */
  readonly path: `/${string}`;
  readonly tag: string;
  /** With its article, as in "Activate a project". */
  readonly noun: string;
  /** Of both, or of one of them. */
  readonly detail?: string | Partial<Record<PlainVerb, string>>;
  readonly permission: Permission;
  readonly at: Exclude<At, "iam">;
  /** Of a user: that deactivating only stops them. */
  readonly stops?: boolean;
  readonly answer: Answer;
  set(tx: Transaction, id: string, verb: PlainVerb, by: By): Promise<void>;
  /** As it is after that. */
  view(tx: Transaction, id: string): Promise<Static<Answer>>;
}

export function activation<Answer extends TSchema>(declaration: Activation<Answer>): readonly Route[] {
  const { path, tag, noun, detail, permission, at, answer } = declaration;
  return (["activate", "deactivate"] as const).map((verb) => {
    const text = typeof detail === "string" ? detail : detail?.[verb];
    return change({
      method: "POST",
      path: `${path}/${verb}`,
      tag,
      summary: `${verb === "activate" ? "Activate" : "Deactivate"} ${noun}`,
      ...(text === undefined ? {} : { detail: text }),
      ...(declaration.stops && verb === "deactivate" ? { effect: "stops" as const } : {}),
      permission,
      at,
      answer,
      async handle({ tx, by }, { params }) {
        const id = params[placeParameter[at]];
        await declaration.set(tx, id, verb, by);
        return declaration.view(tx, id);
      },
    });
  });
}
