/** A single-page application with oidc-client-ts. What came of the last thing it did stands in the output, as JSON. */
const { UserManager, WebStorageStateStore } = globalThis.oidc;
const settings = await (await fetch("/settings.json")).json();
const here = location.origin;
const manager = new UserManager({
  ...settings,
  redirect_uri: `${here}/callback`,
  silent_redirect_uri: `${here}/callback`,
  popup_redirect_uri: `${here}/callback`,
  post_logout_redirect_uri: `${here}/signed-out`,
  loadUserInfo: true,
  automaticSilentRenew: false,
  includeIdTokenInSilentRenew: true,
  userStore: new WebStorageStateStore({ store: sessionStorage }),
});

const output = document.querySelector("output");
const actions = {
  "Sign in": () => manager.signinRedirect(),
  "Sign in in a popup": () => manager.signinPopup(),
  Renew: () => manager.signinSilent(),
  "Renew in a frame": () => manager.signinSilent({ forceIframeAuth: true }),
  "Ask userinfo": async () => {
    const user = await manager.getUser();
    const { userinfo_endpoint } = await (await fetch(`${settings.authority}/.well-known/openid-configuration`)).json();
    const answer = await fetch(userinfo_endpoint, { headers: { authorization: `Bearer ${user?.access_token}` } });
    return { status: answer.status, challenge: answer.headers.get("www-authenticate"), ...(await answer.json()) };
  },
  Revoke: () => manager.revokeTokens(["access_token"]),
  "Sign out": () => manager.signoutRedirect(),
};

async function show(name, work) {
  delete output.dataset.done;
  try {
    const answer = await work();
    const user = await manager.getUser();
    const { access_token, refresh_token, profile } = user ?? {};
    output.textContent = JSON.stringify({
      answer: answer?.profile ? undefined : answer,
      access_token,
      refresh_token,
      profile,
    });
  } catch (error) {
    output.textContent = JSON.stringify({ error: error.error ?? error.message });
  }
  output.dataset.done = name;
}

for (const button of document.querySelectorAll("button")) {
  button.addEventListener("click", () => show(button.textContent, actions[button.textContent]));
}
if (location.pathname === "/callback") await show("callback", () => manager.signinCallback());
else if (location.pathname === "/signed-out") await show("signed-out", () => manager.signoutCallback());
else output.dataset.done = "start";
