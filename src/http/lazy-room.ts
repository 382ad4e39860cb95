/**
 * A room that is loaded when it is first asked for. What programs and people sign in with must be there at once; what
 * manages it is large and used rarely, and would cost every node 20 MB and a fifth of a second at each start.
 */
import type { App } from "./app.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The answer comes from another room, which counts and logs it. */
    handsOver?: boolean;
  }
}

/** `load` gives an application of its own, whose routes begin with the prefix. */
export function mountLazily(app: App, prefix: `/${string}`, load: () => Promise<App>): void {
  let room: Promise<App> | undefined;
  const opened = () => {
    room ??= load().catch((error) => {
      room = undefined;
      throw error;
    });
    return room;
  };
  app.addHook("onClose", async () => {
    await (await room)?.close();
  });
  for (const url of [prefix, `${prefix}/*`]) {
    app.all(url, {
      config: { handsOver: true },
      // Before anything of the body is read: that is for the room to do.
      async onRequest(request, reply) {
        const { routing } = await opened();
        reply.hijack();
        routing(request.raw, reply.raw);
      },
      handler: async () => undefined,
    });
  }
}
