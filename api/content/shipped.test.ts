import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { P3M3_SCOPES, PERSPECTIVES } from "#model/p3m3/catalogue.ts";
import { threadsOffered } from "#model/p3m3/scope.ts";
import { P3M3Content } from "./catalogue.ts";
import { qualityFaults } from "./catalogue-quality.ts";
import { textsOf } from "./catalogue-texts.ts";
import { isP3M3Pack, loadPack } from "./pack.ts";

const shipped = (folder: string) => loadPack(join(import.meta.dirname, folder)).content;

describe("the shipped catalogue", () => {
  it.each(["p3m3", "itil"])("has no faults in %s", (folder) => {
    expect(qualityFaults(shipped(folder))).toEqual([]);
  });

  it("has a statement for each perspective, thread, level and scope", () => {
    const statements = textsOf(shipped("p3m3")).filter(({ kind }) => kind === "statement");
    expect(P3M3_SCOPES.map((scope) => [scope, statements.filter((text) => text.scope === scope).length])).toEqual([
      ["Project", 7 * 12 * 5],
      ["Programme", 7 * 13 * 5],
      ["Portfolio", 7 * 13 * 5],
    ]);
  });

  it("gives every question an id of its own, and every diagnostic an id and, within its scope, a code", () => {
    const content = shipped("p3m3");
    if (!isP3M3Pack(content)) throw new Error("not a P3M3 pack");
    const pack = new P3M3Content(1, content);
    const questions = P3M3_SCOPES.flatMap((scope) =>
      PERSPECTIVES.flatMap(({ id: perspectiveId }) =>
        threadsOffered(scope).flatMap(({ id: threadId }) =>
          pack.statements({ scope, perspectiveId, threadId }).map((question) => ({ scope, ...question })),
        ),
      ),
    );
    const diagnostics = questions.flatMap((question) =>
      question.diagnostics.map(({ id, code }) => ({ id, code: `${question.scope} ${code}` })),
    );
    const distinct = (values: readonly unknown[]) => new Set(values).size;
    expect(questions).toHaveLength(420 + 455 + 455);
    expect(distinct(questions.map(({ id }) => id))).toBe(questions.length);
    expect(distinct(diagnostics.map(({ id }) => id))).toBe(diagnostics.length);
    expect(distinct(diagnostics.map(({ code }) => code))).toBe(diagnostics.length);
  });
});
