/** Who did it and what it happened to, by name and with a link: events only have ids. */
import { Anchor, Code, Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { answered, client } from "../../api.ts";
import { useMe } from "../../may.tsx";
import { paths } from "../../paths.ts";
import { inWords } from "../values/words.ts";
import { type AuditEvent, kindInWords } from "./words.ts";

/** Kinds of things that have a name which can be asked for. */
const namedKinds = ["organization", "project", "application", "person", "service_user", "user"] as const;
type NamedKind = (typeof namedKinds)[number];

interface FoundName {
  readonly name: string;
  readonly to: string;
}

const find: Readonly<Record<NamedKind, (id: string) => Promise<FoundName>>> = {
  async organization(organizationId) {
    const { name } = await answered(
      client.GET("/organizations/{organizationId}", { params: { path: { organizationId } } }),
    );
    return { name, to: paths.organizationSettings(organizationId) };
  },
  async project(projectId) {
    const { name } = await answered(client.GET("/projects/{projectId}", { params: { path: { projectId } } }));
    return { name, to: paths.project(projectId) };
  },
  async application(applicationId) {
    const { name } = await answered(
      client.GET("/applications/{applicationId}", { params: { path: { applicationId } } }),
    );
    return { name, to: paths.application(applicationId) };
  },
  async person(userId) {
    const { profile, loginName } = await answered(client.GET("/users/{userId}", { params: { path: { userId } } }));
    return {
      name: profile.displayName || `${profile.givenName} ${profile.familyName}`.trim() || loginName,
      to: paths.user(userId),
    };
  },
  async service_user(serviceUserId) {
    const { name } = await answered(
      client.GET("/service-users/{serviceUserId}", { params: { path: { serviceUserId } } }),
    );
    return { name, to: paths.serviceUser(serviceUserId) };
  },
  /** Events about users do not say which of the two. */
  user: (id) => find.person(id).catch(() => find.service_user(id)),
};

const KEPT_MS = 300_000;

/** Undefined while it is looked for; null for what is gone, or is not for the reader to see. */
export function useName(kind: NamedKind | undefined, id: string | undefined): FoundName | null | undefined {
  const me = useMe();
  const isMe = id !== undefined && id === me?.userId;
  const { data } = useQuery({
    queryKey: ["name", kind, id],
    queryFn: () => (kind === undefined || id === undefined ? null : find[kind](id).catch(() => null)),
    enabled: kind !== undefined && id !== undefined && !isMe,
    staleTime: KEPT_MS,
  });
  if (isMe) return { name: me.displayName, to: me.kind === "human" ? paths.user(id) : paths.serviceUser(id) };
  return kind === undefined || id === undefined ? null : data;
}

interface NamedLinkProps {
  readonly kind: NamedKind | undefined;
  readonly id: string | undefined;
  /** Shown where there is no such thing any more. */
  readonly otherwise: string;
}

export function NamedLink({ kind, id, otherwise }: NamedLinkProps) {
  const found = useName(kind, id);
  if (found === undefined) return <Skeleton height={14} width={96} component="span" display="inline-block" />;
  if (found === null)
    return (
      <Text span inherit c="dimmed">
        {otherwise}
      </Text>
    );
  return (
    <Anchor component={Link} to={found.to} size="sm">
      {found.name}
    </Anchor>
  );
}

export function shortId(id: string): string {
  return id.length > 13 ? `…${id.slice(-8)}` : id;
}

const actors: Readonly<Record<string, NamedKind>> = {
  user: "person",
  service_user: "service_user",
  application: "application",
  organization: "organization",
};

export function ActorLink({ actor: { kind, id } }: Pick<AuditEvent, "actor">) {
  const words = kindInWords(kind);
  return <NamedLink kind={actors[kind]} id={id} otherwise={id === undefined ? words : `${words} ${shortId(id)}`} />;
}

const text = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/**
 * What a reader thinks of: whose roles they were, rather than the assignment; the application, rather than the session
 * there.
 */
function thingOf({ type, resource, detail }: AuditEvent): { kind: NamedKind; id: string | undefined } | undefined {
  switch (resource.kind) {
    case "organization":
    case "project":
    case "application":
      return { kind: resource.kind, id: resource.id };
    case "user":
      return {
        kind: detail.kind === "service" || /^(service_user|personal)/.test(type) ? "service_user" : "user",
        id: resource.id,
      };
    case "app_session":
      return { kind: "application", id: text(detail.applicationId) };
    case "project_grant":
      return { kind: "project", id: text(detail.projectId) };
    case "role_assignment":
    case "manager":
    case "login_session":
    case "token":
      return { kind: "user", id: text(detail.userId) };
    default:
      return undefined;
  }
}

export function ResourceLink({ event }: { event: AuditEvent }) {
  const { resource, detail, organizationId } = event;
  const thing = thingOf(event);
  const words = kindInWords(resource.kind);
  if (resource.kind === "policy") {
    const to = organizationId === undefined ? `${paths.settings}/policies` : paths.policies(organizationId);
    return (
      <Anchor component={Link} to={to} size="sm">
        {inWords(resource.id ?? "policy")}
      </Anchor>
    );
  }
  if (resource.kind === "key")
    return (
      <Anchor component={Link} to={paths.signingKeys} size="sm">
        <Code>{resource.id}</Code>
      </Anchor>
    );
  const name = text(detail.name) ?? text(detail.userName);
  return (
    <NamedLink
      kind={thing?.kind}
      id={thing?.id}
      otherwise={name ?? (resource.id === undefined ? words : `${words} ${shortId(resource.id)}`)}
    />
  );
}
