/** When another page is shown: whoever cannot see it must be there, too, and not where they came from. */
import { useLocation } from "@tanstack/react-router";
import { useEffect, useRef } from "react";

export const CONTENT_ID = "content";

// Dialogs and menus give the focus back to where they were opened from, and that comes first.
const AFTER_OTHERS_MS = 50;

/** `arrived` is called for each new page, not for another search or order on the same one. */
export function useArrival(arrived: () => void): void {
  const pathname = useLocation({ select: (location) => location.pathname });
  const before = useRef(pathname);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another page is an arrival.
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    arrived();
    const timer = setTimeout(comeAlong, AFTER_OTHERS_MS);
    return () => clearTimeout(timer);
  }, [pathname]);
}

/** Whoever went from tab to tab stays on the tab, and a dialog keeps what is typed into it. */
function comeAlong(): void {
  const focused = document.activeElement;
  if (focused?.closest(`#${CONTENT_ID} nav, [role=dialog]`) === null) {
    document.getElementById(CONTENT_ID)?.focus({ preventScroll: true });
  }
}

export function focusContent(): void {
  document.getElementById(CONTENT_ID)?.focus();
}
