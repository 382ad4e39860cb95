/**
 * Asks for a sign-in without a page (`prompt=none`). Signet then answers with a redirect and nothing else, which is
 * followed to the address with the answer in it. The library would show that in a hidden frame, and no page of Signet
 * can be framed.
 */
import type { UserManager } from "oidc-client-ts";

type Navigator = NonNullable<ConstructorParameters<typeof UserManager>[3]>;

export const withoutAPage: Navigator = {
  prepare: async () => ({
    async navigate({ url }) {
      const { url: answer } = await fetch(url, { credentials: "same-origin", cache: "no-store" });
      return { url: answer };
    },
    close: () => undefined,
  }),
  callback: async () => undefined,
};
