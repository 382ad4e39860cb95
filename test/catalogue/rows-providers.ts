/** Group N: people who come by way of another identity provider. Nobody does here, and a test holds that. */
import type { Row } from "./rows.ts";

export const NO_PROVIDERS =
  "nobody signs in here by way of another identity provider; providers.test.ts fails when somebody can";

const families: Readonly<Record<string, string>> = {
  N1: "an account is never linked by an address that nobody confirmed",
  N3: "a provider that is switched off signs nobody in, also halfway",
  N4: "who is deactivated here stays so, whatever a provider says",
  N5: "a provider's token is for us, in time, and says so",
  N7: "a provider's ids are compared as they are, together with whose they are",
  N8: "an address with two @ belongs to no domain that is trusted",
};

export const providerRows: readonly Row[] = Object.entries(families).map(([id, says]) => ({
  id,
  says,
  notOurs: NO_PROVIDERS,
}));
