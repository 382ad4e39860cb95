/** Text to HTML: whatever is put into a template is escaped, unless it is HTML already. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

export function html(strings: TemplateStringsArray, ...values: (string | number | Html | Html[] | undefined)[]): Html {
  return new Html(String.raw({ raw: strings }, ...values.map(render)));
}

function render(value: string | number | Html | Html[] | undefined): string {
  if (value === undefined) return "";
  if (value instanceof Html) return value.text;
  if (Array.isArray(value)) return value.map((part) => part.text).join("");
  return String(value).replace(/[&<>"']/g, (character) => entities[character] ?? "");
}
