/**
 * The pages beside those of signing in with a password: second factors, passkeys, the preview, the account, the
 * reference.
 */
import { TOTP } from "otpauth";
import { addTotp, newTotpSecret } from "../../src/identity/factors/totp.ts";
import type { PolicySettings } from "../../src/identity/policies/kinds.ts";
import { setPolicy } from "../../src/identity/policies/policies.ts";
import { everyAddress } from "../support/addresses.ts";
import type { PageSeen } from "../support/browser.ts";
import { proveAddress } from "../support/identity.ts";
import { PASSWORD, signInAs } from "../support/idp.ts";
import { by } from "../support/world.ts";
import { forgetAll, makePerson, named, type SignInStage, signedInBrowser, start } from "./sign-in-stage.ts";

export interface LaterPage extends PageSeen {
  readonly method: "GET" | "POST";
}

async function require({ idp }: SignInStage, settings: PolicySettings<"secondFactor">): Promise<void> {
  const { storage } = idp.node.services;
  await storage.transaction((tx) => setPolicy(tx, "secondFactor", { organizationId: idp.world.acme.id, settings }, by));
}

export async function laterPages(stage: SignInStage): Promise<Map<string, LaterPage>> {
  const { idp } = stage;
  const { storage, vault } = idp.node.services;
  const pages = new Map<string, LaterPage>();
  const keep = (name: string, seen: PageSeen, method: "GET" | "POST" = "GET") =>
    void pages.set(name, { ...seen, method });
  const allowed = ["passkey", "totp", "email_code"] as const;

  await require(stage, { mode: "required", allowed: [...allowed] });
  const newcomer = idp.browser();
  const choice = await signInAs(newcomer, await start(stage, newcomer), (await makePerson(stage)).loginName);
  keep("a second factor to set up", choice);
  for (const kind of allowed)
    keep(`a second factor to set up: ${kind}`, await newcomer.visit(`${choice.url}&with=${kind}`));

  await require(stage, { mode: "optional", allowed: [...allowed] });
  const human = await makePerson(stage);
  const secret = newTotpSecret();
  const code = new TOTP({ secret }).generate();
  if ((await addTotp(storage, vault, { userId: human.id, secret, name: "", code }, by)) === "lost")
    throw new Error("no app was set up");
  const halfway = idp.browser();
  const due = await signInAs(halfway, await start(stage, halfway), human.loginName);
  keep("a second factor to prove", due);
  keep("a second factor that is wrong", await halfway.submit(due, { code: "000000" }, "/login/factor"));
  const able = idp.browser();
  const password = await named(stage, able, (await makePerson(stage)).loginName);
  keep("a passkey is offered", await able.submit(password, { password: PASSWORD, passkeys: "1" }, "/login/password"));
  const nobody = idp.browser();
  keep(
    "a passkey that nobody has",
    await nobody.submit(await start(stage, nobody), { credential: "{}" }, "/login/passkey"),
    "POST",
  );

  const email = "shared-by-two@mail.example";
  for (let n = 0; n < 2; n++) await proveAddress(storage.db, (await makePerson(stage, { email })).id);
  const oneOfTwo = idp.browser();
  keep("one of two accounts with one address", await signInAs(oneOfTwo, await start(stage, oneOfTwo), email));

  await forgetAll(stage);
  const signedIn = await signedInBrowser(stage, (await makePerson(stage)).loginName);
  for (const address of await everyAddress(idp)) {
    const [method, path = ""] = address.split(" ");
    // A file is no page.
    if (method === "GET" && path.startsWith("/account") && !path.endsWith("/download"))
      keep(path, await signedIn.visit(`${idp.issuer}${path}`));
    if (method === "POST" && path.startsWith("/account")) {
      keep(`${path} without its ticket`, await signedIn.request("POST", `${idp.issuer}${path}`, {}), "POST");
    }
  }
  keep("the reference", await idp.browser().visit(`${idp.issuer}/management/v1/docs`));
  const headers = {
    "content-type": "application/x-www-form-urlencoded",
    "sec-fetch-site": "same-origin",
    accept: "text/html",
  };
  const preview = await idp.node.app.inject({ method: "POST", url: "/login/preview", headers, payload: "" });
  keep(
    "the preview",
    { status: preview.statusCode, url: `${idp.issuer}/login/preview`, body: preview.body, headers: preview.headers },
    "POST",
  );
  return pages;
}
