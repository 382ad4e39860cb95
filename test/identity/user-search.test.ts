import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { searchUsers, type UserSearch, writeSearchWords } from "../../src/identity/users/search.ts";
import { queryWords, searchWords } from "../../src/identity/users/search-words.ts";
import type { Storage } from "../../src/storage/storage.ts";
import { engines, type TestDatabase } from "../support/engines.ts";
import { addOrganization, insertUser, refusal } from "../support/identity.ts";

describe("the words a user is found by", () => {
  const cases: [text: string, words: string[]][] = [
    ["Ada Lovelace", ["ada", "lovelace"]],
    ["Anne-Marie O'Neill", ["anne-marie", "anne", "marie", "o'neill", "o", "neill"]],
    ["ada.lovelace@acme.example", ["ada.lovelace@acme.example", "ada.lovelace", "ada", "lovelace"]],
    ["ada_99", ["ada_99", "ada", "99"]],
    ["STRASSE Straße ﬁnal", ["strasse", "final"]],
    ["Σίσυφος", ["σίσυφοσ"]],
    ["山田 太郎", ["山田", "太郎"]],
    ["a\u200bb\tc", ["ab", "c"]],
    ["  --- !? ", []],
    ["", []],
  ];
  for (const [text, words] of cases) {
    test(`of ${JSON.stringify(text)} are ${words.join(" ") || "none"}`, () =>
      assert.deepEqual(searchWords([text]), words));
  }

  test("each word is there once, and a very long one is cut", () => {
    assert.deepEqual(searchWords(["Ada", "ADA", "ada"]), ["ada"]);
    assert.deepEqual(searchWords(["😀x".repeat(200)]), [[..."😀x".repeat(200)].slice(1, 101).join(""), "x"]);
  });

  test("one long text does not crowd out the others", () => {
    const words = searchWords([Array.from({ length: 200 }, (_, i) => `w${i}`).join(" "), "ada"]);
    assert.ok(words.length < 50 && words.includes("ada"));
  });

  test("a query is cut like the index, the longest word first", () => {
    assert.deepEqual(queryWords(" lo  Ada, lo "), ["ada", "lo"]);
    assert.deepEqual(queryWords("ada.lo"), ["ada.lo"]);
    assert.deepEqual(queryWords("ada@"), ["ada@"]);
    assert.deepEqual(queryWords(" ,.% "), []);
  });

  test("a word that begins another one is not asked for again", () => {
    assert.deepEqual(queryWords("an anna ann bo"), ["anna", "bo"]);
    assert.deepEqual(queryWords("ada.lovelace lovelace ada"), ["ada.lovelace", "lovelace"]);
  });
});

for (const engine of engines) {
  describe(`searching users on ${engine.name}`, () => {
    let database: TestDatabase;
    let storage: Storage;
    let acme: string;
    let beta: string;
    const ids = new Map<string, string>();
    before(async () => {
      database = await engine.fresh();
      storage = await database.open();
      [acme, beta] = [await addOrganization(storage), await addOrganization(storage)];
      await add("ada", acme, ["Ada Lovelace", "ada", "ada.lovelace@acme.example"]);
      await add("adam", acme, ["Adam Lowe", "adam.lowe", "adam@acme.example"]);
      await add("grace", acme, ["Grace Hopper", "grace", "grace@navy.example"]);
      await add("robot", acme, ["Lovelace Robot", "ada-bot"], "service");
      await add("foreign", beta, ["Ada Byron", "ada", "ada@beta.example"]);
      await add("odd", acme, ["100% _Real_ Müller", "odd"]);
    });
    after(() => database.drop());

    async function add(
      name: string,
      organizationId: string,
      texts: string[],
      kind: "human" | "service" = "human",
    ): Promise<void> {
      const id = await insertUser(storage.db, organizationId, { kind });
      ids.set(name, id);
      await storage.transaction((tx) => writeSearchWords(tx, { id, organizationId }, { all: texts, shown: texts }));
    }
    const nameOf = (id: string) => [...ids].find(([, one]) => one === id)?.[0] ?? id;
    const find = async (query: string, more: Partial<Extract<UserSearch, { searched: "all" }>> = {}) => {
      const { found, next } = await searchUsers(storage.db, {
        query,
        searched: "all",
        organizationId: acme,
        limit: 10,
        ...more,
      });
      if (found.length < (more.limit ?? 10)) assert.equal(next, undefined);
      return found.map(({ userId }) => nameOf(userId));
    };

    test("by the beginning of a name, user name or e-mail address, in any case", async () => {
      assert.deepEqual(await find("lovel"), ["ada", "robot"]);
      assert.deepEqual(await find("ADA.L"), ["ada"]);
      assert.deepEqual(await find("grace@na"), ["grace"]);
      assert.deepEqual(await find("MÜLLER"), ["odd"]);
      assert.deepEqual(await find("mu\u0308ll"), ["odd"]);
    });

    test("not by the middle of a word, nor by the domain everybody shares", async () => {
      assert.deepEqual(await find("ovelace"), []);
      assert.deepEqual(await find("acme"), []);
      assert.deepEqual(await find("zzz"), []);
    });

    test("every word of the query must begin a word of the user", async () => {
      assert.deepEqual(await find("ada lo"), ["ada", "robot", "adam"]);
      assert.deepEqual(await find("lovelace ada"), ["ada", "robot"]);
      assert.deepEqual(await find("ada hopper"), []);
    });

    test("a user several of whose words fit is found once", async () => {
      assert.deepEqual(await find("a"), ["ada", "robot", "adam"]);
    });

    test("within one organization, or in the whole instance", async () => {
      assert.deepEqual(await find("ada"), ["ada", "robot", "adam"]);
      assert.deepEqual(await find("ada", { organizationId: beta }), ["foreign"]);
      assert.deepEqual(
        new Set(await find("ada", { organizationId: undefined })),
        new Set(["ada", "robot", "adam", "foreign"]),
      );
    });

    test("people only, or service users only", async () => {
      assert.deepEqual(await find("lovelace", { kind: "human" }), ["ada"]);
      assert.deepEqual(await find("lovelace", { kind: "service" }), ["robot"]);
    });

    test("signs that mean something in patterns are searched for as they are", async () => {
      for (const query of ["%", "_", "*", "'", '"', "\0", ".*"]) {
        await assert.rejects(find(query), refusal("invalid_input", { field: "q" }), query);
      }
      assert.deepEqual(await find("a%"), []);
      assert.deepEqual(await find("ad_"), []);
      assert.deepEqual(await find("100%"), ["odd"]);
      assert.deepEqual(await find("ada\0'; DROP TABLE users --"), []);
      assert.deepEqual(await find("x\u{10ffff}"), []);
    });

    test("pages follow each other without gaps or repeats", async () => {
      for (const limit of [1, 2, 3]) {
        const all: string[] = [];
        let after: UserSearch["after"];
        do {
          const page = await searchUsers(storage.db, { query: "a", searched: "all", limit, after });
          all.push(...page.found.map(({ userId }) => nameOf(userId)));
          after = page.next;
        } while (after !== undefined);
        assert.deepEqual(all.toSorted(), ["ada", "adam", "foreign", "robot"], `limit ${limit}`);
      }
    });

    test("new words replace the old ones, and a deleted user is not found", async () => {
      const id = await insertUser(storage.db, acme);
      const write = (texts: string[]) =>
        storage.transaction((tx) => writeSearchWords(tx, { id, organizationId: acme }, { all: texts, shown: [] }));
      await write(["Quentin Xavier"]);
      await write(["Quentin Yates"]);
      assert.deepEqual(await find("xavier"), []);
      assert.deepEqual(await find("yates"), [id]);
      await write([]);
      assert.deepEqual(await find("yates"), []);
      await write(["Quentin Yates"]);
      await storage.db.deleteFrom("users").where("id", "=", id).execute();
      assert.deepEqual(await find("quentin"), []);
    });

    test("a rare combination of frequent words is found, over several pages if it must be, and the search ends", async () => {
      const crowd = await addOrganization(storage);
      const wanted = await insertUser(storage.db, crowd);
      await storage.transaction(async (tx) => {
        for (let i = 0; i < 2_500; i++) {
          const word = `crowd${String(i).padStart(5, "0")}`;
          await tx.insertInto("user_words").values({ organization_id: crowd, word, user_id: wanted }).execute();
        }
      });
      const late = await insertUser(storage.db, crowd);
      await storage.transaction((tx) =>
        writeSearchWords(tx, { id: late, organizationId: crowd }, { all: ["crowdzz needle"], shown: [] }),
      );
      const search = { searched: "all" as const, query: "crowd need", organizationId: crowd, limit: 5 };
      assert.deepEqual((await searchUsers(storage.db, search)).found, [{ word: "crowdzz", userId: late }]);
    });

    /** So many users that neither of two words is rare. Every hundredth has both. */
    async function makeCrowd(): Promise<{ organizationId: string; both: string[] }> {
      const organizationId = await addOrganization(storage);
      const both: string[] = [];
      await storage.transaction(async (tx) => {
        for (let i = 0; i < 2_200; i++) {
          const id = await insertUser(tx, organizationId);
          const words = i % 100 === 0 ? ["frequent", "usual"] : [i % 2 === 0 ? "frequent" : "usual"];
          if (words.length > 1) both.push(id);
          await tx
            .insertInto("user_words")
            .values(words.map((word) => ({ organization_id: organizationId, word, user_id: id })))
            .execute();
        }
      });
      return { organizationId, both };
    }

    async function findAll(search: UserSearch): Promise<{ ids: string[]; pages: number }> {
      const ids: string[] = [];
      let [after, pages]: [UserSearch["after"], number] = [undefined, 0];
      do {
        const page = await searchUsers(storage.db, { ...search, after });
        assert.ok(page.found.length <= search.limit);
        ids.push(...page.found.map(({ userId }) => userId));
        after = page.next;
        pages++;
      } while (after !== undefined);
      return { ids, pages };
    }

    test("of two frequent words, those who have both come page by page, each once, in bounded steps", async () => {
      const { organizationId, both } = await makeCrowd();
      for (const limit of [1, 3, 100]) {
        const { ids, pages } = await findAll({
          searched: "all",
          query: "frequent usual",
          organizationId,
          kind: "human",
          limit,
        });
        assert.deepEqual(ids, both, `limit ${limit}`);
        assert.ok(pages > 1, "not everybody was looked at in one go");
      }
      assert.deepEqual(
        (await findAll({ searched: "all", query: "frequent usual", organizationId, kind: "service", limit: 10 })).ids,
        [],
      );
      assert.deepEqual(
        (await findAll({ searched: "all", query: "frequent usual", organizationId: acme, limit: 10 })).ids,
        [],
      );
    });

    test("a rare word, or being one of few service users, is looked for first: the answer is whole, in the same order as ever", async () => {
      const { organizationId } = await makeCrowd();
      const add = async (kind: "human" | "service", ...texts: string[]) => {
        const id = await insertUser(storage.db, organizationId, { kind });
        await storage.transaction((tx) => writeSearchWords(tx, { id, organizationId }, { all: texts, shown: texts }));
        return id;
      };
      const [late, early] = [await add("human", "frequently needle"), await add("human", "frequent needle frequently")];
      const bot = await add("service", "frequent-bot");
      for (const limit of [1, 10]) {
        const search = { searched: "all", organizationId, limit } as const;
        assert.deepEqual((await findAll({ ...search, query: "need frequent" })).ids, [early, late]);
        assert.deepEqual((await findAll({ ...search, query: "frequent", kind: "service" })).ids, [bot]);
        assert.deepEqual((await findAll({ ...search, query: "frequent needle usual" })).ids, []);
        assert.deepEqual((await findAll({ ...search, query: "frequent needle", kind: "service" })).ids, []);
        assert.deepEqual((await findAll({ ...search, query: "needle frequent", organizationId: undefined })).ids, [
          early,
          late,
        ]);
      }
      assert.equal((await findAll({ searched: "all", query: "frequent needle", organizationId, limit: 10 })).pages, 1);
      assert.equal(
        (await findAll({ searched: "all", query: "frequent", organizationId, kind: "service", limit: 10 })).pages,
        1,
      );
      await storage.db.updateTable("users").set({ state: "locked" }).where("id", "=", early).execute();
      assert.deepEqual(
        (await findAll({ searched: "all", query: "frequent needle", organizationId, state: "locked", limit: 10 })).ids,
        [early],
      );
    });
  });
}
