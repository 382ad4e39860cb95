/** An application as its row has it: lists and token settings are JSON, flags are 0 or 1. */
import { keepUpTo } from "../../storage/kept.ts";
import { stampOf } from "../resource.ts";
import type { State } from "../states.ts";
import type { Application } from "./applications.ts";
import type { ApplicationSettings, ApplicationType, AuthMethod } from "./types.ts";

export const columns = [
  "id",
  "project_id",
  "name",
  "type",
  "auth_method",
  "response_types",
  "grant_types",
  "redirect_uris",
  "post_logout_redirect_uris",
  "development_mode",
  "management_access",
  "id_token_userinfo_assertion",
  "consent_required",
  "strict_auth_method",
  "tokens",
  "state",
  "version",
  "created_at",
  "changed_at",
] as const;

type Settings = Record<
  | "name"
  | "type"
  | "auth_method"
  | "response_types"
  | "grant_types"
  | "redirect_uris"
  | "post_logout_redirect_uris"
  | "tokens",
  string
> &
  Record<
    | "development_mode"
    | "management_access"
    | "id_token_userinfo_assertion"
    | "consent_required"
    | "strict_auth_method",
    number
  >;

export interface ApplicationRow extends Settings {
  readonly id: string;
  readonly project_id: string;
  readonly state: string;
  readonly version: number;
  readonly created_at: number;
  readonly changed_at: number;
}

export function toRow(settings: ApplicationSettings): Settings {
  return {
    name: settings.name,
    type: settings.type,
    auth_method: settings.authMethod,
    response_types: JSON.stringify(settings.responseTypes),
    grant_types: JSON.stringify(settings.grantTypes),
    redirect_uris: JSON.stringify(settings.redirectUris),
    post_logout_redirect_uris: JSON.stringify(settings.postLogoutRedirectUris),
    development_mode: Number(settings.developmentMode),
    management_access: Number(settings.managementAccess),
    id_token_userinfo_assertion: Number(settings.idTokenUserinfoAssertion),
    consent_required: Number(settings.consentRequired),
    strict_auth_method: Number(settings.strictAuthMethod),
    tokens: JSON.stringify(settings.tokens),
  };
}

/**
 * What a JSON text of an application stands for. The same few are read at every request, so those of late are kept;
 * nobody changes them, which their types say. How long they are is for whoever registers the application to say.
 */
export const keptTexts = keepUpTo<unknown>(8 * 1024 * 1024);
/** The text, and what is made of it: a list of the shortest addresses takes the most for each of its characters. */
const BYTES_A_CHARACTER = 8;

export function parseKept<T>(text: string): T {
  let value = keptTexts.get(text);
  if (value === undefined) {
    value = JSON.parse(text);
    keptTexts.set(text, value, BYTES_A_CHARACTER * text.length);
  }
  return value as T;
}

export function toApplication(row: ApplicationRow): Application {
  return {
    id: row.id,
    projectId: row.project_id,
    name: row.name,
    type: row.type as ApplicationType,
    authMethod: row.auth_method as AuthMethod,
    responseTypes: parseKept(row.response_types),
    grantTypes: parseKept(row.grant_types),
    redirectUris: parseKept(row.redirect_uris),
    postLogoutRedirectUris: parseKept(row.post_logout_redirect_uris),
    developmentMode: row.development_mode === 1,
    managementAccess: row.management_access === 1,
    idTokenUserinfoAssertion: row.id_token_userinfo_assertion === 1,
    consentRequired: row.consent_required === 1,
    strictAuthMethod: row.strict_auth_method === 1,
    tokens: parseKept(row.tokens),
    state: row.state as State,
    ...stampOf(row),
  };
}
