import assert from "node:assert/strict";
import { createPrivateKey } from "node:crypto";
import { readFile } from "node:fs/promises";
import { after, before, suite, test } from "node:test";
import { SignJWT } from "jose";
import type { Page } from "playwright-core";
import { addTotp, newTotpSecret } from "../../../src/identity/factors/totp.ts";
import { readNow } from "../../../src/storage/now.ts";
import { MANAGEMENT_SCOPE } from "../../support/api.ts";
import { agreed } from "../../support/consent.ts";
import { PASSWORD, post } from "../../support/idp.ts";
import { by } from "../../support/world.ts";
import { codeFrom } from "../totp-code.ts";
import { type ConsoleStage, type ConsoleVisitor, everything, startConsole } from "./console-stage.ts";

suite("people and service users in the Console", () => {
  let stage: ConsoleStage;
  let owner: ConsoleVisitor;
  let page: Page;
  let acme: string;
  before(async () => {
    stage = await startConsole();
    acme = stage.idp.world.acme.id;
    const place = { level: "organization", organizationId: acme } as const;
    const manager = await stage.person([{ role: "ORG_OWNER", place }], {
      userName: "olga",
      profile: { displayName: "Olga Owner" },
    });
    owner = await stage.visit(manager, `/organizations/${acme}/users`);
    page = owner.page;
  });
  after(() => stage.close());

  const button = (name: string, within: Pick<Page, "getByRole"> = page) =>
    within.getByRole("button", { name, exact: true });
  const dialog = () => page.getByRole("dialog");
  const says = (text: string) => page.getByRole("alert").filter({ hasText: text }).first().waitFor();
  /** A tab of the page that is shown. */
  const tab = async (name: string) => {
    await page
      .getByRole("navigation", { name: /^Parts of/ })
      .getByRole("link", { name })
      .click();
  };
  /** From the menu of a row, with a yes to the question that follows. */
  const choose = async (row: string, item: string, sure?: string) => {
    await page.getByRole("row", { name: row }).getByRole("button", { name: "Actions" }).click();
    // By keyboard: where there is no room below, the menu moves while one aims at it.
    await page.getByRole("menuitem", { name: item }).press("Enter");
    if (sure !== undefined) await button(sure, dialog()).click();
  };
  const found = async (q: string) => (await stage.owner.get(`/organizations/${acme}/users?q=${q}`)).json.items;

  test("an owner invites somebody by mail, who chooses a password with the link in it", async () => {
    await button("Add user").click();
    await page.getByLabel("Given name").fill("Grace");
    await page.getByLabel("Family name").fill("Hopper");
    await button("Add user", dialog()).click();
    await dialog().getByText("email is missing").waitFor();
    assert.equal(await page.getByLabel("Given name").inputValue(), "Grace", "what was typed stays");

    await dialog().getByLabel("E-mail").fill("grace@mail.example");
    await dialog().getByLabel("User name").focus();
    assert.equal(await dialog().getByLabel("User name").inputValue(), "grace", "a user name is proposed");
    await stage.check(page);
    await button("Add user", dialog()).click();
    await page.getByRole("heading", { level: 1, name: "Grace Hopper" }).waitFor();
    const { link } = await stage.mailTo("grace@mail.example");
    await tab("Sign-in");
    await page.getByText("They cannot sign in yet").waitFor();

    const guest = await stage.chromium.newPage();
    await guest.goto(link ?? "");
    await guest.locator("input[type=password]").first().fill(PASSWORD);
    await guest.getByRole("button").last().click();
    await guest.waitForLoadState();
    await guest.close();
    const [{ id }] = await found("grace");
    assert.equal((await stage.owner.get(`/users/${id}/credentials`)).json.password.set, true);
  });

  test("a refused user name or password is said at the field; then the person signs in with the password, and is shut out again", async () => {
    await owner.go(`/organizations/${acme}/users`);
    await button("Add user").click();
    await dialog().getByLabel("Given name").fill("Alan");
    await dialog().getByLabel("User name").fill("grace");
    await dialog().getByLabel("With a password").check();
    await dialog()
      .getByLabel(/^Password/)
      .fill("12345678");
    await button("Add user", dialog()).click();
    await dialog().getByText("This password is one of those that are guessed first").waitFor();
    assert.equal(
      await dialog()
        .getByLabel(/^Password/)
        .getAttribute("aria-invalid"),
      "true",
    );
    await dialog()
      .getByLabel(/^Password/)
      .fill(PASSWORD);
    await button("Add user", dialog()).click();
    await dialog().getByText("Another user of this organization has this user name").waitFor();
    assert.equal(await dialog().getByLabel("User name").getAttribute("aria-invalid"), "true");
    assert.equal(
      await dialog()
        .getByLabel(/^Password/)
        .inputValue(),
      PASSWORD,
      "what was typed stays",
    );
    assert.deepEqual(await found("alan"), [], "nothing was made");
    await dialog().getByLabel("User name").fill("alan");
    await dialog().getByLabel("Must be changed at the first sign-in").uncheck();
    await button("Add user", dialog()).click();
    await page.getByRole("heading", { level: 1, name: "Alan" }).waitFor();
    const [{ id, loginName }] = await found("alan");

    await using alan = await stage.visit({ loginName });
    await alan.page.getByText("There is nothing for you to manage").waitFor();
    await tab("Sessions");
    await choose("Chrome on Linux", "End session", "End session");
    await says("The session was ended");
    await page.getByText("Not signed in").waitFor();
    await alan.page.reload();
    await alan.page.getByLabel("Login name or e-mail").waitFor();
    assert.deepEqual((await stage.owner.get(`/users/${id}/sessions`)).json.loginSessions, []);
    assert.notDeepEqual((await stage.owner.get(`/users/${id}`)).json.state, "locked");
  });

  test("somebody is found, locked and unlocked again", async () => {
    await owner.go(`/organizations/${acme}/users`);
    await page.getByLabel("Search by name or e-mail").fill("hopp");
    await page.getByText("1 in all").waitFor();
    await choose("Grace Hopper", "Lock", "Lock Grace Hopper");
    await says("Grace Hopper is locked");
    assert.equal((await found("grace"))[0].state, "locked");
    await page.getByRole("link", { name: "Grace Hopper" }).click();
    await tab("Sign-in");
    await page.getByText("They are locked and cannot sign in").waitFor();
    await button("Actions").click();
    assert.equal(
      await page.getByRole("menuitem", { name: "Lock", exact: true }).count(),
      0,
      "only what the state allows is offered",
    );
    await page.getByRole("menuitem", { name: "Unlock" }).press("Enter");
    await says("Grace Hopper is unlocked");
    assert.equal((await found("grace"))[0].state, "active");
  });

  test("what somebody agreed to is seen with their sessions, and taken back", async () => {
    const [{ id }] = await found("grace");
    const applicationId = stage.idp.web.application.id;
    await stage.idp.node.services.storage.transaction((tx) => agreed(tx, id, applicationId, ["openid", "email"]));
    await owner.go(`/users/${id}/sessions`);
    const section = page.getByRole("region", { name: "Consent" });
    await section.getByText("openid email").waitFor();
    await stage.check(page);
    await section.getByRole("row", { name: "App" }).getByRole("button", { name: "Actions" }).click();
    await page.getByRole("menuitem", { name: "Take back" }).press("Enter");
    await button("Take back", dialog()).click();
    await says("The consent was taken back");
    await section.getByText("Nothing agreed to").waitFor();
    assert.deepEqual((await stage.owner.get(`/users/${id}/consents`)).json.consents, []);
  });

  test("profile, e-mail address and metadata are changed, each for itself", async () => {
    const [{ id }] = await found("grace");
    await owner.go(`/users/${id}`);
    await page.getByLabel("Nickname").fill("Amazing Grace");
    await page.getByRole("combobox", { name: "Language" }).fill("not a language");
    await button("Save", page.getByRole("region", { name: "Profile" })).click();
    await page.getByText("locale must be a language tag").waitFor();
    assert.equal(await page.getByLabel("Nickname").inputValue(), "Amazing Grace");
    await page.getByRole("combobox", { name: "Language" }).fill("en");
    await button("Save", page.getByRole("region", { name: "Profile" })).click();
    await says("Saved");
    await button("Change").click();
    await dialog().getByLabel("Address").fill("hopper@mail.example");
    await button("Save", dialog()).click();
    await page.getByText("Not verified").waitFor();
    await button("Send verification").click();
    await says("A mail to verify the address");
    assert.match((await stage.mailTo("hopper@mail.example")).link ?? "", /^http/);
    const { profile, email, emailVerified } = (await stage.owner.get(`/users/${id}`)).json;
    assert.deepEqual(
      [profile.nickname, profile.locale, email, emailVerified],
      ["Amazing Grace", "en", "hopper@mail.example", false],
    );

    await tab("Metadata");
    await button("Add entry").click();
    await page.getByLabel("Key").fill("badge");
    await page.getByLabel("Value").fill("4711");
    await button("Add entry").click();
    await says("badge was added");
    assert.deepEqual((await stage.owner.get(`/users/${id}/metadata`)).json.items, [{ key: "badge", value: "4711" }]);
  });

  test("whoever has lost their second factor gets in without it", async () => {
    const { storage, vault } = stage.idp.node.services;
    const [{ id }] = await found("grace");
    const secret = newTotpSecret();
    const code = codeFrom(secret, await readNow(storage.db));
    assert.equal(await addTotp(storage, vault, { userId: id, secret, name: "Old phone", code }, by), "won");
    await owner.go(`/users/${id}/sign-in`);
    await page.getByText("a second factor: authenticator app").waitFor();
    await choose("Old phone", "Remove", "Remove authenticator app");
    await says("The authenticator app was removed");
    await page.getByText("No second factor").waitFor();
    assert.deepEqual((await stage.owner.get(`/users/${id}/credentials`)).json.factors, []);
  });

  test("a user manager is offered nothing that would change an owner, and is told why", async () => {
    const place = { level: "organization", organizationId: acme } as const;
    const helper = await stage.person([{ role: "ORG_USER_MANAGER", place }], { userName: "hugo" });
    const [{ id }] = await found("olga");
    await using visitor = await stage.visit(helper, `/users/${id}/sign-in`);
    await visitor.page.getByText("This account manages more than you do").waitFor();
    await visitor.page.getByRole("heading", { name: "Password" }).waitFor();
    assert.equal(await button("Set password", visitor.page).count(), 0);
    assert.equal(await button("Actions", visitor.page).count(), 0);
    await stage.check(visitor.page);
    await visitor.go(`/organizations/${acme}/users`);
    await visitor.page.getByRole("row", { name: /Olga/ }).getByRole("button", { name: "Actions" }).click();
    await visitor.page.getByText("Manages more than you do").waitFor();
    assert.equal(await visitor.page.getByRole("menuitem", { name: "Lock" }).count(), 0);
    await visitor.page.keyboard.press("Escape");
    await visitor.page.getByRole("row", { name: /Grace/ }).getByRole("button", { name: "Actions" }).click();
    await visitor.page.getByRole("menuitem", { name: "Deactivate" }).waitFor();
  });

  test("who manages the instance finds people of all organizations, and who manages one is not offered that", async () => {
    await owner.go(`/organizations/${acme}/users`);
    await page.getByRole("link", { name: "Grace Hopper" }).waitFor();
    assert.equal(await button("Where").count(), 0);
    const { bob } = stage.idp.world;
    await using visitor = await stage.visit(await stage.person(everything), `/organizations/${acme}/users`);
    await button("Where", visitor.page).click();
    await visitor.page.getByRole("menuitem", { name: "All organizations" }).press("Enter");
    await visitor.page.getByRole("link", { name: bob.userName }).first().waitFor();
  });

  test("a service user gets a token with its key file, and calls the API with a personal access token", async () => {
    await owner.go(`/organizations/${acme}/service-users`);
    await button("Create service user").first().click();
    await dialog().getByLabel("User name").fill("grace");
    await button("Create service user", dialog()).click();
    await dialog().getByText("Another user of this organization has this user name").waitFor();
    await dialog().getByLabel("User name").fill("nightly");
    await dialog().getByLabel(/^Name/).fill("Nightly report");
    await button("Create service user", dialog()).click();
    await page.getByRole("heading", { level: 1, name: "Nightly report" }).waitFor();

    await button("Make a key").click();
    await button("Make a key", dialog()).click();
    const downloading = page.waitForEvent("download");
    await button("Download").click();
    const file = JSON.parse(await readFile(await (await downloading).path(), "utf8"));
    await page.getByLabel("I have stored it safely").check();
    await button("Done").click();
    const got = await tokenWith(stage, file);
    assert.equal(got.status, 200, got.body);

    await button("Make a token").click();
    await dialog().getByLabel(/^Name/).fill("Deployment");
    const scopes = dialog().getByRole("combobox", { name: "Further scopes" });
    await scopes.fill("nonsense");
    await scopes.press("Tab");
    await button("Make a token", dialog()).click();
    await dialog().getByText("scopes holds what is unknown: nonsense").waitFor();
    await scopes.press("Backspace");
    await scopes.press("Tab");
    await button("Make a token", dialog()).click();
    const token = (await page.getByTestId("secret").textContent()) ?? "";
    await page.getByLabel("I have stored it safely").check();
    await button("Done").click();
    const role = { userId: file.userId, role: "ORG_OWNER_VIEWER", keepSessions: true };
    assert.equal((await stage.owner.post(`/organizations/${acme}/managers`, role)).status, 201);
    const call = () =>
      fetch(`${stage.url}/management/v1/organizations/${acme}`, { headers: { authorization: `Bearer ${token}` } });
    assert.equal((await call()).status, 200);
    await choose("Deployment", "Revoke", "Revoke Deployment");
    await says("Deployment was revoked");
    assert.equal((await call()).status, 401);

    await button("Make a secret").click();
    const secret = (await page.getByTestId("secret").textContent()) ?? "";
    await page.getByLabel("I have stored it safely").check();
    await button("Done").click();
    const form = { grant_type: "client_credentials", client_id: file.userId, client_secret: secret, scope: "openid" };
    assert.equal((await post(stage.idp, "/oauth/v2/token", form)).status, 200);
  });

  test("who only looks sees it all, can change nothing, and every page can be read by anybody", async () => {
    const place = { level: "organization", organizationId: acme } as const;
    const viewer = await stage.person([{ role: "ORG_OWNER_VIEWER", place }], { userName: "vera" });
    const [{ id }] = await found("grace");
    const robot = (await stage.owner.get(`/organizations/${acme}/service-users?q=nightly`)).json.items[0].id;
    await using visitor = await stage.visit(viewer, `/organizations/${acme}/users`);
    const offered =
      /^(Add|Create|Make|Set|Send|Save|Change|Remove|Replace|Sign out everywhere|Invite|Lock|Revoke|Delete|Deactivate|End|Give|Upload)\b/;
    const pages: readonly (readonly [path: string, shows: string])[] = [
      [`/organizations/${acme}/users`, "Grace Hopper"],
      [`/users/${id}`, "hopper@mail.example"],
      [`/users/${id}/sign-in`, "At their next sign-in"],
      [`/users/${id}/sessions`, "Browsers"],
      [`/users/${id}/roles`, "Roles in projects"],
      [`/users/${id}/metadata`, "4711"],
      [`/users/${id}/activity`, "About this account"],
      [`/organizations/${acme}/service-users`, "Nightly report"],
      [`/service-users/${robot}`, "Id, also its client id"],
      [`/service-users/${robot}/credentials`, "Deployment"],
      [`/service-users/${robot}/roles`, "Manager roles"],
      [`/service-users/${robot}/metadata`, "Metadata"],
      [`/service-users/${robot}/activity`, "About this account"],
    ];
    for (const [path, shows] of pages) {
      await visitor.go(path);
      await visitor.page.getByRole("main").getByText(shows).first().waitFor();
      await visitor.page.getByRole("status", { name: "Loading" }).first().waitFor({ state: "detached" });
      assert.equal(
        await visitor.page.getByRole("main").getByRole("button", { name: offered }).count(),
        0,
        `${path} offers a change`,
      );
      for (const menu of await visitor.page.getByRole("button", { name: "Actions" }).all()) {
        await menu.click();
        await visitor.page.getByRole("menuitem").first().waitFor();
        assert.equal(
          await visitor.page.getByRole("menuitem", { name: offered }).count(),
          0,
          `a menu of ${path} offers a change`,
        );
        await visitor.page.keyboard.press("Escape");
        await visitor.page.getByRole("menuitem").first().waitFor({ state: "detached" });
      }
      await stage.check(visitor.page);
    }
    assert.deepEqual(visitor.complaints, []);
  });

  test("who is deleted by name is gone", async () => {
    const [{ id, loginName }] = await found("alan");
    await owner.go(`/users/${id}`);
    await button("Delete user").click();
    assert.equal(await button("Delete user", dialog()).isDisabled(), true);
    await dialog().getByRole("textbox").fill(loginName);
    await button("Delete user", dialog()).click();
    await says("Alan was deleted");
    await page.getByRole("heading", { level: 1, name: "Users" }).waitFor();
    assert.equal((await stage.owner.get(`/users/${id}`)).status, 404);
    assert.deepEqual(owner.complaints, []);
  });
});

/** RFC 7523: what a program does with its key file. */
async function tokenWith(stage: ConsoleStage, file: { userId: string; keyId: string; key: string }) {
  const assertion = await new SignJWT({})
    .setProtectedHeader({ alg: "RS256", kid: file.keyId })
    .setIssuer(file.userId)
    .setSubject(file.userId)
    .setAudience(stage.url)
    .setIssuedAt()
    .setExpirationTime("5m")
    .setJti(crypto.randomUUID())
    .sign(createPrivateKey(file.key));
  const form = { grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion, scope: MANAGEMENT_SCOPE };
  return post(stage.idp, "/oauth/v2/token", form);
}
