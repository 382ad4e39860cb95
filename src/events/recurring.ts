/**
 * Events that strangers can cause as often as they like: failed sign-ins, refused calls, wrong secrets; and the use of
 * service credentials, which is frequent by nature. Each node writes the first of a kind within seconds, and what
 * follows is counted in memory and written as one line a window, with its number: ten thousand attempts are a handful
 * of lines. A node that is killed loses the counts of one window.
 *
 * Nothing is written on the way of a request, nor when one is answered, but by a clock of its own: whether an attempt
 * is the first for somebody who exists shows in no answer.
 */
import type { Storage } from "../storage/storage.ts";
import { type Actor, type NewEvent, recordAll } from "./audit-log.ts";
import type { ResourceKind } from "./event-types.ts";

const MINUTE_MS = 60_000;

/** How long each is counted before a line is written. */
const windows = {
  "sign_in.failed": 10 * MINUTE_MS,
  "client_authentication.failed": 10 * MINUTE_MS,
  "management_call.refused": 10 * MINUTE_MS,
  // What a program does all day long is a line a day.
  "service_credential.used": 24 * 60 * MINUTE_MS,
} as const;

export type RecurringType = keyof typeof windows;

export interface RecurringEvent {
  readonly type: RecurringType;
  readonly actor: Actor;
  readonly resource: { readonly kind: ResourceKind; readonly id?: string | undefined };
  readonly organizationId?: string | undefined;
  /** Of a bounded number of values, and never what somebody typed: events that differ in it are counted apart. */
  readonly detail: Readonly<Record<string, string>>;
  /** Said of the first alone. */
  readonly first?: { readonly requestId?: string; readonly detail?: Readonly<Record<string, string>> };
}

export interface Recurring {
  /** In memory: whoever waits for an answer does not wait for this. */
  note(event: RecurringEvent): void;
  /** Writes what came for the first time, and the counts of windows that are over. */
  write(): Promise<void>;
  /** Writes all counts, and stops. */
  close(): Promise<void>;
}

export interface RecurringOptions {
  readonly onError: (error: unknown) => void;
  /** In milliseconds, and never going back. */
  readonly clock?: () => number;
  readonly everyMs?: number | undefined;
}

const WRITE_EVERY_MS = 2_000;
/** Kept apart, of one type in one organization. Whoever fills these fills those of their own organization. */
export const MOST_IN_ORGANIZATION = 200;
/** Kept apart of one type, so that none takes the room of another: about a megabyte in all. */
export const MOST_LINES = 600;

interface Line {
  readonly event: RecurringEvent;
  /** Since the last one was written. */
  count: number;
  until: number;
}

interface Due {
  readonly key: string;
  readonly line: Line;
  readonly count: number;
  readonly isFirst: boolean;
}

export function openRecurring(storage: Pick<Storage, "transaction">, options: RecurringOptions): Recurring {
  const { onError, clock = () => performance.now(), everyMs = WRITE_EVERY_MS } = options;
  const lines = new Map<string, Line>();
  const perGroup = new Map<string, number>();
  const perType = new Map<RecurringType, number>();
  let due: Due[] = [];

  function note(event: RecurringEvent): void {
    const [key, kept] = placeOf(event);
    const line = lines.get(key);
    if (line !== undefined) line.count++;
    else due.push({ key, line: addLine(key, kept), count: 1, isFirst: true });
  }

  /** Under which key it is counted: its own, or that of all others where there is no more room. */
  function placeOf(event: RecurringEvent): readonly [string, RecurringEvent] {
    const own = keyOf(event);
    if (lines.has(own)) return [own, event];
    const isFull = (perType.get(event.type) ?? 0) >= MOST_LINES;
    if (!isFull && (perGroup.get(groupOf(event)) ?? 0) < MOST_IN_ORGANIZATION) return [own, event];
    const others = othersOf(event);
    const key = keyOf(others);
    if (!isFull || lines.has(key)) return [key, others];
    const everywhere = { ...others, organizationId: undefined };
    return [keyOf(everywhere), everywhere];
  }

  function addLine(key: string, event: RecurringEvent): Line {
    const line = { event, count: 0, until: clock() + windows[event.type] };
    lines.set(key, line);
    perGroup.set(groupOf(event), (perGroup.get(groupOf(event)) ?? 0) + 1);
    perType.set(event.type, (perType.get(event.type) ?? 0) + 1);
    return line;
  }

  function removeLine(key: string, { event }: Line): void {
    lines.delete(key);
    perType.set(event.type, (perType.get(event.type) ?? 0) - 1);
    const left = (perGroup.get(groupOf(event)) ?? 0) - 1;
    if (left > 0) perGroup.set(groupOf(event), left);
    else perGroup.delete(groupOf(event));
  }

  /** What has come again goes on being counted; what has not is forgotten, and its next is a first one. */
  function endWindows(until: number): void {
    for (const [key, line] of lines) {
      if (line.until > until) continue;
      if (line.count === 0) removeLine(key, line);
      else {
        due.push({ key, line, count: line.count, isFirst: false });
        line.count = 0;
        line.until = clock() + windows[line.event.type];
      }
    }
  }

  async function writeDue(): Promise<void> {
    const taken = due;
    due = [];
    try {
      await storage.transaction((tx) => recordAll(tx, taken.map(toEvent)));
    } catch (error) {
      // They are counted, so that they are written as one line later.
      for (const { key, line, count } of taken) (lines.get(key) ?? addLine(key, line.event)).count += count;
      throw error;
    }
  }

  async function write(): Promise<void> {
    endWindows(clock());
    if (due.length > 0) await writeDue();
  }

  const timer = setInterval(() => write().catch(onError), everyMs);
  timer.unref();

  return {
    note,
    write,
    async close() {
      clearInterval(timer);
      endWindows(Number.POSITIVE_INFINITY);
      if (due.length > 0) await writeDue().catch(onError);
    },
  };
}

function keyOf({ type, actor, resource, organizationId, detail }: RecurringEvent): string {
  const actorId = "id" in actor ? actor.id : "";
  return JSON.stringify([type, organizationId ?? "", actor.kind, actorId, resource.kind, resource.id ?? "", detail]);
}

function groupOf({ type, organizationId = "" }: RecurringEvent): string {
  return `${type} ${organizationId}`;
}

function othersOf({ type, resource, organizationId }: RecurringEvent): RecurringEvent {
  return {
    type,
    actor: { kind: "system" },
    resource: { kind: resource.kind },
    organizationId,
    detail: { others: "too many to tell apart" },
  };
}

function toEvent({ line: { event }, count, isFirst }: Due): NewEvent {
  const { type, actor, resource, organizationId, detail, first } = event;
  const { id, kind } = resource;
  return {
    ...{ type, actor, organizationId, requestId: isFirst ? first?.requestId : undefined },
    resource: id === undefined ? { kind } : { kind, id },
    detail: { ...detail, ...(isFirst ? first?.detail : {}), count },
  };
}
