/** What a service user signs in with. */
import { useMay } from "../may.tsx";
import { CredentialKeys } from "../parts/credentials/keys.tsx";
import { RefusedAuthentications } from "../parts/credentials/refused-authentications.tsx";
import { ClientSecret } from "./client-secret.tsx";
import { PersonalAccessTokens } from "./personal-access-tokens.tsx";
import { useServiceUser } from "./use-service-user.ts";

export default function ServiceUserCredentialsPage() {
  const { data: serviceUser } = useServiceUser();
  const may = useMay(serviceUser === undefined ? {} : { serviceUserId: serviceUser.id });
  if (serviceUser === undefined) return null;
  return (
    <>
      <CredentialKeys of={{ serviceUserId: serviceUser.id }} name={serviceUser.name} />
      <ClientSecret serviceUser={serviceUser} />
      {may.has("service_user_token.read") && <PersonalAccessTokens serviceUser={serviceUser} />}
      <RefusedAuthentications of={{ serviceUserId: serviceUser.id }} />
    </>
  );
}
