/** The pages and forms of somebody's own account, all of them: what one of them refuses, the others must refuse too. */
import assert from "node:assert/strict";
import { formTicket } from "../../src/people/account/form-ticket.ts";
import { everyAddress } from "../support/addresses.ts";
import type { Idp } from "../support/idp.ts";
import type { HttpScene } from "./http-scene.ts";
import type { HttpWayIn } from "./http-ways-in.ts";

/** Shown to whoever has just deleted their account: it says nothing of anybody. */
export const openToEverybody = "GET /account/deleted";

const known = new WeakMap<Idp, Promise<string[]>>();

async function accountPaths(idp: Idp, method: "GET" | "POST"): Promise<string[]> {
  const addresses = known.get(idp) ?? everyAddress(idp);
  known.set(idp, addresses);
  const own = (await addresses).filter(
    (address) => address.startsWith(`${method} /account`) && address !== openToEverybody,
  );
  return own.map((address) => address.slice(method.length + 1));
}

function browserOf(observer: Idp, { sessionsCookie }: HttpScene) {
  const browser = observer.browser();
  browser.cookies.set("signet-sessions", sessionsCookie);
  return browser;
}

const isSentToSignIn = (observer: Idp, location: string | undefined) =>
  location?.startsWith(`${observer.issuer}/login?request=`) === true;

async function sendForm(observer: Idp, scene: HttpScene, action: string, fields: Record<string, string> = {}) {
  const { id: sessionId, version } = scene.login;
  const ticket = observer.node.services.tickets.seal(formTicket, { sessionId, version, action });
  return browserOf(observer, scene).request("POST", `${observer.issuer}${action}`, { ticket, ...fields });
}

export const accountWays = {
  "use the pages of the account": {
    async use(observer, scene) {
      const closed: string[] = [];
      const paths = await accountPaths(observer, "GET");
      for (const path of paths) {
        const { status, location } = await browserOf(observer, scene).request("GET", `${observer.issuer}${path}`);
        if (isSentToSignIn(observer, location)) closed.push(path);
        else assert.ok(status < 400, `${path}: ${status}`);
      }
      assert.ok(closed.length === 0 || closed.length === paths.length, `some are open and some are not: ${closed}`);
      return closed.length === 0;
    },
  },
  "send the forms of the account": {
    async use(observer, scene) {
      const phone = await sendForm(observer, scene, "/account/phone", { phone: "+41441234567" });
      if (phone.location === `${observer.issuer}/account/phone?done=saved`) return true;
      // Each with a ticket that is right: it is the session that is not.
      for (const action of await accountPaths(observer, "POST")) {
        const { location } = await sendForm(observer, scene, action);
        assert.ok(isSentToSignIn(observer, location), `${action} leads to ${location}`);
      }
      return false;
    },
  },
} as const satisfies Record<string, HttpWayIn>;
