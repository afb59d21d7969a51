/** What the addresses of files answer when the file is not given (docs/rules/results-and-files.md#when-a-file-fails). */
import { readFileSync } from "node:fs";
import type { RouteConfigEntry } from "@remix-run/route-config";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import routes from "../../app/routes.ts";
import { createOrganization, createP3M3 } from "../contract/scenario.ts";
import { Visitor } from "../support/form-driver.ts";
import { status } from "../support/misbehaving-upstream.ts";
import { type AppWithFaults, apiClient } from "../support/seed.ts";
import { sharedAppWithFaults } from "../support/shared.ts";

const all = (entries: readonly RouteConfigEntry[]): RouteConfigEntry[] => entries.flatMap((entry) => [entry, ...all(entry.children ?? [])]);
/** The routes of files: their addresses have an ending. */
const FILES = all(routes as readonly RouteConfigEntry[]).filter(({ path }) => path !== undefined && /\.\w+$|:file$/.test(path));
/** Addresses of the files, of an assessment or organization that nobody has. */
const pathsOf = (id: string) =>
  FILES.map(
    ({ path = "" }) =>
      `/${path
        .replace(/:(assessment|organization)Id/, id)
        .replace("draft?", "draft")
        .replace(":exhibit", "scores")
        .replace(":sheet", "none")
        .replace(":file", "entries.xlsx")}`,
  );

let app: AppWithFaults;
beforeAll(async () => {
  app = await sharedAppWithFaults();
});
afterEach(() => app.upstream.reset());
afterAll(() => app.stop());

let people = 0;
async function somebody() {
  people += 1;
  const email = `files.${people}.${process.pid}@example.org`;
  const client = await apiClient(app.databaseUrl, email);
  return { client, visitor: await new Visitor(app.url).enter(await app.entryLink(email)) };
}

/** A page says why, or the address leads to a screen that does. */
async function expectReason(visitor: Visitor, path: string) {
  await visitor.get(path);
  const type = visitor.headers.get("Content-Type") ?? "";
  expect([path, type.split(";")[0]]).toEqual([path, "text/html"]);
  expect([path, visitor.document.querySelector("h1")?.text.trim() ?? ""]).not.toEqual([path, ""]);
  return visitor.status;
}

describe("the address of a file that is not given", () => {
  test("has a wrapper of its own for each file", () => {
    const wrong = FILES.filter(({ file }) => !/= withFile(OfSheet)?\(/.test(readFileSync(`app/${file}`, "utf8"))).map(({ path }) => path);
    expect(wrong).toEqual([]);
    expect(FILES.length).toBeGreaterThan(15);
  });

  test.each(pathsOf("2000000000"))("says why: %s", async (path) => {
    const { visitor } = await somebody();
    // What everybody may have, where the upstream has a fault.
    for (const call of ["/me/data", "/history/export", "/team/access", "/people", "/in-progress", "/engagements"])
      app.upstream.on("GET", call, status(500));
    expect(await expectReason(visitor, path)).toBeGreaterThanOrEqual(400);
  });

  test.each([
    [404, "Assessment not found."],
    [403, "Sorry, access denied."],
    [500, "Sorry, something went wrong..."],
  ])("has the words of the screens for %s", async (code, title) => {
    const { client, visitor } = await somebody();
    const id = await createP3M3(client, await createOrganization(client));
    app.upstream.on("GET", `/assessments/${id}`, status(code));
    for (const file of ["answers.xlsx", "evidence.xlsx", "voices/differences.xlsx"]) {
      await expectReason(visitor, `/assessments/${id}/${file}`);
      expect(visitor.document.querySelector("h1")?.text).toBe(title);
      expect(visitor.document.querySelector("a")?.getAttribute("href")).toBe("/");
    }
  });
});
