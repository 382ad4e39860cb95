/** When another page is shown: whoever cannot see it must be there, too, and not where they came from. */
import { useLocation } from "@tanstack/react-router";
import { useEffect, useRef } from "react";

export const CONTENT_ID = "content";

// Dialogs and menus give the focus back to where they were opened from, and that comes first.
const AFTER_OTHERS_MS = 50;
const MOST_TRIES = 40;

/** `onArrival` is called for each new page, not for another search or order on the same one. */
export function useArrival(onArrival: () => void): void {
  const pathname = useLocation({ select: (location) => location.pathname });
  const before = useRef(pathname);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another page is an arrival.
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    onArrival();
    return moveFocusToContent();
  }, [pathname]);
}

/**
 * Returns how to stop it. A dialog that closes is waited for; one that stays, because it has something to say, keeps
 * the focus. What had the focus may go only when the new page is loaded: the focus, which nothing has then, comes along
 * all the same. Whoever was faster and is in a field of the new page already stays there.
 */
function moveFocusToContent(): () => void {
  const from = document.activeElement;
  let tries = 0;
  let hasMoved = false;
  const timer = setInterval(() => {
    if (++tries >= MOST_TRIES) clearInterval(timer);
    if (isFocusIn("[role=dialog]")) return;
    // Whoever goes from tab to tab stays on the tabs.
    const isFocusLost = document.activeElement === null || document.activeElement === document.body;
    const isThere = document.activeElement !== from && isFocusIn(`#${CONTENT_ID}`);
    if (isFocusLost || !(hasMoved || isThere || isFocusIn(`#${CONTENT_ID} nav`))) focusContent({ preventScroll: true });
    hasMoved = true;
  }, AFTER_OTHERS_MS);
  return () => clearInterval(timer);
}

function isFocusIn(selector: string): boolean {
  return (document.activeElement?.closest(selector) ?? null) !== null;
}

export function focusContent(options: FocusOptions = {}): void {
  document.getElementById(CONTENT_ID)?.focus(options);
}
