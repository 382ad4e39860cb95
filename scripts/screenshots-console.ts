/** Pictures of the Console: of a small company at work, and of a newcomer's first minutes. */
import { rmSync } from "node:fs";
import type { BrowserContextOptions } from "playwright-core";
import {
  type ConsoleStage,
  type ConsoleVisitor,
  everything,
  startConsole,
} from "../test/browser/console/console-stage.ts";
import { firstMinutes } from "../test/browser/console/first-minutes.ts";
import { launchChromium, newVisitor } from "../test/support/chromium.ts";
import { newFolder, startServer } from "../test/support/signet.ts";
import { savePicture } from "./picture.ts";

const DAY_MS = 86_400_000;
const desk: BrowserContextOptions = { viewport: { width: 1280, height: 800 }, reducedMotion: "reduce" };

type Shown = { readonly path: (ids: Ids) => string; readonly reach?: (visitor: ConsoleVisitor) => Promise<void> };

interface Ids {
  readonly organization: string;
  readonly project: string;
  readonly application: string;
  readonly user: string;
}

const pages: Record<string, Shown> = {
  "console-home": { path: () => "/" },
  "console-application": { path: ({ application }) => `/applications/${application}` },
  "console-try": {
    path: ({ application }) => `/applications/${application}/try`,
    async reach({ page }) {
      await page.getByRole("button", { name: /Add it for now/ }).click();
      const popup = page.waitForEvent("popup");
      await page.getByRole("button", { name: /Try it|Start|Run/ }).click();
      await (await popup).waitForEvent("close").catch(() => undefined);
      await page.getByText("ID token").first().waitFor();
      await page.getByRole("heading", { name: "Authorization request" }).scrollIntoViewIfNeeded();
      await page.mouse.wheel(0, 420);
    },
  },
  "console-users": { path: ({ organization }) => `/organizations/${organization}/users` },
  "console-user": { path: ({ user }) => `/users/${user}` },
  "console-roles": { path: ({ project }) => `/projects/${project}/role-assignments` },
  "console-managers": {
    path: ({ organization }) => `/organizations/${organization}/managers`,
    async reach({ page }) {
      await page.getByRole("button", { name: "Add manager" }).first().click();
      await page.getByRole("dialog").waitFor();
    },
  },
  "console-branding": { path: ({ organization }) => `/organizations/${organization}/branding` },
  "console-policies": { path: ({ organization }) => `/organizations/${organization}/policies` },
  "console-keys": { path: () => "/instance/signing-keys" },
  "console-audit": { path: ({ organization }) => `/organizations/${organization}/audit` },
};

export async function takeConsolePictures(wanted: RegExp): Promise<void> {
  const names = Object.keys(pages).flatMap((name) => [name, `${name}-dark`]);
  if (names.some((name) => wanted.test(name))) await company(wanted);
  if (wanted.test("console-first-minutes")) await newcomer();
}

async function company(wanted: RegExp): Promise<void> {
  const stage = await startConsole();
  try {
    const ids = await furnish(stage);
    const grace = await stage.person(everything, {
      userName: "grace.hopper",
      profile: { givenName: "Grace", familyName: "Hopper" },
    });
    await using visitor = await stage.visit(grace, `/organizations/${ids.organization}/projects`);
    for (const [name, { path, reach }] of Object.entries(pages)) {
      const taken = [name, `${name}-dark`].filter((one) => wanted.test(one));
      if (taken.length === 0) continue;
      await visitor.go(path(ids));
      await visitor.page.waitForTimeout(800);
      await reach?.(visitor);
      for (const one of taken) {
        await visitor.page.emulateMedia({
          colorScheme: one.endsWith("-dark") ? "dark" : "light",
          reducedMotion: "reduce",
        });
        await visitor.page.waitForTimeout(400);
        await savePicture(visitor.page, one);
      }
      await visitor.page.keyboard.press("Escape");
    }
  } finally {
    await stage.close();
  }
}

/** Enough that lists are lists and charts have bars. */
async function furnish({ idp, owner, person }: ConsoleStage): Promise<Ids> {
  const { acme, project, ada } = idp.world;
  await owner.patch(`/service-users/${owner.userId}`, { name: "Terraform" });
  for (const [givenName, familyName] of [
    ["Alan", "Turing"],
    ["Barbara", "Liskov"],
    ["Donald", "Knuth"],
    ["Edsger", "Dijkstra"],
    ["Frances", "Allen"],
    ["Katherine", "Johnson"],
    ["Margaret", "Hamilton"],
    ["Radia", "Perlman"],
  ] as const) {
    await person([], { userName: `${givenName}.${familyName}`.toLowerCase(), profile: { givenName, familyName } });
  }
  await owner.post(`/projects/${project.id}/roles`, { key: "editor", displayName: "Editor", group: "" });
  await owner.post(`/projects/${project.id}/roles`, { key: "viewer", displayName: "Viewer", group: "" });
  await owner.post(`/projects/${project.id}/role-assignments`, { userId: ada.id, roleKeys: ["editor", "viewer"] });
  const { json } = await owner.post(`/projects/${project.id}/applications`, {
    ...{ name: "Acme CRM", type: "user_agent", authMethod: "pkce", idTokenUserinfoAssertion: true },
    ...{ redirectUris: ["https://crm.acme.example/callback"], postLogoutRedirectUris: ["https://crm.acme.example/"] },
  });
  await owner.put(`/organizations/${acme.id}/branding`, {
    ...(await owner.get(`/organizations/${acme.id}/branding`)).json.settings,
    primaryColor: "#2f6b3f",
  });
  const { db } = idp.node.services.storage;
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const counts = Array.from({ length: 30 }, (_, day) => {
    const busy = [1, 6].includes(new Date(today - day * DAY_MS).getUTCDay() % 6) ? 0.4 : 1;
    const people = Math.round((60 + 22 * Math.sin(day / 3)) * busy);
    const hour = today - day * DAY_MS;
    return [
      { hour, organization_id: acme.id, kind: "sign_in", count: people },
      { hour, organization_id: acme.id, kind: "token.code", count: people + 12 },
      { hour, organization_id: acme.id, kind: "token.refresh", count: people * 6 },
      { hour, organization_id: acme.id, kind: "sign_in.failed", count: Math.round(people / 14) },
    ];
  }).flat();
  await db.insertInto("usage").values(counts).execute();
  return { organization: acme.id, project: project.id, application: json.id, user: ada.id };
}

/** The real thing: a Signet that was just started, its Console, and the example. */
async function newcomer(): Promise<void> {
  const cwd = newFolder();
  const [server, chromium] = await Promise.all([startServer({ cwd }), launchChromium()]);
  try {
    const [, loginName = "", password = ""] = /Login name {2}(\S+)\s+Password +(\S+)/.exec(server.output()) ?? [];
    await using visitor = await newVisitor(chromium, desk);
    const page = await visitor.context.newPage();
    const look = async (step: string) => {
      await page.waitForTimeout(500);
      await savePicture(page, step);
    };
    await using _example = await firstMinutes(page, {
      url: `http://localhost:${server.port}`,
      loginName,
      password,
      look,
    });
  } finally {
    await chromium.close();
    await server.stop();
    rmSync(cwd, { recursive: true, force: true });
  }
}
