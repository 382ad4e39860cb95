import { useParams } from "@tanstack/react-router";

/** A part of the address that the page cannot be without. */
export function useParam(name: string): string {
  const params: Record<string, string | undefined> = useParams({ strict: false });
  return params[name] ?? "";
}
