/** Where calls are made: for every kind of place, each relation that a caller can have to it. */
import { randomUUID } from "node:crypto";
import type { At } from "../../../src/management/route.ts";
import { type GrantName, type Grounds, granted, type OrganizationName, ownerOf, type ProjectName } from "./grounds.ts";
import { personalAccessToken, signIn } from "./sign-in.ts";

export interface Place {
  readonly name: string;
  /** For calls that are refused; what is there stays as it is. */
  readonly id: string;
  /** For calls that may be made: one that they may change. */
  readonly fresh?: () => Promise<string>;
  readonly atInstance?: true;
  /** Nothing is there, or something of another kind. */
  readonly unknown?: true;
  readonly organization?: OrganizationName;
  /** Of a token: where its application is. */
  readonly project?: ProjectName | undefined;
  readonly grant?: GrantName;
  readonly receiver?: OrganizationName;
  /** Whoever changes it would change what managers sign in with. */
  readonly carriesManagerRoles?: true;
  /** A user who manages something: the instance, home, or an organization elsewhere. */
  readonly manages?: "instance" | "home" | "elsewhere";
  /** Signet itself needs it as it is: only looked at. */
  readonly spared?: true;
}

export type Places = Readonly<Record<At | "token", readonly Place[]>>;

export async function makePlaces(grounds: Grounds): Promise<Places> {
  const { organizations, projects, grants, make } = grounds;
  const { world } = grounds.api.idp;
  const nowhere = (id: string = randomUUID()): Place => ({ name: "nowhere", id, unknown: true });
  const inProject = (project: ProjectName) => ({ organization: ownerOf[project], project });
  const throughGrant = (grant: GrantName) => ({
    ...inProject(granted[grant].project),
    grant,
    receiver: granted[grant].receiver,
  });
  const somewhere = async (name: string, fresh: () => Promise<string>, rest: Partial<Place>): Promise<Place> => ({
    ...rest,
    name,
    fresh,
    id: await fresh(),
  });
  const user = async (kind: "human" | "serviceUser"): Promise<Place[]> => {
    const manager =
      (role: "ORG_OWNER" | "IAM_OWNER", where: OrganizationName = "home") =>
      async () => {
        const userId = await make[kind]("home");
        const place =
          role === "IAM_OWNER"
            ? ({ level: "iam" } as const)
            : ({ level: "organization", organizationId: organizations[where] } as const);
        await make.manager(userId, role, place);
        return userId;
      };
    return [
      await somewhere("home's user", () => make[kind]("home"), { organization: "home" }),
      await somewhere("receiver's user", () => make[kind]("receiver"), { organization: "receiver" }),
      await somewhere("other's user", () => make[kind]("other"), { organization: "other" }),
      await somewhere("an ORG_OWNER of home", manager("ORG_OWNER"), { organization: "home", manages: "home" }),
      await somewhere("an IAM_OWNER in home", manager("IAM_OWNER"), { organization: "home", manages: "instance" }),
      await somewhere("an ORG_OWNER of other, in home", manager("ORG_OWNER", "other"), {
        organization: "home",
        manages: "elsewhere",
      }),
      { ...nowhere(await make[kind === "human" ? "serviceUser" : "human"]("home")), name: "a user of the other kind" },
      nowhere(),
    ];
  };
  const application = (project: ProjectName, options: { managementAccess?: true } = {}) =>
    somewhere(
      `in ${project}${options.managementAccess ? ", with management access" : ""}`,
      () => make.application(project, options),
      {
        ...inProject(project),
        ...(options.managementAccess ? { carriesManagerRoles: true } : {}),
      },
    );
  return {
    iam: [{ name: "the instance", id: "", atInstance: true }],
    organization: [
      ...(["home", "receiver", "other"] as const).map(
        (name): Place => ({ name, id: organizations[name], organization: name }),
      ),
      nowhere(),
    ],
    project: [
      ...(["project", "sibling", "receivers", "others"] as const).map(
        (name): Place => ({ name, id: projects[name], ...inProject(name) }),
      ),
      { name: "Signet's own", id: projects.signets, ...inProject("signets"), carriesManagerRoles: true, spared: true },
      { ...nowhere(grants.grant), name: "a grant's id" },
      nowhere(),
    ],
    application: [
      await application("project"),
      await application("sibling"),
      await application("receivers"),
      await application("others"),
      await application("project", { managementAccess: true }),
      {
        name: "the console",
        id: world.instance.consoleApplicationId,
        ...inProject("signets"),
        carriesManagerRoles: true,
        spared: true,
      },
      nowhere(),
    ],
    project_grant: [
      ...(["grant", "siblingGrant", "othersGrant", "receiversGrant"] as const).map(
        (name): Place => ({ name, id: grants[name], ...throughGrant(name) }),
      ),
      nowhere(),
    ],
    user: await user("human"),
    service_user: await user("serviceUser"),
    role_assignment: [
      await somewhere("home's user in project", () => make.assignment("project", "home"), inProject("project")),
      await somewhere("home's user in sibling", () => make.assignment("sibling", "home"), inProject("sibling")),
      await somewhere("other's user in others", () => make.assignment("others", "other"), inProject("others")),
      await somewhere(
        "receiver's user through grant",
        () => make.assignment("project", "receiver"),
        throughGrant("grant"),
      ),
      await somewhere(
        "receiver's user through siblingGrant",
        () => make.assignment("sibling", "receiver"),
        throughGrant("siblingGrant"),
      ),
      await somewhere(
        "receiver's user through othersGrant",
        () => make.assignment("others", "receiver"),
        throughGrant("othersGrant"),
      ),
      nowhere(),
    ],
    token: await tokenPlaces(grounds),
  };
}

/** Its id is the token itself. */
async function tokenPlaces(grounds: Grounds): Promise<Place[]> {
  const { make } = grounds;
  const tokenOf = (organization: OrganizationName, project: ProjectName) => async () =>
    (await signIn(grounds, await make.human(organization, { plain: true }), project)).accessToken;
  const ownersToken = async () => {
    const userId = await make.serviceUser("home");
    await make.manager(userId, "IAM_OWNER", { level: "iam" });
    return personalAccessToken(grounds, userId);
  };
  const managersToken = async () => {
    const userId = await make.serviceUser("home");
    await make.manager(userId, "ORG_OWNER", { level: "organization", organizationId: grounds.organizations.other });
    return personalAccessToken(grounds, userId);
  };
  const place = async (name: string, fresh: () => Promise<string>, rest: Partial<Place>): Promise<Place> => ({
    ...rest,
    name,
    fresh,
    id: await fresh(),
  });
  return [
    await place("of home's user, in project", tokenOf("home", "project"), { organization: "home", project: "project" }),
    await place("of home's user, in others", tokenOf("home", "others"), { organization: "home", project: "others" }),
    await place("of receiver's user, in project", tokenOf("receiver", "project"), {
      organization: "receiver",
      project: "project",
    }),
    await place("of other's user, in others", tokenOf("other", "others"), { organization: "other", project: "others" }),
    await place("of home's service user", async () => personalAccessToken(grounds, await make.serviceUser("home")), {
      organization: "home",
    }),
    await place("of an ORG_OWNER of other, in home", managersToken, { organization: "home", manages: "elsewhere" }),
    await place("of an IAM_OWNER in home", ownersToken, { organization: "home", manages: "instance" }),
    { name: "none of ours", id: "sgp_made-up", unknown: true },
  ];
}
