/**
 * The browser of a session as the management API names it, so that nobody else has to read what a browser says about
 * itself.
 */
import Type, { type Static } from "typebox";
import { nameBrowser } from "../../identity/sessions/browser-name.ts";
import { closed } from "../schemas.ts";

export const browserView = closed(
  {
    name: Type.String({ description: "Such as `Firefox`" }),
    system: Type.Optional(Type.String({ description: "What it runs on, such as `Windows`; left out where unknown" })),
  },
  {
    title: "BrowserName",
    description: "Of a login session, in plain words; left out where it is none that Signet knows",
  },
);

/** To be spread into the view of the session. */
export function browserOf(userAgent: string): { browser?: Static<typeof browserView> } {
  const found = nameBrowser(userAgent);
  if (found === undefined) return {};
  const { browser: name, system } = found;
  return { browser: system === undefined ? { name } : { name, system } };
}
