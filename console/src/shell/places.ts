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
  const mayInOrganization = useMay(organization === undefined ? {} : { organizationId: organization.id });
  const mayInInstance = useMay();
  const me = useMe();
  const id = organization?.id ?? "";
  const managedElsewhere = (me?.managerRoles ?? []).filter(
    ({ place }) => place.level === "project" || place.level === "project_grant",
  );
  // Managers of a project see the tokens of its applications.
  const seesTokens =
    mayInInstance.has("token.read") ||
    mayInOrganization.has("token.read") ||
    managedElsewhere.some(({ place }) => place.level === "project");
  const ifSeen = (shown: boolean, destination: Destination) => (shown ? [destination] : []);

  const ofOrganization =
    organization === undefined
      ? []
      : [
          ...ifSeen(mayInOrganization.has("project.read") || mayInOrganization.has("project.create"), {
            label: "Projects",
            to: paths.projects(id),
            icon: IconApps,
          }),
          ...ifSeen(mayInOrganization.has("project_grant.read"), {
            label: "Granted projects",
            to: paths.grantedProjects(id),
            icon: IconFolderShare,
          }),
          ...ifSeen(mayInOrganization.has("user.read"), { label: "Users", to: paths.users(id), icon: IconUsers }),
          ...ifSeen(mayInOrganization.has("service_user.read"), {
            label: "Service users",
            to: paths.serviceUsers(id),
            icon: IconRobot,
          }),
          ...ifSeen(mayInOrganization.has("organization_manager.read"), {
            label: "Managers",
            to: paths.organizationManagers(id),
            icon: IconUserShield,
          }),
          ...ifSeen(mayInOrganization.has("branding.read"), {
            label: "Branding",
            to: paths.branding(id),
            icon: IconPalette,
          }),
          ...ifSeen(mayInOrganization.has("organization_policy.read"), {
            label: "Policies",
            to: paths.policies(id),
            icon: IconShieldCheck,
          }),
          ...ifSeen(mayInOrganization.has("event.read"), {
            label: "Audit log",
            to: paths.organizationAudit(id),
            icon: IconHistory,
          }),
          ...ifSeen(mayInOrganization.has("organization.read"), {
            label: "Organization settings",
            to: paths.organizationSettings(id),
            icon: IconBuilding,
          }),
        ];
  const ofInstance = [
    ...ifSeen(organizations.length > 1 || mayInInstance.has("organization.create"), {
      label: "Organizations",
      to: paths.organizations,
      icon: IconBuilding,
      exact: true,
    }),
    ...ifSeen(mayInInstance.has("iam_manager.read"), {
      label: "Instance managers",
      to: paths.instanceManagers,
      icon: IconUserShield,
    }),
    ...ifSeen(mayInInstance.has("signing_key.read"), { label: "Signing keys", to: paths.signingKeys, icon: IconKey }),
    ...ifSeen(mayInInstance.has("event.read"), { label: "Instance audit log", to: paths.audit, icon: IconHistory }),
    ...ifSeen(mayInInstance.has("instance.read"), {
      label: "Instance settings",
      to: paths.settings,
      icon: IconSettings,
    }),
    ...ifSeen(seesTokens, { label: "Token inspector", to: paths.inspector, icon: IconTicket }),
  ];
  return [
    { destinations: [{ label: "Home", to: paths.home, icon: IconHome, exact: true }, ...ofOrganization] },
    ...(managedElsewhere.length === 0
      ? []
      : [
          {
            heading: "You manage",
            destinations: managedElsewhere.map(({ place }) => ({
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
