/**
 * Says so when people sign in to an application that does not learn who they are: no profile in its tokens, and nobody
 * asks userinfo.
 */
import { Alert, Anchor, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { api } from "../api.ts";
import { paths } from "../paths.ts";
import type { Application } from "./kinds.ts";

/** Long enough to have been asked, for whoever asks only now and then. */
const SILENT_MS = 30 * 86_400_000;

export function ProfileUnread({ application }: { application: Application }) {
  const { id, type, idTokenUserinfoAssertion } = application;
  const { data } = api.useQuery(
    "get",
    "/applications/{applicationId}/use",
    { params: { path: { applicationId: id } } },
    { enabled: type !== "api" && !idTokenUserinfoAssertion },
  );
  if (idTokenUserinfoAssertion || data?.tokensGivenAt === undefined) return null;
  const { tokensGivenAt, profileReadAt } = data;
  if (profileReadAt !== undefined && Date.parse(tokensGivenAt) - Date.parse(profileReadAt) < SILENT_MS) return null;
  return (
    <Alert
      variant="light"
      color="yellow"
      icon={<IconAlertTriangle aria-hidden />}
      title="It does not learn who signs in"
      className="plain-text"
    >
      <Text size="sm">
        It asks for names or addresses, but its ID tokens carry none, and it has{" "}
        {profileReadAt === undefined ? "never" : "for a month not"} asked userinfo for them. If people appear in it
        without a name, turn on User Info inside ID Token in its{" "}
        <Anchor component={Link} to={paths.application(id)} inherit underline="always">
          settings
        </Anchor>
        , or have it ask userinfo.
      </Text>
    </Alert>
  );
}
