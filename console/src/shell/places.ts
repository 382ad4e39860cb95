/** Where one can go from here: the same list for the menu and the command palette. What one may not see is left out. */
import {
  type Icon,
  IconApps,
  IconBuilding,
  IconFolderShare,
  IconHistory,
  IconHome,
  IconKey,
  IconPalette,
  IconRobot,
  IconSettings,
  IconShieldCheck,
  IconTicket,
  IconUserShield,
  IconUsers,
} from "@tabler/icons-react";
import { useMay, useMe } from "../may.tsx";
import { paths } from "../paths.ts";
import { useOrganization } from "./current-organization.tsx";

export interface Destination {
  readonly label: string;
  readonly to: string;
  readonly icon: Icon;
  readonly exact?: boolean;
  /** What tells it from others of the same name. */
  readonly detail?: string;
  /** The organization that one is in from then on. */
  readonly organizationId?: string;
}

export interface DestinationGroup {
  readonly heading?: string;
  readonly destinations: readonly Destination[];
}

export function useDestinations(): readonly DestinationGroup[] {
  const { organization, organizations } = useOrganization();
  const here = useMay(organization === undefined ? {} : { organizationId: organization.id });
  const everywhere = useMay();
  const me = useMe();
  const id = organization?.id ?? "";
  const elsewhere = (me?.managerRoles ?? []).filter(
    ({ place }) => place.level === "project" || place.level === "project_grant",
  );
  // Managers of a project see the tokens of its applications.
  const seesTokens =
    everywhere.has("token.read") || here.has("token.read") || elsewhere.some(({ place }) => place.level === "project");
  const only = (shown: boolean, destination: Destination) => (shown ? [destination] : []);

  const ofOrganization =
    organization === undefined
      ? []
      : [
          ...only(here.has("project.read") || here.has("project.create"), {
            label: "Projects",
            to: paths.projects(id),
            icon: IconApps,
          }),
          ...only(here.has("project_grant.read"), {
            label: "Granted projects",
            to: paths.grantedProjects(id),
            icon: IconFolderShare,
          }),
          ...only(here.has("user.read"), { label: "Users", to: paths.users(id), icon: IconUsers }),
          ...only(here.has("service_user.read"), {
            label: "Service users",
            to: paths.serviceUsers(id),
            icon: IconRobot,
          }),
          ...only(here.has("organization_manager.read"), {
            label: "Managers",
            to: paths.organizationManagers(id),
            icon: IconUserShield,
          }),
          ...only(here.has("branding.read"), { label: "Branding", to: paths.branding(id), icon: IconPalette }),
          ...only(here.has("organization_policy.read"), {
            label: "Policies",
            to: paths.policies(id),
            icon: IconShieldCheck,
          }),
          ...only(here.has("event.read"), { label: "Audit log", to: paths.organizationAudit(id), icon: IconHistory }),
          ...only(here.has("organization.read"), {
            label: "Organization settings",
            to: paths.organizationSettings(id),
            icon: IconBuilding,
          }),
        ];
  const ofInstance = [
    ...only(organizations.length > 1 || everywhere.has("organization.create"), {
      label: "Organizations",
      to: paths.organizations,
      icon: IconBuilding,
      exact: true,
    }),
    ...only(everywhere.has("iam_manager.read"), {
      label: "Instance managers",
      to: paths.instanceManagers,
      icon: IconUserShield,
    }),
    ...only(everywhere.has("signing_key.read"), { label: "Signing keys", to: paths.signingKeys, icon: IconKey }),
    ...only(everywhere.has("event.read"), { label: "Instance audit log", to: paths.audit, icon: IconHistory }),
    ...only(everywhere.has("instance.read"), { label: "Instance settings", to: paths.settings, icon: IconSettings }),
    ...only(seesTokens, { label: "Token inspector", to: paths.inspector, icon: IconTicket }),
  ];
  return [
    { destinations: [{ label: "Home", to: paths.home, icon: IconHome, exact: true }, ...ofOrganization] },
    ...(elsewhere.length === 0
      ? []
      : [
          {
            heading: "You manage",
            destinations: elsewhere.map(({ place }) => ({
              label: place.name,
              to: place.level === "project" ? paths.project(place.id ?? "") : paths.projectGrant(place.id ?? ""),
              icon: place.level === "project" ? IconApps : IconFolderShare,
            })),
          },
        ]),
    ...(ofInstance.length === 0
      ? []
      : [{ heading: ofInstance.length > 1 ? "Instance" : "Tools", destinations: ofInstance }]),
  ];
}
