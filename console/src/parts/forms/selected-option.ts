/** Which of the options offered for what was typed Enter takes. */
import type { ComboboxStore } from "@mantine/core";
import { useEffect, useRef } from "react";

/**
 * The first one, until somebody moves to another: that one stays selected when more is found for the same words.
 * `offered` has the options in the order in which they are shown; without words nothing is selected.
 */
export function useSelectedOption(
  combobox: ComboboxStore,
  offered: readonly string[],
  words: string | undefined,
): void {
  const lastShown = useRef({ offered, words });
  const ids = offered.join(" ");
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when others are offered, or for other words.
  useEffect(() => {
    const before = lastShown.current;
    lastShown.current = { offered, words };
    if (words === undefined) return;
    const at = combobox.getSelectedOptionIndex();
    const movedTo = at > 0 && before.words === words ? offered.indexOf(before.offered[at] ?? "") : -1;
    if (movedTo === -1) combobox.selectFirstOption();
    else combobox.selectOption(movedTo);
  }, [ids, words]);
}
