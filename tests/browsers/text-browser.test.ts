/** The screens of the main job as a text browser shows them. */
import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, describe, it } from "vitest";
import { findTool, hasTools, lackOf } from "../../scripts/browsers.js";
import { Visitor } from "../support/form-driver.ts";
import { answerSubmitAndRead, setUpAssessment } from "../support/main-job.ts";
import { onlyIf } from "../support/only-if.ts";
import { personWith } from "../support/person-without-browser.ts";
import { expectReadable } from "../support/reading-order.ts";
import { type App, startApp } from "../support/server.ts";

/** A page as w3m lays it out. */
function asText(html: Uint8Array): string {
  const command = ["-dump", "-T", "text/html", "-I", "UTF-8", "-O", "UTF-8", "-cols", "200"];
  return execFileSync(findTool("text"), command, { input: html, encoding: "utf8" });
}

describe("a text browser", onlyIf(hasTools("text"), lackOf("text")), () => {
  let app: App;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.stop());

  it("shows the main job in order, from sign-in to results", async () => {
    const visitor = await new Visitor(app.url).enter(await app.entryLink("robin@example.org", { name: "Robin" }));
    const texts: string[] = [];
    const robin = personWith(visitor, () => void texts.push(asText(visitor.body)));
    await setUpAssessment(robin);
    await answerSubmitAndRead(robin);
    expectReadable(texts);
  });
});
