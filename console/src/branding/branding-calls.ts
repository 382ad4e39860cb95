/** The branding of one place: of an organization, or of the instance, which has no id. */
import { api, changed, client, ifMatch, type Schemas } from "../api.ts";
import { useMay } from "../may.tsx";

export interface BrandingPlace {
  readonly organizationId?: string;
}

export type Branding = Schemas["Branding"];
export type BrandingSettings = Schemas["BrandingSettings"];
export type Picture = Schemas["BrandingImage"];

interface ReadBranding {
  readonly branding: Branding | undefined;
  /** Its own: an organization that has none shows the instance's. */
  readonly pictures: readonly Picture[] | undefined;
  readonly problem: unknown;
}

export function useBranding({ organizationId }: BrandingPlace): ReadBranding {
  const own = organizationId !== undefined;
  const init = { params: { path: { organizationId: organizationId ?? "" } } };
  const ofInstance = api.useQuery("get", "/instance/branding", {}, { enabled: !own });
  const ofOrganization = api.useQuery("get", "/organizations/{organizationId}/branding", init, { enabled: own });
  const instancePictures = api.useQuery("get", "/instance/branding/images", {}, { enabled: !own });
  const organizationPictures = api.useQuery("get", "/organizations/{organizationId}/branding/images", init, {
    enabled: own,
  });
  const branding = own ? ofOrganization : ofInstance;
  const pictures = own ? organizationPictures : instancePictures;
  return { branding: branding.data, pictures: pictures.data?.items, problem: branding.error ?? pictures.error };
}

export function setBranding({ organizationId }: BrandingPlace, version: number, body: BrandingSettings) {
  if (organizationId === undefined)
    return changed(client.PUT("/instance/branding", { params: ifMatch(version), body }));
  const params = { path: { organizationId }, ...ifMatch(version) };
  return changed(client.PUT("/organizations/{organizationId}/branding", { params, body }));
}

export function resetBranding({ organizationId }: BrandingPlace, version: number) {
  if (organizationId === undefined) return changed(client.DELETE("/instance/branding", { params: ifMatch(version) }));
  const params = { path: { organizationId }, ...ifMatch(version) };
  return changed(client.DELETE("/organizations/{organizationId}/branding", { params }));
}

/** `data`: the file in base64. */
export function setPicture({ organizationId }: BrandingPlace, kind: Picture["kind"], data: string) {
  const body = { data };
  if (organizationId === undefined)
    return changed(client.PUT("/instance/branding/images/{kind}", { params: { path: { kind } }, body }));
  const params = { path: { organizationId, kind } };
  return changed(client.PUT("/organizations/{organizationId}/branding/images/{kind}", { params, body }));
}

export function removePicture({ organizationId }: BrandingPlace, kind: Picture["kind"]) {
  if (organizationId === undefined)
    return changed(client.DELETE("/instance/branding/images/{kind}", { params: { path: { kind } } }));
  return changed(
    client.DELETE("/organizations/{organizationId}/branding/images/{kind}", {
      params: { path: { organizationId, kind } },
    }),
  );
}

export function useMayBrand({ organizationId }: BrandingPlace): boolean {
  const may = useMay(organizationId === undefined ? {} : { organizationId });
  return may.has(organizationId === undefined ? "instance.write" : "branding.write");
}
