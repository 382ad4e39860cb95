/** What a check works with: a whole Signet under an https issuer, a person with a full profile, and one plan. */
import { changeHuman } from "../../src/identity/users/humans.ts";
import { readNow } from "../../src/storage/now.ts";
import type { Browser } from "../support/browser.ts";
import { authorize, type Idp, startIdp } from "../support/idp.ts";
import { sqlite } from "../support/node.ts";
import { by } from "../support/world.ts";
import type { Plan } from "./plans.ts";

export const ISSUER = "https://id.example.com";

export interface Stage {
  readonly plan: Plan;
  readonly idp: Idp;
  /** Of a browser in which Ada is signed in. */
  readonly cookies: ReadonlyMap<string, string>;
}

export interface Check {
  readonly id: string;
  readonly plans: readonly Plan[];
  readonly run: (stage: Stage) => Promise<void> | void;
}

export function check(id: string, plans: readonly Plan[], run: Check["run"]): Check {
  return { id, plans, run };
}

export async function openStage(plan: Plan): Promise<Stage> {
  const idp = await startIdp(sqlite, { SIGNET_ISSUER_URL: ISSUER });
  const everything = {
    profile: { nickname: "The Countess", locale: "en-GB", picture: "https://pictures.example/ada.png" },
    phone: { number: "+442079460000", verified: true },
    address: {
      street: "12 St James's Square",
      postalCode: "SW1Y 4JH",
      locality: "London",
      region: "Greater London",
      country: "GB",
    },
  };
  await idp.node.services.storage.transaction((tx) => changeHuman(tx, idp.world.ada.id, everything, by));
  const browser = idp.browser();
  await authorize(idp, { client: idp.web }, browser);
  return { plan, idp, cookies: new Map(browser.cookies) };
}

/**
 * Ada is signed in here already. Not for checks that authenticate again or sign out: that would end it for the others.
 */
export function signedInBrowser({ idp, cookies }: Stage): Browser {
  const browser = idp.browser();
  for (const [name, value] of cookies) browser.cookies.set(name, value);
  return browser;
}

/** Seconds, by the clock that tokens are made by. */
export async function secondsNow({ idp }: Stage): Promise<number> {
  return (await readNow(idp.node.services.storage.db)) / 1000;
}
