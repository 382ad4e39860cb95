import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type ErrorEntry, registry } from "../../src/errors/registry.ts";
import { oauthErrors } from "../../src/oauth/errors.ts";
import { readDocument, sections } from "./markdown.ts";

/** The sections of docs/errors.md that list codes, each with the registry it mirrors. */
const registries: Record<string, Record<string, Pick<ErrorEntry, "status" | "title">>> = {
  "Signet's own errors": registry,
  "OAuth errors": oauthErrors,
};

const documented = sections(readDocument("docs/errors.md"), 2).map(({ title, text }) => ({
  title,
  entries: sections(text, 3),
}));

test("every section of docs/errors.md that lists codes mirrors a registry, and every registry has its section", () => {
  const listing = documented.filter(({ entries }) => entries.length > 0).map(({ title }) => title);
  assert.deepEqual(listing.toSorted(), Object.keys(registries).toSorted());
});

for (const [title, codes] of Object.entries(registries)) {
  describe(`docs/errors.md, ${title}`, () => {
    const entries = documented.find((candidate) => candidate.title === title)?.entries ?? [];
    const names = entries.map((entry) => entry.title);

    test("has every code of the registry", () => {
      assert.deepEqual(
        Object.keys(codes).filter((code) => !names.includes(code)),
        [],
      );
    });

    test("has no code that the registry does not have, and none twice", () => {
      assert.deepEqual(names.toSorted(), Object.keys(codes).toSorted());
    });

    for (const [code, { status, title }] of Object.entries(codes)) {
      test(`${code}: status and title are the registry's, followed by what it means and what to do`, () => {
        const paragraphs = entries.find((entry) => entry.title === code)?.text.split(/\n\n+/) ?? [];
        assert.equal(paragraphs[0], `${status} · ${title}`);
        assert.ok(paragraphs.length >= 3, "it needs a meaning and an advice");
        assert.match(paragraphs.at(-1) ?? "", /^\*\*What to do:\*\* \S/);
      });
    }
  });
}
