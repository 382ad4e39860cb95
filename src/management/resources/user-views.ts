/**
 * A person as the management API shows and takes them. Never a password: whether there is one is told with the
 * credentials.
 */
import Type, { type Static } from "typebox";
import type { Human, HumanSummary } from "../../identity/users/humans.ts";
import { closed, id, stamp, stampView, text } from "../schemas.ts";

export const userState = Type.Enum(["active", "inactive", "locked", "unverified"], {
  description:
    "`unverified`: registered, and the link in the mail has not been used yet, where the policy asks for that",
});

const profile = {
  givenName: text,
  familyName: text,
  nickname: text,
  displayName: Type.String({ maxLength: 4096, description: "Made of the other names where it is not given" }),
  locale: Type.String({
    maxLength: 4096,
    description: "A language tag such as en, de-CH or zh-Hant; empty if nobody has chosen one",
  }),
  picture: Type.String({ maxLength: 4096, description: "An https address; empty for none" }),
};

const address = Type.Partial(closed({ street: text, locality: text, region: text, postalCode: text, country: text }));
const addressInput = closed({ ...address.properties }, { description: "Replaced as a whole" });

/** Everything but the e-mail address, which is a way in and has a call of its own once the person exists. */
export const userInput = {
  userName: Type.String({ maxLength: 4096, description: "Unique in the organization; before the @ of the login name" }),
  profile: closed({ ...Type.Partial(closed(profile)).properties }),
  phone: Type.String({
    maxLength: 4096,
    description: "An international number such as +41 44 123 45 67; empty for none",
  }),
  phoneVerified: Type.Boolean({ description: "You vouch for the number" }),
  address: addressInput,
};

const email = Type.String({ description: "Empty for none" });
const emailVerified = Type.Boolean({ description: "A manager vouches for it, or the person has proved it" });
const emailProven = Type.Boolean({
  description: "The person has shown that it is theirs, by a link or a code that was sent to it",
});

export const userView = closed(
  {
    id,
    organizationId: id,
    userName: Type.String(),
    loginName: Type.String({ description: "`name@domain`, or an address that the person has proved, to sign in with" }),
    state: userState,
    profile: closed(profile),
    email,
    emailVerified,
    emailProven,
    phone: userInput.phone,
    phoneVerified: Type.Boolean(),
    address: closed({ ...address.properties }),
    ...stamp,
  },
  { title: "User" },
);

export function toUserView(human: Human): Static<typeof userView> {
  const {
    id,
    organizationId,
    userName,
    loginName,
    state,
    email,
    emailVerified,
    emailProven,
    phone,
    phoneVerified,
    address,
  } = human;
  const { givenName, familyName, nickname, displayName, locale, picture } = human;
  return {
    ...{ id, organizationId, userName, loginName, state },
    profile: { givenName, familyName, nickname, displayName, locale, picture },
    ...{ email, emailVerified, emailProven, phone, phoneVerified, address },
    ...stampView(human),
  };
}

export const listedUser = closed(
  {
    id,
    organizationId: id,
    userName: Type.String(),
    loginName: Type.String({ description: "`name@domain`, or an address that the person has proved, to sign in with" }),
    state: userState,
    displayName: Type.String(),
    givenName: Type.String(),
    familyName: Type.String(),
    email,
    emailVerified,
    emailProven,
    ...stamp,
  },
  { title: "ListedUser" },
);

export function toListedUser(human: HumanSummary): Static<typeof listedUser> {
  const {
    id,
    organizationId,
    userName,
    loginName,
    state,
    displayName,
    givenName,
    familyName,
    email,
    emailVerified,
    emailProven,
  } = human;
  return {
    ...{
      id,
      organizationId,
      userName,
      loginName,
      state,
      displayName,
      givenName,
      familyName,
      email,
      emailVerified,
      emailProven,
    },
    ...stampView(human),
  };
}
