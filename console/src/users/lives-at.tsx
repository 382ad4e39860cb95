/** Below the name of a person or a service user: the login name, and the organization it belongs to. */
import { Anchor } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { paths } from "../paths.ts";
import { useOrganization } from "../shell/current-organization.tsx";

export function LivesAt({ loginName, organizationId }: { loginName: string; organizationId: string }) {
  const organization = useOrganization().organizations.find(({ id }) => id === organizationId);
  return (
    <>
      {loginName}
      {organization !== undefined && (
        <>
          {" · "}
          <Anchor
            component={Link}
            to={paths.organizationSettings(organizationId)}
            c="inherit"
            underline="always"
            inherit
          >
            {organization.name}
          </Anchor>
        </>
      )}
    </>
  );
}
