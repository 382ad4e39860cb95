/**
 * `npm run screenshots [-- PATTERN]`: pictures of the main pages in docs/images, from a Signet that is there only
 * for them.
 */
import { scenes } from "../test/browser/scenes/index.ts";
import type { Scene } from "../test/browser/scenes/scene.ts";
import { startStage } from "../test/browser/stage.ts";
import { launchChromium, newVisitor } from "../test/support/chromium.ts";
import { savePicture } from "./picture.ts";
import { takeConsolePictures } from "./screenshots-console.ts";

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
const chosen = Object.entries(pictures).filter(([name]) => wanted.test(name));
if (chosen.length > 0) await takePictures();
await takeConsolePictures(wanted);

async function takePictures(): Promise<void> {
  const [chromium, stage] = await Promise.all([launchChromium(), startStage()]);
  try {
    for (const [name, { of, size = desk, dark }] of chosen) {
      const colorScheme = dark ? "dark" : "light";
      await using visitor = await newVisitor(chromium, {
        viewport: size,
        deviceScaleFactor: 1.5,
        colorScheme,
        reducedMotion: "reduce",
      });
      const page = await visitor.context.newPage();
      const scene: Scene | undefined = scenes[of];
      if (scene === undefined) throw new Error(`there is no scene ${of}`);
      await scene.reach(page, stage);
      await savePicture(page, name);
    }
  } finally {
    await chromium.close();
    await stage.close();
  }
}
