import { describe, expect, it } from "vitest";
import { loadPack } from "#api/content/pack.ts";
import { P3M3_SCOPES } from "#model/p3m3/catalogue.ts";
import { authoringFaults } from "./authoring.ts";
import { qualityFaults } from "./quality.ts";
import { textsOf } from "./texts.ts";

const shipped = (folder: string) => loadPack(`api/content/${folder}`).content;

describe("the shipped catalogue", () => {
  it.each(["p3m3", "itil"])("has no faults in %s", (folder) => {
    expect(qualityFaults(shipped(folder))).toEqual([]);
    expect(authoringFaults(shipped(folder))).toEqual([]);
  });

  it("has a statement for each perspective, thread, level and scope", () => {
    const statements = textsOf(shipped("p3m3")).filter(({ kind }) => kind === "statement");
    expect(P3M3_SCOPES.map((scope) => [scope, statements.filter((text) => text.scope === scope).length])).toEqual([
      ["Project", 7 * 12 * 5],
      ["Programme", 7 * 13 * 5],
      ["Portfolio", 7 * 13 * 5],
    ]);
  });
});
