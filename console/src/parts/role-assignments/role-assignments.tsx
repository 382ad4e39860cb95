/** Who has roles in a project or through a grant, or which roles one user has where; and giving more. */
import { Anchor } from "@mantine/core";
import { IconUserCheck } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { api } from "../../api.ts";
import { useMay } from "../../may.tsx";
import { paths } from "../../paths.ts";
import { DialogButton } from "../dialogs/dialog.tsx";
import { type Column, DataTable } from "../lists/data-table.tsx";
import { Empty } from "../lists/empty.tsx";
import { useListState } from "../lists/list-state.ts";
import { Section } from "../page/section.tsx";
import { UserName } from "../users/name.tsx";
import { State } from "../values/state.tsx";
import { When } from "../values/when.tsx";
import { GiveRoles, GiveRolesTo } from "./forms.tsx";
import { assignmentMenu } from "./menu.tsx";
import { type Assignment, isPlace, type RoleHolder, type RolePlace, useRoleAssignments } from "./reading.ts";
import { useMayChange } from "./rights.ts";
import { RoleKeys } from "./roles.tsx";

type Columns = [Column<Assignment>, ...Column<Assignment>[]];

const common: readonly Column<Assignment>[] = [
  { title: "Roles", cell: ({ roleKeys, state }) => <RoleKeys keys={roleKeys} none="None left" state={state} /> },
  { title: "State", wide: true, cell: ({ state }) => <State state={state} /> },
  { title: "Since", sort: "createdAt", wide: true, cell: ({ createdAt }) => <When at={createdAt} /> },
];
const user: Columns = [{ title: "User", cell: ({ user }) => <UserName user={user} /> }];
const project: Columns = [{ title: "Project", cell: ({ projectName }) => projectName }];

export function RoleAssignments({ of }: { of: RolePlace | RoleHolder }) {
  const state = useListState(["createdAt"]);
  const list = useRoleAssignments(of, state.query);
  const assignments = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const mayChange = useMayChange(of, assignments);
  const through = useGrantColumn("projectId" in of ? of.projectId : undefined);
  const words = wordsFor(of);
  const give = <GiveButton of={of} />;
  return (
    <Section tone="plain" title={words.title} purpose={words.purpose} action={give}>
      <DataTable
        label={words.title}
        list={list}
        columns={isPlace(of) ? [...user, ...through, ...common] : [...project, ...common]}
        id={({ id }) => id}
        {...(isPlace(of) ? {} : { to: pathOfTarget })}
        menu={(assignment) => assignmentMenu(assignment, mayChange(assignment))}
        state={state}
        search={isPlace(of) ? "Search users" : "Search projects"}
        empty={
          <Empty icon={IconUserCheck} title={words.empty} action={give}>
            {words.teach}
          </Empty>
        }
      />
    </Section>
  );
}

function pathOfTarget({ projectId, projectGrantId }: Assignment): string {
  return projectGrantId === undefined ? paths.project(projectId) : paths.projectGrant(projectGrantId);
}

function wordsFor(of: RolePlace | RoleHolder) {
  if ("projectId" in of)
    return {
      title: "Who has roles",
      purpose:
        "Applications of this project learn the roles of whoever signs in, and decide by them what a person may do.",
      empty: "Nobody has a role yet",
      teach:
        "Give people of your organization the roles they need. People of other organizations get theirs through a grant.",
    };
  if ("projectGrantId" in of)
    return {
      title: "Who has roles",
      purpose: "Who of the organization that received the project has which of the granted roles.",
      empty: "Nobody has a role yet",
      teach: "Choose somebody of the organization, and which of the granted roles they get.",
    };
  return {
    title: "Roles in projects",
    purpose: "What applications learn about this user: they decide by it what the user may do in them.",
    empty: "No roles in any project",
    teach: "Choose a project of the organization, or one that was granted to it, and which of its roles the user gets.",
  };
}

function GiveButton({ of }: { of: RolePlace | RoleHolder }) {
  const may = useMay(of);
  if (!may.has("role_assignment.write")) return null;
  return (
    <DialogButton label="Give roles" size="lg">
      {(close) =>
        isPlace(of) ? (
          <GiveRoles place={of} none={<NoRoles place={of} />} close={close} />
        ) : (
          <GiveRolesTo holder={of} none="This project has no roles that could be given." close={close} />
        )
      }
    </DialogButton>
  );
}

function NoRoles({ place }: { place: RolePlace }): ReactNode {
  if ("projectGrantId" in place) return "The project was granted without any roles. Whoever granted it can add some.";
  return (
    <>
      This project has no roles yet.{" "}
      <Anchor component={Link} to={`${paths.project(place.projectId)}/roles`} size="sm">
        Create one first
      </Anchor>
    </>
  );
}

/** In a project: whether somebody has their roles because it was granted to their organization. */
function useGrantColumn(projectId: string | undefined): Column<Assignment>[] {
  const may = useMay(projectId === undefined ? {} : { projectId });
  const { data } = api.useQuery(
    "get",
    "/projects/{projectId}/grants",
    { params: { path: { projectId: projectId ?? "" }, query: { limit: 200 } } },
    { enabled: projectId !== undefined && may.has("project_grant.read") },
  );
  if (data === undefined || data.items.length === 0) return [];
  const names = new Map(data.items.map(({ id, organizationName }) => [id, organizationName]));
  return [
    {
      title: "Through",
      wide: true,
      cell: ({ projectGrantId }) =>
        projectGrantId === undefined ? (
          "The project"
        ) : (
          <Anchor component={Link} to={paths.projectGrant(projectGrantId)} size="sm">
            Grant to {names.get(projectGrantId) ?? "another organization"}
          </Anchor>
        ),
    },
  ];
}
