import { describe, expect, it } from "vitest";
import { isP3m3Pack, loadPack, packOf } from "../content/pack.ts";
import { formerOf } from "./former-packs.ts";

describe("what the demo's first year was assessed on", () => {
  it("has the words that statements and criteria had before, and knows of none before those", () => {
    const [p3m3, itil] = ["p3m3", "itil"].map((name) => structuredClone(loadPack(`api/content/${name}`).content));
    if (!p3m3 || !itil || !isP3m3Pack(p3m3) || isP3m3Pack(itil)) throw new Error("no such packs");
    const cell = p3m3.perspectives.BM?.PL?.["3"]?.Programme;
    const [first] = itil.practices.INM?.criteria ?? [];
    const names = { sameAs: ["The first words.", "The words after those."] };
    Object.assign(cell ?? {}, names);
    Object.assign(first ?? {}, names);
    const [former, formerItil] = [p3m3, itil].map((content) => formerOf(packOf(content)).content);
    if (!former || !formerItil || !isP3m3Pack(former) || isP3m3Pack(formerItil)) throw new Error("no such packs");
    expect(former.perspectives.BM?.PL?.["3"]?.Programme?.statement).toBe("The words after those.");
    expect(formerItil.practices.INM?.criteria[0]?.statement).toBe("The words after those.");
    expect(JSON.stringify([former, formerItil])).not.toContain("sameAs");
  });
});
