/** How pages and forms are added to this room: what each asks for first is said here, and nowhere else. */
import type { FastifyReply } from "fastify";
import type { App } from "../../http/app.ts";
import { formOf, queryOf } from "../../http/forms.ts";
import type { paths } from "../../pages/login-request.ts";
import type { PeopleServices } from "../people-services.ts";
import type { FormTicket } from "./form-ticket.ts";
import { formTicket } from "./form-ticket.ts";
import { sendFormOver } from "./refusals.ts";
import { AS, isFresh, openForm, openVisit, proveAgain, type Visit } from "./visit.ts";

export type Answer = FastifyReply | Promise<FastifyReply>;

/** An address of this room. */
export type AccountPath = typeof paths.account | `${typeof paths.account}/${string}`;

export interface Room {
  /** `fresh`: only for somebody who has proved lately who they are; others do that first and come back. */
  page(path: AccountPath, options: { fresh?: boolean }, show: (visit: Visit) => Answer): void;
  /** `back`: the page that the form is on. */
  form(
    path: AccountPath,
    options: { fresh?: boolean; back: AccountPath },
    take: (visit: Visit, ticket: FormTicket) => Answer,
  ): void;
}

export function openRoom(app: App, services: PeopleServices): Room {
  return {
    page(path, { fresh = false }, show) {
      app.get(path, { config: { page: true } }, async (request, reply) => {
        const sessionId = queryOf(request).get(AS);
        const visit = await openVisit(request, reply, services, { sessionId, returnTo: path });
        if (visit === undefined) return reply;
        return fresh && !isFresh(visit) ? proveAgain(visit, path) : show(visit);
      });
    },

    form(path, { fresh = false, back }, take) {
      app.post(path, { config: { page: true } }, async (request, reply) => {
        const text = formOf(request).get("ticket");
        // The form says which of the accounts in this browser it is for; whether it may is asked below.
        const sessionId = text === null ? null : (services.tickets.open(formTicket, text)?.sessionId ?? null);
        const visit = await openVisit(request, reply, services, { sessionId, returnTo: back });
        if (visit === undefined) return reply;
        const ticket = openForm(visit, path, text);
        if (ticket === undefined) return sendFormOver(visit);
        return fresh && !isFresh(visit) ? proveAgain(visit, back) : take(visit, ticket);
      });
    },
  };
}
