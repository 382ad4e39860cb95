import type { Recurring } from "../events/recurring.ts";
import type { Usage } from "../events/usage.ts";
import type { AfterAnswer } from "../http/after-answer.ts";
import type { KeyRing } from "../keys/key-ring.ts";
import type { Vault } from "../keys/vault.ts";
import type { MailRoom } from "../mail/mail-room.ts";
import type { BrowserCookies } from "../pages/cookies.ts";
import type { Passwords } from "../passwords/passwords.ts";
import type { Storage } from "../storage/storage.ts";
import type { Tickets } from "../tickets/tickets.ts";

export interface PeopleServices {
  readonly storage: Storage;
  readonly tickets: Tickets;
  readonly cookies: BrowserCookies;
  readonly passwords: Passwords;
  readonly loginUrl: string;
  readonly mail: Pick<MailRoom, "wake">;
  readonly afterAnswer: Pick<AfterAnswer, "run">;
  readonly ring: KeyRing;
  readonly vault: Vault;
  readonly usage: Pick<Usage, "count">;
  readonly recurring: Pick<Recurring, "note">;
}
