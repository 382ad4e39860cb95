/**
 * A picture for the documents: small enough for a repository, with few colours and no more pixels than a reader sees.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import sharp from "sharp";

const folder = join(import.meta.dirname, "../docs/images");
const MOST_BYTES = 90_000;

export async function savePicture(page: Page, name: string): Promise<void> {
  // A page with frames in it may never come to rest.
  await page.waitForLoadState("networkidle", { timeout: 3_000 }).catch(() => undefined);
  const shot = await page.screenshot({ caret: "hide" });
  const png = await sharp(shot)
    .png({ palette: true, colours: 32, dither: 0, compressionLevel: 9, effort: 10 })
    .toBuffer();
  if (png.length > MOST_BYTES) throw new Error(`${name}.png has ${png.length} bytes, more than ${MOST_BYTES}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.png`), png);
  process.stdout.write(`docs/images/${name}.png  ${png.length} bytes\n`);
}
