/** A logo to upload. Drawn as pixels: where pictures are encoded, sharp reads no drawings. */
import sharp from "sharp";

const SIZE = 96;

/** A leaf: what two discs have in common. */
export function drawLeaf(color: string): Promise<Buffer> {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  const pixels = Buffer.alloc(SIZE * SIZE * 4);
  const within = (x: number, y: number, centre: number) => Math.hypot(x - centre, y - centre) - 86;
  for (let y = 0; y < SIZE; y++) {
    for (let x = 0; x < SIZE; x++) {
      // A soft edge of one pixel.
      const inside = 0.5 - Math.max(within(x, y, 0), within(x, y, SIZE));
      pixels.set([red, green, blue, Math.round(255 * Math.min(1, Math.max(0, inside)))], (y * SIZE + x) * 4);
    }
  }
  return sharp(pixels, { raw: { width: SIZE, height: SIZE, channels: 4 } })
    .png()
    .toBuffer();
}

/** The leaf and the name. */
export async function drawLogo(color: string, ink: string): Promise<Buffer> {
  const text = `<span foreground="${ink}" weight="600">Fernwood</span>`;
  const name = await sharp({ text: { text, font: "sans-serif 40", rgba: true } })
    .png()
    .toBuffer();
  const background = { r: 0, g: 0, b: 0, alpha: 0 };
  return sharp({ create: { width: 400, height: SIZE, channels: 4, background } })
    .composite([
      { input: await drawLeaf(color), left: 0, top: 0 },
      { input: name, left: 112, top: 22 },
    ])
    .png()
    .toBuffer();
}
