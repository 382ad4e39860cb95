/** Which scope gets a token that an API of another project accepts, and who has to list whom for it. */
import { Anchor, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { Facts, Section } from "../parts/page/section.tsx";
import { CopyValue } from "../parts/values/copy.tsx";
import { paths } from "../paths.ts";
import { audienceScope } from "../projects/audience-scope.ts";
import type { Application } from "./kinds.ts";

export function Audiences({ application }: { application: Application }) {
  return application.type === "api" ? <CalledByOthers {...application} /> : <CallsOthers {...application} />;
}

function CalledByOthers({ projectId }: Application) {
  const callers = (
    <Anchor component={Link} to={`${paths.project(projectId)}/callers`} inherit>
      Callers
    </Anchor>
  );
  return (
    <Section
      title="Tokens from other projects"
      purpose="Applications of this project get tokens that this API accepts by themselves."
    >
      <Text size="sm" mb="md">
        Others ask for the scope below. An application has to be listed under {callers} of this project first, alone or
        with its project; a service user of this organization need not.
      </Text>
      <Facts items={[["Scope", <CopyValue key="scope" value={audienceScope(projectId)} what="scope" />]]} />
    </Section>
  );
}

function CallsOthers({ projectId, clientId }: Application) {
  return (
    <Section
      title="Tokens for other projects"
      purpose="APIs of this application's own project accept its tokens as they are."
    >
      <Text size="sm" mb="md">
        For an API of another project, ask for the scope below with the id of that project. Its managers have to list
        this application, or its project, under Callers first; otherwise the scope is left out of the answer.
      </Text>
      <Facts
        items={[
          ["Scope", <CopyValue key="scope" value={audienceScope("{project id}")} what="scope" />],
          ["Client id, to be listed", <CopyValue key="client" value={clientId} what="client id" />],
          ["Project id, to be listed", <CopyValue key="project" value={projectId} what="project id" />],
        ]}
      />
    </Section>
  );
}
