/** New recovery codes in place of the former, for whoever has a second factor that they could lose. */
import { renewRecoveryCodes } from "../../identity/factors/recovery-codes.ts";
import { sendCodes } from "./added-factor.ts";
import { places } from "./frame.ts";
import { sendFormOver } from "./refusals.ts";
import type { Room } from "./room.ts";

export function addRecoveryCodes(room: Room): void {
  room.form(places.recoveryCodes, { fresh: true, back: places.security }, async (visit) => {
    const { services, human, by, situation } = visit;
    if (!situation.has.some((kind) => kind !== "recovery_codes")) return sendFormOver(visit);
    const codes = await services.storage.transaction((tx) => renewRecoveryCodes(tx, human.id, by));
    services.mail.wake();
    return sendCodes(visit, codes);
  });
}
