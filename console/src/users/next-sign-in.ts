/**
 * What a person will be asked for when they next sign in, as far as their credentials and the policy of their
 * organization say.
 */
import type { Schemas } from "../api.ts";

type Credentials = Schemas["UserCredentials"];
export type FactorKind = Credentials["factors"][number]["kind"];

export const factorNames: Readonly<Record<FactorKind, string>> = {
  passkey: "Passkey",
  totp: "Authenticator app",
  email_code: "Code by mail",
  recovery_codes: "Recovery codes",
};

interface SignInSituation {
  readonly user: Pick<Schemas["User"], "state" | "email" | "emailVerified">;
  readonly credentials: Credentials;
  /** Undefined for whoever may not see it. */
  readonly policy: Schemas["SecondFactorPolicySettings"] | undefined;
}

export function nextSignIn(situation: SignInSituation): readonly string[] {
  const { user, credentials } = situation;
  if (user.state === "locked") return ["They are locked and cannot sign in. Unlock them first."];
  if (user.state === "inactive") return ["They are inactive and cannot sign in. Activate them first."];
  const usable = usableFactors(situation);
  const withPasskey = usable.includes("passkey");
  if (!credentials.password.set && !withPasskey) {
    return ["They cannot sign in yet, because they have no password. Invite them by mail, or set one."];
  }
  const first =
    withPasskey && credentials.password.set
      ? "Their password, or a passkey in its place."
      : withPasskey
        ? "A passkey. They have no password."
        : "Their password.";
  return [
    ...(user.state === "unverified" ? ["First of all, the link in the mail that verifies their address."] : []),
    first,
    ...(credentials.password.set && credentials.password.changeRequired
      ? ["A new password, because this one must be changed."]
      : []),
    ...second(situation, usable),
  ];
}

/** What they have set up and may use. */
function usableFactors({ user, credentials, policy }: SignInSituation): FactorKind[] {
  const has = [...new Set(credentials.factors.map(({ kind }) => kind))].filter((kind) => kind !== "recovery_codes");
  return has.filter(
    (kind) => (policy?.allowed.includes(kind) ?? true) && (kind !== "email_code" || user.emailVerified),
  );
}

function second({ policy }: SignInSituation, usable: readonly FactorKind[]): string[] {
  if (policy?.mode === "off") return [];
  if (usable.length > 0)
    return [
      `With the password, a second factor: ${usable.map((kind) => factorNames[kind].toLowerCase()).join(" or ")}.`,
    ];
  if (policy?.mode === "required")
    return ["A second factor, which they set up on the way, because their organization asks for one."];
  return [];
}
