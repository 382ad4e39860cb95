import type { Place } from "./may.tsx";

export interface PickedUser {
  readonly id: string;
  readonly kind: "human" | "service";
  readonly loginName: string;
  readonly displayName: string;
}

export function UserPicker(_: {
  label: string;
  value: PickedUser | undefined;
  onChange: (user: PickedUser | undefined) => void;
  from: Place;
  error?: unknown;
}) {
  return null;
}
