/** The parts of a JWT, as they stand in it. Nothing is verified here: whether it counts, Signet says. */

export interface Jwt {
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: Readonly<Record<string, unknown>>;
}

export function readJwt(text: string): Jwt | undefined {
  const parts = text.split(".");
  if (parts.length !== 3) return undefined;
  const [header, claims] = [decode(parts[0] ?? ""), decode(parts[1] ?? "")];
  return header === undefined || claims === undefined ? undefined : { header, claims };
}

function decode(part: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const bytes = Uint8Array.from(atob(part.replaceAll("-", "+").replaceAll("_", "/")), (letter) =>
      letter.charCodeAt(0),
    );
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
