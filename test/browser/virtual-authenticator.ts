/** Chromium's own pretended device: a phone that recognises its owner, or a key that only wants to be touched. */
import type { CDPSession, Page } from "playwright-core";

export interface VirtualAuthenticator {
  /** Whether the person is there and touches it when they are asked to. */
  touch(isTouched: boolean): Promise<void>;
  /** Whether it recognises who touches it. */
  recognise(isRecognised: boolean): Promise<void>;
  credentials(): Promise<
    { credentialId: string; userHandle?: string; signCount: number; isResidentCredential: boolean }[]
  >;
}

export async function addVirtualAuthenticator(
  page: Page,
  kind: "phone" | "plain security key" = "phone",
): Promise<VirtualAuthenticator> {
  const isPhone = kind === "phone";
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable", { enableUI: false });
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: isPhone ? "internal" : "usb",
      hasResidentKey: isPhone,
      hasUserVerification: isPhone,
      isUserVerified: isPhone,
      automaticPresenceSimulation: true,
    },
  });
  return {
    async touch(enabled) {
      await session.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled });
    },
    async recognise(isUserVerified) {
      await session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
    },
    async credentials() {
      return (await session.send("WebAuthn.getCredentials", { authenticatorId })).credentials;
    },
  };
}
