import { foundation } from "./0001-foundation.ts";
import { resources } from "./0002-resources.ts";
import { sessions } from "./0003-sessions.ts";
import { management } from "./0004-management.ts";
import { signIn } from "./0005-sign-in.ts";
import { factors } from "./0006-factors.ts";
import { boundaries } from "./0007-boundaries.ts";
import { clients } from "./0008-clients.ts";
import { userinfoSeen } from "./0010-userinfo-seen.ts";
import type { Migration } from "./migration.ts";

/** In order; a released migration never changes, a new one is added at the end. */
export const migrations: readonly Migration[] = [
  foundation,
  resources,
  sessions,
  management,
  signIn,
  factors,
  boundaries,
  clients,
  userinfoSeen,
];
