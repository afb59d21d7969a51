import { describe, expect, it } from "vitest";
import { fullItilContent, fullP3m3Content } from "../../tests/support/content-pack.ts";
import { countsOf, differenceOf } from "./difference.ts";

describe("the difference between two versions", () => {
  it("is nothing between a pack and itself, whatever its version", () => {
    const newer = fullP3m3Content();
    newer.heading.version = "2.0.0";
    expect(differenceOf(fullP3m3Content(), newer)).toEqual([]);
  });

  it("names statements by their place in the model, and everything else by its place in the file", () => {
    const newer = fullP3m3Content();
    const level = newer.perspectives.BM?.PL?.["3"];
    if (level?.Project) level.Project = { statement: "Another.", diagnostics: ["First attribute of Project BM PL 3.", "Other", "New"] };
    delete newer.perspectives.SM?.TE?.["5"]?.Portfolio;
    const changes = differenceOf(fullP3m3Content(), newer);
    const at = "BM.json: threads.PL.3.Project.diagnostics";
    expect(changes).toEqual([
      { id: "Project BM-PL-3", kind: "statement", before: "Statement of Project BM PL 3.", after: "Another." },
      { id: `${at}.1`, kind: "diagnostic", before: "Second attribute of Project BM PL 3.", after: "Other" },
      { id: `${at}.2`, kind: "diagnostic", after: "New" },
      { id: "Portfolio SM-TE-5", kind: "statement", before: "Statement of Portfolio SM TE 5." },
      { id: "SM.json: threads.TE.5.Portfolio.diagnostics.0", kind: "diagnostic", before: "First attribute of Portfolio SM TE 5." },
      { id: "SM.json: threads.TE.5.Portfolio.diagnostics.1", kind: "diagnostic", before: "Second attribute of Portfolio SM TE 5." },
    ]);
    expect(countsOf(changes)).toEqual([
      { kind: "statement", changed: 1, same: 0, added: 0, removed: 1 },
      { kind: "diagnostic", changed: 1, same: 0, added: 1, removed: 2 },
    ]);
  });

  it("names criteria by their codes, and sees when one is about another dimension", () => {
    const newer = fullItilContent();
    const criterion = newer.practices.INM?.criteria[3];
    if (criterion) criterion.dimension = "VP";
    expect(differenceOf(fullItilContent(), newer)).toEqual([
      {
        id: "INM-3.2",
        kind: "criterion",
        before: "INM2, IT: Criterion 2 of INM at level 3.",
        after: "INM2, VP: Criterion 2 of INM at level 3.",
      },
    ]);
  });

  it("says which statements and criteria ask the same in other words, and which earlier wordings they no longer name", () => {
    const [older, newer] = [fullP3m3Content(), fullP3m3Content()];
    const words = "Statement of Project BM PL 3.";
    const reword = (content: typeof older, level: string, statement: string, sameAs: string[]) =>
      Object.assign(content.perspectives.BM?.PL?.[level]?.Project ?? {}, { statement, sameAs });
    reword(older, "3", words, ["First words.", "Second words."]);
    reword(newer, "3", "Third words.", ["Second words.", words]);
    reword(newer, "4", "Something else.", ["Words that nobody had."]);
    const changes = differenceOf(older, newer);
    expect(changes.map(({ id, asksTheSame }) => [id, asksTheSame])).toEqual([
      ["Project BM-PL-3", { lost: ["First words."] }],
      ["Project BM-PL-4", undefined],
    ]);
    expect(countsOf(changes)).toEqual([{ kind: "statement", changed: 2, same: 1, added: 0, removed: 0 }]);
    const itil = fullItilContent();
    Object.assign(itil.practices.INM?.criteria[3] ?? {}, { statement: "Anew.", sameAs: ["Criterion 2 of INM at level 3."] });
    expect(differenceOf(fullItilContent(), itil)).toEqual([expect.objectContaining({ id: "INM-3.2", asksTheSame: { lost: [] } })]);
  });

  it("is refused for packs of two models", () => {
    expect(() => differenceOf(fullP3m3Content(), fullItilContent())).toThrow("different models");
  });
});
