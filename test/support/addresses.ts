/**
 * Every address that a node serves, with its method: those of its router, and those of the rooms that are loaded when
 * asked for.
 */

import { mountConsole } from "../../src/console/routes.ts";
import { type App, createApp } from "../../src/http/app.ts";
import { rememberInstance } from "../../src/identity/instance.ts";
import { mountManagement } from "../../src/management/mount.ts";
import { browserCookies } from "../../src/pages/cookies.ts";
import { mountAccount } from "../../src/people/account/routes.ts";
import type { Idp } from "./idp.ts";

/**
 * `GET /login`, in the order of the alphabet. What only repeats another method (HEAD) or tells about it (OPTIONS) is
 * left out.
 */
export async function everyAddress(idp: Idp): Promise<string[]> {
  const { services, app } = idp.node;
  const { storage, recurring, tickets, passwords, ring, mail, keys } = services;
  const addresses = { issuerUrl: idp.issuer, baseUrl: idp.issuer, loginUrl: idp.issuer };
  const instance = rememberInstance(storage.db);
  const tokens = { ring, tickets, issuer: idp.issuer };
  const cookies = browserCookies(tickets, idp.issuer);
  const rooms = {
    "/account": (room: App) => mountAccount(room, { ...services, cookies, loginUrl: idp.issuer }),
    "/console": (room: App) => mountConsole(room, { instance, addresses }),
    "/management/v1": (room: App) =>
      mountManagement(room, {
        storage,
        recurring,
        keys,
        tokens,
        passwords,
        instance,
        addresses,
        mail,
        callsPerMinute: 1,
        strictAnswers: true,
      }),
  };
  const own = addressesIn(app.printRoutes({ commonPrefix: false }));
  const lazily = own
    .filter((address) => address.startsWith("QUERY ") && !address.endsWith("*"))
    .map((address) => address.slice(6));
  const found = own.filter(
    (address) => !lazily.some((prefix) => address.endsWith(` ${prefix}`) || address.endsWith(` ${prefix}*`)),
  );
  for (const prefix of lazily) {
    const mount = rooms[prefix as keyof typeof rooms];
    if (mount === undefined) throw new Error(`nobody knows what is in the room ${prefix}`);
    const room = createApp({ loginUrl: idp.issuer, https: false, trustedProxies: [], log: app.log });
    room.addHook("onRoute", ({ method, url }) => void found.push(...[method].flat().map((one) => `${one} ${url}`)));
    mount(room);
    await room.ready();
    await room.close();
  }
  return [...new Set(found)].filter((address) => !/^(?:HEAD|OPTIONS) /.test(address)).toSorted();
}

/** Reads the tree that the router prints: each line has its part of the path, and what it answers to. */
function addressesIn(tree: string): string[] {
  const above: string[] = [];
  return tree
    .trim()
    .split("\n")
    .flatMap((line) => {
      const [, indent = "", part = "", methods = ""] = /^([ │]*)[└├]── (\S+)(?: \(([^)]*)\))?$/.exec(line) ?? [];
      if (part === "") throw new Error(`the router printed something else: ${line}`);
      const depth = indent.length / 4;
      above.length = depth;
      above.push(part);
      const path = above.join("").replace(/^\/\//, "/");
      return methods === "" ? [] : methods.split(", ").map((method) => `${method} ${path}`);
    });
}
