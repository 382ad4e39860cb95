/** Reading the audit log of the instance, an organization or a project. */
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { answered, client } from "../../api.ts";
import type { Place } from "../../may.tsx";
import type { Pages } from "../lists/data-table.tsx";
import type { AuditEvent, EventQuery } from "./words.ts";

/** The instance, unless it names another. */
export type EventPlace = Pick<Place, "organizationId" | "projectId">;

export function readEvents({ organizationId, projectId }: EventPlace, query: EventQuery) {
  if (projectId !== undefined)
    return answered(client.GET("/projects/{projectId}/events", { params: { path: { projectId }, query } }));
  if (organizationId === undefined) return answered(client.GET("/events", { params: { query } }));
  return answered(
    client.GET("/organizations/{organizationId}/events", { params: { path: { organizationId }, query } }),
  );
}

export function exportEvents({ organizationId, projectId }: EventPlace, query: EventQuery): Promise<string> {
  const parseAs = "text";
  if (projectId !== undefined)
    return answered(
      client.GET("/projects/{projectId}/events/export", { params: { path: { projectId }, query }, parseAs }),
    );
  if (organizationId === undefined) return answered(client.GET("/events/export", { params: { query }, parseAs }));
  return answered(
    client.GET("/organizations/{organizationId}/events/export", {
      params: { path: { organizationId }, query },
      parseAs,
    }),
  );
}

/** Enough to fill a screen. */
const FEWEST_SHOWN = 20;

/** A page may have few events in it, or none, where a filter lets little through: those after it are read as well. */
export function useEvents(at: EventPlace, query: EventQuery): Pages<AuditEvent> {
  const list = useInfiniteQuery({
    queryKey: ["events", at, query],
    queryFn: ({ pageParam }) => readEvents(at, { ...query, ...(pageParam === null ? {} : { cursor: pageParam }) }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
    placeholderData: keepPreviousData,
  });
  const { data, hasNextPage, isFetching, fetchNextPage } = list;
  const count = data?.pages.reduce((sum, { items }) => sum + items.length, 0) ?? 0;
  const readsOn = hasNextPage && count < FEWEST_SHOWN;
  useEffect(() => {
    if (readsOn && !isFetching) void fetchNextPage();
  }, [readsOn, isFetching, fetchNextPage]);
  return count === 0 && readsOn ? { ...list, data: undefined } : list;
}
