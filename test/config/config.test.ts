import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { describe, test } from "node:test";
import { type Config, loadConfig } from "../../src/config.ts";
import { StartError } from "../../src/errors/start-error.ts";

const key = () => randomBytes(32).toString("base64url");

function refuses(environment: Record<string, string>, message: RegExp): string {
  let text = "";
  assert.throws(
    () => loadConfig(environment),
    (error) => {
      assert.ok(error instanceof StartError);
      assert.equal(error.kind, "configuration");
      assert.match(error.message, message);
      text = error.message;
      return true;
    },
    JSON.stringify(environment),
  );
  return text;
}

describe("with nothing set", () => {
  test("everything has its default", () => {
    const config = loadConfig({ PATH: "/bin", HOME: "/root" });
    assert.deepEqual(
      { ...config, masterKey: config.masterKey.kind === "file" ? config.masterKey.path : undefined },
      {
        issuerUrl: "http://localhost:8080",
        baseUrl: "http://localhost:8080",
        loginUrl: "http://localhost:8080",
        host: "127.0.0.1",
        port: 8080,
        databaseUrl: "file:./data/signet.db",
        masterKey: `${process.cwd()}/data/master.key`,
        admin: { login: "admin@localhost", password: undefined },
        bootstrapKeyFile: undefined,
        smtpUrl: undefined,
        mailFrom: undefined,
        trustedProxies: [],
        metricsPort: undefined,
        logLevel: "info",
        workers: 1,
      },
    );
  });

  test("an empty variable is one that is not set", () => {
    assert.deepEqual(loadConfig({ SIGNET_PORT: "", SIGNET_ISSUER_URL: "  ", SIGNET_MASTER_KEY: "" }), loadConfig({}));
  });
});

describe("a variable that Signet does not know", () => {
  test("is refused, with the nearest one it does know", () => {
    refuses(
      { SIGNET_ISSUER: "https://id.example.com" },
      /SIGNET_ISSUER, which Signet does not know\. Did you mean SIGNET_ISSUER_URL\?/,
    );
    refuses({ SIGNET_MASTERKEY: "x" }, /Did you mean SIGNET_MASTER_KEY\?/);
    refuses({ SIGNET_SOMETHING_ENTIRELY_DIFFERENT: "x" }, /`signet --help` lists/);
    refuses({ SIGNET_: "" }, /does not know/);
  });

  test("is none of ours when it does not begin like ours", () => {
    loadConfig({ SIGNETURE: "x", signet_port: "x", PORT: "1" });
  });
});

describe("an address", () => {
  const names = ["SIGNET_ISSUER_URL", "SIGNET_BASE_URL", "SIGNET_LOGIN_URL"];

  test("is https, or http at a loopback address, and has one spelling", () => {
    const spellings: Record<string, string> = {
      "https://id.example.com": "https://id.example.com",
      "https://ID.example.com/": "https://id.example.com",
      "https://id.example.com:443": "https://id.example.com",
      "https://id.example.com:8443": "https://id.example.com:8443",
      "http://localhost:8080": "http://localhost:8080",
      "http://127.0.0.1": "http://127.0.0.1",
      "http://[::1]:8080/": "http://[::1]:8080",
      "http://issuer.localhost:8080": "http://issuer.localhost:8080",
      "http://A.B.LOCALHOST/": "http://a.b.localhost",
    };
    for (const [given, taken] of Object.entries(spellings))
      assert.equal(loadConfig({ SIGNET_ISSUER_URL: given }).issuerUrl, taken);
  });

  test("is refused when it is http elsewhere, has a path, or is none", () => {
    for (const name of names) {
      refuses(
        { [name]: "http://id.example.com" },
        new RegExp(`^${name} .*http is only for localhost.*Use https://id.example.com`),
      );
      for (const host of [
        "127.0.0.2",
        "localhost.example.com",
        "0.0.0.0",
        "[::2]",
        "127.0.0.1.example.com",
        "10.0.0.1",
        "xlocalhost",
        "a.localhost.example.com",
        "-a.localhost",
      ]) {
        refuses({ [name]: `http://${host}` }, /http is only for localhost/);
      }
      refuses(
        { [name]: "https://id.example.com/auth" },
        /more than scheme, host and port.*Set it to https:\/\/id\.example\.com/,
      );
      for (const text of ["https://id.example.com/?x", "https://user:pass@id.example.com", "https://id.example.com/#x"])
        refuses({ [name]: text }, /more than/);
      for (const text of ["id.example.com", "ftp://id.example.com", "javascript:alert(1)", "https://", "nonsense"])
        refuses({ [name]: text }, /no web address/);
    }
  });

  test("of pages and of machines is the issuer's unless it is given", () => {
    const config = loadConfig({
      SIGNET_ISSUER_URL: "https://id.example.com",
      SIGNET_LOGIN_URL: "https://login.example.com",
    });
    assert.equal(config.baseUrl, "https://id.example.com");
    assert.equal(config.loginUrl, "https://login.example.com");
    assert.equal(loadConfig({ SIGNET_PORT: "9000" }).loginUrl, "http://localhost:9000");
  });
});

describe("a number", () => {
  test("is refused when it is none, or out of range", () => {
    for (const text of ["0", "65536", "-1", "80.5", "8080x", "0x50", "eighty", "1e3"]) {
      refuses({ SIGNET_PORT: text }, /^SIGNET_PORT is ".*Set it to a whole number from 1 to 65535/);
      refuses({ SIGNET_METRICS_PORT: text }, /^SIGNET_METRICS_PORT is "/);
    }
    for (const text of ["0", "65", "two"]) refuses({ SIGNET_WORKERS: text }, /^SIGNET_WORKERS is ".*from 1 to 64/);
    refuses(
      { SIGNET_PORT: "9000", SIGNET_METRICS_PORT: "9000" },
      /SIGNET_METRICS_PORT is 9000, the port that requests are served on/,
    );
    assert.equal(loadConfig({ SIGNET_PORT: "65535", SIGNET_METRICS_PORT: "1" }).port, 65_535);
  });
});

describe("the master key", () => {
  test("is given in one way only, and must be given for PostgreSQL", () => {
    const postgres = { SIGNET_DATABASE_URL: "postgres://signet@db/signet" };
    refuses(postgres, /PostgreSQL needs a master key.*openssl rand 32/);
    refuses({ SIGNET_MASTER_KEY: key(), SIGNET_MASTER_KEY_FILE: "/run/key" }, /both set/);
    const source = (environment: Record<string, string>): Config["masterKey"] => loadConfig(environment).masterKey;
    assert.equal(source({ ...postgres, SIGNET_MASTER_KEY: key() }).kind, "value");
    const file = source({ ...postgres, SIGNET_MASTER_KEY_FILE: "/run/key" });
    assert.ok(file.kind === "file" && file.path === "/run/key" && !file.mayCreate);
    const own = source({ SIGNET_DATABASE_URL: "file:/var/lib/signet/signet.db" });
    assert.ok(own.kind === "file" && own.path === "/var/lib/signet/master.key" && own.mayCreate);
  });

  test("is refused when it is not random or not a key, and is never repeated", () => {
    for (const name of ["SIGNET_MASTER_KEY", "SIGNET_MASTER_KEY_PREVIOUS"]) {
      for (const text of ["changeme", "A".repeat(43), `${key()}AA`]) {
        assert.ok(
          !refuses({ [name]: text }, new RegExp(`^${name} (must be 32 random bytes|is not random)`)).includes(text),
        );
      }
    }
  });
});

describe("other settings", () => {
  test("are refused when they make no sense, and secrets among them are never repeated", () => {
    for (const url of [
      ...["mysql://s3cret@db", "signet.db", "file:", "file:///x"],
      ...[
        "postgres://u:s3cret@one,,two/signet",
        "postgres://u:s3cret@one:5432,two:x/signet",
        "postgres://u:s3cret@one,/signet",
      ],
    ]) {
      assert.doesNotMatch(
        refuses({ SIGNET_DATABASE_URL: url }, /^SIGNET_DATABASE_URL is no database address/),
        /s3cret/,
      );
    }
    const [ofSeveral, follower] = ["postgres://u:s3cret@one,two:5433/signet", "?target_session_attrs=prefer-standby"];
    assert.equal(loadConfig({ SIGNET_DATABASE_URL: ofSeveral, SIGNET_MASTER_KEY_FILE: "key" }).databaseUrl, ofSeveral);
    assert.doesNotMatch(
      refuses({ SIGNET_DATABASE_URL: ofSeveral + follower }, /^SIGNET_DATABASE_URL asks for a server that only reads/),
      /s3cret/,
    );
    for (const text of ["10.0.0.1/33", "proxy.local", "10.0.0.1, x", "::1/129", "10.0.0.0/8/8"])
      refuses({ SIGNET_TRUSTED_PROXIES: text }, /^SIGNET_TRUSTED_PROXIES has "/);
    assert.deepEqual(loadConfig({ SIGNET_TRUSTED_PROXIES: " 10.0.0.1, 10.1.0.0/16 ,,fd00::/8" }).trustedProxies, [
      "10.0.0.1",
      "10.1.0.0/16",
      "fd00::/8",
    ]);
    refuses({ SIGNET_HOST: "example.com" }, /^SIGNET_HOST is "example.com"/);
    refuses({ SIGNET_LOG_LEVEL: "loud" }, /^SIGNET_LOG_LEVEL is "loud"\. Set it to one of fatal, error/);
    refuses({ SIGNET_ADMIN_LOGIN: "admin" }, /^SIGNET_ADMIN_LOGIN is "admin"/);
    assert.doesNotMatch(refuses({ SIGNET_ADMIN_PASSWORD: "s3cret" }, /^SIGNET_ADMIN_PASSWORD is too short/), /s3cret/);
    assert.doesNotMatch(
      refuses({ SIGNET_SMTP_URL: "http://user:s3cret@mail" }, /^SIGNET_SMTP_URL is no mail server/),
      /s3cret/,
    );
    for (const url of [
      "smtp://",
      "smtp://u:s3cret@mail/x",
      "smtp://u:s3cret@mail?pool=true",
      "smtps://u:s3cret@mail#x",
      "smtp://u:s3cret%@mail",
    ]) {
      assert.doesNotMatch(refuses({ SIGNET_SMTP_URL: url }, /^SIGNET_SMTP_URL is no mail server/), /s3cret/);
    }
    assert.equal(
      loadConfig({ SIGNET_SMTP_URL: "smtps://u%40x:p%25@mail:465/" }).smtpUrl,
      "smtps://u%40x:p%25@mail:465/",
    );
    for (const from of ["nobody", "a@b\r\nBcc: c@d", "<a@b", "a b@c"])
      refuses({ SIGNET_MAIL_FROM: from }, /^SIGNET_MAIL_FROM is "/);
    assert.equal(loadConfig({ SIGNET_MAIL_FROM: "Acme <signet@example.com>" }).mailFrom, "Acme <signet@example.com>");
  });
});
