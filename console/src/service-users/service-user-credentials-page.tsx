/** What a service user signs in with. */
import { CredentialKeys } from "../parts/credential-keys.tsx";
import { useMay } from "../parts/may.tsx";
import { RefusedAuthentications } from "../parts/refused-authentications.tsx";
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
