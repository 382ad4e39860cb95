/**
 * `npm run screenshots [-- PATTERN]`: pictures of the main pages in docs/images, from a Signet that is there only for them. Small enough
 * for a repository: few colours, and no more pixels than a reader sees.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { scenes } from "../test/browser/scenes/index.ts";
import type { Scene } from "../test/browser/scenes/scene.ts";
import { startStage } from "../test/browser/stage.ts";
import { launchChromium, newVisitor } from "../test/support/chromium.ts";

const folder = join(import.meta.dirname, "../docs/images");
const MOST_BYTES = 60_000;
const desk = { width: 800, height: 600 };
const phone = { width: 390, height: 760 };

interface Picture {
  readonly of: keyof typeof scenes;
  readonly size?: { readonly width: number; readonly height: number };
  readonly dark?: true;
}

const pictures: Record<string, Picture> = {
  "sign-in": { of: "sign-in-register" },
  "sign-in-dark": { of: "sign-in-register", dark: true },
  password: { of: "password" },
  "wrong-password": { of: "wrong-password" },
  accounts: { of: "account-picker" },
  "accounts-dark": { of: "account-picker", dark: true },
  register: { of: "register", size: { width: 800, height: 800 } },
  branded: { of: "branded-password" },
  "branded-dark": { of: "branded-password", dark: true },
  "second-factor": { of: "factor-code" },
  "second-factor-app": { of: "enrol-app", size: { width: 800, height: 760 } },
  "cannot-return": { of: "cannot-return", size: { width: 800, height: 660 } },
  "phone-sign-in": { of: "branded-sign-in", size: phone },
  "phone-arabic": { of: "arabic-picker", size: phone },
};

const wanted = new RegExp(process.argv[2] ?? ".");
mkdirSync(folder, { recursive: true });
const [chromium, stage] = await Promise.all([launchChromium(), startStage()]);
try {
  for (const [name, picture] of Object.entries(pictures).filter(([name]) => wanted.test(name))) {
    const png = await take(scenes[picture.of], picture);
    if (png.length > MOST_BYTES) throw new Error(`${name}.png has ${png.length} bytes, more than ${MOST_BYTES}`);
    writeFileSync(join(folder, `${name}.png`), png);
    process.stdout.write(`docs/images/${name}.png  ${png.length} bytes\n`);
  }
} finally {
  await chromium.close();
  await stage.close();
}

async function take(scene: Scene | undefined, { size = desk, dark }: Picture): Promise<Buffer> {
  if (scene === undefined) throw new Error("there is no such scene");
  const colorScheme = dark ? "dark" : "light";
  await using visitor = await newVisitor(chromium, { viewport: size, deviceScaleFactor: 1.5, colorScheme, reducedMotion: "reduce" });
  const page = await visitor.context.newPage();
  await scene.reach(page, stage);
  await page.waitForLoadState("networkidle");
  const shot = await page.screenshot({ caret: "hide" });
  return sharp(shot).png({ palette: true, colours: 32, dither: 0, compressionLevel: 9, effort: 10 }).toBuffer();
}
