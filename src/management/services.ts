import type { Recurring } from "../events/recurring.ts";
import type { Instance } from "../identity/instance.ts";
import type { KeyStore } from "../keys/key-store.ts";
import type { Passwords } from "../passwords/passwords.ts";
import type { Storage } from "../storage/storage.ts";
import type { TokenServices } from "../tokens/access-tokens.ts";

/** What the management API needs. */
export interface ManagementServices {
  readonly storage: Storage;
  readonly keys: KeyStore;
  readonly tokens: TokenServices;
  readonly passwords: Passwords;
  readonly recurring: Pick<Recurring, "note">;
  readonly instance: () => Promise<Instance>;
  readonly addresses: { readonly issuerUrl: string; readonly baseUrl: string; readonly loginUrl: string };
  readonly mail: MailServices;
  /** Calls that one token may make in a minute, at this node. */
  readonly callsPerMinute: number;
  /** Refuse to send what an answer's schema does not have, rather than leave it out: for tests. */
  readonly strictAnswers: boolean;
}

export interface MailServices {
  readonly transport: "smtp" | "folder";
  /** Who mails come from. */
  readonly from: { readonly name: string; readonly address: string };
  /** Something was put into the outbox. */
  wake(): void;
}
