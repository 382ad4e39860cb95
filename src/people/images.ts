/**
 * The pictures of a branding, for pages to show: bytes that we wrote ourselves, and that can do nothing but be seen.
 */
import { registry } from "../errors/registry.ts";
import { SignetError } from "../errors/signet-error.ts";
import type { App } from "../http/app.ts";
import { isImageId } from "../identity/branding/encode-image.ts";
import { findImage } from "../identity/branding/images.ts";
import { paths } from "../pages/login-request.ts";
import type { PeopleServices } from "./people-services.ts";

/** Also for whoever opens the address by itself: an empty sandbox, in which nothing runs and nothing is loaded. */
const inert = {
  "content-type": "image/webp",
  "content-disposition": 'inline; filename="image.webp"',
  "content-security-policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
  "cross-origin-resource-policy": "same-origin",
  "x-content-type-options": "nosniff",
  // The address is the hash of what is there, so it is never anything else.
  "cache-control": "public, max-age=31536000, immutable",
} as const;

export function addImages(app: App, { storage }: Pick<PeopleServices, "storage">): void {
  app.get<{ Params: { id: string } }>(`${paths.images}/:id`, async ({ params }, reply) => {
    const image = isImageId(params.id) ? await findImage(storage.db, params.id) : undefined;
    if (image === undefined) throw new SignetError("not_found", registry.not_found.title);
    return reply.headers(inert).send(image);
  });
}
