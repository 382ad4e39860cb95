/** Where people return to, and whether development mode is on: the same fields in the wizard and in the settings. */
import { Stack, Switch } from "@mantine/core";
import type { Framework } from "./frameworks/framework.ts";
import { isRedirectMissing, redirectUriFor } from "./frameworks/values.ts";
import { type ApplicationType, kinds } from "./kinds.ts";
import { hasPlainScheme, isOnThisDevice } from "./quick-check.ts";
import { Caution, UriList } from "./uri-list.tsx";
import type { SettingsCheck } from "./use-check.ts";

export interface AddressValues {
  readonly redirectUris: string[];
  readonly postLogoutRedirectUris: string[];
  readonly developmentMode: boolean;
}

interface AddressesProps {
  readonly type: ApplicationType;
  readonly value: AddressValues;
  onChange(change: Partial<AddressValues>): void;
  readonly check: SettingsCheck;
  /** What the server said when it was sent. */
  readonly errors?: { readonly redirectUris?: unknown; readonly postLogoutRedirectUris?: unknown };
  readonly readOnly?: boolean;
  /** What it is built with, if we know: it may come back to a path of its own. */
  readonly framework?: Framework | undefined;
}

export function Addresses({ type, value, onChange, check, errors = {}, readOnly = false, framework }: AddressesProps) {
  const develop = readOnly || value.developmentMode ? undefined : () => onChange({ developmentMode: true });
  const warning = (code: string) => check.warnings.find((one) => one.code === code)?.message;
  const schemeWarning = (uri: string) => (hasPlainScheme(uri) ? warning("scheme_without_dot") : undefined);
  const shared = { placeholder: kinds[type].placeholder, develop, readOnly };
  return (
    <Stack gap="lg">
      <UriList
        {...shared}
        label="Redirect URIs"
        rowLabel="Redirect URI"
        description={`Where people come back to with the answer after they sign in. Signet sends them nowhere else: the address in a request has to be one of these, to the last letter.${pathOf(framework)}`}
        value={value.redirectUris}
        onChange={(redirectUris) => onChange({ redirectUris })}
        found={check.redirectUris}
        error={text(errors.redirectUris)}
        suggest={(uri) => suggestion(framework, uri)}
        warn={(uri) =>
          /^http:\/\/[^/:?]*localhost(?=[:/?]|$)/.test(uri) && isOnThisDevice(uri)
            ? warning("localhost_redirect")
            : schemeWarning(uri)
        }
      />
      <UriList
        {...shared}
        label="Post-logout redirect URIs"
        rowLabel="Post-logout redirect URI"
        description="Where people may go after they sign out. Without one, they see a page that says they are signed out."
        placeholder={kinds[type].placeholder.replace(/\/callback$/, "/")}
        value={value.postLogoutRedirectUris}
        onChange={(postLogoutRedirectUris) => onChange({ postLogoutRedirectUris })}
        found={check.postLogoutRedirectUris}
        warn={schemeWarning}
        error={text(errors.postLogoutRedirectUris)}
      />
      <div>
        <Switch
          label="Development mode"
          description="Addresses may use http and IP addresses on any host. What is sent there can be read on its way."
          checked={value.developmentMode}
          onChange={(event) => onChange({ developmentMode: event.currentTarget.checked })}
        />
        {value.developmentMode && warning("development_mode") !== undefined && (
          <Caution>{warning("development_mode") ?? ""}</Caution>
        )}
      </div>
    </Stack>
  );
}

function pathOf(framework: Framework | undefined): string {
  if (framework?.redirectPath === undefined || framework.anyPath) return "";
  return ` ${framework.name} comes back to ${framework.redirectPath || "the address alone, without a path"}.`;
}

/** The same place, with the path that the framework comes back to. */
function suggestion(framework: Framework | undefined, uri: string): string | undefined {
  if (framework === undefined || !/^https?:\/\/[^/]/.test(uri) || !isRedirectMissing(framework, [uri]))
    return undefined;
  return redirectUriFor(framework, [uri]);
}

function text(error: unknown): string | undefined {
  return typeof error === "string" ? error : undefined;
}
