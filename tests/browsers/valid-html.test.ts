/** The Nu checker compares every screen with the HTML standard. */
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findTool, hasTools, lackOf } from "../../scripts/browsers.js";
import { Visitor } from "../support/form-driver.ts";
import { answerSubmitAndRead, setUpAssessment } from "../support/main-job.ts";
import { onlyIf } from "../support/only-if.ts";
import { personWith } from "../support/person-without-browser.ts";
import { makeScreens } from "../support/screens.ts";
import { type App, startApp } from "../support/server.ts";

const CHECKER = createRequire(import.meta.url).resolve("vnu-jar/build/dist/vnu.jar");

interface Message {
  url: string;
  type: "error" | "info" | "non-document-error";
  subType?: "warning" | "fatal";
  message: string;
  extract?: string;
}

/** What the checker says of pages, by their names: errors and warnings, not its notes on style. */
async function faultsOf(pages: ReadonlyMap<string, Uint8Array>): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), "pages-"));
  try {
    const names = [...pages.keys()];
    await Promise.all(names.map((name, index) => writeFile(join(folder, `${index}.html`), pages.get(name) ?? "")));
    const command = ["-jar", CHECKER, "--format", "json", "--stdout", "--exit-zero-always", folder];
    const { stdout } = await promisify(execFile)(findTool("java"), command, { maxBuffer: 100_000_000 });
    const { messages }: { messages: Message[] } = JSON.parse(stdout);
    return messages
      .filter(({ type, subType }) => type !== "info" || subType === "warning")
      .map(({ url, message, extract }) => `${names[Number(/(\d+)\.html$/.exec(url)?.[1])]}: ${message}\n    ${extract ?? ""}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

describe("valid HTML", onlyIf(hasTools("java"), lackOf("java")), () => {
  let app: App;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.stop());

  it("is what every screen consists of", async () => {
    const pages = new Map<string, Uint8Array>();
    const visitor = new Visitor(app.url);
    const keep = () => void pages.set(`${pages.size} ${visitor.url}`, visitor.body);
    const open = async (address: string) => {
      await visitor.get(address);
      keep();
    };

    await open("/demo");
    await open("/entry/unknown");
    await visitor.enter(await app.entryLink("robin@example.org", { name: "Robin" }));
    const robin = personWith(visitor, keep);
    await setUpAssessment(robin);
    await answerSubmitAndRead(robin);
    const kim = { email: "kim@example.org", team: "Harbour team", permission: "lead" } as const;
    await visitor.enter(await app.entryLink(kim.email, kim));
    const screens = await makeScreens(app.databaseUrl, kim);
    for (const screen of screens) await open(screen);
    await open(screens.find((screen) => screen.startsWith("/voice/")) ?? "");
    await visitor.form("Open my sheet").submit("Open my sheet");
    keep();
    await visitor.follow("Begin");
    keep();
    for (const screen of ["/nowhere", "/assessments/99999/summary", "/debug"]) await open(screen);

    // Somebody who has assessments in all states: one screen of each kind that a link leads to.
    const alex = new Visitor(app.url);
    await alex.enter(await app.entryLink("alex@demo.example"));
    const kinds = new Set<string>();
    const waiting = ["/"];
    for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
      const kind = address.replaceAll(/=[^&]*/g, "").replaceAll(/\d+|(?<=questions\/).*/g, "…");
      if (kinds.has(kind) || /\.(xlsx|ics|jpg|svg|json)\b/.test(address)) continue;
      kinds.add(kind);
      await alex.get(address);
      if (!alex.headers.get("Content-Type")?.startsWith("text/html")) continue;
      pages.set(`alex ${address}`, alex.body);
      const links = alex.document.querySelectorAll("a[href]").map((link) => new URL(link.getAttribute("href") ?? "", app.url + alex.url));
      waiting.push(...links.filter(({ origin }) => origin === app.url).map(({ pathname, search }) => pathname + search));
    }

    expect(pages.size).toBeGreaterThan(50);
    expect(await faultsOf(pages)).toEqual([]);
  });
});
