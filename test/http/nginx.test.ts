/**
 * Long authorization requests through a real nginx with the settings that docs/proxy.md gives, as a browser sends them:
 * by GET and by POST.
 */
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { makeIdToken } from "../../src/tokens/id-tokens.ts";
import { ensureNginx } from "../support/debian-tools.ts";
import { enginesOf } from "../support/engines.ts";
import { CALLBACK, type Idp, idpOn } from "../support/idp.ts";
import { startTestNode } from "../support/node.ts";
import { freePort } from "../support/postgres-server.ts";

interface Answer {
  readonly status: number;
  readonly location: string;
  readonly body: string;
}

/** The server from the page, as it stands there, but for what only the reader knows: certificate, names and ports. */
function documentedServer(proxyPort: number, signetPort: number): string {
  const page = readFileSync(join(import.meta.dirname, "../../docs/proxy.md"), "utf8");
  const [, block = ""] = /```nginx\n(upstream[\s\S]*?)```/.exec(page) ?? [];
  const [upstream = "", , tls = ""] = block.split(/^(?=server \{)/m);
  assert.match(tls, /large_client_header_buffers/);
  const served = tls
    .replace(/listen 443 ssl;/, `listen 127.0.0.1:${proxyPort};`)
    .replace(/^ *(listen \[::\]|ssl_|server_name).*\n/gm, "")
    // As the page says for another port than 443.
    .replace("proxy_set_header Host $host;", "proxy_set_header Host $host:$server_port;");
  return upstream.replace("127.0.0.1:8080", `127.0.0.1:${signetPort}`) + served;
}

for (const engine of enginesOf(import.meta.filename)) {
  describe(`through nginx as documented, on ${engine.name}`, () => {
    let idp: Idp;
    let nginx: ChildProcess | undefined;
    let port: number;
    const folder = mkdtempSync(join(tmpdir(), "signet-nginx-"));

    before(async () => {
      const program = ensureNginx();
      port = await freePort();
      const issuer = `http://localhost:${port}`;
      idp = await idpOn(await startTestNode({ engine, environment: { SIGNET_ISSUER_URL: issuer } }), issuer);
      const kept = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
        (name) => `  ${name}_temp_path ${folder}/${name};`,
      );
      // Started by root, it would work as somebody who may not write into our folder.
      const user = process.getuid?.() === 0 ? "user root;\n" : "";
      const http = ["access_log off;", ...kept, documentedServer(port, await idp.node.listen())].join("\n");
      writeFileSync(
        join(folder, "nginx.conf"),
        `${user}daemon off;\npid ${folder}/pid;\nevents {}\nhttp {\n${http}\n}\n`,
      );
      let said = "";
      nginx = spawn(program, ["-c", join(folder, "nginx.conf"), "-p", folder, "-e", "stderr"], {
        stdio: ["ignore", "ignore", "pipe"],
      });
      nginx.stderr?.on("data", (chunk: Buffer) => (said += chunk));
      while ((await ask("GET", "/healthz").catch(() => undefined))?.status !== 200) {
        assert.equal(nginx.exitCode, null, said);
        await sleep(50);
      }
    });
    after(async () => {
      nginx?.kill();
      await idp?.close();
      rmSync(folder, { recursive: true, force: true });
    });

    function ask(method: "GET" | "POST", path: string, form = "", cookie = ""): Promise<Answer> {
      const headers = {
        "content-type": "application/x-www-form-urlencoded",
        "content-length": form.length,
        ...(cookie && { cookie }),
      };
      return new Promise((resolve, reject) => {
        // As much as browsers take.
        const options = {
          host: "127.0.0.1",
          port,
          method,
          path,
          headers: { ...headers, host: `localhost:${port}` },
          maxHeaderSize: 262_144,
        };
        const sent = request(options, (answer) => {
          let body = "";
          answer.setEncoding("utf8").on("data", (chunk: string) => (body += chunk));
          answer.once("end", () =>
            resolve({ status: answer.statusCode ?? 0, location: answer.headers.location ?? "", body }),
          );
        });
        sent.once("error", reject);
        sent.end(form);
      });
    }

    /** GET, and POST with the address that it is answered with. */
    async function bothWays(parameters: Record<string, string>): Promise<Answer[]> {
      const base = {
        client_id: idp.web.application.id,
        redirect_uri: CALLBACK,
        response_type: "code",
        scope: "openid",
      };
      const encoded = new URLSearchParams({ ...base, ...parameters }).toString();
      const posted = await ask("POST", "/oauth/v2/authorize", encoded);
      assert.equal(posted.status, 303, posted.body);
      const { pathname, search, origin } = new URL(posted.location);
      const followed = origin === idp.issuer ? await ask("GET", pathname + search) : posted;
      return [await ask("GET", `/oauth/v2/authorize?${encoded}`), followed];
    }

    test("an id_token_hint of nearly 64 KiB is read, and a state of 8 KiB comes back as it was sent", async () => {
      const issuedAt = Math.floor(Date.now() / 1000);
      const roles = Array.from({ length: 1_200 }, (_, i) => `role-of-a-large-organization-${i}`);
      const about = {
        subject: idp.world.ada.id,
        clientId: idp.web.application.id,
        issuedAt,
        lifetime: 60,
        claims: { roles },
      };
      const hint = await makeIdToken({ ...idp.node.services, issuer: idp.issuer }, { algorithm: "RS256", ...about });
      assert.ok(hint.length > 48_000);
      const state = "x".repeat(8_192);
      for (const answer of await bothWays({ id_token_hint: hint, state, prompt: "none" })) {
        assert.equal(answer.status, 302, answer.body);
        const { searchParams } = new URL(answer.location);
        assert.deepEqual([searchParams.get("error"), searchParams.get("state")], ["login_required", state]);
      }
      for (const answer of await bothWays({ state: "ä%&".repeat(2_048) })) {
        assert.ok(answer.location.startsWith(`${idp.issuer}/login?request=`), answer.location.slice(0, 200));
        const { pathname, search } = new URL(answer.location);
        const shown = await ask("GET", pathname + search);
        assert.notEqual(shown.status, 502);
        assert.match(shown.body, /<html/);
      }
    });

    test("what is too much for us is told to the application through nginx, too", async () => {
      for (const answer of await bothWays({ unknown: "x".repeat(70_000), state: "s" })) {
        assert.ok(answer.location.startsWith(`${CALLBACK}?error=invalid_request`), answer.location.slice(0, 200));
        assert.equal(new URL(answer.location).searchParams.get("state"), "s");
      }
    });
  });
}
