/** The last chapters of the reference: what each manager role is for, and who holds each permission. */

import { levelNames } from "../../identity/permissions/places.ts";
import { isRole, roles } from "../../identity/permissions/roles.ts";
import { type Html, html } from "../../pages/html.ts";
import type { OpenApiDocument } from "../openapi/document.ts";
import { listed } from "./types.ts";

export function rolesChapter(document: OpenApiDocument): Html {
  const entries = Object.entries(document["x-manager-roles"]).map(
    ([name, { purpose, permissions }]) =>
      html`<tr id="role-${name}"><th scope="row"><code>${name}</code></th><td>${purpose}<p class="quiet">A role of ${placeOf(name)}. ${permissions.length} permissions.</p></td></tr>\n`,
  );
  return html`<table><thead class="unseen"><tr><th scope="col">Role</th><th scope="col">What it is for</th></tr></thead><tbody>
${entries}</tbody></table>\n`;
}

export function permissionsChapter(document: OpenApiDocument): Html {
  const holders = Object.entries(document["x-manager-roles"]);
  const entries = Object.entries(document["x-permissions"]).map(([permission, meaning]) => {
    const held = holders.filter(([, role]) => role.permissions.includes(permission)).map(([name]) => name);
    return html`<tr id="permission-${permission}"><th scope="row"><code>${permission}</code></th><td>${meaning}<p class="quiet">${listed(held.map((name) => html`<a href="#role-${name}">${name}</a>`))}</p></td></tr>\n`;
  });
  return html`<table><thead class="unseen"><tr><th scope="col">Permission</th><th scope="col">What it allows, and who holds it</th></tr></thead><tbody>
${entries}</tbody></table>\n`;
}

function placeOf(name: string): string {
  return isRole(name) ? levelNames[roles[name].level] : "";
}
