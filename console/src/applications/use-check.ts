/** Asks the server what it thinks of settings while they are typed, before anything is saved. */
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData } from "@tanstack/react-query";
import { useMemo } from "react";
import { api, type Schemas } from "../api.ts";
import type { Finding } from "./quick-check.ts";

const TYPING_MS = 300;

export interface UriFindings {
  readonly problems: ReadonlyMap<string, Finding>;
  /** Those that were asked about and are good. */
  readonly accepted: ReadonlySet<string>;
}

export interface SettingsCheck {
  readonly redirectUris: UriFindings;
  readonly postLogoutRedirectUris: UriFindings;
  /** Problems that stand at no address, by the name of the setting. */
  readonly problems: ReadonlyMap<string, string>;
  readonly warnings: readonly Schemas["Warning"][];
  /** Whether all of it has been looked at and would be accepted. */
  readonly accepted: boolean;
}

type Lists = Pick<SettingsCheck, "redirectUris" | "postLogoutRedirectUris">;
const lists = ["redirectUris", "postLogoutRedirectUris"] as const satisfies (keyof Lists)[];

/** `settings`: what registering takes. Rows without an address in them are not asked about. */
export function useSettingsCheck(projectId: string, settings: Schemas["NewApplication"]): SettingsCheck {
  const typedSettings = JSON.stringify({
    ...settings,
    ...withoutEmpty(settings),
    name: settings.name.trim() || "New application",
  });
  const [settledSettings] = useDebouncedValue(typedSettings, TYPING_MS);
  const checkedSettings = useMemo((): Schemas["NewApplication"] => JSON.parse(settledSettings), [settledSettings]);
  const { data, isPlaceholderData } = api.useQuery(
    "post",
    "/projects/{projectId}/applications/check",
    { params: { path: { projectId } }, body: checkedSettings },
    { placeholderData: keepPreviousData, enabled: projectId !== "" },
  );
  return useMemo(() => {
    const isAnswered = data !== undefined && !isPlaceholderData;
    const problems = isAnswered ? data.problems : [];
    const [redirectUris, postLogoutRedirectUris] = lists.map((list) =>
      findingsOf(problems, checkedSettings[list] ?? [], list, isAnswered),
    );
    const others = problems
      .filter(({ field }) => !/\[\d+\]$/.test(field))
      .map(({ field, message }) => [field, message] as const);
    return {
      redirectUris: redirectUris ?? NONE,
      postLogoutRedirectUris: postLogoutRedirectUris ?? NONE,
      problems: new Map(others),
      warnings: data?.warnings ?? [],
      accepted: isAnswered && settledSettings === typedSettings && problems.length === 0,
    };
  }, [data, isPlaceholderData, checkedSettings, settledSettings, typedSettings]);
}

const NONE: UriFindings = { problems: new Map(), accepted: new Set() };

/** By address, not by row: rows come and go while the answer is on its way. */
function findingsOf(
  problems: readonly Schemas["SettingProblem"][],
  uris: readonly string[],
  list: keyof Lists,
  known: boolean,
): UriFindings {
  const found = new Map<string, Finding>();
  for (const { field, message, code, suggestion } of problems) {
    const uri = uris.find((_, index) => field === `${list}[${index}]`);
    // Which of two the second one is, the list itself sees.
    if (uri !== undefined && code !== "duplicate")
      found.set(uri, { message, code, ...(suggestion === undefined ? {} : { suggestion }) });
  }
  return { problems: found, accepted: new Set(known ? uris.filter((uri) => !found.has(uri)) : []) };
}

export function withoutEmpty({ redirectUris = [], postLogoutRedirectUris = [] }: Partial<Schemas["NewApplication"]>) {
  const withoutEmptyRows = (uris: readonly string[]) => uris.map((uri) => uri.trim()).filter((uri) => uri !== "");
  return {
    redirectUris: withoutEmptyRows(redirectUris),
    postLogoutRedirectUris: withoutEmptyRows(postLogoutRedirectUris),
  };
}
