import { describe, expect, it } from "vitest";
import { howToRate } from "./how-to-rate.ts";

describe("how to rate", () => {
  it.each(["P3M3", "ITIL", "component"] as const)("takes at most twelve sentences for %s", (what) => {
    const sentences = howToRate(what).flatMap((line) => line.split(/(?<=\.) /));
    expect(sentences.length).toBeLessThanOrEqual(12);
    for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z].*\.$/);
  });

  it("has the same rules for both models where neither has a level or an answer of its own", () => {
    const itil = howToRate("ITIL");
    expect(howToRate("P3M3").filter((line) => itil.includes(line))).toHaveLength(5);
  });
});
