/** Answers leave out what is not known. */

type Unsure<Members> = { [Name in keyof Members]: undefined extends Members[Name] ? Name : never }[keyof Members];

export type WithoutUndefined<Members> = Omit<Members, Unsure<Members>> & {
  [Name in Unsure<Members> & keyof Members]?: Exclude<Members[Name], undefined>;
};

/** The members that have a value. */
export function withoutUndefined<Members extends object>(members: Members): WithoutUndefined<Members> {
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== undefined),
  ) as WithoutUndefined<Members>;
}
