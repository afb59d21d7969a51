import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LEVELS, type Level } from "./catalogue.ts";
import {
  answeredBetween,
  applyThreadAnswer,
  applyThreadDifferences,
  EMPTY_THREAD,
  gateThread,
  isThreadAnswered,
  isThreadStarted,
  isThreadState,
  sideEffects,
  THREAD_SCORES,
  THREAD_SELECTIONS,
  type ThreadAnswer,
  type ThreadSelection,
  type ThreadSelections,
  threadBeforeClearing,
} from "./gate.ts";

const LETTERS: Record<string, ThreadSelection> = { F: "Fully", P: "Partially", R: "Rarely/Never", N: "N/A" };

/** "FFPNN" as five selections. */
function thread(letters: string): ThreadSelections {
  return [...letters].map((letter) => LETTERS[letter]) as unknown as ThreadSelections;
}

const lettersOf = (selections: ThreadSelections) =>
  selections.map((selection) => Object.keys(LETTERS).find((letter) => LETTERS[letter] === selection)).join("");

/** Answers such as "L3 F, L4 P" one after the other. */
function answering(selectedLevel: Level, answers: string, from = EMPTY_THREAD): ThreadSelections {
  return answers.split(", ").reduce((state, answer) => {
    const [, level, letter] = /^L(\d) ([FPR])$/.exec(answer) ?? [];
    return applyThreadAnswer(selectedLevel, state, Number(level) as Level, LETTERS[letter ?? ""] as ThreadAnswer);
  }, from);
}

const score = (selections: ThreadSelections) => selections.reduce((sum, selection) => sum + THREAD_SCORES[selection], 0);

const everyFiveSelections = Array.from({ length: 4 ** 5 }, (_, number) =>
  thread([0, 1, 2, 3, 4].map((place) => "FPRN"[Math.floor(number / 4 ** place) % 4]).join("")),
);

/** The four shapes of docs/rules/gate.md#which-states-exist, as patterns. */
const STORABLE = /^(N{5}|F+N*|N+[PR]N*|F*[PR]N*)$/;

const level = fc.constantFrom(...LEVELS);
const selection = fc.constantFrom(...THREAD_SELECTIONS);
const answers = fc.array(fc.tuple(level, selection), { maxLength: 15 });
/** Any state that a sequence of answers can lead to. */
const reachable = fc
  .tuple(level, answers)
  .map(([start, given]) => given.reduce((state, [at, chosen]) => applyThreadAnswer(start, state, at, chosen), EMPTY_THREAD));

describe("isThreadState", () => {
  it("lets the four shapes be stored and nothing else, out of all 1,024", () => {
    for (const selections of everyFiveSelections) {
      expect({ [lettersOf(selections)]: isThreadState(selections) }).toEqual({
        [lettersOf(selections)]: STORABLE.test(lettersOf(selections)),
      });
    }
  });

  it.each(["FNFNN", "NFNNN", "PPNNN", "FFPFN", "FFPPN", "FPNFN", "NNFNN", "NNPRN", "NNNNF"])("refuses %s", (letters) => {
    expect(isThreadState(thread(letters))).toBe(false);
  });
});

describe("isAnswered and isStarted", () => {
  it.each([
    ["NNNNN", false, false],
    ["FNNNN", false, true],
    ["FFFFN", false, true],
    ["FFFFF", true, true],
    ["NNPNN", false, true],
    ["NRNNN", false, true],
    ["PNNNN", true, true],
    ["FRNNN", true, true],
    ["FFPNN", true, true],
    ["FFFFR", true, true],
  ])("%s: answered %s, started %s", (letters, answered, started) => {
    expect(isThreadAnswered(thread(letters))).toBe(answered);
    expect(isThreadStarted(thread(letters))).toBe(started);
  });
});

describe("applyAnswer", () => {
  it.each([
    // docs/rules/gate.md#worked-examples
    [3, "L3 F, L4 P", "FFFPN"],
    [3, "L3 R, L2 R, L1 F", "FRNNN"],
    [4, "L4 P, L3 P, L2 F", "FFPNN"],
    [2, "L2 F, L3 P", "FFPNN"],
    [5, "L5 F", "FFFFF"],
    [3, "L3 F, L3 R", "NNRNN"],
    [2, "L2 F, L3 F, L3 P", "FFPNN"],
    // The rest of the rule.
    [1, "L1 F, L2 F, L3 F, L4 F, L5 F", "FFFFF"],
    [1, "L1 R", "RNNNN"],
    [5, "L5 R, L4 R, L3 R, L2 R, L1 P", "PNNNN"],
    [3, "L3 F, L4 F, L5 R, L5 P", "FFFFP"],
    [3, "L3 F, L4 F, L2 P", "NPNNN"],
    [3, "L3 F, L4 F, L1 R", "RNNNN"],
    [3, "L3 P, L3 R", "NNRNN"],
    [3, "L3 P, L2 P, L3 F", "FFFNN"],
    [3, "L3 P, L2 P, L2 F", "FFNNN"],
    [3, "L3 P, L2 F, L3 R", "FFRNN"],
    [3, "L3 P, L2 F, L3 F", "FFFNN"],
    [3, "L3 P, L2 F, L1 F", "FFPNN"],
    [3, "L3 F, L4 P, L3 F", "FFFPN"],
    [2, "L2 F, L3 F, L4 F, L4 R", "FFFRN"],
    [2, "L2 F, L3 F, L4 F, L3 R", "FFRNN"],
    [2, "L2 F, L3 F, L4 F, L2 R", "NRNNN"],
  ] as const)("from level %i, %s gives %s", (start, given, expected) => {
    expect(lettersOf(answering(start, given))).toBe(expected);
  });

  it.each([
    [3, "L3 F, L4 P", 3.5],
    [3, "L3 R, L2 R, L1 F", 1],
    [4, "L4 P, L3 P, L2 F", 2.5],
    [2, "L2 F, L3 P", 2.5],
    [5, "L5 F", 5],
    [2, "L2 F, L3 F, L3 P", 2.5],
  ] as const)("from level %i, %s scores %d", (start, given, points) => {
    expect(score(answering(start, given))).toBe(points);
  });

  it("keeps a state that may be stored, whatever is answered in whatever order", () => {
    fc.assert(
      fc.property(level, answers, (start, given) => {
        given.reduce((state, [at, chosen]) => {
          const next = applyThreadAnswer(start, state, at, chosen);
          expect(lettersOf(next)).toMatch(STORABLE);
          expect(next[at - 1]).toBe(chosen);
          return next;
        }, EMPTY_THREAD);
      }),
    );
  });

  it("changes nothing when the same answer is given again", () => {
    fc.assert(
      fc.property(level, reachable, (start, state) => {
        for (const gate of gateThread(start, state)) {
          if (gate.selection !== "N/A") expect(applyThreadAnswer(start, state, gate.level, gate.selection)).toEqual(state);
        }
      }),
    );
  });

  it("leaves its arguments alone", () => {
    const state = Object.freeze(thread("FFFNN"));
    applyThreadAnswer(3, state, 2, "Partially");
    expect(lettersOf(state)).toBe("FFFNN");
  });
});

describe("a truthful assessor, who answers the level asked next", () => {
  /** The truth: Fully up to a fixed point and something less above it. */
  const truth = fc
    .tuple(
      fc.integer({ min: 0, max: 5 }),
      fc.array(fc.constantFrom<ThreadAnswer>("Partially", "Rarely/Never"), { minLength: 5, maxLength: 5 }),
    )
    .map(([fully, less]) => less.map((chosen, index): ThreadAnswer => (index < fully ? "Fully" : chosen)));

  function assess(start: Level, truth: readonly ThreadAnswer[]): ThreadSelections {
    let state = EMPTY_THREAD;
    for (let step = 0; step <= 5; step++) {
      const nextGates = gateThread(start, state).filter(({ askedNext }) => askedNext);
      if (nextGates.length === 0) return state;
      expect(nextGates).toHaveLength(1);
      const next = nextGates[0]?.level as Level;
      state = applyThreadAnswer(start, state, next, truth[next - 1] as ThreadAnswer);
    }
    throw new Error("asked more than five times");
  }

  it("ends in the same answered state from every starting level", () => {
    fc.assert(
      fc.property(truth, (truth) => {
        const fully = truth.findIndex((chosen) => chosen !== "Fully");
        const expected = EMPTY_THREAD.map((none, index) => (fully === -1 || index <= fully ? truth[index] : none));
        for (const start of LEVELS) expect(assess(start, truth)).toEqual(expected);
        expect(isThreadAnswered(assess(1, truth))).toBe(true);
      }),
    );
  });
});

describe("gateThread", () => {
  const open = (start: Level, letters: string) =>
    gateThread(start, thread(letters))
      .filter((gate) => gate.open)
      .map((gate) => gate.level);
  const nextLevel = (start: Level, letters: string) => gateThread(start, thread(letters)).find((gate) => gate.askedNext)?.level;
  const implied = (start: Level, letters: string) => gateThread(start, thread(letters)).flatMap((gate) => gate.impliedBy ?? []);

  it.each([
    [3, "NNNNN", [3], 3],
    [1, "NNNNN", [1], 1],
    [3, "FFFNN", [1, 2, 3, 4], 4],
    [5, "FFFFF", [1, 2, 3, 4, 5], undefined],
    [3, "FFFFN", [1, 2, 3, 4, 5], 5],
    [3, "NNPNN", [2, 3], 2],
    [2, "NRNNN", [1, 2], 1],
    [3, "FFPNN", [1, 2, 3], undefined],
    [1, "RNNNN", [1], undefined],
    [4, "FFFFP", [1, 2, 3, 4, 5], undefined],
  ] as const)("from level %i, %s opens %j and asks %s next", (start, letters, levels, next) => {
    expect(open(start, letters)).toEqual(levels);
    expect(nextLevel(start, letters)).toBe(next);
  });

  it.each([
    [3, "FFFNN", [3, 3]],
    [3, "FFFFN", [3, 3]],
    [3, "FFFPN", [3, 3]],
    [1, "FFFPN", []],
    [4, "FFPNN", [2]],
    [3, "FRNNN", []],
    [5, "FFFFF", [5, 5, 5, 5]],
    [3, "NNPNN", []],
    [3, "NNNNN", []],
  ] as const)("from level %i, %s shows the levels implied by %j", (start, letters, levels) => {
    expect(implied(start, letters)).toEqual(levels);
  });

  it("never says that a level is implied unless both are Fully and the other is higher", () => {
    fc.assert(
      fc.property(level, reachable, (start, state) => {
        for (const gate of gateThread(start, state)) {
          if (gate.impliedBy === undefined) continue;
          expect(gate.selection).toBe("Fully");
          expect(state[gate.impliedBy - 1]).toBe("Fully");
          expect(gate.impliedBy).toBeGreaterThan(gate.level);
        }
      }),
    );
  });

  it("gives a reason for every locked level and for no other", () => {
    fc.assert(
      fc.property(level, reachable, (start, state) => {
        for (const gate of gateThread(start, state)) expect(typeof gate.reason).toBe(gate.open ? "undefined" : "string");
      }),
    );
  });

  it("has a level asked next exactly until the thread is answered", () => {
    fc.assert(
      fc.property(level, reachable, (start, state) => {
        expect(gateThread(start, state).filter(({ askedNext }) => askedNext)).toHaveLength(isThreadAnswered(state) ? 0 : 1);
      }),
    );
  });

  it("keeps every selection open to change", () => {
    fc.assert(
      fc.property(level, reachable, (start, state) => {
        for (const gate of gateThread(start, state)) if (gate.selection !== "N/A") expect(gate.open).toBe(true);
      }),
    );
  });

  it("says why in words that fit the state", () => {
    const reasons = (start: Level, letters: string) => gateThread(start, thread(letters)).map((gate) => gate.reason);
    expect(reasons(3, "NNNNN")).toEqual([
      "Opens when level 2 is answered Partially or Rarely/Never; answered for you when level 3 is Fully.",
      "Opens when level 3 is answered Partially or Rarely/Never; answered for you when level 3 is Fully.",
      undefined,
      "Opens when level 3 is answered Fully.",
      "Opens when level 4 is answered Fully.",
    ]);
    expect(reasons(1, "FNNNN")).toEqual([
      undefined,
      undefined,
      ...[2, 3, 4].map((below) => `Opens when level ${below} is answered Fully.`),
    ]);
    expect(reasons(3, "NNPNN")).toEqual([
      "Opens when level 2 is answered Partially or Rarely/Never.",
      undefined,
      undefined,
      "Locked because level 3 is not Fully.",
      "Locked because level 3 is not Fully.",
    ]);
    expect(reasons(3, "FRNNN").slice(2)).toEqual(Array(3).fill("Locked because level 2 is not Fully."));
  });

  it("throws for five selections that are not a thread state", () => {
    expect(() => gateThread(3, thread("NFNNN"))).toThrow(RangeError);
  });
});

describe("applyDifferences", () => {
  it.each([
    ["one level", 3, "NNNNN", "NNFNN", "FFFNN"],
    ["nothing", 3, "FFFNN", "FFFNN", "FFFNN"],
    ["the lower level wins over the higher", 3, "FFFNN", "FFPRN", "NNPNN"],
    ["the lower level wins on the way up too", 2, "FFFNN", "FFPFN", "FFPNN"],
    ["both levels on the way down", 3, "NNPNN", "NFRNN", "FFRNN"],
    ["the lower level is less than Fully although the higher became Fully", 3, "NNPNN", "NRFNN", "NRNNN"],
    ["locked levels are not sent", 3, "FFPNN", "NNRNN", "FFRNN"],
    ["a level is raised and nothing is lost", 3, "FRNNN", "FFNNN", "FFNNN"],
  ] as const)("%s", (_, start, base, posted, expected) => {
    expect(lettersOf(applyThreadDifferences(start, thread(base), thread(posted)))).toBe(expected);
  });

  it.each([
    ["nothing was cleared: the base", 3, "FFFNN", "FFFRN", "FFFNN"],
    ["stored answers were cleared: the base", 3, "FFFPN", "FFRPN", "FFFPN"],
    ["a higher answer of the same post was cleared: the base with that answer", 3, "FFFNN", "FPFFN", "FFFFN"],
    ["each of two lower answers cleared something: the base with the highest answer", 3, "FFFNN", "RPFFN", "FFFFN"],
    ["what was cleared on the way is set in the end: the base", 3, "FFFNN", "FFFFP", "FFFNN"],
  ] as const)("Undo brings back, when %s", (_, start, base, posted, expected) => {
    expect(lettersOf(threadBeforeClearing(start, thread(base), thread(posted)))).toBe(expected);
  });

  it("lets Undo bring back the highest posted answer if it was cleared, and only a state that may be stored", () => {
    fc.assert(
      fc.property(level, reachable, fc.constantFrom(...everyFiveSelections), (start, base, given) => {
        const open = gateThread(start, base);
        const posted = given.map((chosen, index) => (open[index]?.open ? chosen : "N/A")) as unknown as ThreadSelections;
        const [after, before] = [applyThreadDifferences(start, base, posted), threadBeforeClearing(start, base, posted)];
        expect(lettersOf(before)).toMatch(STORABLE);
        const highest = posted.findLastIndex((chosen, index) => chosen !== "N/A" && chosen !== base[index]);
        if (highest !== -1 && after[highest] === "N/A") expect(before[highest]).not.toBe("N/A");
      }),
    );
  });

  it("agrees with answering one level at a time when one level changed", () => {
    fc.assert(
      fc.property(level, reachable, level, selection, (start, base, at, chosen) => {
        const posted = base.map((old, index) => (index === at - 1 ? chosen : old)) as unknown as ThreadSelections;
        const expected = base[at - 1] === chosen ? base : applyThreadAnswer(start, base, at, chosen);
        expect(applyThreadDifferences(start, base, posted)).toEqual(expected);
      }),
    );
  });

  it("keeps the lowest changed answer and a state that may be stored, whatever is posted", () => {
    fc.assert(
      fc.property(level, reachable, fc.constantFrom(...everyFiveSelections), (start, base, posted) => {
        const result = applyThreadDifferences(start, base, posted);
        expect(lettersOf(result)).toMatch(STORABLE);
        const lowest = posted.findIndex((chosen, index) => chosen !== "N/A" && chosen !== base[index]);
        if (lowest === -1) expect(result).toEqual(base);
        else expect(result[lowest]).toBe(posted[lowest]);
      }),
    );
  });
});

describe("answeredBetween", () => {
  it.each([
    ["NNNNN", "FFFNN", [3]],
    ["FFFNN", "FFFPN", [4]],
    ["FFPNN", "FFFFN", [4]],
    ["NNRNN", "NPRNN", [2]],
    ["FFFPN", "RNNNN", [1]],
    ["FFFNN", "NNNNN", []],
    ["FFPNN", "FFPNN", []],
  ] as const)("from %s to %s: %j", (before, after, levels) => {
    expect(answeredBetween(thread(before), thread(after))).toEqual(levels);
  });

  it("finds the level of any single answer that changed something, or one that it implies", () => {
    fc.assert(
      fc.property(level, reachable, level, selection, (start, before, at, chosen) => {
        const after = applyThreadAnswer(start, before, at, chosen);
        fc.pre(after[at - 1] !== before[at - 1]);
        expect(answeredBetween(before, after)).toContain(at);
      }),
    );
  });
});

describe("sideEffects", () => {
  const said = (start: Level, base: string, posted: string) => {
    const [before, form] = [thread(base), thread(posted)];
    const answered = LEVELS.filter((at) => form[at - 1] !== "N/A" && form[at - 1] !== before[at - 1]);
    return sideEffects(before, applyThreadDifferences(start, before, form), answered).map(
      ({ level, kind, reason }) => `${level} ${kind}: ${reason}`,
    );
  };

  it.each([
    [3, "NNNNN", "NNFNN", ["1 implied: Set to Fully because level 3 is Fully.", "2 implied: Set to Fully because level 3 is Fully."]],
    [3, "NNNNN", "FNFNN", ["2 implied: Set to Fully because level 3 is Fully."]],
    [3, "NNNNN", "NNPNN", []],
    [3, "FFFNN", "FFFFN", []],
    [2, "FFFPN", "FFRPN", ["4 cleared: Cleared because level 3 is no longer Fully."]],
    [
      3,
      "FFFNN",
      "FFRNN",
      ["1 cleared: Cleared because level 3 is no longer Fully.", "2 cleared: Cleared because level 3 is no longer Fully."],
    ],
    [
      3,
      "FFPNN",
      "FRPNN",
      ["1 cleared: Cleared because level 2 is no longer Fully.", "3 cleared: Cleared because level 2 is no longer Fully."],
    ],
    // Two levels answered at once: the lower one, which won, is named.
    [3, "FFFFN", "RFFPN", [2, 3, 4].map((at) => `${at} cleared: Cleared because level 1 is no longer Fully.`)],
    [3, "NNPNN", "NRFNN", ["3 cleared: Cleared because level 2 is not Fully."]],
    // A closed level that was answered anyway.
    [3, "NNPNN", "FNPNN", ["3 cleared: Cleared because level 2 is not Fully."]],
    [1, "NNNNN", "NNPFN", [1, 2].map((at) => `${at} implied: Set to Fully because a higher level was answered Fully.`)],
  ] as const)("from level %i, %s with %s posted says %j", (start, base, posted, expected) => {
    expect(said(start, base, posted)).toEqual(expected);
  });

  it("says of an emptied thread what was there", () => {
    expect(sideEffects(thread("FFPNN"), EMPTY_THREAD, [])).toEqual(
      ([1, 2, 3] as const).map((at) => ({ level: at, kind: "cleared", reason: "Cleared." })),
    );
  });

  it("says something true of every level that was cleared or set without being answered", () => {
    fc.assert(
      fc.property(level, reachable, fc.constantFrom(...everyFiveSelections), (start, before, posted) => {
        const answered = LEVELS.filter((at) => posted[at - 1] !== "N/A" && posted[at - 1] !== before[at - 1]);
        const after = applyThreadDifferences(start, before, posted);
        const changes = sideEffects(before, after, answered);
        const cleared = LEVELS.filter((at) => before[at - 1] !== "N/A" && after[at - 1] === "N/A");
        const implied = LEVELS.filter((at) => before[at - 1] !== after[at - 1] && after[at - 1] === "Fully" && !answered.includes(at));
        expect(changes.filter(({ kind }) => kind === "cleared").map(({ level }) => level)).toEqual(cleared);
        expect(changes.filter(({ kind }) => kind === "implied").map(({ level }) => level)).toEqual(implied);
        for (const { reason } of changes) {
          const [, at, how] = /level (\d) is (Fully|not Fully|no longer Fully)\.$/.exec(reason) ?? [];
          if (at === undefined) continue;
          expect(after[Number(at) - 1] === "Fully").toBe(how === "Fully");
          if (how === "no longer Fully") expect(before[Number(at) - 1]).toBe("Fully");
        }
      }),
    );
  });
});
