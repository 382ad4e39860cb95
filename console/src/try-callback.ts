/**
 * Where a sign-in begun by "Try it" comes back to. The page hands the answer to the one that began it, which is in
 * another window of this browser, and is done: it is no part of the Console, and nobody is signed in on it. No opener
 * is involved, because pages on the way may cut that tie.
 */
import { CONSOLE_URL } from "./settings.ts";

export const TRY_URL = `${CONSOLE_URL}/try`;

export interface Answer {
  readonly search: string;
  readonly hash: string;
}

/** Only the two that know the state find each other. */
export function openChannel(state: string): BroadcastChannel {
  return new BroadcastChannel(`signet.try.${state}`);
}

/** True when this page is the end of a try. */
export function handAnswerOver(): boolean {
  if (location.pathname !== new URL(TRY_URL).pathname) return false;
  const { search, hash } = location;
  const state = new URLSearchParams(search).get("state") ?? new URLSearchParams(hash.slice(1)).get("state");
  if (state !== null) openChannel(state).postMessage({ search, hash } satisfies Answer);
  history.replaceState(null, "", location.pathname);
  const notice = document.createElement("p");
  notice.className = "try-over";
  notice.role = "status";
  notice.textContent =
    state === null
      ? "Nothing was handed over: a try that is begun in the Console ends here. You can close this window."
      : "The answer was handed to the Console. You can close this window.";
  document.getElementById("console")?.replaceChildren(notice);
  document.title = "You can close this window";
  // After the message is on its way; some browsers do not let a page close itself.
  setTimeout(() => window.close(), 100);
  return true;
}
