/** What an authorization request has to pass, in this order; the first that fails decides the answer. */
import { checkHints } from "./check-hints.ts";
import { checkNonce } from "./check-nonce.ts";
import { checkPkce } from "./check-pkce.ts";
import { checkMaxAge, checkPrompt } from "./check-prompt.ts";
import { checkRepeated } from "./check-repeated.ts";
import { checkRequestObjects } from "./check-request-objects.ts";
import { checkResponseMode, checkResponseType } from "./check-response-type.ts";
import { checkScope } from "./check-scope.ts";
import { checkReadable, checkSize } from "./check-size.ts";
import type { AuthorizeRequest, Check, CheckServices } from "./request.ts";

/**
 * Before these, `find-client.ts` has found the client and a registered redirect_uri: without those nothing is returned.
 */
export const checks: readonly Check[] = [
  checkReadable,
  checkSize,
  checkRepeated,
  checkRequestObjects,
  checkResponseType,
  checkResponseMode,
  checkScope,
  checkNonce,
  checkPkce,
  checkPrompt,
  checkMaxAge,
  checkHints,
];

export async function runChecks(request: AuthorizeRequest, services: CheckServices): Promise<void> {
  for (const check of checks) await check(request, services);
}
