/** Registers what the wizard gathered, hands the secret or key over, and goes on to the code. */
import { answered, client, readAgain } from "../../api.ts";
import { sayDone, sayProblem } from "../../parts/page/problem.tsx";
import { showKeyFile, showSecret } from "../show-secret.ts";
import { type Draft, settingsOf } from "./draft.ts";

/** `next` is called with the id when the person has what they need to keep. */
export async function register(projectId: string, draft: Draft, next: (applicationId: string) => void): Promise<void> {
  const path = { params: { path: { projectId } } };
  const { id, name, secret } = await answered(
    client.POST("/projects/{projectId}/applications", { ...path, body: settingsOf(draft) }),
  );
  void readAgain();
  const then = () => {
    sayDone(`${name} was created. Now put it into your app.`);
    next(id);
  };
  if (secret !== undefined) return showSecret({ name, clientId: id, secret, then });
  const keyFile = draft.authMethod === "private_key_jwt" ? await firstKey(id) : undefined;
  if (keyFile !== undefined) return showKeyFile({ name, keyFile, then });
  then();
}

/** The application is there already: without a key, one can still be made at its credentials. */
async function firstKey(applicationId: string): Promise<Record<string, string> | undefined> {
  try {
    const { keyFile } = await answered(
      client.POST("/applications/{applicationId}/keys", { params: { path: { applicationId } }, body: {} }),
    );
    return keyFile;
  } catch (thrown) {
    sayProblem(thrown);
    return undefined;
  }
}
