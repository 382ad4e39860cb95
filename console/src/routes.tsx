/** The table of pages. Each is loaded when it is first shown. */
import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from "@tanstack/react-router";
import type { ComponentType } from "react";
import { PageSkeleton } from "./parts/page/page.tsx";
import { ProblemPage } from "./parts/page/problem.tsx";
import { Shell } from "./shell/shell.tsx";

type LoadPage = () => Promise<{ default: ComponentType }>;

const root = createRootRoute({
  component: Shell,
  notFoundComponent: () => (
    <ProblemPage
      problem={{
        code: "not_found",
        detail: "There is no page at this address",
        advice: "Check the address, or choose from the menu.",
      }}
    />
  ),
  errorComponent: ({ error }) => <ProblemPage problem={error} />,
  validateSearch: (search: Record<string, unknown>) => search,
});

function page(path: string, load: LoadPage, parent: () => typeof root = () => root) {
  return createRoute({
    getParentRoute: parent,
    path,
    component: lazyRouteComponent(load),
    pendingComponent: PageSkeleton,
  });
}

/** A page with tabs: each tab is a page inside it. */
function tabs(path: string, load: LoadPage, innerPages: readonly (readonly [path: string, load: LoadPage])[]) {
  const frame = page(path, load);
  const parent = () => frame as unknown as typeof root;
  return frame.addChildren(innerPages.map(([inner, loadInner]) => page(inner, loadInner, parent)));
}

const tree = root.addChildren([
  page("/", () => import("./home/home-page.tsx")),
  page("/organizations", () => import("./organizations/organizations-page.tsx")),
  page("/organizations/$organizationId/projects", () => import("./projects/projects-page.tsx")),
  page("/organizations/$organizationId/granted-projects", () => import("./projects/granted-projects-page.tsx")),
  page("/organizations/$organizationId/users", () => import("./users/users-page.tsx")),
  page("/organizations/$organizationId/service-users", () => import("./service-users/service-users-page.tsx")),
  page("/organizations/$organizationId/managers", () => import("./organizations/organization-managers-page.tsx")),
  page("/organizations/$organizationId/branding", () => import("./branding/organization-branding-page.tsx")),
  page("/organizations/$organizationId/policies", () => import("./policies/organization-policies-page.tsx")),
  page("/organizations/$organizationId/settings", () => import("./organizations/organization-settings-page.tsx")),
  page("/organizations/$organizationId/audit", () => import("./audit/organization-audit-page.tsx")),
  page("/projects/$projectId/new-application", () => import("./applications/new-application-page.tsx")),
  tabs("/projects/$projectId", () => import("./projects/project-frame.tsx"), [
    ["/", () => import("./projects/project-applications-page.tsx")],
    ["/roles", () => import("./projects/project-roles-page.tsx")],
    ["/role-assignments", () => import("./projects/project-role-assignments-page.tsx")],
    ["/grants", () => import("./projects/project-grants-page.tsx")],
    ["/callers", () => import("./projects/project-callers-page.tsx")],
    ["/managers", () => import("./projects/project-managers-page.tsx")],
    ["/audit", () => import("./projects/project-audit-page.tsx")],
    ["/settings", () => import("./projects/project-settings-page.tsx")],
  ]),
  tabs("/project-grants/$projectGrantId", () => import("./projects/project-grant-frame.tsx"), [
    ["/", () => import("./projects/project-grant-role-assignments-page.tsx")],
    ["/managers", () => import("./projects/project-grant-managers-page.tsx")],
    ["/settings", () => import("./projects/project-grant-settings-page.tsx")],
  ]),
  tabs("/applications/$applicationId", () => import("./applications/application-frame.tsx"), [
    ["/", () => import("./applications/application-settings-page.tsx")],
    ["/tokens", () => import("./applications/application-tokens-page.tsx")],
    ["/credentials", () => import("./applications/application-credentials-page.tsx")],
    ["/code", () => import("./applications/application-code-page.tsx")],
    ["/try", () => import("./applications/try-it-page.tsx")],
  ]),
  tabs("/users/$userId", () => import("./users/user-frame.tsx"), [
    ["/", () => import("./users/user-profile-page.tsx")],
    ["/sign-in", () => import("./users/user-sign-in-page.tsx")],
    ["/sessions", () => import("./users/user-sessions-page.tsx")],
    ["/roles", () => import("./users/user-roles-page.tsx")],
    ["/metadata", () => import("./users/user-metadata-page.tsx")],
    ["/activity", () => import("./users/user-activity-page.tsx")],
  ]),
  tabs("/service-users/$serviceUserId", () => import("./service-users/service-user-frame.tsx"), [
    ["/", () => import("./service-users/service-user-general-page.tsx")],
    ["/credentials", () => import("./service-users/service-user-credentials-page.tsx")],
    ["/roles", () => import("./service-users/service-user-roles-page.tsx")],
    ["/metadata", () => import("./service-users/service-user-metadata-page.tsx")],
    ["/activity", () => import("./service-users/service-user-activity-page.tsx")],
  ]),
  page("/instance/managers", () => import("./instance/instance-managers-page.tsx")),
  page("/instance/signing-keys", () => import("./signing-keys/signing-keys-page.tsx")),
  page("/instance/audit", () => import("./audit/instance-audit-page.tsx")),
  tabs("/instance/settings", () => import("./instance/settings-frame.tsx"), [
    ["/", () => import("./instance/general-settings-page.tsx")],
    ["/policies", () => import("./policies/instance-policies-page.tsx")],
    ["/branding", () => import("./branding/instance-branding-page.tsx")],
    ["/mail", () => import("./instance/mail-settings-page.tsx")],
  ]),
  page("/token-inspector", () => import("./token-inspector/token-inspector-page.tsx")),
]);

export const router = createRouter({
  routeTree: tree,
  basepath: "/console",
  defaultPreload: "intent",
  defaultPendingMs: 150,
  scrollRestoration: true,
  // The page of another thing is another page: nothing that was typed about the one may be saved to the other.
  defaultRemountDeps: ({ params }) => params,
});
