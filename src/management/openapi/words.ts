/** What the API document says about all calls together, and about each chapter. */
import type { Tag } from "./document.ts";

/** In the order of the reference. */
export const chapters: readonly Tag[] = [
  { name: "Me", description: "Who calls, and what they may do; which manager roles and permissions there are." },
  {
    name: "Organizations",
    description: "An organization owns users, projects and settings. Everything else belongs to one.",
  },
  { name: "Organization metadata", description: "Names and values of your own that are kept with an organization." },
  { name: "Projects", description: "A project holds applications and the roles that people have in them." },
  {
    name: "Project roles",
    description: "What somebody may be in a project: your applications find these in their tokens.",
  },
  {
    name: "Project grants",
    description:
      "A project that is granted to another organization can be used by its users; that organization gives them the granted roles itself.",
  },
  {
    name: "Project callers",
    description:
      "Which other projects and applications may name a project in the audience of a token, so that the project's APIs believe it.",
  },
  {
    name: "Applications",
    description: "An application is what people sign in to, or what checks their tokens. Its id is the client id.",
  },
  {
    name: "Application credentials",
    description: "What an application authenticates with: client secrets, and keys that it signs assertions with.",
  },
  { name: "Users", description: "People. A user belongs to one organization and signs in with a login name." },
  {
    name: "User credentials",
    description:
      "How people sign in: whether they have a password, a second factor or a passkey, and how to set or remove them.",
  },
  { name: "User metadata", description: "Names and values of your own that are kept with a user or a service user." },
  { name: "Sessions", description: "Where somebody is signed in: in browsers, and at applications." },
  {
    name: "Service users",
    description:
      "Programs that act by themselves. A service user has no password; it gets tokens with a key or a secret.",
  },
  { name: "Service user credentials", description: "Keys and the client secret of a service user." },
  {
    name: "Personal access tokens",
    description: "Tokens of a service user that need no further step, and are valid until they expire or are revoked.",
  },
  { name: "Role assignments", description: "Which user has which roles in which project." },
  { name: "Tokens", description: "What a token is, and how to end it, for whoever holds one in their hands." },
  {
    name: "Access",
    description:
      "What an account or an application already has, and who made it: worth a look before it becomes a manager or gets management access.",
  },
  { name: "Managers", description: "Who may manage the instance, an organization, a project or a project grant." },
  {
    name: "Policies",
    description: "Rules for passwords, sign-in and more: the instance has them, and an organization may have its own.",
  },
  { name: "Branding", description: "How the pages of an organization look." },
  { name: "Events", description: "What was changed, when and by whom: the audit log, newest first or as one stream." },
  { name: "Usage", description: "How much was used: counts by hour or day." },
  { name: "Instance", description: "The settings of this Signet." },
  { name: "Signing keys", description: "The keys that tokens are signed with, and how they are changed." },
  { name: "Mail", description: "How mails are sent, and whether they get through." },
];

/** CommonMark, of which the reference page shows what it needs: headings, paragraphs, lists, code and links. */
export const conventions = `Everything that can be managed in Signet, by HTTP and JSON.

## Authentication

Send an access token with every call: \`Authorization: Bearer …\`. It belongs to a service user, or to a person who has signed in
to an application that was given management access, and it was asked for with the scope
\`urn:service:iam:org:project:id:service:aud\`. What the call may do follows from the manager roles of that user, as they are at
this moment. A token that does not count is answered with 401, one that may not do this with 403. A place where you may do
nothing at all looks like one that does not exist: 404.

## Bodies

Bodies are JSON in UTF-8, with \`Content-Type: application/json\`, and hold 1 MiB at most. A field that a call does not know is
refused, so that a typing error does not go unnoticed. Ids are texts without a meaning. Times are RFC 3339 in UTC, such as
\`2030-01-31T09:30:00.000Z\`. POST creates, PATCH changes what is named and leaves the rest, PUT replaces the whole, and DELETE
may be repeated: deleting what is gone already is answered with 204 too. A secret is in the answer of the call that makes it,
and nowhere else.

## Lists

A list comes in pages. \`limit\` says how many things are on one; \`nextCursor\` of the answer is the \`cursor\` of the next page,
and is absent on the last. Keep \`sort\` and the filters as they were: a cursor belongs to one list with one set of them. \`sort\`
names a field, with a leading minus for the reverse order. What is created or deleted while you turn pages never makes another
thing appear twice or go missing.

## Versions

What can be changed has a \`version\`, which is also the ETag of the answer. Send it back as \`If-Match\` when you change the
thing, and the change happens only if nobody else made one in between; otherwise the answer is 412, and nothing has changed.
Without \`If-Match\` the last change wins.

## Repeating a call

Whoever did not get the answer to a POST that creates something can send it again with the same \`Idempotency-Key\`. It is done
once; the second call gets the first one's answer, with \`Idempotency-Replayed: true\`. A key is kept for 24 hours and belongs to
one caller, one address and one body: used for anything else it is answered with 422. GET, PUT and DELETE can be repeated as
they are.

## Errors

An error is a problem document (RFC 9457) of the type \`application/problem+json\`. \`code\` is for programs and does not change
between versions; \`title\`, \`detail\` and \`advice\` are for people. Where the input was wrong, \`errors\` names every field. With
\`requestId\` the people who run this service find the call in their logs. After an error nothing has changed; only a 503 can mean
that a change was made and its answer was lost.

## Limits

A token may make so many calls in a minute at one node; \`RateLimit-Limit\`, \`RateLimit-Remaining\` and \`RateLimit-Reset\` say
how many, how many are left, and for how many seconds. Beyond that the answer is 429 with \`Retry-After\`.

## Consistency

A change holds, at every node, from the moment it was answered: the next call sees it, wherever it arrives. That is true of
permissions, too: a role that was taken away counts for no call after that.
`;
