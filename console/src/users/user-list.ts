/**
 * How users and service users are asked for: in one organization, or in all of them by whoever manages the instance.
 */
import { type ListState, useListState } from "../parts/lists/list-state.ts";

interface UserQuery<State> {
  readonly limit: number;
  readonly q?: string;
  readonly state?: State;
}

export interface UserListState<State> {
  readonly state: ListState;
  readonly inAllOrganizations: boolean;
  readonly organizationQuery: UserQuery<State> & {
    readonly sort?: "createdAt" | "-createdAt" | "userName" | "-userName";
  };
  readonly allQuery: UserQuery<State> & { readonly sort?: "createdAt" | "-createdAt" };
}

export function useUserList<const State extends string>(
  states: readonly State[],
  everywhere: boolean,
): UserListState<State> {
  const where: readonly "all_organizations"[] = everywhere ? ["all_organizations"] : [];
  const list = useListState(["createdAt", "userName"], { state: states, ...(everywhere ? { where } : {}) });
  const { limit, q, sort, state } = list.query;
  const query = { limit, ...(q === undefined ? {} : { q }), ...(state === undefined ? {} : { state }) };
  // What is searched for has an order of its own, and all organizations together have none of user names.
  const sorted = q === undefined && sort !== undefined;
  const byTime = sorted && (sort === "createdAt" || sort === "-createdAt");
  return {
    state: list,
    inAllOrganizations: list.filters.where !== undefined,
    organizationQuery: { ...query, ...(sorted ? { sort } : {}) },
    allQuery: { ...query, ...(byTime ? { sort } : {}) },
  };
}
