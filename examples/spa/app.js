/** The whole application: signs in, shows who it is, asks userinfo, renews the tokens, signs out. */
const { UserManager } = globalThis.oidc;
const element = (id) => document.getElementById(id);

const { issuer, clientId, scope } = await (await fetch("/config.json")).json();
// What is left out is the library's default: code flow, PKCE, tokens in sessionStorage, renewal a minute before they expire.
const manager = new UserManager({
  authority: issuer,
  client_id: clientId,
  scope,
  redirect_uri: `${location.origin}/callback`,
  post_logout_redirect_uri: `${location.origin}/`,
  // The ID token says who signed in; name and e-mail address come from userinfo.
  loadUserInfo: true,
  // Where several people are signed in at Signet, the one who uses this page is renewed.
  includeIdTokenInSilentRenew: true,
});
manager.events.addUserLoaded(show);
manager.events.addAccessTokenExpired(() => show(null));

const actions = {
  "sign-in": () => manager.signinRedirect(),
  renew: () => manager.signinSilent(),
  "sign-out": () => manager.signoutRedirect(),
  async ask() {
    const user = await manager.getUser();
    const answer = await fetch(await manager.metadataService.getUserInfoEndpoint(), {
      headers: { authorization: `Bearer ${user?.access_token}` },
    });
    if (!answer.ok) throw new Error(`Userinfo answered ${answer.status}. Sign in again.`);
    element("answer").textContent = JSON.stringify(await answer.json(), null, 2);
    element("answer").hidden = false;
  },
};
for (const [id, action] of Object.entries(actions)) element(id).addEventListener("click", () => attempt(action));

if (location.pathname === "/callback") {
  await attempt(() => manager.signinCallback());
  // The code in the address is spent; a reload should not send it again.
  history.replaceState({}, "", "/");
}
show(await manager.getUser());

async function attempt(action) {
  element("problem").hidden = true;
  try {
    await action();
  } catch (error) {
    element("problem").textContent = error.message;
    element("problem").hidden = false;
  }
}

function show(user) {
  const isSignedIn = user !== null && !user.expired;
  element("signed-out").hidden = isSignedIn;
  element("signed-in").hidden = !isSignedIn;
  if (!isSignedIn) return;
  element("name").textContent = user.profile.name ?? user.profile.sub;
  element("until").textContent =
    `Signed in. The access token is good until ${new Date(user.expires_at * 1000).toLocaleTimeString()}.`;
  element("claims").replaceChildren(
    ...Object.entries(user.profile).flatMap(([name, value]) => [
      Object.assign(document.createElement("dt"), { textContent: name }),
      Object.assign(document.createElement("dd"), {
        textContent: typeof value === "string" ? value : JSON.stringify(value),
      }),
    ]),
  );
}
