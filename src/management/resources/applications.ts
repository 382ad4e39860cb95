/** Applications: what people sign in to, and APIs that introspect. */
import Type, { type Static } from "typebox";
import { readApplicationUse } from "../../events/application-use.ts";
import {
  type Application,
  changeApplication,
  createApplication,
  deleteApplication,
  listApplications,
  readApplication,
  setApplicationState,
} from "../../identity/applications/applications.ts";
import { checkApplication, defaultSettings } from "../../identity/applications/rules.ts";
import { findWarnings } from "../../identity/applications/rules-warnings.ts";
import {
  type ApplicationSettings,
  applicationTypes,
  type InstanceTokenRules,
  metadataNames,
} from "../../identity/applications/types.ts";
import { lockRow } from "../../identity/changes.ts";
import { readPolicy } from "../../identity/policies/policies.ts";
import { readProject } from "../../identity/projects.ts";
import type { Database } from "../../storage/database.ts";
import { activation } from "../activation.ts";
import { requirePermission } from "../guard.ts";
import { change, create, list, type Route, read, remove } from "../route.ts";
import { partOfName, stampView, state, toTime } from "../schemas.ts";
import {
  applicationChange,
  applicationCheck,
  applicationUse,
  applicationView,
  createdApplication,
  newApplication,
} from "./application-schemas.ts";

const tag = "Applications";

function toApplicationView(application: Application): Static<typeof applicationView> {
  const { id, projectId, state, tokens } = application;
  return {
    ...{ id, clientId: id, projectId },
    name: application.name,
    type: application.type,
    authMethod: application.authMethod,
    authMethodName: metadataNames[application.authMethod],
    strictAuthMethod: application.strictAuthMethod,
    responseTypes: [...application.responseTypes],
    grantTypes: [...application.grantTypes],
    redirectUris: [...application.redirectUris],
    postLogoutRedirectUris: [...application.postLogoutRedirectUris],
    developmentMode: application.developmentMode,
    managementAccess: application.managementAccess,
    idTokenUserinfoAssertion: application.idTokenUserinfoAssertion,
    consentRequired: application.consentRequired,
    tokens,
    warnings: findWarnings(application),
    state,
    ...stampView(application),
  };
}

function toSettings(given: Static<typeof newApplication>): ApplicationSettings {
  return { ...defaultSettings(given.type), ...given };
}

async function tokenRules(db: Database): Promise<InstanceTokenRules> {
  return (await readPolicy(db, "tokens")).settings;
}

export const applicationRoutes: readonly Route[] = [
  list({
    path: "/projects/:projectId/applications",
    tag,
    summary: "List the applications of a project",
    permission: "application.read",
    at: "project",
    item: applicationView,
    sorts: ["createdAt", "name"],
    filters: {
      q: partOfName,
      state: Type.Optional(state),
      type: Type.Optional(Type.Enum([...applicationTypes])),
    },
    async handle({ db }, { params, query }, request) {
      const project = await readProject(db, params.projectId);
      const { items, next } = await listApplications(db, project.id, { ...query, ...request });
      return { items: items.map(toApplicationView), next };
    },
  }),
  create({
    path: "/projects/:projectId/applications",
    tag,
    summary: "Register an application",
    detail:
      "Only name and type are needed; the rest is what is recommended for the type. With the methods basic and post the answer has " +
      "the client secret, which is not shown again.",
    permission: "application.write",
    at: "project",
    body: newApplication,
    answer: createdApplication,
    location: ({ id }) => `/applications/${id}`,
    async handle({ tx, caller, by }, { params, body }) {
      if (body.managementAccess) requirePermission(caller, "application.management_access");
      const input = { projectId: params.projectId, settings: toSettings(body), tokenRules: await tokenRules(tx) };
      const { application, secret } = await createApplication(tx, input, by);
      return { ...toApplicationView(application), ...(secret === undefined ? {} : { secret }) };
    },
  }),
  read({
    method: "POST",
    path: "/projects/:projectId/applications/check",
    tag,
    summary: "Check the settings of an application before it is registered",
    detail:
      "Takes what registering takes and stores nothing. With a problem it would be refused; a warning says what is unwise.",
    permission: "application.read",
    at: "project",
    body: newApplication,
    answer: applicationCheck,
    handle: async ({ db }, { body }) => checkApplication(toSettings(body), await tokenRules(db)),
  }),
  read({
    method: "GET",
    path: "/applications/:applicationId",
    tag,
    summary: "Read an application",
    permission: "application.read",
    at: "application",
    answer: applicationView,
    handle: async ({ db }, { params }) => toApplicationView(await readApplication(db, params.applicationId)),
  }),
  read({
    method: "GET",
    path: "/applications/:applicationId/use",
    tag,
    summary: "See whether an application reads who signs in to it",
    detail:
      "An application that gets tokens, has no User Info inside its ID tokens (idTokenUserinfoAssertion) and never asks userinfo does not " +
      "know anybody's name. Both times are written in the background: what has just happened is there some seconds later.",
    permission: "application.read",
    at: "application",
    answer: applicationUse,
    async handle({ db }, { params }) {
      const { tokens, profile } = await readApplicationUse(db, params.applicationId);
      return {
        ...(tokens === undefined ? {} : { tokensGivenAt: toTime(tokens) }),
        ...(profile === undefined ? {} : { profileReadAt: toTime(profile) }),
      };
    },
  }),
  change({
    method: "PATCH",
    path: "/applications/:applicationId",
    tag,
    summary: "Change an application",
    detail:
      "What is left out stays. A field that is given is replaced as a whole: a list by the list, and tokens by the tokens given, so that " +
      "what is left out of tokens follows the instance again. The type cannot be changed. Giving managementAccess ends the sessions at the " +
      "application that would carry a manager's power from then on, unless keepSessions says otherwise.",
    permission: "application.write",
    at: "application",
    body: applicationChange,
    answer: applicationView,
    versioned: true,
    async handle({ tx, version, caller, by }, { params, body }) {
      const { applicationId } = params;
      // The guard saw it before this transaction: somebody may have given it management access since.
      await lockRow(tx, "applications", applicationId);
      const { managementAccess } = await readApplication(tx, applicationId);
      if (managementAccess || body.managementAccess) requirePermission(caller, "application.management_access");
      const { application } = await changeApplication(
        tx,
        applicationId,
        { ...body, version, tokenRules: await tokenRules(tx) },
        by,
      );
      return toApplicationView(application);
    },
  }),
  ...activation({
    path: "/applications/:applicationId",
    tag,
    noun: "an application",
    permission: "application.write",
    at: "application",
    answer: applicationView,
    set: setApplicationState,
    view: async (tx, id) => toApplicationView(await readApplication(tx, id)),
  }),
  remove({
    path: "/applications/:applicationId",
    tag,
    summary: "Delete an application",
    detail: "With it go its secrets, its keys and every session at it.",
    permission: "application.delete",
    at: "application",
    handle: ({ tx, by }, { params }) => deleteApplication(tx, params.applicationId, by),
  }),
];
