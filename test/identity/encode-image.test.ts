import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { describe, test } from "node:test";
import { deflateSync, gzipSync } from "node:zlib";
import sharp from "sharp";
import type { ImageKind } from "../../src/identity/branding/brand.ts";
import { encodeImage, isImageId, LARGEST_UPLOAD } from "../../src/identity/branding/encode-image.ts";
import { withCost } from "../support/cpu.ts";
import { refusal } from "../support/identity.ts";
import {
  blue,
  noise,
  pdf,
  picture,
  pngChunk,
  pngOf,
  svg,
  webpChunks,
  whitePng,
  withChunk,
} from "../support/pictures.ts";

const encode = (file: Buffer | string, kind: ImageKind = "logo") =>
  encodeImage(kind, Buffer.from(file).toString("base64"));

async function encoded(file: Buffer, kind: ImageKind = "logo"): Promise<Buffer> {
  return Buffer.from((await encode(file, kind)).base64, "base64");
}

async function sizeOf(file: Buffer): Promise<[width: number, height: number]> {
  const { width, height } = await sharp(file).metadata();
  return [width, height];
}

/** Nothing but pixels: an animation, a profile, EXIF and XMP each have a chunk of their own. */
function assertPlain(webp: Buffer): void {
  const beyond = webpChunks(webp).filter((chunk) => !["VP8", "VP8L", "VP8X", "ALPH"].includes(chunk));
  assert.deepEqual(beyond, []);
}

const refused = refusal("invalid_input", {
  field: "data",
  message: /PNG, JPEG or WebP, of at most 512 KiB and 16 million pixels/,
});

describe("a picture that is uploaded", () => {
  for (const format of ["png", "jpeg", "webp"] as const) {
    test(`is taken as ${format} and becomes a plain WebP`, async () => {
      const made = await encoded(await picture(300, 100).toFormat(format).toBuffer());
      assertPlain(made);
      assert.deepEqual(await sizeOf(made), [300, 100]);
      const [red = 0, green = 0, bluish = 0] = await sharp(made).removeAlpha().raw().toBuffer();
      const off = [red - blue.r, green - blue.g, bluish - blue.b].map(Math.abs);
      assert.ok(Math.max(...off) < 8, `it is no longer the same colour: ${off}`);
    });
  }

  test("is named by its hash, the same for the same picture and another one for another", async () => {
    const { id, base64 } = await encode(await pngOf(20, 20));
    assert.equal(id, createHash("sha256").update(Buffer.from(base64, "base64")).digest("base64url"));
    assert.ok(isImageId(id));
    assert.equal((await encode(await pngOf(20, 20))).id, id);
    assert.notEqual((await encode(await pngOf(21, 20))).id, id);
    for (const wrong of ["", "a", `${id}a`, `${id.slice(1)}.`, `${id.slice(1)}/`, `${id}\n`])
      assert.equal(isImageId(wrong), false, wrong);
  });

  test("is made to fit, as a logo without being enlarged or distorted, as an icon into a square", async () => {
    const cases: [ImageKind, [number, number], [number, number]][] = [
      ["logo", [1280, 320], [640, 160]],
      ["logo", [1000, 1000], [160, 160]],
      ["logo", [3000, 100], [640, 21]],
      ["dark_logo", [1280, 320], [640, 160]],
      ["dark_logo", [64, 16], [64, 16]],
      ["logo", [1, 1], [1, 1]],
      ["icon", [512, 512], [128, 128]],
      ["icon", [512, 64], [128, 128]],
      ["icon", [16, 16], [128, 128]],
    ];
    for (const [kind, from, to] of cases)
      assert.deepEqual(await sizeOf(await encoded(await pngOf(...from), kind)), to, `${kind} ${from}`);
  });

  test("stays transparent where it was, and an icon is transparent around what it shows", async () => {
    const logo = sharp({ create: { width: 40, height: 40, channels: 4, background: { ...blue, alpha: 0 } } });
    const corners = [await encoded(await logo.png().toBuffer()), await encoded(await pngOf(512, 64), "icon")];
    for (const made of corners) assert.equal((await sharp(made).ensureAlpha().raw().toBuffer())[3], 0);
  });

  test("is small whatever it was", async () => {
    const large = await noise(640, 640).jpeg({ quality: 80 }).toBuffer();
    assert.ok(large.length > 100_000 && large.length <= LARGEST_UPLOAD, String(large.length));
    const made = await encoded(large);
    assert.ok(made.length < 64 * 1024, String(made.length));
  });

  test("stands upright when its EXIF says how it was held, and forgets that", async () => {
    const lying = await picture(200, 100).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    const made = await encoded(lying);
    assert.deepEqual(await sizeOf(made), [80, 160]);
    assert.equal((await sharp(made).metadata()).orientation, undefined);
  });

  test("loses where it was made, its profile and every comment", async () => {
    const exif = { IFD0: { Copyright: "secret-copyright" }, IFD3: { GPSLatitude: "47/1 22/1 0/1" } };
    for (const format of ["jpeg", "png", "webp"] as const) {
      const file = await picture(20, 20)
        .toFormat(format)
        .withExif(exif)
        .withIccProfile("p3")
        .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">secret-xmp</x:xmpmeta>')
        .toBuffer();
      assert.ok(file.includes("secret-copyright"), format);
      const made = await encoded(file);
      assertPlain(made);
      const { exif: kept, icc, xmp, iptc } = await sharp(made).metadata();
      assert.deepEqual([kept, icc, xmp, iptc], [undefined, undefined, undefined, undefined]);
      assert.ok(!made.includes("secret"));
    }
  });

  test("that is a web page at the same time is only a picture afterwards", async () => {
    const page = "<html><script>alert(document.domain)</script></html>";
    const png = await pngOf(20, 20);
    const jpeg = await picture(20, 20).jpeg().toBuffer();
    const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, page.length + 2]), Buffer.from(page)]);
    const files = {
      "in a text chunk": withChunk(png, pngChunk("tEXt", `Comment\0${page}`)),
      "in a compressed text": withChunk(
        png,
        pngChunk("zTXt", Buffer.concat([Buffer.from("Comment\0\0"), deflateSync(page)])),
      ),
      "in a chunk that nobody knows": withChunk(png, pngChunk("abCd", page)),
      "behind the end": Buffer.concat([png, Buffer.from(page)]),
      "in a comment": Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]),
      "as an archive behind it": Buffer.concat([jpeg, gzipSync(page), Buffer.from("PK\x03\x04")]),
    };
    for (const [where, file] of Object.entries(files)) {
      const made = await encoded(file);
      assertPlain(made);
      assert.ok(!made.includes("alert") && !made.includes("<html") && !made.includes("PK\x03\x04"), where);
    }
  });

  test("shows its first frame only", async () => {
    const frames = await Promise.all([picture(20, 20), noise(20, 20)].map((frame) => frame.png().toBuffer()));
    const animated = await sharp(frames, { join: { animated: true } })
      .webp({ loop: 0, delay: [100, 100] })
      .toBuffer();
    assert.ok(webpChunks(animated).includes("ANIM") || webpChunks(animated).includes("ANMF"));
    const made = await encoded(animated);
    assertPlain(made);
    assert.deepEqual(await sizeOf(made), [20, 20]);
  });
});

describe("what is no picture that can be used", () => {
  test("is refused, whatever it calls itself", async () => {
    const gif = await picture(10, 10).gif().toBuffer();
    const files: Record<string, Buffer | string> = {
      "an empty file": "",
      SVG: svg,
      "SVG behind a declaration": `<?xml version="1.0"?>\n${svg}`,
      GIF: gif,
      TIFF: await picture(10, 10).tiff().toBuffer(),
      AVIF: await picture(10, 10).avif().toBuffer(),
      PDF: pdf,
      HTML: "<!doctype html><script>alert(1)</script>",
      "an icon file": Buffer.from([0, 0, 1, 0, 1, 0, 16, 16, 0, 0, 1, 0, 32, 0]),
      BMP: Buffer.from("BM\x3a\0\0\0\0\0\0\0", "latin1"),
      "a packed file": gzipSync("x".repeat(1_000_000)),
      "a PNG's beginning and nothing else": Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
      "SVG that begins as a PNG": Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), Buffer.from(svg)]),
      "GIF that begins as a JPEG": Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), gif]),
      "SVG within a WebP's frame": Buffer.concat([Buffer.from("RIFF\x10\0\0\0WEBP", "latin1"), Buffer.from(svg)]),
    };
    for (const [what, file] of Object.entries(files)) await assert.rejects(encode(file), refused, what);
  });

  test("is refused when it is not whole", async () => {
    for (const format of ["png", "jpeg", "webp"] as const) {
      const file = await noise(200, 100).toFormat(format).toBuffer();
      for (const part of [0.1, 0.5, 0.9]) {
        await assert.rejects(
          encode(file.subarray(0, Math.floor(file.length * part))),
          refused,
          `${part} of a ${format}`,
        );
      }
    }
  });

  test("is refused before it is unpacked, if it is small only as long as it is packed", async () => {
    for (const file of [whitePng(20_000, 20_000), whitePng(100_000, 161), whitePng(4_001, 4_000)]) {
      assert.ok(file.length < LARGEST_UPLOAD, String(file.length));
      const { cpuMs } = await withCost(() => assert.rejects(encode(file), refused));
      assert.ok(cpuMs < 1_000, "it was unpacked");
    }
  });

  test("the largest picture that is taken is taken", async () => {
    assert.deepEqual(await sizeOf(await encoded(whitePng(4_000, 4_000))), [160, 160]);
    assert.deepEqual(await sizeOf(await encoded(whitePng(16_000, 1_000), "icon")), [128, 128]);
  });

  test("does no harm with a text that unpacks to hundreds of megabytes", async () => {
    const bomb = Buffer.concat([Buffer.from("Comment\0\0"), deflateSync(Buffer.alloc(300_000_000), { level: 9 })]);
    const file = withChunk(await pngOf(20, 20), pngChunk("zTXt", bomb));
    assert.ok(file.length < LARGEST_UPLOAD);
    const before = process.memoryUsage.rss();
    const [outcome] = await Promise.allSettled([encoded(file)]);
    if (outcome?.status === "fulfilled") assertPlain(outcome.value);
    else refused(outcome?.reason);
    assert.ok(process.memoryUsage.rss() - before < 100_000_000, "it was unpacked");
  });

  test("is refused when it would be drawn over and over again", async () => {
    const jpeg = await picture(4_000, 4_000).flatten().jpeg({ progressive: true, quality: 50 }).toBuffer();
    const [end, scan] = [jpeg.length - 2, jpeg.lastIndexOf(Buffer.from([0xff, 0xda]))];
    const file = Buffer.concat([
      jpeg.subarray(0, end),
      ...Array(5_000).fill(jpeg.subarray(scan, end)),
      jpeg.subarray(end),
    ]);
    assert.ok(file.length < LARGEST_UPLOAD);
    const { cpuMs } = await withCost(() => assert.rejects(encode(file), refused));
    assert.ok(cpuMs < 3_000, "it was drawn thousands of times");
  });

  test("is refused when the file is too large", async () => {
    const file = Buffer.concat([await pngOf(20, 20), Buffer.alloc(LARGEST_UPLOAD)]);
    await assert.rejects(encode(file), refused);
    const exactly = await pngOf(20, 20);
    await encode(Buffer.concat([exactly, Buffer.alloc(LARGEST_UPLOAD - exactly.length)]));
  });

  test("is refused when it is not in base64 as it should be", async () => {
    const data = (await pngOf(20, 20)).toString("base64");
    const cases = [
      `data:image/png;base64,${data}`,
      `${data.slice(0, 40)}\n${data.slice(40)}`,
      ` ${data}`,
      `${data}====`,
      `${data}!`,
      data.replaceAll("+", "-").replaceAll("/", "_"),
      "\ud800",
      "not base64",
    ];
    for (const wrong of cases)
      await assert.rejects(
        encodeImage("logo", wrong),
        refusal("invalid_input", { field: "data", message: /base64/ }),
        wrong,
      );
  });

  test("broken in any way, it is refused or it is a plain picture: nothing else ever happens", async () => {
    const seeds = await Promise.all(
      (["png", "jpeg", "webp"] as const).map((format) => noise(40, 30).toFormat(format).toBuffer()),
    );
    let state = 20_261_115;
    const below = (limit: number) => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return (state >>> 8) % limit;
    };
    let taken = 0;
    for (let round = 0; round < 300; round += 1) {
      const file = Buffer.from(seeds[round % seeds.length] ?? "");
      for (let change = 0; change <= below(8); change += 1) file[12 + below(file.length - 12)] = below(256);
      const [outcome] = await Promise.allSettled([encoded(file)]);
      if (outcome?.status === "fulfilled") {
        taken += 1;
        assertPlain(outcome.value);
      } else refused(outcome?.reason);
    }
    assert.ok(taken > 0 && taken < 300, String(taken));
  });
});

describe("reading pictures", () => {
  test("goes on after one that was refused, and one after the other when many come at once", async () => {
    const good = await pngOf(20, 20);
    const outcomes = await Promise.allSettled([encode(svg), encode(good), encode(good.subarray(0, 60)), encode(good)]);
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ["rejected", "fulfilled", "rejected", "fulfilled"],
    );
  });

  test("is refused for now, when far too many come at once", async () => {
    const good = await pngOf(20, 20);
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => encode(good)));
    const over = outcomes.filter((outcome) => outcome.status === "rejected");
    assert.equal(over.length, 4);
    for (const { reason } of over) refusal("overloaded")(reason);
    await encode(good);
  });

  test("costs nothing until the first one comes: the library is not loaded before", () => {
    const module = join(import.meta.dirname, "../../src/server.ts");
    const code = `await import(${JSON.stringify(module)}); console.log(process.report.getReport().sharedObjects.filter((name) => /vips|sharp/.test(name)).length)`;
    const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", code], { encoding: "utf8" });
    assert.equal(stdout.trim(), "0");
  });
});
