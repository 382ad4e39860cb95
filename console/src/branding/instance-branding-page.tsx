/** How pages look where an organization has not decided itself. */
import { BrandingWithPreview } from "./branding.tsx";

export default function InstanceBrandingPage() {
  return <BrandingWithPreview place={{}} />;
}
