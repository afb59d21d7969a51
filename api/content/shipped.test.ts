import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { migrate } from "#api/store/migrate.ts";
import { openStore, type Store } from "#api/store/open.ts";
import { P3M3_SCOPES, PERSPECTIVES } from "#model/p3m3/catalogue.ts";
import { threadsOffered } from "#model/p3m3/scope.ts";
import { fullP3m3Content } from "../../tests/support/content-pack.ts";
import { Catalogue, importPack, P3m3Content } from "./catalogue.ts";
import { isP3m3Pack, loadPack, packOf } from "./pack.ts";
import { importShippedPacks } from "./shipped.ts";

const shipped = (folder: string) => loadPack(join(import.meta.dirname, folder)).content;

describe("the shipped catalogue", () => {
  it("gives every question an id of its own, and every diagnostic an id and, within its scope, a code", () => {
    const content = shipped("p3m3");
    if (!isP3m3Pack(content)) throw new Error("not a P3M3 pack");
    const pack = new P3m3Content(1, content);
    const questions = P3M3_SCOPES.flatMap((scope) =>
      PERSPECTIVES.flatMap(({ id: perspectiveId }) =>
        threadsOffered(scope).flatMap(({ id: threadId }) =>
          pack.statements({ scope, perspectiveId, threadId }).map((question) => ({ scope, ...question })),
        ),
      ),
    );
    const diagnostics = questions.flatMap((question) =>
      question.diagnostics.map(({ id, code }) => ({ id, code: `${question.scope} ${code}` })),
    );
    const distinct = (values: readonly unknown[]) => new Set(values).size;
    expect(questions).toHaveLength(420 + 455 + 455);
    expect(distinct(questions.map(({ id }) => id))).toBe(questions.length);
    expect(distinct(diagnostics.map(({ id }) => id))).toBe(diagnostics.length);
    expect(distinct(diagnostics.map(({ code }) => code))).toBe(diagnostics.length);
  });
});

describe("at a start", () => {
  let folder: string;
  let store: Store;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "shipped-"));
    store = openStore(`file:${join(folder, "store.db")}`);
    await migrate(store);
  });
  afterEach(async () => {
    await store.destroy();
    rmSync(folder, { recursive: true, force: true });
  });

  const now = new Date("2026-01-01T00:00:00Z");
  const start = () => importShippedPacks(store, now, (message) => expect.fail(message));
  const packsInStore = async () => (await store.selectFrom("content_pack").select("id").orderBy("seq").execute()).map(({ id }) => id);

  it("the shipped packs are imported once", async () => {
    await start();
    await start();
    expect(await packsInStore()).toEqual(["open-p3m3", "open-itil"]);
  });

  it.each(["before", "after"])("an operator's pack that was imported %s the first one stays the newest", async (when) => {
    if (when === "after") await start();
    await importPack(store, packOf(fullP3m3Content()), now);
    await start();
    const newest = await new Catalogue().findNewest(store, "P3M3");
    expect((await packsInStore())[(newest ?? 0) - 1]).toBe("test-p3m3");
    expect(await packsInStore()).toContain("open-itil");
  });
});
