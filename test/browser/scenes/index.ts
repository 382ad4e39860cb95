/** Every page people see on their way in and out. */
import { accounts } from "./accounts.ts";
import { branded } from "./branded.ts";
import { byMail } from "./by-mail.ts";
import { endings } from "./endings.ts";
import { languages } from "./languages.ts";
import { registering } from "./registering.ts";
import type { Scene } from "./scene.ts";
import { secondFactor } from "./second-factor.ts";
import { signingIn } from "./signing-in.ts";

export const scenes: Record<string, Scene> = {
  ...signingIn,
  ...secondFactor,
  ...accounts,
  ...registering,
  ...byMail,
  ...endings,
  ...branded,
  ...languages,
};
