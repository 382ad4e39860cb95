/** Hands a client secret or a key file over, once. */
import { showOnce } from "../parts/credentials/shown-once.tsx";

interface SecretOwner {
  /** The name of the application. */
  readonly name: string;
  readonly clientId: string;
  readonly then?: () => void;
}

export function showSecret({ name, clientId, then, secret }: SecretOwner & { readonly secret: string }): void {
  showOnce({
    title: `The client secret of ${name}`,
    explanation:
      "Put it into the settings of your application, beside the client id, and nowhere else: not into code, not into a browser.",
    value: secret,
    file: {
      name: `${fileName(name)}-secret.json`,
      text: `${JSON.stringify({ clientId, clientSecret: secret }, null, 2)}\n`,
    },
    ...(then === undefined ? {} : { then }),
  });
}

/** Of an application or a service user. */
export function showKeyFile({
  name,
  keyFile,
  then,
}: Omit<SecretOwner, "clientId"> & { readonly keyFile: Readonly<Record<string, string>> }): void {
  const text = `${JSON.stringify(keyFile, null, 2)}\n`;
  showOnce({
    title: `The key file of ${name}`,
    explanation: "It has the private key in it. Put it where your program can read it, and nobody else.",
    value: text,
    file: { name: `${fileName(name)}-key.json`, text },
    ...(then === undefined ? {} : { then }),
  });
}

function fileName(name: string): string {
  return (
    name
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, "-")
      .replace(/^-+|-+$/g, "")
      .slice(0, 60) || "application"
  );
}
