/**
 * What real browsers look at: a Signet that listens, with organizations of several kinds, applications, people and
 * mail.
 */
import { createApplication } from "../../src/identity/applications/applications.ts";
import type { ApplicationSettings, ApplicationType } from "../../src/identity/applications/types.ts";
import type { ImageKind } from "../../src/identity/branding/brand.ts";
import { encodeImage } from "../../src/identity/branding/encode-image.ts";
import { setImage } from "../../src/identity/branding/images.ts";
import { accountSubject } from "../../src/identity/limits/attempts.ts";
import { createOrganization, type Organization } from "../../src/identity/organizations.ts";
import { builtInPolicies, type PolicyKind, type PolicySettings } from "../../src/identity/policies/kinds.ts";
import { changeProject, createProject, type Project } from "../../src/identity/projects.ts";
import { createHuman, type Human, type NewHuman } from "../../src/identity/users/humans.ts";
import { type RequestedMail, requestMail } from "../../src/identity/users/mail-requests.ts";
import { signetItself } from "../../src/passwords/passwords.ts";
import { now } from "../../src/storage/now.ts";
import { type Idp, PASSWORD, type Registered, startIdp } from "../support/idp.ts";
import { type ReadMail, readMail, startMailServer } from "../support/mail.ts";
import { setPolicyFreely } from "../support/policies.ts";
import { freePort } from "../support/postgres-server.ts";
import { unjudged } from "../support/unjudged-password.ts";
import { by, settings } from "../support/world.ts";
import { startAppServer } from "./app-server.ts";
import { drawLeaf, drawLogo } from "./logo.ts";

export interface Place {
  readonly organization: Organization;
  readonly project: Project;
  /** A web application that comes back to `stage.callback`. */
  readonly app: Registered;
}

export interface Stage {
  readonly idp: Idp;
  /** Where applications are: another site, which says "Welcome". */
  readonly callback: string;
  /** Registration is closed, and everything looks like Signet. */
  readonly acme: Place;
  /** Asks those who register for everything, and sends them a code. */
  readonly northwind: Place;
  /** The same, and for a password at once. */
  readonly harbour: Place;
  /** Has colours, pictures and links of its own. */
  readonly fernwood: Place;
  /** Has a background of its own, too. */
  readonly tideway: Place;
  /** Asks everybody for a second factor. */
  readonly strict: Place;
  /** Two people of Acme, with the password PASSWORD. */
  readonly ada: Human;
  readonly grace: Human;
  register(place: Place, type: ApplicationType, change: Partial<ApplicationSettings>): Promise<Registered>;
  /** Lets people of every organization in. */
  open(place: Place): Promise<void>;
  /** Somebody new at Acme, with the password PASSWORD, unless told otherwise. */
  person(change?: Partial<NewHuman>): Promise<Human>;
  /** The newest mail to the address, as soon as it is there. */
  mailTo(address: string): Promise<ReadMail>;
  /** The link in the mail that somebody was sent on request. */
  linkFor(human: Human, kind: RequestedMail): Promise<string>;
  /** Their password was tried too often. */
  slowDown(human: Human): Promise<void>;
  /** All visitors come from one address; nobody is to wait because of the others. */
  forgiveAddress(): Promise<void>;
  close(): Promise<void>;
}

export async function startStage(): Promise<Stage> {
  const [server, app, port] = [await startMailServer(), await startAppServer(), await freePort()];
  const idp = await startIdp(undefined, {
    SIGNET_ISSUER_URL: `http://localhost:${port}`,
    SIGNET_SMTP_URL: server.url,
    SIGNET_MAIL_FROM: "Acme <signet@acme.example>",
  });
  await idp.node.app.listen({ host: "127.0.0.1", port });
  const { storage, passwords, mail } = idp.node.services;
  const passwordHash = unjudged(await passwords.hash(PASSWORD, signetItself));
  const callback = `http://127.0.0.1:${app.port}/web/callback`;

  const register = async (
    project: Project,
    type: ApplicationType,
    change: Partial<ApplicationSettings>,
  ): Promise<Registered> => {
    const input = { projectId: project.id, settings: settings(type, { redirectUris: [callback], ...change }) };
    const created = await storage.transaction((tx) => createApplication(tx, input, by));
    return { application: created.application, secret: created.secret ?? "" };
  };
  const place = async (name: string, domain: string, appName: string): Promise<Place> => {
    const organization = await storage.transaction((tx) => createOrganization(tx, { name, domain }, by));
    const project = await storage.transaction((tx) =>
      createProject(tx, { organizationId: organization.id, name: appName }, by),
    );
    const change = { name: appName, authMethod: "basic", postLogoutRedirectUris: [callback] } as const;
    return { organization, project, app: await register(project, "web", change) };
  };
  const decide = async <Kind extends PolicyKind>(
    { organization }: Place,
    kind: Kind,
    change: Partial<PolicySettings<Kind>>,
  ) => {
    const decided = { organizationId: organization.id, settings: { ...builtInPolicies[kind], ...change } };
    await storage.transaction((tx) => setPolicyFreely(tx, kind, decided, by));
  };

  const acme = await place("Acme", "acme.example", "Acme CRM");
  const northwind = await place("Northwind", "northwind.example", "Northwind Orders");
  const harbour = await place("Harbour", "harbour.example", "Harbour Desk");
  const fernwood = await place("Fernwood", "fernwood.example", "Fernwood Garden Planner");
  const tideway = await place("Tideway", "tideway.example", "Tideway Charts");
  const strict = await place("Bastion", "bastion.example", "Bastion Vault");
  const links = {
    helpUrl: "https://fernwood.example/help",
    privacyUrl: "https://fernwood.example/privacy",
    termsUrl: "https://fernwood.example/terms",
  };
  await decide(northwind, "registration", { allowed: true, fields: ["name", "userName", "phone"] });
  await decide(strict, "secondFactor", { mode: "required" });
  await decide(fernwood, "registration", { allowed: true });
  // The last one: the instance must not ask for the proof that it leaves out.
  await decide(harbour, "registration", { allowed: true, verifyEmail: false, fields: ["name", "userName", "phone"] });
  await decide(fernwood, "branding", { primaryColor: "#2f6b3f", darkPrimaryColor: "#8fd19e", ...links });
  const background = { backgroundColor: "#fdf6e9", darkBackgroundColor: "#0e1b2c" };
  await decide(tideway, "branding", {
    primaryColor: "#8a4b08",
    darkPrimaryColor: "#f2b35e",
    ...background,
    hideSignetName: true,
  });

  const picture = async (kind: ImageKind, png: Buffer) => {
    const image = await encodeImage(kind, png.toString("base64"));
    await storage.transaction((tx) => setImage(tx, { organizationId: fernwood.organization.id, kind }, image, by));
  };
  await picture("logo", await drawLogo("#2f6b3f", "#1c2430"));
  await picture("dark_logo", await drawLogo("#8fd19e", "#e6e9ee"));
  await picture("icon", await drawLeaf("#2f6b3f"));

  let people = 0;
  const person: Stage["person"] = (change = {}) => {
    const userName = change.userName ?? `p${++people}`;
    const human = {
      organizationId: acme.organization.id,
      userName,
      email: `${userName}@mail.example`,
      passwordHash,
      ...change,
    };
    return storage.transaction((tx) => createHuman(tx, human, by));
  };
  const mailTo: Stage["mailTo"] = async (address) => {
    for (let tries = 0; tries < 100; tries++) {
      await mail.flush();
      const found = server.mails.findLast(({ to }) => to.includes(address));
      if (found !== undefined) return readMail(found.raw);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`there is no mail to ${address}`);
  };
  return {
    idp,
    callback,
    ...{ acme, northwind, harbour, fernwood, tideway, strict },
    ada: await person({ userName: "ada", profile: { givenName: "Ada", familyName: "Lovelace" } }),
    grace: await person({ userName: "grace", profile: { givenName: "Grace", familyName: "Hopper" } }),
    async open({ project }) {
      await storage.transaction((tx) => changeProject(tx, project.id, { projectCheck: false }, by));
    },
    register: ({ project }, type, change) => register(project, type, change),
    person,
    mailTo,
    async linkFor(human, kind) {
      await storage.transaction((tx) => requestMail(tx, { kind, userId: human.id }, by));
      const { link } = await mailTo(human.email);
      if (link === undefined) throw new Error("the mail has no link");
      return link;
    },
    async slowDown({ id }) {
      await storage.db
        .insertInto("proof_attempts")
        .values((eb) => ({
          subject: `${accountSubject(id)}:password`,
          count: 10,
          last_at: now,
          blocked_until: eb(now, "+", 840_000),
        }))
        .execute();
    },
    async forgiveAddress() {
      await storage.db.deleteFrom("proof_attempts").where("subject", "like", "address:%").execute();
    },
    async close() {
      await idp.close();
      await app.close();
      await server.close();
    },
  };
}
