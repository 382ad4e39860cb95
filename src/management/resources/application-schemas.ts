/**
 * What an application looks like at the API. What is allowed together is judged by the rules in identity/applications.
 */
import Type from "typebox";
import {
  accessTokenKinds,
  accessTokenTypes,
  applicationTypes,
  authMethods,
  grantTypes,
  idTokenAlgorithms,
  metadataNames,
  responseTypes,
} from "../../identity/applications/types.ts";
import { closed, id, stamp, state, text, time } from "../schemas.ts";

/** The rules say which lifetimes are possible, and why one is not. */
const seconds = Type.Optional(Type.Number({ description: "Seconds" }));
const uris = (description: string) => Type.Array(Type.String(), { description });
/** Nothing has so many; what is twice in a list is for the rules to say. */
const few = { maxItems: 20 };

/** What a service user may choose, too. */
export const accessTokens = {
  accessTokenKind: Type.Optional(Type.Enum([...accessTokenKinds])),
  accessTokenType: Type.Optional(
    Type.Enum([...accessTokenTypes], {
      description:
        "The `typ` of access tokens of the kind jwt: at+jwt where it is left out, JWT for resource servers that know no other",
    }),
  ),
};

const tokens = closed(
  {
    ...accessTokens,
    idTokenAlgorithm: Type.Optional(Type.Enum([...idTokenAlgorithms])),
    lifetimes: Type.Optional(
      closed({
        accessToken: seconds,
        idToken: seconds,
        refreshIdle: seconds,
        refreshAbsolute: seconds,
        refreshGrace: seconds,
      }),
    ),
  },
  { title: "ApplicationTokens", description: "Whatever is left out follows the instance" },
);

const settings = {
  name: text,
  authMethod: Type.Enum([...authMethods], { description: "How the application proves itself at the token endpoint" }),
  strictAuthMethod: Type.Boolean({
    description:
      "With basic and post: the secret is taken only where the method has it. Without this it may be in the header or in the body, " +
      "whichever of the two is set; the other methods have no such choice",
  }),
  responseTypes: Type.Array(Type.Enum([...responseTypes]), few),
  grantTypes: Type.Array(Type.Enum([...grantTypes]), few),
  redirectUris: uris("Where people return to after they sign in"),
  postLogoutRedirectUris: uris("Where people return to after they sign out"),
  developmentMode: Type.Boolean({ description: "Redirect URIs may use http and IP addresses on any host" }),
  managementAccess: Type.Boolean({
    description:
      "The application acts with the manager roles of whoever signs in; takes application.management_access to change",
  }),
  idTokenUserinfoAssertion: Type.Boolean({
    description: "The claims of profile, email, phone and address are in the ID token",
  }),
  consentRequired: Type.Boolean({
    description:
      "Everybody is asked what the application may learn, people of its own organization, too; others are asked in any case",
  }),
  tokens,
};
const type = Type.Enum([...applicationTypes]);

const given = Type.Partial(closed(settings)).properties;
export const applicationChange = closed(
  {
    ...given,
    keepSessions: Type.Optional(
      Type.Boolean({
        description:
          "With managementAccess: sessions that carry a manager's power by it go on; false where it is left out",
      }),
    ),
  },
  { title: "ApplicationChange" },
);
export const newApplication = closed({ ...given, name: text, type }, { title: "NewApplication" });

const finding = { field: Type.String(), code: Type.String(), message: Type.String() };
export const warnings = Type.Array(closed(finding, { title: "Warning" }), {
  description: "What is allowed and unwise",
});
const problem = closed(
  { ...finding, suggestion: Type.Optional(Type.String({ description: "What would be accepted instead" })) },
  { title: "SettingProblem" },
);

export const applicationCheck = closed({ problems: Type.Array(problem), warnings }, { title: "ApplicationCheck" });

export const applicationView = closed(
  {
    id,
    clientId: Type.String({ description: "The same as the id" }),
    projectId: id,
    type,
    ...settings,
    authMethodName: Type.Enum(Object.values(metadataNames), {
      description: "The authMethod as OAuth metadata names it",
    }),
    warnings,
    state,
    ...stamp,
  },
  { title: "Application" },
);

export const applicationUse = closed(
  {
    tokensGivenAt: Type.Optional({
      ...time,
      description:
        "When it last got tokens, for a code or a refresh token, with one of the scopes profile, email, phone and address",
    }),
    profileReadAt: Type.Optional({
      ...time,
      description: "When it last read with such a token who somebody is: at userinfo, or by introspecting it itself",
    }),
  },
  { title: "ApplicationUse", description: "To the hour; what has not happened since Signet records it is left out" },
);

export const createdApplication = closed(
  {
    ...applicationView.properties,
    secret: Type.Optional(Type.String({ description: "The client secret, shown this once" })),
  },
  { title: "CreatedApplication" },
);
