/**
 * `npm run sbom`: everything that the published package consists of, as CycloneDX, in dist/sbom.cdx.json. What the
 * Console is bundled from is in it too: it ships within its files, and no package manager would know.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Lock, type LockEntry, packageName } from "./lock-rules.ts";

const root = join(import.meta.dirname, "..");
/** They build the Console and are not in it. */
const BUILD_TOOLS = /^(?:vite|typescript|@vitejs\/.*|@types\/.*)$/;

interface Component {
  readonly "bom-ref": string;
  readonly type: "library";
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly scope: "required" | "optional";
  readonly licenses: readonly { readonly expression: string }[];
  readonly hashes?: readonly { readonly alg: "SHA-512"; readonly content: string }[];
  readonly properties?: readonly { readonly name: string; readonly value: string }[];
}

type Entry = LockEntry & {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
};

export function billOfMaterials(
  lock: Lock & { readonly packages: Readonly<Record<string, Entry>> },
): Record<string, unknown> {
  const { version = "" } = lock.packages[""] ?? {};
  const bundled = bundledPaths(lock.packages);
  const paths = Object.entries(lock.packages).filter(
    ([path, { link, dev }]) =>
      packageName(path) !== undefined && !link && (!dev || bundled.has(path)) && !path.startsWith("packages/"),
  );
  const components = paths.map(([path, entry]) => component(packageName(path) ?? "", entry, bundled.has(path)));
  const distinct = new Map(components.map((one) => [`${one["bom-ref"]}`, one]));
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: {
      component: {
        "bom-ref": `pkg:npm/signet@${version}`,
        type: "application",
        name: "signet",
        version,
        purl: `pkg:npm/signet@${version}`,
        licenses: [{ expression: "Apache-2.0" }],
      },
    },
    components: [...distinct.values()].toSorted((a, b) => a["bom-ref"].localeCompare(b["bom-ref"], "en")),
  };
}

function component(
  name: string,
  { version = "", license = "", integrity, optional, dev }: Entry,
  inConsole: boolean,
): Component {
  const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
  const hash =
    integrity === undefined
      ? []
      : [
          {
            alg: "SHA-512" as const,
            content: Buffer.from(integrity.slice("sha512-".length), "base64").toString("hex"),
          },
        ];
  return {
    "bom-ref": purl,
    type: "library",
    name,
    version,
    purl,
    scope: optional ? "optional" : "required",
    licenses: [{ expression: license }],
    ...(hash.length === 0 ? {} : { hashes: hash }),
    ...(inConsole && dev ? { properties: [{ name: "signet:bundledInto", value: "console" }] } : {}),
  };
}

/** Where npm put everything that the Console is made of, beginning with what it asks for itself. */
function bundledPaths(packages: Readonly<Record<string, Entry>>): Set<string> {
  const found = new Set<string>();
  const visit = (from: string, wanted: Readonly<Record<string, string>> = {}): void => {
    for (const name of Object.keys(wanted)) {
      const path = locate(packages, from, name);
      if (path === undefined || found.has(path) || BUILD_TOOLS.test(name)) continue;
      found.add(path);
      visit(path, packages[path]?.dependencies);
    }
  };
  visit("console", packages.console?.devDependencies);
  visit("packages/client", packages["packages/client"]?.dependencies);
  return found;
}

/** As Node looks for it: from the folder upward. Undefined for what is optional and not in the lockfile. */
function locate(packages: Readonly<Record<string, Entry>>, from: string, name: string): string | undefined {
  const folders = [from];
  for (let at = from.lastIndexOf("/node_modules/"); at >= 0; at = from.lastIndexOf("/node_modules/", at - 1))
    folders.push(from.slice(0, at));
  const places = [...folders.map((folder) => `${folder}/node_modules/${name}`), `node_modules/${name}`];
  return places.find((place) => place in packages && !packages[place]?.link);
}

export function writeBillOfMaterials(): string {
  const file = join(root, "dist/sbom.cdx.json");
  mkdirSync(join(root, "dist"), { recursive: true });
  writeFileSync(
    file,
    `${JSON.stringify(billOfMaterials(JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"))), null, 2)}\n`,
  );
  return file;
}

if (import.meta.main) {
  const file = writeBillOfMaterials();
  const { components }: { components: unknown[] } = JSON.parse(readFileSync(file, "utf8"));
  process.stdout.write(`${components.length} packages are listed in ${file}\n`);
}
