/**
 * From the bytes that somebody uploads to a picture that is safe to show to everybody: read as pixels, made as small as
 * pages need it, and written anew. Whatever else was in the file (places, profiles, comments, a page or a script) is
 * left behind.
 */
import { createHash } from "node:crypto";
import type { SharpConstructor } from "sharp";
import { SignetError } from "../../errors/signet-error.ts";
import { invalid } from "../names.ts";
import type { ImageKind } from "./brand.ts";

export interface EncodedImage {
  /** The hash of the picture: another one has another address, so this one can be kept by browsers for good. */
  readonly id: string;
  /** WebP. */
  readonly base64: string;
}

export const LARGEST_UPLOAD = 512 * 1024;
/** A few kilobytes can say that they are a picture of gigabytes. */
export const MOST_PIXELS = 16_000_000;
const LONGEST_SECONDS = 5;
const MOST_WAITING = 16;
const QUALITY = 90;

/** What a picture is made to fit into. */
export const imageSizes = {
  logo: { width: 640, height: 160 },
  dark_logo: { width: 640, height: 160 },
  icon: { width: 128, height: 128 },
} as const satisfies Record<ImageKind, { width: number; height: number }>;

export const ACCEPTED = `PNG, JPEG or WebP, of at most ${LARGEST_UPLOAD / 1024} KiB and ${MOST_PIXELS / 1_000_000} million pixels`;

/** `data`: the file in base64, as it came. */
export async function encodeImage(kind: ImageKind, data: string): Promise<EncodedImage> {
  const upload = readUpload(data);
  const picture = await inTurn(() => draw(kind, upload));
  return { id: createHash("sha256").update(picture).digest("base64url"), base64: picture.toString("base64") };
}

export function isImageId(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

function readUpload(data: string): Buffer {
  const bytes = Buffer.from(data, "base64");
  // Node's decoder skips what is no base64.
  if (bytes.toString("base64") !== data)
    throw invalid("data", "data must be a file in base64, without spaces, line breaks or a prefix");
  if (bytes.length > LARGEST_UPLOAD)
    throw invalid("data", `data is a file of ${bytes.length} bytes; send a picture: ${ACCEPTED}`);
  if (!begins(bytes)) throw invalid("data", `data is no picture that can be used; send one that is ${ACCEPTED}`);
  return bytes;
}

/** PNG, JPEG and WebP by their first bytes; what a file calls itself is not asked. */
function begins(bytes: Buffer): boolean {
  const start = bytes.toString("latin1", 0, 12);
  return start.startsWith("\x89PNG\r\n\x1a\n") || start.startsWith("\xff\xd8\xff") || /^RIFF.{4}WEBP$/s.test(start);
}

async function draw(kind: ImageKind, upload: Buffer): Promise<Buffer> {
  const sharp = await openSharp();
  const isIcon = kind === "icon";
  try {
    return await sharp(upload, { limitInputPixels: MOST_PIXELS, failOn: "error", pages: 1, autoOrient: true })
      .resize({
        ...imageSizes[kind],
        fit: isIcon ? "contain" : "inside",
        background: { r: 0, g: 0, b: 0, alpha: 0 },
        withoutEnlargement: !isIcon,
      })
      .webp({ quality: QUALITY, smartSubsample: true })
      .timeout({ seconds: LONGEST_SECONDS })
      .toBuffer();
  } catch (error) {
    const message = `data is a picture that cannot be read, or is too large; send one that is ${ACCEPTED}`;
    throw new SignetError("invalid_input", message, { field: "data", cause: error });
  }
}

let opened: Promise<SharpConstructor> | undefined;

/** Loaded with the first picture: it is large, and most nodes never see one. */
function openSharp(): Promise<SharpConstructor> {
  opened ??= import("sharp").then(({ default: sharp }) => {
    // libvips reads dozens of formats, some by large libraries that had their share of holes: all are off but these
    // three.
    sharp.block({ operation: ["VipsForeignLoad"] });
    sharp.unblock({
      operation: ["VipsForeignLoadPngBuffer", "VipsForeignLoadJpegBuffer", "VipsForeignLoadWebpBuffer"],
    });
    sharp.cache(false);
    sharp.concurrency(1);
    return sharp;
  });
  return opened;
}

let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/**
 * One at a time: a large picture takes a hundred megabytes while it is read, and one of the few threads that all share.
 */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (waiting >= MOST_WAITING) throw new SignetError("overloaded", "Too many pictures are being read right now");
  waiting += 1;
  const turn = last.then(work).finally(() => {
    waiting -= 1;
  });
  // Whoever waits for this one is told how it went; the next one only has to know that it is over.
  last = turn.catch(() => undefined);
  return turn;
}
