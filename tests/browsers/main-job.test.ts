/** The main job in the browsers that are not Chromium, which `tests/e2e` has: with script and without. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasTools, lackOf } from "../../scripts/browsers.js";
import { answerSubmitAndRead, setUpAssessment } from "../support/main-job.ts";
import { onlyIf } from "../support/only-if.ts";
import { type App, startApp } from "../support/server.ts";
import { personAt } from "./driven.ts";
import { openFirefox, openWebKit } from "./engines.ts";

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const browsers = [
  { name: "Firefox", open: openFirefox, needs: onlyIf(hasTools("firefox"), lackOf("firefox")) },
  { name: "WebKit", open: openWebKit, needs: onlyIf(hasTools("webkit", "display"), lackOf("webkit", "display")) },
];

for (const { name, open, needs } of browsers)
  describe(name, needs, () => {
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
        // A browser that does not report the click gets a question first.
        if ((await robin.address()).includes("/entry/")) await robin.press("Sign in");
        await setUpAssessment(robin);
        await answerSubmitAndRead(robin);
      } finally {
        await engine.close();
      }
    });
  });
