/** What a JWT access token calls itself in its header, for applications and service users. */
import { Alert, Select, Stack } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";

export const INSTANCE = "instance";
export const kindNames = { opaque: "Opaque", jwt: "JWT" } as const;

export function AccessTokenType({ value, ...props }: { value?: string | null }) {
  return (
    <Stack gap="sm">
      <Select
        label="Type of JWT access tokens"
        description="What the header says as typ. Choose JWT only for APIs that refuse at+jwt, such as a resource server of Spring that is set up in one line."
        data={[
          { value: "at+jwt", label: "at+jwt: recommended" },
          { value: "JWT", label: "JWT: for APIs that know no other" },
        ]}
        allowDeselect={false}
        value={value ?? "at+jwt"}
        {...props}
      />
      {value === "JWT" && (
        <Alert variant="light" color="yellow" icon={<IconAlertTriangle size={18} aria-hidden />}>
          ID tokens have this type, too. Let the API ask for the id of its project in aud, which no ID token has, so
          that it takes none of them for an access token.
        </Alert>
      )}
    </Stack>
  );
}
