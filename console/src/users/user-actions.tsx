/** What a manager does to a person as a whole: the items of the menu in the list and of the one on their page. */
import { Menu } from "@mantine/core";
import { IconCircleCheck, IconCircleMinus, IconLock, IconLockOpen, IconMail } from "@tabler/icons-react";
import { changed, client, type Schemas } from "../api.ts";
import { confirm } from "../parts/dialogs/confirm.tsx";
import { act } from "../parts/page/problem.tsx";

export interface ChangeableUser extends Pick<Schemas["ListedUser"], "id" | "state" | "email" | "displayName"> {}

const icon = { size: 16, "aria-hidden": true } as const;

export function UserActions({ user }: { user: ChangeableUser }) {
  const { state, email, displayName } = user;
  return (
    <>
      {(state === "active" || state === "unverified") && email !== "" && (
        <Menu.Item leftSection={<IconMail {...icon} />} onClick={() => void sendInvitation(user)}>
          Invite again
        </Menu.Item>
      )}
      {state === "locked" && (
        <Menu.Item
          leftSection={<IconLockOpen {...icon} />}
          onClick={() =>
            void act(() => changed(client.POST("/users/{userId}/unlock", pathOf(user))), `${displayName} is unlocked`)
          }
        >
          Unlock
        </Menu.Item>
      )}
      <StopUser user={user} />
      {state === "inactive" && (
        <Menu.Item
          leftSection={<IconCircleCheck {...icon} />}
          onClick={() =>
            void act(() => changed(client.POST("/users/{userId}/activate", pathOf(user))), `${displayName} is active`)
          }
        >
          Activate
        </Menu.Item>
      )}
    </>
  );
}

export function canBeStopped({ state }: Pick<ChangeableUser, "state">): boolean {
  return state === "active" || state === "unverified";
}

/** What needs no more than the permission for it, whatever the person manages elsewhere. */
export function StopUser({ user }: { user: ChangeableUser }) {
  const { state } = user;
  return (
    <>
      {state === "active" && (
        <Menu.Item leftSection={<IconLock {...icon} />} onClick={() => askToLock(user)}>
          Lock
        </Menu.Item>
      )}
      {canBeStopped(user) && (
        <Menu.Item leftSection={<IconCircleMinus {...icon} />} onClick={() => askToDeactivate(user)}>
          Deactivate
        </Menu.Item>
      )}
    </>
  );
}

export function sendInvitation(user: Pick<ChangeableUser, "id" | "email">): Promise<boolean> {
  return act(
    () => changed(client.POST("/users/{userId}/invite", pathOf(user))),
    `An invitation is on its way to ${user.email}`,
  );
}

function askToLock(user: ChangeableUser): void {
  confirm({
    action: `Lock ${user.displayName}`,
    consequence:
      "They are signed out everywhere and cannot sign in until somebody unlocks them. Unlocking does not bring their sessions back.",
    run: () => changed(client.POST("/users/{userId}/lock", pathOf(user))),
    done: `${user.displayName} is locked`,
  });
}

function askToDeactivate(user: ChangeableUser): void {
  confirm({
    action: `Deactivate ${user.displayName}`,
    consequence:
      "They are signed out everywhere and cannot sign in until they are activated again. Their roles and credentials stay.",
    run: () => changed(client.POST("/users/{userId}/deactivate", pathOf(user))),
    done: `${user.displayName} is inactive`,
  });
}

function pathOf({ id: userId }: Pick<ChangeableUser, "id">) {
  return { params: { path: { userId } } };
}
