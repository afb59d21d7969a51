import { describe, expect, it } from "vitest";
import {
  type ChangesFacts,
  type ChangesParts,
  type ChangesWhole,
  changesInBrief,
  changesMessage,
  changesSentences,
  type NamedChange,
} from "./changes-texts.ts";
import type { Outcome } from "./contract/comparison.ts";

const move = (name: string, before: number | null, now: number | null, outcome?: Outcome | null): NamedChange => {
  const difference = before === null || now === null || outcome === null ? null : now - before;
  const said = difference === null ? null : difference > 0 ? "risen" : difference < 0 ? "fallen" : "unchanged";
  return { name, before, now, difference, outcome: outcome === undefined ? said : outcome };
};
const perspectives = (...moves: NamedChange[]): ChangesParts => ({
  ...{ one: "perspective", many: "perspectives", compared: "assessed both times", areNamed: true },
  moves,
});
const threads = (...moves: NamedChange[]): ChangesParts => ({
  ...{ one: "thread", many: "threads", compared: "rated both times", areNamed: false },
  moves,
});
const overall = (before: number | null, now: number | null, more: Partial<ChangesWhole> = {}): ChangesWhole => ({
  ...move("Overall score", before, now),
  isLevel: false,
  ...more,
});
const facts = (parts: ChangesParts[], wholes: ChangesWhole[] = [], more: Partial<ChangesFacts> = {}): ChangesFacts => ({
  ...{ since: "6 Nov 2025", soFar: false, isApart: false, isLevel: false },
  ...more,
  parts,
  wholes,
});

describe("what moved, in sentences", () => {
  it("says what rose and fell, the largest difference first, with the figures then and now", () => {
    const given = facts(
      [
        perspectives(move("A", 1, 1.5), move("B", 1, 2), move("C", 2, 1.5), move("D", 1, 1)),
        threads(move("t", 1, 2), move("u", 1, 1), move("v", 2, 1)),
      ],
      [overall(1.25, 1.5), { ...overall(1, 1), name: "Overall maturity", isLevel: true }],
    );
    expect(changesSentences(given)).toEqual([
      "The overall score has risen from 1.25 to 1.50. The overall maturity is 1, as it was then.",
      "Of the four perspectives, two have risen, one has fallen and one is unchanged. B has risen from 1.00 to 2.00 and A from 1.00 to 1.50. C has fallen from 2.00 to 1.50.",
      "Of the three threads, one has risen, one has fallen and one is unchanged. v has fallen from 2.00 to 1.00.",
    ]);
    expect(changesMessage(given)).toBe("Two perspectives have risen and one has fallen since 6 Nov 2025");
  });

  it("says in brief what has fallen, and in the title of a slide that a thread has", () => {
    const fallen = { ...move("v", 2, 1), group: "B" };
    const given = facts([perspectives(move("A", 1, 1.5), move("B", 1, 1)), threads(move("t", 1, 2), fallen)], [overall(1, 1.25)]);
    expect(changesInBrief(given)).toBe(
      "Since 6 Nov 2025, the overall score has risen from 1.00 to 1.25. v in B has fallen from 2.00 to 1.00.",
    );
    expect(changesMessage(given)).toBe("One perspective has risen since 6 Nov 2025; one thread has fallen");
    const many = ["v", "w", "x", "y", "z"].map((name) => move(name, 2, 1));
    expect(changesInBrief(facts([threads(...many)], [overall(2, 1)]))).toMatch(/1\.00\. Five threads have fallen\.$/);
  });

  it("gives examples where many have risen", () => {
    const many = ["A", "B", "C", "D", "E"].map((name) => move(name, 1, 2));
    expect(changesSentences(facts([perspectives(...many)], [], { isLevel: true }))).toEqual(["All five perspectives have risen."]);
  });

  it("gives none on a slide, whose chart has them", () => {
    const many = ["A", "B", "C", "D", "E"].map((name) => move(name, 1, 2));
    expect(changesSentences(facts([perspectives(...many)]), true)).toEqual(["All five perspectives have risen."]);
  });

  it("says that nothing moved", () => {
    const given = facts([perspectives(move("A", 1, 1)), threads(move("t", 1, 1), move("u", 2, 2))], [overall(1, 1)]);
    expect(changesSentences(given)).toEqual([
      "Nothing has moved since 6 Nov 2025. The overall score is 1.00, as it was then.",
      "The one perspective is unchanged.",
      "Both threads are unchanged.",
    ]);
    expect(changesMessage(given)).toBe("What both have assessed has not moved since 6 Nov 2025");
  });

  it("tells what is covered newly, no longer and not yet from what moved", () => {
    const given = facts(
      [
        perspectives(move("A", 1, 1), move("B", null, 2, "newly covered"), move("C", 1, null, "no longer covered")),
        threads(move("t", 1, 1), move("u", null, 2, "newly covered"), move("v", 1, null, "not answered yet")),
      ],
      [],
      { soFar: true },
    );
    expect(changesSentences(given).at(-1)).toBe(
      "One perspective is newly covered: B. One perspective is no longer covered: C. One thread is newly covered. One thread is not answered yet.",
    );
    expect(changesMessage(given)).toBe("What both have assessed has not moved since 6 Nov 2025, so far");
  });

  it("says of a draft that figures are so far", () => {
    const parts = [perspectives(move("A", 1, 2), move("B", 1, 1)), threads(move("t", 1, 2), move("u", 1, 2))];
    const wholes = [
      overall(1, 1.5),
      overall(1, 1),
      overall(1, 1.5, { printed: { before: 1.2, now: 1.6 } }),
      overall(1, null, { outcome: "not answered yet" }),
    ];
    expect(changesSentences(facts(parts, wholes, { soFar: true }))).toEqual([
      [
        "The overall score has risen from 1.00 to 1.50 so far.",
        "The overall score is 1.00 so far, as it was then.",
        "The overall score was 1.20 and is 1.60 so far. Over what both have assessed, it has risen from 1.00 to 1.50 so far.",
        "The overall score was 1.00; it is not known yet.",
      ].join(" "),
      "So far, of the two perspectives, one has risen and one is unchanged. A has risen from 1.00 to 2.00.",
      "So far, both threads have risen.",
    ]);
    expect(changesSentences(facts([], [overall(1, null)], { soFar: true, isApart: true }))).toEqual([
      "The overall score was 1.00; it is not known yet.",
    ]);
  });

  it("calls nothing a rise or a fall that comes from changed statements", () => {
    const given = facts(
      [perspectives(move("A", 1, 2, "statements changed"), move("B", 1, 1))],
      [overall(1, 2, { outcome: "statements changed" })],
    );
    expect(changesSentences(given)).toEqual([
      "The overall score was 1.00 and is 2.00; as statements changed, that is neither a rise nor a fall.",
      "Of the two perspectives, one is unchanged and one differs because statements changed; it counts as neither risen nor fallen.",
    ]);
    expect(changesSentences(facts([threads(move("t", 1, 2, "statements changed"), move("u", 2, 2, "statements changed"))]))).toEqual([
      "Both threads differ because statements changed; they count as neither risen nor fallen.",
    ]);
    expect(changesMessage(given)).toBe("Only what rests on changed statements differs since 6 Nov 2025");
  });

  it("states both figures and no difference where the scopes differ", () => {
    const given = facts([perspectives(move("A", 1, 2, null))], [overall(1, 2, { outcome: null, difference: null })], { isApart: true });
    expect(changesSentences(given)).toEqual(["The overall score was 1.00 and is 2.00."]);
    expect(changesMessage(given)).toBe("Then and now side by side: another scope was assessed");
  });

  it("says where nothing was assessed both times, and what the results print where that is something else", () => {
    const none = facts([perspectives(move("A", null, 2, "newly covered"))], [overall(null, 2)]);
    expect(changesSentences(none)).toEqual([
      "Nothing was assessed both times, so nothing can be compared. The overall score is 2.00; there was none then.",
      "One perspective is newly covered: A.",
    ]);
    expect(changesMessage(none)).toBe("Nothing was assessed both times");
    const printed = facts([perspectives(move("A", 1, 2))], [overall(1, 2, { printed: { before: 1.5, now: 2 } })], { since: undefined });
    expect(changesSentences(printed)[0]).toBe(
      "The overall score was 1.50 and is 2.00. Over what both have assessed, it has risen from 1.00 to 2.00.",
    );
    expect(changesMessage(printed)).toBe("One perspective has risen since then");
  });

  it("speaks of threads where no perspective has moved as a whole", () => {
    const given = facts([perspectives(move("A", 1, 1)), threads(move("t", 1, 2), move("u", 2, 1))]);
    expect(changesMessage(given)).toBe("One thread has risen and one has fallen since 6 Nov 2025");
  });
});

it("in brief says how the figures of the whole moved, the level first, and which parts it followed", () => {
  const score = { ...move("Overall score", 2.14, 2.62), isLevel: false };
  const maturity = { ...move("Overall maturity", 1, 1), isLevel: true };
  const perspectives = { one: "perspective", many: "perspectives", compared: "assessed both times", areNamed: true };
  const facts: ChangesFacts = {
    ...{ since: "6 Nov 2025", soFar: false, isApart: false, isLevel: false },
    wholes: [score, maturity],
    parts: [{ ...perspectives, moves: [move("Risk", 1, 2), move("Benefits", 2, 2)] }],
  };
  expect(changesInBrief(facts)).toBe(
    "Since 6 Nov 2025, the overall maturity is 1, as it was then; the overall score has risen from 2.14 to 2.62.",
  );
  const withLevel = (before: number, now: number, ...moves: ReturnType<typeof move>[]) =>
    changesInBrief({
      ...facts,
      wholes: [{ ...move("Overall maturity", before, now), isLevel: true }],
      parts: [{ ...perspectives, moves }],
    });
  expect(withLevel(1, 2, move("Risk", 1.83, 2.58), move("Benefits", 1.85, 2.19), move("Finance", 2.5, 3.5))).toBe(
    "Since 6 Nov 2025, the overall maturity has risen from 1 to 2, because Risk and Benefits have reached 2.00.",
  );
  expect(withLevel(3, 2, move("Risk", 3.1, 2.58), move("Finance", 3.5, 3))).toBe(
    "Since 6 Nov 2025, the overall maturity has fallen from 3 to 2, because Risk has fallen below 3.00. Risk has fallen from 3.10 to 2.58 and Finance from 3.50 to 3.00.",
  );
  // Without a figure of the whole it counts the parts.
  expect(changesInBrief({ ...facts, wholes: [] })).toBe("Of the two perspectives, one has risen and one is unchanged.");
  // Some that cannot be compared are left out of the count.
  const more = [{ ...perspectives, moves: [move("Risk", 1, 2), move("Benefits", 2, 2), move("Finance", null, 2)] }];
  expect(changesInBrief({ ...facts, wholes: [], parts: more })).toBe(
    "Of the two perspectives assessed both times, one has risen and one is unchanged.",
  );
  // What rounds to the same has still moved.
  expect(changesInBrief({ ...facts, wholes: [{ ...move("Overall score", 2.616, 2.618), isLevel: false }] })).toMatch(
    /^Since 6 Nov 2025, the overall score has risen slightly, and is 2\.62\./,
  );
  expect(changesInBrief({ ...facts, wholes: [{ ...maturity, printed: { before: 2, now: 1 } }] })).toMatch(
    /^Since 6 Nov 2025, the overall maturity was 2 and is 1\./,
  );
  expect(changesInBrief({ ...facts, isApart: true })).toBe("");
  expect(changesInBrief({ ...facts, soFar: true })).toBe("");
});
