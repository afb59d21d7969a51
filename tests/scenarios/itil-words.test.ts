/** What ITIL screens say is in the words of ITIL, and of the part that is on the screen (docs/rules/itil.md). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { App } from "../support/server.ts";
import { sharedApp } from "../support/shared.ts";
import { startItil } from "./itil.ts";
import { textsOf } from "./questions.ts";

let app: App;
beforeAll(async () => {
  app = await sharedApp();
});
afterAll(() => app.stop());

const OF_P3M3 = /\b(threads?|perspectives?|diagnostics?)\b/i;

describe("the screens of an ITIL assessment", () => {
  test("name no thread, perspective or diagnostic", async () => {
    const { visitor, at, id, summary } = await startItil(app, { selectedScope: "Maturity", primary: ["INM"] });
    const screens = [
      ...["INM", "M-GP", "M-P"].map(at),
      ...[summary, `${summary}?confirm=submit`, `/itil/assessments/${id}/grid/service`, `/itil/assessments/${id}/search`],
      ...["scope/itil", "review/itil", "evidence", "evidence/add", "voices", "voices/ask", "history", "import"].map(
        (screen) => `/assessments/${id}/${screen}`,
      ),
    ];
    const texts: string[] = [];
    for (const screen of screens) {
      await visitor.get(screen);
      expect(visitor.status).toBe(200);
      const hit = OF_P3M3.exec(visitor.text());
      if (hit) texts.push(`${screen}: ${visitor.text().slice(Math.max(0, hit.index - 60), hit.index + 40)}`);
    }
    expect(texts).toEqual([]);
  });

  test("how to rate a component names no answer that a component does not have", async () => {
    const { visitor, at } = await startItil(app, { selectedScope: "Maturity", primary: ["INM"] });
    await visitor.get(at("M-GP"));
    expect(textsOf(visitor, "details").join()).toContain("The option that describes the organization best");
    expect(visitor.text()).not.toContain("Rarely/Never");
    await visitor.get(at("INM"));
    expect(textsOf(visitor, "details").join()).toContain("before or after it; without any it is Rarely/Never.");
  });

  test("the name of a grid has the numbers of its own group", async () => {
    const { visitor, id, store, levels } = await startItil(app, { selectedScope: "Maturity", primary: ["INM", "SDK", "ARM"] });
    await store("INM", (await levels("INM")).map((level) => (level === 2 ? "R" : "N")).join(""));
    await visitor.get(`/itil/assessments/${id}/grid/service`);
    expect(textsOf(visitor, ".thread-head")[0]).toContain("Service management 1 of 2 practices complete");
    await visitor.get(`/itil/assessments/${id}/grid/general`);
    expect(textsOf(visitor, ".thread-head")[0]).toContain("General management 0 of 2 practices complete");
  });

  test("the review says None of a rank that no practice has, and Not Provided where nothing was chosen", async () => {
    const { visitor, id } = await startItil(app, { selectedScope: "Capability", primary: ["INM"] });
    await visitor.get(`/assessments/${id}/review/itil`);
    expect(visitor.text()).toContain("Primary Incident management Supporting None");
    const bare = await startItil(app, { selectedScope: "Capability", primary: [], supporting: ["INM"] });
    await bare.visitor.get(`/assessments/${bare.id}/review/itil`);
    expect(bare.visitor.text()).toContain("Primary None Supporting Incident management");
  });

  test("a Capability assessment says nothing of components in its extent", async () => {
    const { visitor, summary } = await startItil(app, { selectedScope: "Capability", primary: ["INM"] });
    await visitor.get(summary);
    expect(textsOf(visitor, ".score-so-far")[0]).toMatch(/In scope: 1 of 34 practices$/);
  });
});
