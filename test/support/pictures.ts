/** Pictures to upload: good ones, strange ones, and files that are none. */
import { crc32, deflateSync } from "node:zlib";
import sharp, { type Sharp } from "sharp";

export const blue = { r: 0x24, g: 0x56, b: 0xc5 } as const;

export function picture(width: number, height: number): Sharp {
  return sharp({ create: { width, height, channels: 4, background: { ...blue, alpha: 1 } } });
}

export async function pngOf(width: number, height: number): Promise<Buffer> {
  return picture(width, height).png().toBuffer();
}

/** Every pixel differs, so nothing about it is small. */
export function noise(width: number, height: number): Sharp {
  const gaussian = { type: "gaussian", mean: 128, sigma: 60 } as const;
  return sharp({ create: { width, height, channels: 3, background: blue, noise: gaussian } });
}

const SIGNATURE = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");

export function pngChunk(type: string, content: Uint8Array | string): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), Buffer.from(content)]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(named.length - 4);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}

/** Behind the header, where readers look for it first. */
export function withChunk(png: Buffer, chunk: Buffer): Buffer {
  const behindHeader = SIGNATURE.length + 25;
  return Buffer.concat([png.subarray(0, behindHeader), chunk, png.subarray(behindHeader)]);
}

/** All white, one bit a pixel: its pixels take hundreds of times the room of the file. */
export function whitePng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const row = Buffer.alloc(1 + Math.ceil(width / 8), 0xff);
  row[0] = 0;
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)), { level: 9 });
  return Buffer.concat([SIGNATURE, pngChunk("IHDR", header), pngChunk("IDAT", pixels), pngChunk("IEND", "")]);
}

export const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>alert(1)</script></svg>';
export const pdf = "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF";

/** What a WebP file consists of. */
export function webpChunks(webp: Buffer): string[] {
  if (webp.toString("latin1", 0, 4) !== "RIFF" || webp.toString("latin1", 8, 12) !== "WEBP")
    throw new Error("this is no WebP");
  if (webp.readUInt32LE(4) + 8 !== webp.length) throw new Error("something follows the WebP");
  const found: string[] = [];
  for (let at = 12; at < webp.length; ) {
    found.push(webp.toString("latin1", at, at + 4).trim());
    const size = webp.readUInt32LE(at + 4);
    at += 8 + size + (size % 2);
  }
  return found;
}
