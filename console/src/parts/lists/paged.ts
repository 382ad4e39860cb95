/** How a list is read page by page; goes with `api.useInfiniteQuery`. */
import { keepPreviousData } from "@tanstack/react-query";

export const paged = {
  pageParamName: "cursor",
  // Left out of the address; `undefined` would be sent as 0.
  initialPageParam: null,
  getNextPageParam: (last: { nextCursor?: string }) => last.nextCursor,
  placeholderData: keepPreviousData,
} as const;
