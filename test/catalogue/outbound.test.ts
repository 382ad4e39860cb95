/** Group O: what the server connects to, and what it can be talked into fetching. */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { routes } from "../../src/management/routes.ts";
import { nameOf } from "../management/role-matrix/matrix.ts";
import { connectionsDuring } from "../support/egress.ts";
import { answerOf, authorize, authorizeUrl, post, signInToWeb } from "../support/idp.ts";
import { type ApiStage, openApiStage, sendEverywhere, walk } from "./api-stage.ts";
import { holdGroup } from "./group.ts";
import { withoutOwnIcon } from "./payloads.ts";
import { importsOf, sourceFiles } from "./source.ts";

interface Collector {
  readonly url: string;
  readonly hits: string[];
}

interface OutboundStage extends ApiStage {
  /** Whoever is talked into a fetch comes here. */
  readonly collector: Collector;
}

async function openOutboundStage(): Promise<OutboundStage> {
  const stage = await openApiStage();
  const hits: string[] = [];
  const server = createServer((request, response) => {
    hits.push(request.url ?? "");
    response.end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ...stage,
    collector: { url, hits },
    async close() {
      server.closeAllConnections();
      server.close();
      await stage.close();
    },
  };
}

/** Modules that can reach out, and global functions that can. */
const reachesOut =
  /^(?:node:)?(?:net|tls|http|https|http2|dgram|dns|child_process|quic|pg|nodemailer|undici|axios|got|node-fetch|ws|smtp-\w+)(?:\/|\s|$)/;
const globals = /\b(?:fetch|WebSocket|EventSource|XMLHttpRequest|sendBeacon)\s*\(/;

holdGroup("O", openOutboundStage, {
  async O1({ api: { idp }, collector }) {
    const { url, hits } = collector;
    const seen = await connectionsDuring(async () => {
      for (const client of [idp.web, idp.spa]) {
        for (const [name, value, error] of [
          ["request_uri", `${url}/request.jwt`, "request_uri_not_supported"],
          ["request_uri", "urn:ietf:params:oauth:request_uri:abc", "request_uri_not_supported"],
          ["request_uri", "file:///etc/passwd", "request_uri_not_supported"],
          [
            "request",
            `eyJhbGciOiJub25lIn0.${Buffer.from(JSON.stringify({ jku: url })).toString("base64url")}.`,
            "request_not_supported",
          ],
          ["registration", JSON.stringify({ jwks_uri: url, logo_uri: url }), "registration_not_supported"],
        ] as const) {
          const page = await idp.browser().visit(authorizeUrl(idp, { client, parameters: { [name]: value } }));
          assert.equal(answerOf(page).get("error"), error);
        }
      }
      for (const form of [
        { request_uri: url, grant_type: "authorization_code", code: "x" },
        {
          grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
          assertion: headerWith({ jku: url, x5u: url, alg: "RS256" }),
        },
        {
          client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
          client_assertion: headerWith({ jku: url }),
        },
      ]) {
        for (const path of ["token", "introspect", "revoke"]) {
          assert.ok((await post(idp, `/oauth/v2/${path}`, { token: "x", ...form })).status < 500);
        }
      }
    });
    assert.deepEqual([seen, hits], [[], []]);
  },

  async O5(stage) {
    const found: string[] = [];
    for (const file of sourceFiles()) {
      // `signet doctor` asks the addresses that the configuration names, when an operator runs it.
      if (file.path !== "commands/doctor/ask.ts") assert.doesNotMatch(file.code, globals, file.path);
      for (const one of importsOf(file)) if (reachesOut.test(one)) found.push(`${file.path}: ${one}`);
    }
    assert.deepEqual(found.toSorted(), [
      "commands/doctor/proxy.ts: node:net BlockList isIPv6",
      "config-values.ts: node:net isIP",
      "http/client-address.ts: node:net isIP",
      // Writes a mail; what it could fetch for it is switched off.
      "mail/compose.ts: nodemailer/lib/mail-composer *",
      "mail/sender-address.ts: node:net isIP",
      "mail/smtp.ts: nodemailer/lib/smtp-connection *",
      "server.ts: node:net createServer",
      "storage/postgres/postgres.ts: pg pg",
      "storage/postgres/servers.ts: pg pg",
      "telemetry/metrics.ts: node:http createServer",
    ]);

    const { collector, api } = stage;
    const made = new Map<string, number>();
    const seen = await connectionsDuring(async () => {
      await walk(stage, routes, (route, { status }) => made.set(nameOf(route), status));
      await sendEverywhere(stage, [collector.url.replace("http:", "https:")], () => {});
      await signInToWeb(api.idp);
      await api.idp.node.services.mail.flush();
    });
    assert.deepEqual(
      routes
        .filter((route) => made.get(nameOf(route)) !== route.status)
        .map((route) => `${nameOf(route)}: ${made.get(nameOf(route))}`),
      [],
      "every call was made",
    );
    assert.deepEqual([seen, collector.hits], [[], []]);

    const twin = await connectionsDuring(() => fetch(`${collector.url}/twin`));
    assert.deepEqual([twin.length, collector.hits.splice(0)], [1, ["/twin"]], "a fetch would have been seen");
  },

  async O7({ api, collector }) {
    const { idp, owner } = api;
    const { acme, ada } = idp.world;
    const address = `${collector.url.replace("http:", "https:")}/picture.png`;
    const inside = [
      "https://127.1/logo.png",
      "https://[::ffff:127.0.0.1]/logo.png",
      "https://169.254.169.254/latest/meta-data/",
      address,
    ];
    const seen = await connectionsDuring(async () => {
      for (const picture of inside) {
        const changed = await owner.patch(`/users/${ada.id}`, { profile: { picture } });
        assert.deepEqual([changed.status, changed.json.profile?.picture], [200, picture], changed.body);
        const branding = (await owner.get(`/organizations/${acme.id}/branding`)).json.settings;
        const links = { termsUrl: picture, privacyUrl: picture, helpUrl: picture };
        const answer = await owner.put(`/organizations/${acme.id}/branding`, { ...branding, ...links });
        assert.equal(answer.status, 200, answer.body);
        const page = await idp.browser().visit(
          authorizeUrl(idp, {
            client: idp.web,
            parameters: { scope: `openid profile urn:service:iam:org:id:${acme.id}` },
          }),
        );
        assert.equal(page.status, 200);
        assert.doesNotMatch(withoutOwnIcon(page.body), /<img|<link|<iframe|url\(/, "the page loads nothing either");
        const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="${picture}" width="9" height="9"/></svg>`;
        for (const body of [{ url: picture }, { data: picture }, { data: base64(picture) }, { data: base64(svg) }]) {
          assert.equal((await owner.put(`/organizations/${acme.id}/branding/images/logo`, body)).status, 400);
        }
      }
      await authorize(idp, { client: idp.web, parameters: { scope: "openid profile" } });
    });
    assert.deepEqual([seen, collector.hits], [[], []]);
    for (const wrong of [
      "file:///etc/passwd",
      "javascript:alert(1)",
      "data:image/svg+xml,<svg/>",
      "/etc/passwd",
      "ftp://x.test/a",
    ]) {
      assert.equal((await owner.patch(`/users/${ada.id}`, { profile: { picture: wrong } })).status, 400, wrong);
    }
    // Nothing else takes a file.
    const takeFiles = routes.filter(
      ({ body, path }) => body && /upload|logo(?!ut)|avatar|icon\b|base64/i.test(path + JSON.stringify(body)),
    );
    assert.deepEqual(
      takeFiles.map(({ method, path }) => `${method} ${path}`),
      ["PUT /organizations/:organizationId/branding/images/:kind", "PUT /instance/branding/images/:kind"],
    );
  },
});

function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}

function headerWith(header: Record<string, string>): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${part({ typ: "JWT", alg: "ES256", kid: "x", ...header })}.${part({ iss: "x", sub: "x" })}.c2ln`;
}
