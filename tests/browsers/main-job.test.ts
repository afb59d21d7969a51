/** The main job in the browsers that are not Chromium, which `tests/e2e` has: with script and without. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasTools } from "../../scripts/browsers.js";
import { answerSubmitAndRead, setUpAssessment } from "../support/main-job.ts";
import { type App, startApp } from "../support/server.ts";
import { personAt } from "./driven.ts";
import { openFirefox, openWebKit } from "./engines.ts";

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const browsers = [
  { name: "Firefox", open: openFirefox, isHere: hasTools("firefox") },
  { name: "WebKit", open: openWebKit, isHere: hasTools("webkit", "display") },
];

for (const { name, open, isHere } of browsers)
  describe.skipIf(!isHere)(name, () => {
    it.each([
      { how: "with script", script: true },
      { how: "without script", script: false },
    ])("does the main job $how", async ({ script }) => {
      const engine = await open(script);
      try {
        await engine.goto(await app.entryLink(`robin.${name}.${script}@example.org`, { name: "Robin" }));
        const expectState = async () =>
          expect(await engine.evaluate("matchMedia('(scripting: enabled)').matches"), engine.version).toBe(script);
        const robin = personAt(engine, app.url, { script, look: expectState });
        await setUpAssessment(robin);
        await answerSubmitAndRead(robin);
      } finally {
        await engine.close();
      }
    });
  });
