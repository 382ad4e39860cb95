/**
 * The few drawings that pages have, in the colour of the text around them. Each goes with words, so none is read aloud.
 */
import { Html } from "./html.ts";

const drawing = (size: number, paths: string) =>
  new Html(
    `<svg width="${size}" height="${size}" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${paths}</svg>`,
  );

export const icons = {
  /** A signet ring. */
  signet: drawing(
    24,
    '<circle cx="12" cy="14.5" r="7.5"/><rect x="8" y="3" width="8" height="6" rx="2" fill="currentColor"/>',
  ),
  problem: drawing(18, '<circle cx="12" cy="12" r="9"/><path d="M12 7.5v5M12 16.2v.1"/>'),
  done: drawing(18, '<circle cx="12" cy="12" r="9"/><path d="M8 12.5l2.8 2.8L16 9.500"/>'),
  language: drawing(
    18,
    '<circle cx="12" cy="12" r="9"/><path d="M3 12h18M12 3c2.5 2.6 3.8 5.6 3.8 9s-1.3 6.4-3.8 9c-2.5-2.6-3.8-5.6-3.8-9S9.5 5.6 12 3z"/>',
  ),
} as const;
