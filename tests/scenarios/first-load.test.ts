/** How what a page needs reaches a browser that opens it for the first time (docs/decisions/0053-what-a-page-loads.md). */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createOrganization } from "../contract/scenario.ts";
import { Visitor } from "../support/form-driver.ts";
import { apiClient } from "../support/seed.ts";
import type { App } from "../support/server.ts";
import { sharedApp } from "../support/shared.ts";

let app: App;
beforeAll(async () => {
  app = await sharedApp();
});
afterAll(() => app.stop());

const FOLDER = "build/client/assets/";
const sheet = readdirSync(FOLDER).find((name) => /^styles-.*\.css$/.test(name)) ?? "";

test.each([
  ["gzip, deflate, br, zstd", "br"],
  ["gzip", "gzip"],
  ["identity", null],
])("what is asked for with %s is sent as %s, and is the same", async (accepted, encoding) => {
  const answer = await fetch(`${app.url}/assets/${sheet}`, { headers: { "Accept-Encoding": accepted } });
  expect(answer.headers.get("Content-Encoding")).toBe(encoding);
  expect(answer.headers.get("Content-Type")).toMatch(/^text\/css/);
  expect(answer.headers.get("Cache-Control")).toMatch(/immutable/);
  expect(answer.headers.get("Vary")).toBe("Accept-Encoding");
  expect(await answer.text()).toBe(readFileSync(FOLDER + sheet, "utf8"));
});

test("what was compressed while building is sent as it is", async () => {
  const answer = await fetch(`${app.url}/assets/${sheet}`, { headers: { "Accept-Encoding": "br" } });
  expect(Number(answer.headers.get("Content-Length"))).toBe(statSync(`${FOLDER}${sheet}.br`).size);
});

test.each(["br", "gzip"])("a page that is asked for with %s is sent so, and is the same", async (encoding) => {
  const page = (accepted: string) => fetch(`${app.url}/demo`, { headers: { "Accept-Encoding": accepted } });
  const [plain, packed] = [await page("identity"), await page(encoding)];
  expect([plain, packed].map(({ headers }) => headers.get("Content-Encoding"))).toEqual([null, encoding]);
  const withoutNonce = async (answer: Response) => (await answer.text()).replace(/nonce="[^"]*"/g, "");
  expect(await withoutNonce(packed)).toBe(await withoutNonce(plain));
});

test("a page holds no byte that stands for nothing, where its pieces end within characters of three bytes", async () => {
  const client = await apiClient(app.databaseUrl, "many@example.org");
  for (let count = 10; count < 40; count += 1) await createOrganization(client, { name: `${"–".repeat(90)}${count}` });
  const visitor = await new Visitor(app.url).get(await app.entryLink("many@example.org"));
  const page = new TextDecoder().decode(visitor.body);
  expect(page).toContain(`${"–".repeat(90)}39`);
  expect(page).not.toContain("\0");
});
