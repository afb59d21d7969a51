/** The history is sealed with one key. Another one, or none, is noticed before anything is sealed with it. */
import { createSecretKey } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import { openEmbeddedApi } from "#api/embedded.ts";
import { checkHistory } from "#api/services/history-check.ts";
import { acceptHistoryKey, getHistoryKey } from "#api/services/history-key.ts";
import { nameOf, openStore, sqlitePath } from "#api/store/open.ts";
import { ConfigurationError } from "#model/environment.ts";
import { type FreshDatabase, freshSqlite, openTestApi, testConfig } from "../support/api.ts";
import { everything, letGo } from "../support/rows.ts";
import { runHere } from "../support/run-here.ts";
import { fresh, KINDS } from "./databases.ts";
import { createOrganization } from "./scenario.ts";

const [KEY, OTHER] = ["the key of the history, which is long enough", "another key, which is long enough as well"];
const databases: FreshDatabase[] = [];
afterEach(async () => {
  for (const database of databases.splice(0)) await database.drop();
});

async function started(url: string, HISTORY_KEY = ""): Promise<string> {
  return openEmbeddedApi({ NODE_ENV: "test", DATABASE_URL: url, HISTORY_KEY }).then(
    async (api) => {
      await api.close();
      await letGo();
      return "started";
    },
    (error) => {
      // Starting again would come to the same: the process ends as with other settings that are wrong.
      expect(error).toBeInstanceOf(ConfigurationError);
      return error.message;
    },
  );
}

describe.each(KINDS)("on %s", (kind) => {
  const empty = async () => {
    const database = await fresh(kind);
    databases.push(database);
    return database.url;
  };
  /** A store with entries in its history, as a version made it that noted no key. */
  const older = async (historyKey = KEY) => {
    const url = await empty();
    const api = await openTestApi({ url, drop: async () => {} }, { historyKey });
    await createOrganization(await api.signIn({ email: "kim@key.example", team: "Keepers" }));
    await api.close();
    await letGo();
    return url;
  };

  it("a server does not start with another key, says what to do, and changes nothing", async () => {
    const url = await empty();
    expect(await started(url, KEY)).toBe("started");
    const before = await everything(url);
    expect(await started(url, OTHER)).toMatch(
      /^The key that the history in \S+ is sealed with is another one than HISTORY_KEY\.\nSet HISTORY_KEY to it.*npm run history -- accept-key$/,
    );
    expect(await everything(url)).toEqual(before);
    expect(JSON.stringify(before)).not.toContain(KEY);
    expect(await started(url, KEY)).toBe("started");
  });

  it("nor on a history of an older version, whose newest entry tells", async () => {
    const url = await older();
    expect(await started(url, OTHER)).toContain("is another one than HISTORY_KEY");
    expect(await started(url, KEY)).toBe("started");
    expect(await started(url, OTHER)).toContain("is another one than HISTORY_KEY");
  });

  it("no command seals anything with another key", async () => {
    const url = await older();
    expect(await started(url, KEY)).toBe("started");
    const before = await everything(url);
    for (const [file, ...args] of [
      ["api/commands/people.ts", "suspend", "kim@key.example"],
      ["api/commands/entry-link.ts", "--email", "kim@key.example", "--roles", "ITIL"],
      ["api/commands/history.ts", "verify"],
    ] as const) {
      const { code, out, err } = await runHere(file, args, { DATABASE_URL: url, HISTORY_KEY: OTHER });
      expect([code, out, err.split("\n")[0]]).toEqual([
        78,
        "",
        `The key that the history in ${nameOf(url)} is sealed with is another one than HISTORY_KEY.`,
      ]);
    }
    expect(await everything(url)).toEqual(before);
  });

  it("where the key is lost for good another one is accepted, and the check says what it can no longer tell", async () => {
    const url = await older();
    expect(await started(url, KEY)).toBe("started");
    const store = openStore(url);
    const config = testConfig(url, { historyKey: OTHER });
    const sealed = (await store.selectFrom("history").select("id").execute()).length;
    expect(await acceptHistoryKey(store, config)).toBe(sealed);
    const key = await getHistoryKey(store, config);
    const api = await openTestApi({ url, drop: async () => {} }, { historyKey: OTHER });
    await createOrganization(await api.signIn({ email: "kim@key.example" }));
    await api.close();
    expect(await checkHistory(store, key, new Date())).toMatchObject({ unchecked: sealed, breaks: [] });
    // The check finds an entry that was left out among the old ones, and one that was changed among the new ones.
    const newest = await store.selectFrom("history").select(["id", "at"]).orderBy("id", "desc").limit(1).executeTakeFirstOrThrow();
    expect(newest.id).toBeGreaterThan(sealed);
    await store.updateTable("history").set({ at: "2020-01-01T00:00:00.000Z" }).where("id", "=", newest.id).execute();
    expect((await checkHistory(store, key, new Date())).breaks).toMatchObject([{ what: "changed" }]);
    await store.updateTable("history").set({ at: newest.at }).where("id", "=", newest.id).execute();
    await store.deleteFrom("history").where("id", "=", 1).execute();
    expect((await checkHistory(store, key, new Date())).breaks).toMatchObject([{ seq: 1, what: "taken out" }]);
    // Somebody who can write to the store but has no key cannot declare entries unchecked.
    expect(await checkHistory(store, createSecretKey(KEY, "utf8"), new Date())).toMatchObject({ unchecked: 0 });
    await store.destroy();
    expect(await started(url, KEY)).toContain("is another one than HISTORY_KEY");
    expect(await started(url, OTHER)).toBe("started");
  });
});

it("a key that is kept beside the database is missed when it is gone, and no other is made", async () => {
  const database = freshSqlite();
  databases.push(database);
  expect(await started(database.url)).toBe("started");
  const file = `${sqlitePath(database.url)}.history-key`;
  const key = readFileSync(file);
  rmSync(file);
  expect(await started(database.url)).toBe(
    [
      `The key that the history in ${sqlitePath(database.url)} is sealed with is missing: HISTORY_KEY is not set, and ${file} is not there.`,
      "Set HISTORY_KEY to it, or put its file back. If it is lost for good: npm run history -- accept-key",
    ].join("\n"),
  );
  expect(existsSync(file)).toBe(false);
  writeFileSync(file, OTHER);
  expect(await started(database.url)).toContain(`is another one than ${file} holds.`);
  writeFileSync(file, key);
  expect(await started(database.url)).toBe("started");
});
