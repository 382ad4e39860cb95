/** Every framework there is, the likeliest of each group first. */
import { nodeApi, pythonApi } from "./apis.ts";
import { oidcClientTs, react } from "./browser.ts";
import { android, commandLine, ios } from "./devices.ts";
import { allauth, mozillaDjangoOidc, socialAuth } from "./django.ts";
import { aspnet } from "./dotnet.ts";
import type { Framework } from "./framework.ts";
import { goOidc, zitadelOidc, zitadelResourceServer } from "./go.ts";
import { authJs, express, expressOpenidConnect, passportOpenidconnect } from "./javascript.ts";
import { dovecot, kafka, kubelogin } from "./machines.ts";
import { league, php, ruby, rust } from "./others.ts";
import { gitea, grafana, jupyterhub, pgadmin, synapse } from "./products.ts";
import { modAuthOpenidc, oauth2Proxy } from "./proxies.ts";
import { flask, requestsOauthlib, streamlit } from "./python.ts";
import { quarkus } from "./quarkus.ts";
import { spring, springJwt, springOpaque } from "./spring.ts";

export const frameworks: readonly Framework[] = [
  ...[authJs, express, expressOpenidConnect, passportOpenidconnect, oidcClientTs, react, nodeApi],
  ...[spring, springOpaque, springJwt, quarkus],
  ...[mozillaDjangoOidc, allauth, socialAuth, flask, requestsOauthlib, streamlit, pythonApi],
  ...[goOidc, zitadelOidc, zitadelResourceServer],
  ...[rust, ruby, php, league],
  aspnet,
  ...[modAuthOpenidc, oauth2Proxy],
  ...[grafana, gitea, jupyterhub, pgadmin, synapse, kafka, dovecot],
  ...[commandLine, ios, android, kubelogin],
];

export function frameworkOf(id: string): Framework | undefined {
  return frameworks.find((one) => one.id === id);
}
