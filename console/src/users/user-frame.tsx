/** A person: who they are, their state, what can be done to them, and a tab for each part. */
import { Button, Menu } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { useMay } from "../may.tsx";
import { Page, PageSkeleton } from "../parts/page/page.tsx";
import { ProblemPage } from "../parts/page/problem.tsx";
import { RouteTabs } from "../parts/page/tabs.tsx";
import { useParam } from "../parts/page/use-param.ts";
import { State } from "../parts/values/state.tsx";
import { paths } from "../paths.ts";
import { useBelongsTo } from "../shell/current-organization.tsx";
import { LivesAt } from "./lives-at.tsx";
import { SparedNote, useOnlyStops } from "./spared.tsx";
import { useUser } from "./use-user.ts";
import { type ChangeableUser, canBeStopped, StopUser, UserActions } from "./user-actions.tsx";

export default function UserFrame() {
  const userId = useParam("userId");
  const { data: user, error } = useUser();
  const may = useMay({ userId });
  useBelongsTo(user?.organizationId);
  if (error !== null) return <ProblemPage problem={error} />;
  if (user === undefined) return <PageSkeleton />;
  const at = paths.user(userId);
  const { displayName } = user.profile;
  return (
    <Page
      title={displayName}
      crumbs={[{ label: "Users", to: paths.users(user.organizationId) }]}
      beside={<State state={user.state} />}
      purpose={<LivesAt loginName={user.loginName} organizationId={user.organizationId} />}
      action={<Actions user={{ ...user, displayName }} mayWrite={may.has("user.write")} />}
    >
      <SparedNote of={{ userId }} organizationId={user.organizationId} />
      <RouteTabs
        label="Parts of the user"
        tabs={[
          { label: "Profile", to: at, exact: true },
          { label: "Sign-in", to: `${at}/sign-in`, hidden: !may.has("user_credential.read") },
          { label: "Sessions", to: `${at}/sessions`, hidden: !may.has("session.read") },
          { label: "Roles", to: `${at}/roles`, hidden: !may.has("role_assignment.read") },
          { label: "Metadata", to: `${at}/metadata`, hidden: !may.has("user_metadata.read") },
          { label: "Activity", to: `${at}/activity`, hidden: !may.has("event.read") },
        ]}
      />
    </Page>
  );
}

function Actions({
  user,
  mayWrite,
}: {
  user: ChangeableUser & { readonly organizationId: string };
  mayWrite: boolean;
}) {
  const onlyStops = useOnlyStops({ of: { userId: user.id }, organizationId: user.organizationId });
  if (!mayWrite && !(onlyStops && canBeStopped(user))) return null;
  return (
    <Menu>
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden />}>
          Actions
        </Button>
      </Menu.Target>
      <Menu.Dropdown>{onlyStops ? <StopUser user={user} /> : <UserActions user={user} />}</Menu.Dropdown>
    </Menu>
  );
}
