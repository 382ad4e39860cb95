/** JSON that means one thing only: an object in which no name stands twice (RFC 7515 §4, RFC 8725 §2.4). */
export function parseStrictObject(text: string): Record<string, unknown> | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  return isRecord(value) && !repeatsName(text) ? value : undefined;
}

/** `text` is known to be JSON, so that a string before a colon is a name. */
function repeatsName(text: string): boolean {
  const open: Set<string>[] = [];
  let last = "";
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]:]/g)) {
    if (token === "{" || token === "[") open.push(new Set());
    else if (token === "}" || token === "]") open.pop();
    else if (token !== ":") last = JSON.parse(token);
    else if (open.at(-1)?.has(last)) return true;
    else open.at(-1)?.add(last);
  }
  return false;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
