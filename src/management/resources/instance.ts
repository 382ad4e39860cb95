/** The instance: what it is called, what it is made of, and where it is reached. */
import Type, { type Static } from "typebox";
import { changeInstance, type InstanceSettings, readInstanceSettings } from "../../identity/instance.ts";
import { type Context, change, type Route, read } from "../route.ts";
import { closed, id, stamp, stampView, text } from "../schemas.ts";

const tag = "Instance";

const instanceView = closed(
  {
    name: Type.String(),
    organizationId: Type.String({ description: "The first organization, which holds Signet's own project" }),
    projectId: Type.String({
      description: "Signet's own project: tokens for the management API have it in their audience",
    }),
    consoleApplicationId: id,
    issuer: Type.String(),
    baseUrl: Type.String({ description: "Where tokens are got and checked, and where this API is" }),
    loginUrl: Type.String({ description: "Where people sign in" }),
    ...stamp,
  },
  { title: "Instance" },
);

function toInstanceView(settings: InstanceSettings, { services: { addresses } }: Context): Static<typeof instanceView> {
  const { name, organizationId, projectId, consoleApplicationId } = settings;
  const { issuerUrl: issuer, baseUrl, loginUrl } = addresses;
  return { name, organizationId, projectId, consoleApplicationId, issuer, baseUrl, loginUrl, ...stampView(settings) };
}

const instanceChange = closed({ name: Type.Optional(text) }, { title: "InstanceChange" });

export const instanceRoutes: readonly Route[] = [
  read({
    method: "GET",
    path: "/instance",
    tag,
    summary: "Read the instance",
    permission: "instance.read",
    at: "iam",
    answer: instanceView,
    handle: async (context) => toInstanceView(await readInstanceSettings(context.db), context),
  }),
  change({
    method: "PATCH",
    path: "/instance",
    tag,
    summary: "Change the instance",
    detail: "Addresses are part of the configuration and cannot be changed here.",
    permission: "instance.write",
    at: "iam",
    body: instanceChange,
    answer: instanceView,
    versioned: true,
    async handle(context, { body }) {
      const { tx, version, by } = context;
      return toInstanceView(await changeInstance(tx, { ...body, version }, by), context);
    },
  }),
];
