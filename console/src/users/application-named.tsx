import { Anchor } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useMay } from "../may.tsx";
import { paths } from "../paths.ts";

/** It may be of an organization that one does not manage. */
export function ApplicationNamed({
  applicationId,
  applicationName,
}: {
  applicationId: string;
  applicationName: string;
}) {
  if (!useMay({ applicationId }).has("application.read")) return applicationName;
  return (
    <Anchor component={Link} to={paths.application(applicationId)} className="row-link" c="inherit" fw={500}>
      {applicationName}
    </Anchor>
  );
}
