import assert from "node:assert/strict";
import { createServer, type Server, type Socket } from "node:net";
import { afterEach, describe, test } from "node:test";
import type { SMTPServerOptions } from "smtp-server";
import type { Message } from "../../src/mail/compose.ts";
import { MailFailure } from "../../src/mail/failure.ts";
import { smtpTransport } from "../../src/mail/smtp.ts";
import { type SmtpServer, smtpServer } from "../../src/mail/smtp-server.ts";
import { type MailServer, startMailServer } from "../support/mail.ts";
import { freePort } from "../support/postgres-server.ts";

const message: Message = {
  id: "m-1",
  from: "signet@id.example",
  to: "ada@mail.example",
  bytes: Buffer.from("Subject: Hello\r\n\r\nHello, Ada\r\n.\r\n"),
};
const never = new AbortController().signal;

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const server of opened.splice(0)) await server.close();
});

async function mailServer(options?: SMTPServerOptions): Promise<MailServer> {
  const server = await startMailServer(options);
  opened.push(server);
  return server;
}

/** A server that does what a test wants with each connection. */
async function rawServer(onConnection: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    onConnection(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  opened.push({
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  });
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** Only for servers that never answer: one that does may be slow on a busy machine. */
const shortWaits = { connectMs: 300, silenceMs: 300 };

function send(server: SmtpServer, signal: AbortSignal = never): Promise<void> {
  return smtpTransport(server, { clientName: "id.example" }).send(message, signal);
}

async function failureOf(sending: Promise<void>): Promise<MailFailure> {
  try {
    await sending;
  } catch (error) {
    assert.ok(error instanceof MailFailure, String(error));
    return error;
  }
  throw new Error("it was sent");
}

/** As if the server stood elsewhere, so that TLS and its certificate count. */
const elsewhere = (url: string): SmtpServer => ({ ...smtpServer(url), isThisMachine: false });

const withLogin: SMTPServerOptions = {
  authOptional: false,
  allowInsecureAuth: true,
  onAuth(auth, _session, callback) {
    if (auth.username === "signet@acme" && auth.password === "p@ss:word/1")
      return callback(null, { user: auth.username });
    return callback(new Error("Invalid username or password"));
  },
};
const LOGIN = "signet%40acme:p%40ss%3Aword%2F1";

describe("sending a mail through a mail server", () => {
  test("hands over the envelope and every byte of the message", async () => {
    const server = await mailServer();
    await send(smtpServer(server.url));
    assert.equal(server.mails.length, 1);
    const [mail] = server.mails;
    assert.deepEqual([mail?.from, mail?.to, mail?.secure], ["signet@id.example", ["ada@mail.example"], false]);
    assert.equal(mail?.raw, message.bytes.toString());
  });

  test("logs in with the user and password of the URL", async () => {
    const server = await mailServer(withLogin);
    await send(smtpServer(server.url.replace("//", `//${LOGIN}@`)));
    assert.equal(server.mails[0]?.user, "signet@acme");
  });

  test("a login that is refused is no fault of the mail: it is tried again later", async () => {
    const server = await mailServer(withLogin);
    const failure = await failureOf(send(smtpServer(server.url.replace("//", "//signet:wrong@"))));
    assert.deepEqual([failure.reason, failure.permanent, failure.responseCode], ["login_refused", false, 535]);
    assert.equal(server.mails.length, 0);
  });

  test("uses STARTTLS where the server offers it", async () => {
    const server = await mailServer({ disabledCommands: [] });
    await send(smtpServer(server.url));
    assert.equal(server.mails[0]?.secure, true);
  });

  test("uses TLS from the start with smtps", async () => {
    const server = await mailServer({ secure: true });
    await send(smtpServer(server.url.replace("smtp:", "smtps:")));
    assert.equal(server.mails[0]?.secure, true);
  });

  for (const [name, options, scheme] of [
    ["STARTTLS", { disabledCommands: [] }, "smtp:"],
    ["smtps", { secure: true }, "smtps:"],
  ] as const) {
    test(`${name}: a server elsewhere whose certificate nobody vouches for gets nothing`, async () => {
      const server = await mailServer({ ...withLogin, ...options, disabledCommands: [] });
      const failure = await failureOf(send(elsewhere(server.url.replace("smtp://", `${scheme}//${LOGIN}@`))));
      assert.deepEqual([failure.reason, failure.permanent], ["connection_not_secure", false]);
      assert.equal(server.mails.length, 0);
    });
  }

  test("a server elsewhere that offers no STARTTLS does not get the password", async () => {
    const said: string[] = [];
    const port = await rawServer((socket) => {
      socket.write("220 mail.example ESMTP\r\n");
      socket.on("data", (data) => {
        said.push(data.toString());
        socket.write(
          data.toString().startsWith("EHLO") ? "250-mail.example\r\n250 AUTH PLAIN LOGIN\r\n" : "502 no\r\n",
        );
      });
    });
    const failure = await failureOf(send(elsewhere(`smtp://${LOGIN}@127.0.0.1:${port}`)));
    assert.deepEqual([failure.reason, failure.permanent], ["connection_not_secure", false]);
    assert.deepEqual(said, ["EHLO id.example\r\n", "STARTTLS\r\n"]);
  });

  test("a recipient whom the server refuses is refused for good", async () => {
    const server = await mailServer({
      onRcptTo: (_address, _session, callback) =>
        callback(Object.assign(new Error("No such user here"), { responseCode: 550 })),
    });
    const failure = await failureOf(send(smtpServer(server.url)));
    assert.deepEqual([failure.reason, failure.permanent, failure.responseCode], ["recipient_refused", true, 550]);
  });

  test("a recipient whom the server puts off is tried again later", async () => {
    const server = await mailServer({
      onRcptTo: (_address, _session, callback) =>
        callback(Object.assign(new Error("Greylisted"), { responseCode: 450 })),
    });
    const failure = await failureOf(send(smtpServer(server.url)));
    assert.deepEqual([failure.reason, failure.permanent, failure.responseCode], ["server_busy", false, 450]);
  });

  test("a sender whom the server refuses, and a server that wants a login, are settings to correct: tried again later", async () => {
    const refusing = await mailServer({
      onMailFrom: (_address, _session, callback) =>
        callback(Object.assign(new Error("Not yours"), { responseCode: 550 })),
    });
    const failure = await failureOf(send(smtpServer(refusing.url)));
    assert.deepEqual([failure.reason, failure.permanent], ["sender_refused", false]);
    const closed = await mailServer(withLogin);
    assert.equal((await failureOf(send(smtpServer(closed.url)))).permanent, false);
  });

  test("a message that the server refuses is refused for good", async () => {
    const server = await mailServer({
      onData(stream, _session, callback) {
        stream.resume();
        stream.on("end", () => callback(Object.assign(new Error("Looks like spam"), { responseCode: 554 })));
      },
    });
    const failure = await failureOf(send(smtpServer(server.url)));
    assert.deepEqual([failure.reason, failure.permanent, failure.responseCode], ["message_refused", true, 554]);
  });

  test("a server that is not there is tried again later", async () => {
    const failure = await failureOf(send(smtpServer(`smtp://127.0.0.1:${await freePort()}`)));
    assert.deepEqual([failure.reason, failure.permanent], ["server_unreachable", false]);
  });

  const hanging: Record<string, (socket: Socket) => void> = {
    "says nothing": () => {},
    "falls silent after its greeting": (socket) => void socket.write("220 mail.example ESMTP\r\n"),
    "falls silent in the middle of the mail": (socket) => {
      socket.write("220 mail.example ESMTP\r\n");
      socket.on("data", (data) => void (data.toString().startsWith("EHLO") && socket.write("250 mail.example\r\n")));
    },
  };
  for (const [what, onConnection] of Object.entries(hanging)) {
    test(`a server that ${what} is given up after a bounded time`, async () => {
      const port = await rawServer(onConnection);
      const server = smtpServer(`smtp://127.0.0.1:${port}`);
      const hasty = smtpTransport(server, { clientName: "id.example", timeouts: shortWaits });
      const failure = await failureOf(hasty.send(message, never));
      assert.deepEqual([failure.reason, failure.permanent], ["server_too_slow", false]);
    });
  }

  test("a server that drips its answer is cut off when the time is over", async () => {
    const port = await rawServer((socket) => {
      socket.write("220 mail.example ESMTP\r\n");
      // Each byte is a sign of life, so silence never lasts.
      const drip = setInterval(() => socket.write("2"), 50);
      socket.on("close", () => clearInterval(drip));
    });
    const failure = await failureOf(send(smtpServer(`smtp://127.0.0.1:${port}`), AbortSignal.timeout(600)));
    assert.equal(failure.reason, "server_too_slow");
  });

  test("a server that hangs up is tried again later", async () => {
    for (const onConnection of [
      (socket: Socket) => void socket.destroy(),
      (socket: Socket) => void socket.end("220 mail.example ESMTP\r\n"),
      (socket: Socket) => void socket.end("421 busy\r\n"),
      (socket: Socket) => {
        socket.write("220 mail.example ESMTP\r\n");
        socket.once("data", () => {
          socket.write("250 mail.example\r\n");
          socket.once("data", () => socket.end());
        });
      },
    ]) {
      const port = await rawServer(onConnection);
      const failure = await failureOf(send(smtpServer(`smtp://127.0.0.1:${port}`)));
      assert.deepEqual([failure.reason, failure.permanent], ["server_unreachable", false]);
    }
  });
});

describe("the mail server's URL", () => {
  test("says host, port, TLS and login", () => {
    assert.deepEqual(smtpServer("smtp://mail.example"), {
      host: "mail.example",
      port: 587,
      tlsFromStart: false,
      login: undefined,
      isThisMachine: false,
    });
    assert.deepEqual(smtpServer("smtps://me%40x:a%3Ab@mail.example:2465"), {
      host: "mail.example",
      port: 2465,
      tlsFromStart: true,
      login: { user: "me@x", password: "a:b" },
      isThisMachine: false,
    });
    assert.equal(smtpServer("smtps://mail.example").port, 465);
    for (const here of ["smtp://localhost", "smtp://127.0.0.1:25", "smtp://[::1]:25"])
      assert.equal(smtpServer(here).isThisMachine, true);
    for (const there of ["smtp://127.0.0.1.evil.example", "smtp://localhost.example", "smtp://10.0.0.1"]) {
      assert.equal(smtpServer(there).isThisMachine, false, there);
    }
  });
});
