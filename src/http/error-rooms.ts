/**
 * What is answered when a request fails before any room has it: its address cannot be read, an id in it is far too
 * long, no route takes its method, its headers are too large. A room that has errors of its own form gets them for
 * whatever is asked of it, also then.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { SignetError } from "../errors/signet-error.ts";

export interface ErrorRoom {
  /** Where the room is, without a slash at the end. */
  readonly prefix: `/${string}`;
  send(request: FastifyRequest, reply: FastifyReply, error: SignetError): FastifyReply;
  /** The same for what never became a request. */
  readonly contentType: string;
  document(error: SignetError, requestId: string): object;
}

/** `target` as it stands in the request: a path, or a whole address (RFC 9112 §3.2.2). */
export function errorRoomOf(rooms: readonly ErrorRoom[], target: string): ErrorRoom | undefined {
  const path = target.replace(/^https?:\/\/[^/?#]*/i, "");
  return rooms.find(({ prefix }) => path.startsWith(prefix) && /^(?:[/?#]|$)/.test(path.slice(prefix.length)));
}

/** What a broken request asked for, as far as its first line is among what was read last. */
export function targetOfBroken(error: object): string | undefined {
  const packet =
    "rawPacket" in error && Buffer.isBuffer(error.rawPacket) ? error.rawPacket.subarray(0, 300).toString("latin1") : "";
  return /^[A-Z]{1,20} (\S+)/.exec(packet)?.[1];
}
