/** The pictures of a branding: a logo, another one for dark pages, and an icon. */
import Type from "typebox";
import { imageKinds } from "../../identity/branding/brand.ts";
import { ACCEPTED, encodeImage, imageSizes } from "../../identity/branding/encode-image.ts";
import { type BrandImage, listImages, removeImage, setImage } from "../../identity/branding/images.ts";
import { imageAddress } from "../../pages/page.ts";
import { type Context, change, type Route, read, remove } from "../route.ts";
import { closed, time, toTime } from "../schemas.ts";
import { organizationIdOf } from "./policy-routes.ts";

const tag = "Branding";
const kind = Type.Enum([...imageKinds], { description: "`dark_logo` is shown instead of `logo` on dark pages" });

const imageView = closed(
  {
    kind,
    id: Type.String({ description: "The hash of the picture: another picture has another id" }),
    url: Type.String({
      format: "uri",
      description: "Where pages show it from, for as long as it is used. No token is needed",
    }),
    changedAt: time,
  },
  { title: "BrandingImage" },
);

function toImageView({ kind, id, changedAt }: BrandImage, { addresses }: Context["services"]) {
  return { kind, id, url: addresses.loginUrl + imageAddress(id), changedAt: toTime(changedAt) };
}

const { logo, icon } = imageSizes;
const upload = closed(
  { data: Type.String({ description: `The file in base64: ${ACCEPTED}` }) },
  { title: "BrandingImageUpload" },
);

const places = [
  {
    at: "organization",
    path: "/organizations/:organizationId/branding/images",
    whose: "an organization",
    listed: "Its own. An organization that has none shows the instance's.",
    permissions: { read: "branding.read", write: "branding.write" },
  },
  {
    at: "iam",
    path: "/instance/branding/images",
    whose: "the instance",
    listed: "Organizations that have none of their own show these.",
    permissions: { read: "instance.read", write: "instance.write" },
  },
] as const;

function routesAt({ at, path, whose, listed, permissions }: (typeof places)[number]): readonly Route[] {
  return [
    read({
      method: "GET",
      path,
      tag,
      summary: `List the pictures of ${whose}`,
      detail: listed,
      permission: permissions.read,
      at,
      answer: closed({ items: Type.Array(imageView) }),
      async handle({ db, services }, { params }) {
        const images = await listImages(db, organizationIdOf(params));
        return { items: images.map((image) => toImageView(image, services)) };
      },
    }),
    change({
      method: "PUT",
      path: `${path}/:kind`,
      tag,
      summary: `Set a picture of ${whose}`,
      detail: `It is made anew as WebP, without anything that was in the file beside the picture. A logo is made to fit into ${logo.width} × ${logo.height} pixels, an icon into ${icon.width} × ${icon.height}.`,
      permission: permissions.write,
      at,
      params: { kind },
      body: upload,
      answer: imageView,
      prepare: (_context, { params, body }) => encodeImage(params.kind, body.data),
      async handle({ tx, by, services }, { params }, image) {
        const place = { organizationId: organizationIdOf(params), kind: params.kind };
        return toImageView(await setImage(tx, place, image, by), services);
      },
    }),
    remove({
      path: `${path}/:kind`,
      tag,
      summary: `Remove a picture of ${whose}`,
      permission: permissions.write,
      at,
      params: { kind },
      handle: ({ tx, by }, { params }) =>
        removeImage(tx, { organizationId: organizationIdOf(params), kind: params.kind }, by),
    }),
  ];
}

export const brandingImageRoutes: readonly Route[] = places.flatMap(routesAt);
