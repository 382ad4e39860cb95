/** How a person proves who they are, and how a manager helps them back in. */
import { List, Text } from "@mantine/core";
import { api, type Schemas } from "../api.ts";
import { useMay } from "../may.tsx";
import { ProblemAlert } from "../parts/page/problem.tsx";
import { Section } from "../parts/page/section.tsx";
import { nextSignIn } from "./next-sign-in.ts";
import { SectionSkeleton } from "./section-skeleton.tsx";
import { useUser } from "./use-user.ts";
import { UserFactors } from "./user-factors.tsx";
import { UserPassword } from "./user-password.tsx";

export default function UserSignInPage() {
  const { data: user } = useUser();
  return user === undefined ? null : <SignIn user={user} />;
}

function SignIn({ user }: { user: Schemas["User"] }) {
  const { organizationId } = user;
  const { data: credentials, error } = api.useQuery("get", "/users/{userId}/credentials", {
    params: { path: { userId: user.id } },
  });
  const { data: policy } = api.useQuery(
    "get",
    "/organizations/{organizationId}/policies/secondFactor",
    { params: { path: { organizationId } } },
    { enabled: useMay({ organizationId }).has("organization_policy.read") },
  );
  if (error !== null) return <ProblemAlert problem={error} />;
  if (credentials === undefined) return <SectionSkeleton />;
  const asked = nextSignIn({ user, credentials, policy: policy?.effective });
  return (
    <>
      <Section title="At their next sign-in" purpose="What they are asked for, as things are now.">
        {asked.length === 1 ? (
          <Text size="sm">{asked[0]}</Text>
        ) : (
          <List type="ordered" size="sm" spacing={4}>
            {asked.map((line) => (
              <List.Item key={line}>{line}</List.Item>
            ))}
          </List>
        )}
      </Section>
      <UserPassword user={user} password={credentials.password} />
      <UserFactors user={user} factors={credentials.factors} />
    </>
  );
}
