/** The organization one is in: that of the page, or else the last one. */
import { useLocalStorage } from "@mantine/hooks";
import { useParams } from "@tanstack/react-router";
import { createContext, type ReactNode, use, useEffect } from "react";
import { api, type Schemas } from "../api.ts";
import { useMay, useMe } from "../may.tsx";

type Organization = Schemas["Organization"];

interface Current {
  /** Undefined as long as it is not known, and for whoever manages no organization. */
  readonly organization: Organization | undefined;
  /** Whether it is known which organizations there are. */
  readonly isLoaded: boolean;
  /** Those that can be chosen, at most the first page. */
  readonly organizations: readonly Organization[];
  choose(organizationId: string): void;
}

const Context = createContext<Current>({
  organization: undefined,
  isLoaded: false,
  organizations: [],
  choose: () => undefined,
});

export function CurrentOrganization({ children }: { children: ReactNode }) {
  const me = useMe();
  const [lastChosenId, setLastChosenId] = useLocalStorage({
    key: "signet.console.organization",
    defaultValue: "",
    getInitialValueInEffect: false,
  });
  const { organizationId: idInAddress }: { organizationId?: string } = useParams({ strict: false });
  useEffect(() => {
    if (idInAddress !== undefined) setLastChosenId(idInAddress);
  }, [idInAddress, setLastChosenId]);

  const { data } = api.useQuery("get", "/organizations", { params: { query: { limit: 200, sort: "name" } } });
  const organizations = data?.items ?? [];
  const wantedId = idInAddress ?? lastChosenId;
  const listed = organizations.find(({ id }) => id === wantedId);
  // One that is not among the first ones is read for itself, and may not be there any more.
  const { data: read } = api.useQuery(
    "get",
    "/organizations/{organizationId}",
    { params: { path: { organizationId: wantedId } } },
    { enabled: data !== undefined && listed === undefined && wantedId !== "", retry: false },
  );
  const organization = listed ?? read ?? organizations.find(({ id }) => id === me?.organization.id) ?? organizations[0];
  return (
    <Context value={{ organization, isLoaded: data !== undefined, organizations, choose: setLastChosenId }}>
      {children}
    </Context>
  );
}

export function useOrganization(): Current {
  return use(Context);
}

/** Pages of things that belong to an organization say so, and the menu shows that one, if one sees it. */
export function useBelongsTo(organizationId: string | undefined): void {
  const { organization, organizations, choose } = useOrganization();
  const everywhere = useMay().has("organization.read");
  useEffect(() => {
    if (organizationId === undefined || organizationId === organization?.id) return;
    if (everywhere || organizations.some(({ id }) => id === organizationId)) choose(organizationId);
  }, [organizationId, organization, organizations, everywhere, choose]);
}
