/** `styles` of a field for something short, under a sentence that may be longer. */
export const narrowField = { wrapper: { maxWidth: 260 } } as const;
