import type { KeyRing } from "../../keys/key-ring.ts";
import type { Vault } from "../../keys/vault.ts";
import type { MailRoom } from "../../mail/mail-room.ts";
import type { BrowserCookies } from "../../pages/cookies.ts";
import type { Passwords } from "../../passwords/passwords.ts";
import type { Storage } from "../../storage/storage.ts";
import type { Tickets } from "../../tickets/tickets.ts";

export interface AccountServices {
  readonly storage: Storage;
  readonly tickets: Tickets;
  readonly cookies: BrowserCookies;
  readonly passwords: Passwords;
  readonly ring: KeyRing;
  readonly vault: Vault;
  readonly mail: Pick<MailRoom, "wake">;
  readonly loginUrl: string;
}
