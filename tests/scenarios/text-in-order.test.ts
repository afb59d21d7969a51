/** The main job without script and without style sheets: what the screens say is read as text, from beginning to end. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { Visitor } from "../support/form-driver.ts";
import { answerSubmitAndRead, setUpAssessment } from "../support/main-job.ts";
import { personWith } from "../support/person-without-browser.ts";
import { expectReadable } from "../support/reading-order.ts";
import type { App } from "../support/server.ts";
import { sharedApp } from "../support/shared.ts";

let app: App;
beforeAll(async () => {
  app = await sharedApp();
});
afterAll(() => app.stop());

/** Words that run into each other, because only a style sheet sets them apart. */
const RUN_TOGETHER = /\S*(?:\p{Ll}[.)]?\p{Lu}\p{Ll}|\p{Ll}\d|\d\p{Lu}\p{Ll})\S*/gu;

it("the main job is done and read as text in order, from sign-in to results", async () => {
  const visitor = await new Visitor(app.url).enter(await app.entryLink("robin@example.org", { name: "Robin" }));
  const texts: string[] = [];
  const robin = personWith(visitor, () => void texts.push(visitor.text()));
  await setUpAssessment(robin);
  await answerSubmitAndRead(robin);
  expectReadable(texts);
  expect(texts.flatMap((text) => text.replace("McDonald Islands", "").match(RUN_TOGETHER) ?? [])).toEqual([]);
});
