/**
 * What the server knows about a browser. It is kept here, under a random id, which is all that the cookie holds. A real
 * application keeps it in its database, so that it outlives a restart.
 */
import { randomBytes } from "node:crypto";

const known = new Map();

export function remember(response, { cookie, seconds, secure }, value) {
  const id = randomBytes(32).toString("base64url");
  known.set(id, value);
  setTimeout(() => known.delete(id), seconds * 1000).unref();
  // Lax: the cookie comes along when Signet sends the browser back, but not with a form that another site posts.
  response.cookie(cookie, id, { httpOnly: true, sameSite: "lax", secure, maxAge: seconds * 1000 });
}

export function recall(request, { cookie }) {
  return known.get(idIn(request, cookie));
}

export function forget(request, response, { cookie }) {
  known.delete(idIn(request, cookie));
  response.clearCookie(cookie);
}

function idIn(request, cookie) {
  const pairs = (request.headers.cookie ?? "").split("; ").map((pair) => pair.split("=", 2));
  return pairs.find(([name]) => name === cookie)?.[1];
}
