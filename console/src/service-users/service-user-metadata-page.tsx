/** What else is kept about a service user. */
import { Metadata } from "../parts/metadata/metadata.tsx";
import { useParam } from "../parts/page/use-param.ts";

export default function ServiceUserMetadataPage() {
  return <Metadata of={{ serviceUserId: useParam("serviceUserId") }} />;
}
