/** Every framework there is, the likeliest of each group first. */
import { allauth, mozillaDjangoOidc, socialAuth } from "./django.ts";
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
  ...[authJs, express, expressOpenidConnect, passportOpenidconnect],
  ...[spring, springOpaque, springJwt, quarkus],
  ...[mozillaDjangoOidc, allauth, socialAuth, flask, requestsOauthlib, streamlit],
  ...[goOidc, zitadelOidc, zitadelResourceServer],
  ...[rust, ruby, php, league],
  ...[modAuthOpenidc, oauth2Proxy],
  ...[grafana, gitea, jupyterhub, pgadmin, synapse, kafka, dovecot],
  kubelogin,
];

export function frameworkOf(id: string): Framework | undefined {
  return frameworks.find((one) => one.id === id);
}
