/** What else is kept about a person. */
import { Metadata } from "../parts/metadata/metadata.tsx";
import { useParam } from "../parts/page/use-param.ts";

export default function UserMetadataPage() {
  return <Metadata of={{ userId: useParam("userId") }} />;
}
