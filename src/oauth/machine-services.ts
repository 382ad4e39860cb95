import type { Recurring } from "../events/recurring.ts";
import type { Usage } from "../events/usage.ts";
import type { AfterAnswer } from "../http/after-answer.ts";
import type { Instance } from "../identity/instance.ts";
import type { Storage } from "../storage/storage.ts";
import type { TokenServices } from "../tokens/access-tokens.ts";
import type { WrongSecrets } from "./client-auth/wrong-secrets.ts";
import type { Addresses } from "./discovery.ts";

/** What the endpoints that programs call need. */
export interface MachineServices {
  readonly storage: Storage;
  readonly tokens: TokenServices;
  readonly usage: Usage;
  readonly recurring: Pick<Recurring, "note">;
  readonly afterAnswer: Pick<AfterAnswer, "run">;
  readonly instance: () => Promise<Instance>;
  readonly addresses: Addresses;
  readonly wrongSecrets: WrongSecrets;
}
