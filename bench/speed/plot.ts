/** Lines over a logarithmic axis, as SVG: throughput for each amount of data, one panel an engine. */
export interface Line {
  readonly name: string;
  /** `x` is above 0. */
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

export interface Panel {
  readonly title: string;
  readonly lines: readonly Line[];
}

const WIDTH = 460;
const HEIGHT = 300;
const LEFT = 58;
const RIGHT = 150;
const TOP = 44;
const BOTTOM = 46;
/** Told apart also by people who see few colours. */
const COLORS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#b58900", "#333333"];
const LABEL_HEIGHT = 14;

export function plot(heading: string, panels: readonly Panel[]): string {
  const [width, height] = [panels.length * (WIDTH + LEFT + RIGHT), HEIGHT + TOP + BOTTOM];
  const drawn = panels.map(
    (panel, n) => `<g transform="translate(${n * (WIDTH + LEFT + RIGHT) + LEFT} ${TOP})">${draw(panel)}</g>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12" role="img" aria-label="${escaped(heading)}">`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    ...drawn,
    "</svg>",
    "",
  ].join("\n");
}

function draw({ title, lines }: Panel): string {
  const all = lines.flatMap(({ points }) => points);
  const xs = [...new Set(all.map(({ x }) => x))].toSorted((a, b) => a - b);
  const [least = 1, most = 10] = [xs[0], xs.at(-1)];
  const top = niceCeiling(Math.max(1, ...all.map(({ y }) => y)));
  const atX = (x: number) => (most === least ? WIDTH / 2 : (Math.log(x / least) / Math.log(most / least)) * WIDTH);
  const atY = (y: number) => HEIGHT - (y / top) * HEIGHT;
  const grid = [0, 0.25, 0.5, 0.75, 1].map((part) => {
    const y = atY(part * top);
    return `<line x2="${WIDTH}" y1="${y}" y2="${y}" stroke="#dddddd"/><text x="-8" y="${y + 4}" text-anchor="end" fill="#444444">${count(part * top)}</text>`;
  });
  const ticks = xs.map(
    (x) => `<text x="${round(atX(x))}" y="${HEIGHT + 18}" text-anchor="middle" fill="#444444">${count(x)}</text>`,
  );
  const labels = spread(lines.map(({ points }) => atY(points.at(-1)?.y ?? 0)));
  const drawn = lines.map(({ name, points }, n) => {
    const color = COLORS[n % COLORS.length];
    const path = points.map(({ x, y }) => `${round(atX(x))},${round(atY(y))}`);
    const dots = points.map(
      ({ x, y }) => `<circle cx="${round(atX(x))}" cy="${round(atY(y))}" r="3" fill="${color}"/>`,
    );
    const label = `<text x="${WIDTH + 10}" y="${round((labels[n] ?? 0) + 4)}" fill="${color}">${escaped(name)}</text>`;
    return `<polyline points="${path.join(" ")}" fill="none" stroke="${color}" stroke-width="2"/>${dots.join("")}${label}`;
  });
  return [
    `<text y="-20" font-size="14" font-weight="bold" fill="#222222">${escaped(title)}</text>`,
    ...grid,
    ...ticks,
    `<text x="${WIDTH / 2}" y="${HEIGHT + 38}" text-anchor="middle" fill="#444444">app sessions in the database</text>`,
    ...drawn,
  ].join("\n");
}

/** Moves labels apart that would cover each other. */
function spread(places: readonly number[]): number[] {
  const order = places.map((y, n) => ({ y, n })).toSorted((a, b) => a.y - b.y);
  let above = Number.NEGATIVE_INFINITY;
  const moved = order.map(({ y, n }) => {
    above = Math.max(y, above + LABEL_HEIGHT);
    return { n, y: above };
  });
  return moved.toSorted((a, b) => a.n - b.n).map(({ y }) => y);
}

function niceCeiling(value: number): number {
  const unit = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 4, 5, 8, 10].find((step) => step * unit >= value) ?? 10) * unit;
}

function count(value: number): string {
  if (value >= 1_000_000) return `${value / 1_000_000} M`;
  return value >= 1_000 ? `${value / 1_000} k` : String(Math.round(value));
}

const round = (value: number): string => value.toFixed(1);
const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
