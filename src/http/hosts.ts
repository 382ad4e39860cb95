/**
 * Machine endpoints answer at any Host: internal addresses and probes need that, and nothing we say is made from it.
 * A page is different, because cookies belong to one host: asked for elsewhere, it leads to the login host.
 */
import type { FastifyInstance, onRequestHookHandler } from "fastify";

declare module "fastify" {
  interface FastifyContextConfig {
    /** A page for people, which lives at the login host only. */
    page?: boolean;
  }
}

export function redirectPagesToLoginHost(app: FastifyInstance, loginUrl: string): void {
  const { host, hostname, port, protocol } = new URL(loginUrl);
  // Some proxies name the port also where it is the usual one.
  const withPort = `${hostname}:${port || (protocol === "https:" ? 443 : 80)}`;
  const seen = new Set<string>();
  const hook: onRequestHookHandler = (request, reply, done) => {
    const asked = request.routeOptions.config.page ? (request.headers.host ?? "").toLowerCase() : host;
    if (asked === host || asked === withPort) return done();
    // Once a host, so that a stray probe cannot fill the log; bounded, because anyone can send any Host.
    if (seen.size < 20 && !seen.has(asked)) {
      seen.add(asked);
      request.log.warn(
        // A terminal takes more than ASCII's control characters for commands.
        { askedAt: asked.slice(0, 200).replace(/[^!-~]/g, "?"), loginUrl },
        "a page was asked for at another host and redirected; if this is your proxy, let it pass the Host header on, or set SIGNET_LOGIN_URL",
      );
    }
    reply.redirect(loginUrl + originForm(request.url), 302);
  };
  app.addHook("onRequest", hook);
}

/** The path of an absolute-form request target is what counts; `//host` must not become another host. */
function originForm(url: string): string {
  return `/${url.replace(/^https?:\/\/[^/]*/i, "").replace(/^[/\\]+/, "")}`;
}
