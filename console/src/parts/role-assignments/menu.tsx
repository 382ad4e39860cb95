/** What can be done with one role assignment. */
import { Menu } from "@mantine/core";
import { IconPencil, IconPlayerPause, IconPlayerPlay, IconTrash } from "@tabler/icons-react";
import { changed, client } from "../../api.ts";
import type { HeldPermissions } from "../../may.tsx";
import { confirm } from "../dialogs/confirm.tsx";
import { openDialog } from "../dialogs/dialog.tsx";
import { act } from "../page/problem.tsx";
import { ChangeRoles } from "./forms.tsx";
import type { Assignment } from "./reading.ts";

/** Nothing, for whoever may only look. */
export function assignmentMenu(assignment: Assignment, may: HeldPermissions) {
  const { id: roleAssignmentId, user, roleKeys, projectName, state } = assignment;
  const path = { params: { path: { roleAssignmentId } } };
  const name = user.displayName;
  const [writes, deletes] = [may.has("role_assignment.write"), may.has("role_assignment.delete")];
  if (!writes && !deletes) return null;
  return (
    <>
      {writes && (
        <Menu.Item
          leftSection={<IconPencil size={16} aria-hidden />}
          onClick={() =>
            openDialog({
              title: `Roles of ${name}`,
              size: "lg",
              children: (close) => <ChangeRoles assignment={assignment} close={close} />,
            })
          }
        >
          Change roles
        </Menu.Item>
      )}
      {writes && state === "active" && (
        <Menu.Item
          leftSection={<IconPlayerPause size={16} aria-hidden />}
          onClick={() =>
            confirm({
              action: "Deactivate roles",
              consequence: `${name} has no roles in ${projectName} until they are activated again. Which ones they were is kept.`,
              run: () => changed(client.POST("/role-assignments/{roleAssignmentId}/deactivate", path)),
              done: `The roles of ${name} are inactive`,
            })
          }
        >
          Deactivate
        </Menu.Item>
      )}
      {writes && state !== "active" && (
        <Menu.Item
          leftSection={<IconPlayerPlay size={16} aria-hidden />}
          onClick={() =>
            void act(
              () => changed(client.POST("/role-assignments/{roleAssignmentId}/activate", path)),
              `The roles of ${name} are active`,
            )
          }
        >
          Activate
        </Menu.Item>
      )}
      {deletes && (
        <Menu.Item
          color="red"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() =>
            confirm({
              action: "Take roles away",
              consequence: `${name} loses ${roleKeys.length === 0 ? "every role" : roleKeys.join(", ")} in ${projectName}. You can give them again.`,
              run: () => changed(client.DELETE("/role-assignments/{roleAssignmentId}", path)),
              done: `${name} has no roles in ${projectName} any more`,
            })
          }
        >
          Take roles away
        </Menu.Item>
      )}
    </>
  );
}
