/** What others have got into pages, each to set `canary` or lead away, and how to see that one of them got through. */
export const payloads: readonly string[] = [
  "<script>canary=1</script>",
  `"><script>canary=1</script>`,
  `'><script>canary=1</script>`,
  "</title><script>canary=1</script>",
  "</style><script>canary=1</script>",
  "</script><script>canary=1</script>",
  "<img src=x onerror=canary=1>",
  `"><img src=x onerror=canary=1>`,
  "<svg/onload=canary=1>",
  `" autofocus onfocus="canary=1`,
  `' onmouseover='canary=1`,
  "x onclick=canary=1 y=",
  "javascript:canary=1",
  "JaVaScRiPt:canary=1",
  "java\tscript:canary=1",
  "\u0001javascript:canary=1",
  "javascript&colon;canary=1",
  "data:text/html,<script>canary=1</script>",
  "//evil.example/x",
  "https://evil.example/",
  "+ADw-script+AD4-canary=1+ADw-/script+AD4-",
  "%3Cscript%3Ecanary=1%3C/script%3E",
  "&lt;script&gt;canary=1&lt;/script&gt;",
  "&#60;script&#62;canary=1&#60;/script&#62;",
  "<scr\u0000ipt>canary=1</script>",
  "＜script＞canary=1＜/script＞",
  "\u2028canary=1\u2029",
  "{{constructor.constructor('canary=1')()}}",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is what is sent
  "${canary=1}{application}{loginName}",
  "<!--<script>canary=1</script>",
  "]]><script>canary=1</script>",
  "<base href=//evil.example/>",
  "<meta http-equiv=refresh content=0;url=//evil.example/>",
  "<link rel=stylesheet href=//evil.example/>",
  "<form action=//evil.example/><button>",
  "<iframe srcdoc='<script>parent.canary=1</script>'></iframe>",
  "\u202e<script>canary=1</script>",
  "<a href=javascript:canary=1>x",
];

const elements =
  /^\/?(?:html|head|meta|title|link|style|body|main|div|span|svg|g|circle|path|rect|line|polyline|polygon|ellipse|h1|h2|p|form|input|button|label|select|option|a|ul|ol|li|b|strong|em|bdi|br|details|summary|footer|nav|section|code|pre|picture|source|img|script|fieldset|legend|dl|dt|dd)$/;
const attribute =
  /^(?:[a-z]+|aria-[a-z]+|data-[a-z-]+|stroke-[a-z]+|fill-[a-z]+|accept-charset|viewBox|srcset|http-equiv)(?:="[^"]*")?$/;

/**
 * The tags of a page that nobody here writes: of another kind, with an attribute that has no quotes, or that runs
 * something.
 */
export function strangeTags(body: string): string[] {
  const tags = body.match(/<[!/?a-z][^>]*>?/gi) ?? [];
  return tags.filter((tag) => {
    if (/^<!doctype html>$/i.test(tag)) return false;
    const [name = "", ...attributes] =
      tag
        .slice(1)
        .replace(/\/?>$/, "")
        .match(/[^\s"]+(?:"[^"]*")?/g) ?? [];
    return (
      !elements.test(name) ||
      attributes.some((one) => !attribute.test(one) || /^(?:on|http-equiv|formaction|srcdoc)/i.test(one))
    );
  });
}

/** Without the mark of Signet, which every page has in it: a constant of ours, and no address that anybody sent. */
export function withoutOwnIcon(body: string): string {
  return body.replace(/<link rel="icon" href="data:image\/svg\+xml,[\w%.!~*'()-]+">/, "");
}
