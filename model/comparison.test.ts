import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type ComparedPractice,
  type ComparedThread,
  type ItilSide,
  itilMoves,
  itilMovesByHand,
  type P3m3Side,
  p3m3Moves,
  p3m3MovesByHand,
  scoresOfHand,
} from "./comparison.ts";
import type { SelectionMode } from "./contract/assessments.ts";
import type { FigureChange } from "./contract/comparison.ts";
import { COMPONENTS, CONTINUAL_IMPROVEMENT_ID, CRITERION_LEVELS, PRACTICES } from "./itil/catalogue.ts";
import { itilProgress } from "./itil/progress.ts";
import { PERSPECTIVES, THREADS } from "./p3m3/catalogue.ts";
import { EMPTY_THREAD, fromThreadLetters, type ThreadSelections } from "./p3m3/gate.ts";

const selections = (letters: string) => fromThreadLetters(letters) as ThreadSelections;
const STATEMENTS = ["one", "two", "three", "four", "five"];

/** Answered states of a thread, with their scores 0 to 5. */
const ANSWERED = ["RNNNN", "PNNNN", "FRNNN", "FPNNN", "FFRNN", "FFPNN", "FFFRN", "FFFPN", "FFFFR", "FFFFP", "FFFFF"];

interface Given {
  letters?: string;
  descoped?: true;
  statements?: string[];
  /** For each statement a former wording that it names. */
  formerly?: (string | undefined)[];
}

/** `{1: {6: "FFRNN"}}` by ids of perspectives and threads. */
function p3m3(threads: Record<number, Record<number, string | Given>>, scope = "Project"): P3m3Side {
  const itemOf = (items: typeof THREADS, id: number) => items.find((item) => item.id === id) ?? { id, code: String(id), name: String(id) };
  return {
    scope,
    perspectives: Object.entries(threads).map(([perspectiveId, own]) => ({
      ...itemOf(PERSPECTIVES, Number(perspectiveId)),
      threads: Object.entries(own).map(([threadId, given]): ComparedThread => {
        const all: Given = typeof given === "string" ? { letters: given } : given;
        const { letters, descoped = false, statements = STATEMENTS, formerly = [] } = all;
        return {
          ...itemOf(THREADS, Number(threadId)),
          selections: letters ? selections(letters) : EMPTY_THREAD,
          descoped,
          statements: statements.map((statement, index) => worded(statement, formerly[index])),
        };
      }),
    })),
  };
}

const worded = (statement: string, former: string | undefined) => ({ statement, ...(former === undefined ? {} : { sameAs: [former] }) });

/** Levels of practices by id, 0 for one that is not complete. */
interface GivenPractice {
  level: number;
  mode?: SelectionMode;
  statement?: string;
  /** The former words that its criteria name. */
  formerly?: string;
}

function itil(practices: Record<number, GivenPractice>, levels?: Record<string, number>): ItilSide {
  const compared = Object.entries(practices).map(([key, { level, mode = 1, statement = "as before", formerly }]): ComparedPractice => {
    const { id, code, name } = PRACTICES.find((practice) => practice.id === Number(key)) as (typeof PRACTICES)[number];
    const criteria = CRITERION_LEVELS.map((at) => ({
      level: at,
      ...worded(`${code} ${at} ${statement}`, formerly && `${code} ${at} ${formerly}`),
      selection: level === 0 || at > level + 1 ? ("N/A" as const) : at === level + 1 ? ("Rarely" as const) : ("Fully" as const),
    }));
    return { id, code, name, mode, criteria };
  });
  const scope = levels ? ("Comprehensive" as const) : ("Capability" as const);
  const componentLevels = new Map(
    COMPONENTS.flatMap(({ id, code }) => (levels?.[code] === undefined ? [] : [[id, levels[code]] as const])),
  );
  const { maturityProgress, maturityScore } = itilProgress({ scope, practices: compared, componentLevels });
  return {
    practices: compared,
    components: maturityProgress.map(({ id, code, name, currentScore }) => ({
      id,
      code: code ?? "",
      name,
      level: currentScore,
      options: [1, 2, 3, 4, 5].map((level) => ({ level, statement: `${code} ${level}` })),
    })),
    maturity: maturityScore,
  };
}

const inShort = ({ before, now, difference, outcome }: FigureChange) => [before, now, difference, outcome];
const thread = (moves: ReturnType<typeof p3m3Moves>, id = 1) =>
  moves.perspectives.flatMap(({ threads }) => threads.filter((each) => each.id === id).map(inShort))[0];

describe("what moved in a thread", () => {
  it.each([
    ["it scores more", "FRNNN", "FFPNN", [1, 2.5, 1.5, "risen"]],
    ["it scores less", "FFPNN", "FRNNN", [2.5, 1, -1.5, "fallen"]],
    ["it scores the same", "FFPNN", "FFPNN", [2.5, 2.5, 0, "unchanged"]],
    ["it is descoped now", "FFPNN", { descoped: true as const }, [2.5, null, null, "no longer covered"]],
    ["it was descoped", { descoped: true as const }, "FFPNN", [null, 2.5, null, "newly covered"]],
    ["it is not answered yet", "FFPNN", {}, [2.5, null, null, "not answered yet"]],
    ["it was never answered", {}, "RNNNN", [null, 0, null, "newly covered"]],
  ])("%s", (_, before, now, expected) => {
    expect(thread(p3m3Moves(p3m3({ 1: { 1: before } }), p3m3({ 1: { 1: now } })))).toEqual(expected);
  });

  it("says nothing of a thread that neither has", () => {
    expect(thread(p3m3Moves(p3m3({ 1: { 1: { descoped: true } } }), p3m3({ 1: { 1: { descoped: true } } })))).toBeUndefined();
  });

  it("is told apart where the answer that changed is to a statement that changed", () => {
    const changed = (index: number) => STATEMENTS.map((statement, at) => (at === index ? `${statement} anew` : statement));
    const moved = (index: number) =>
      thread(p3m3Moves(p3m3({ 1: { 1: "FRNNN" } }), p3m3({ 1: { 1: { letters: "FFRNN", statements: changed(index) } } })));
    expect(moved(1)).toEqual([1, 2, 1, "statements changed"]);
    expect(moved(4)).toEqual([1, 2, 1, "risen"]);
  });

  it.each([
    ["has risen where the statement asks the same in other words", { now: "two" }, [1, 2, 1, "risen"]],
    ["has risen where the pack of then is the newer one", { before: "two anew" }, [1, 2, 1, "risen"]],
    ["is told apart where other words are named", { now: "two before" }, [1, 2, 1, "statements changed"]],
  ])("%s", (_, named: { before?: string; now?: string }, expected) => {
    const anew = STATEMENTS.map((statement) => (statement === "two" ? "two anew" : statement));
    const before = { letters: "FRNNN", formerly: [undefined, named.before] };
    const now = { letters: "FFRNN", statements: anew, formerly: [undefined, named.now] };
    expect(thread(p3m3Moves(p3m3({ 1: { 1: before } }), p3m3({ 1: { 1: now } })))).toEqual(expected);
  });

  it("has both wordings of what asks the same and was answered otherwise, where there is a difference", () => {
    const anew = STATEMENTS.map((statement) => `${statement} anew`);
    const reworded = (before: string | Given, now: string, scope?: string) => {
      const given = { letters: now, statements: anew, formerly: STATEMENTS };
      const { perspectives } = p3m3Moves(p3m3({ 1: { 1: before } }, scope), p3m3({ 1: { 1: given } }));
      return perspectives[0]?.threads[0]?.reworded;
    };
    const two = { level: 2, before: "two", now: "two anew" };
    expect(reworded("FRNNN", "FFRNN")).toEqual([two]);
    expect(reworded("FPNNN", "FFFRN")).toEqual([two, { level: 3, before: "three", now: "three anew" }]);
    expect([reworded("FFRNN", "FFRNN"), reworded({ descoped: true }, "FFRNN"), reworded("FRNNN", "FFRNN", "Portfolio")]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(reworded({ letters: "FRNNN", statements: anew }, "FFRNN")).toBeUndefined();
  });
});

describe("what moved in perspectives and the whole", () => {
  it("is recalculated over the threads that both have answered, and says what was printed", () => {
    const before = p3m3({ 1: { 1: "FFRNN", 2: "FRNNN" }, 2: { 1: "FRNNN" } });
    const now = p3m3({ 1: { 1: "FFFRN", 3: "FFFFF" }, 3: { 1: "FRNNN" } });
    const { perspectives, overall, maturity } = p3m3Moves(before, now);
    expect(perspectives.map((each) => [each.code, ...inShort(each), each.printed])).toEqual([
      ["BM", 2, 3, 1, "risen", { before: 1.5, now: 4 }],
      ["FM", 1, null, null, "no longer covered", { before: 1, now: null }],
      ["MC", null, 1, null, "newly covered", { before: null, now: 1 }],
    ]);
    expect([...inShort(overall), overall.printed]).toEqual([2, 3, 1, "risen", { before: 1.25, now: 2.5 }]);
    expect([...inShort(maturity), maturity.printed]).toEqual([2, 3, 1, "risen", { before: 1, now: 1 }]);
  });

  it("goes by what does not come from changed statements", () => {
    const anew = STATEMENTS.map((statement) => `${statement} anew`);
    const outcome = (first: string, second: string) =>
      p3m3Moves(p3m3({ 1: { 1: "FRNNN", 2: "FFRNN" } }), p3m3({ 1: { 1: { letters: first, statements: anew }, 2: second } }))
        .perspectives[0]?.outcome;
    expect(outcome("FFRNN", "FFRNN")).toBe("statements changed");
    expect(outcome("FFRNN", "FFFRN")).toBe("risen");
    expect(outcome("FFFRN", "FRNNN")).toBe("statements changed");
    expect(outcome("RNNNN", "FRNNN")).toBe("fallen");
  });

  it("shows another scope side by side, without differences", () => {
    const moves = p3m3Moves(p3m3({ 1: { 1: "FRNNN" } }, "Project"), p3m3({ 1: { 1: "FFRNN", 2: "FRNNN" } }, "Portfolio"));
    expect(moves.sameScope).toBe(false);
    expect([moves.overall, moves.maturity, ...moves.perspectives].map(inShort)).toEqual([
      [1, 1.5, null, null],
      [1, 1, null, null],
      [1, 1.5, null, null],
    ]);
    expect(moves.perspectives[0]?.threads.map(inShort)).toEqual([
      [1, 2, null, null],
      [null, 1, null, null],
    ]);
  });
});

describe("what moved in practices and components", () => {
  const moves = (before: ItilSide, now: ItilSide) => itilMoves(before, now);
  const chosen = { "M-GP": 3, "M-G": 3, "M-SVC": 3 };

  it("compares practices that are complete in both", () => {
    const { capabilities } = moves(
      itil({ 2: { level: 2 }, 3: { level: 3 }, 4: { level: 1 } }),
      itil({ 2: { level: 3 }, 3: { level: 0 }, 5: { level: 2 } }),
    );
    expect(capabilities.map((each) => [each.code, ...inShort(each)])).toEqual([
      ["CI", 2, 3, 1, "risen"],
      ["ISM", 3, null, null, "not answered yet"],
      ["KM", 1, null, null, "no longer covered"],
      ["MR", null, 2, null, "newly covered"],
    ]);
  });

  it("tells a level apart that was gained or lost by changed criteria", () => {
    const outcome = (from: number, to: number, statement?: string) =>
      moves(itil({ 3: { level: from } }), itil({ 3: { level: to, ...(statement ? { statement } : {}) } })).capabilities[0]?.outcome;
    expect(outcome(2, 3)).toBe("risen");
    expect(outcome(2, 3, "anew")).toBe("statements changed");
    expect(outcome(3, 2, "anew")).toBe("statements changed");
    expect(outcome(3, 3, "anew")).toBe("unchanged");
  });

  it.each([
    ["as before", "risen"],
    ["long before", "statements changed"],
  ])("follows criteria that name the words of then: %s", (formerly, outcome) => {
    const now = itil({ 2: { level: 3, statement: "anew", formerly } }, chosen);
    const { capabilities, maturities } = moves(itil({ 2: { level: 2 } }, chosen), now);
    const wordings = { level: 3, before: "CI 3 as before", now: "CI 3 anew" };
    expect(capabilities[0]?.reworded).toEqual(formerly === "as before" ? [wordings] : undefined);
    expect([capabilities[0]?.outcome, ...maturities.slice(-2).map((each) => each.outcome)]).toEqual([outcome, outcome, outcome]);
  });

  it("has a difference of M-P, M-CI and the whole only where practices and ranks are the same", () => {
    const before = itil({ 2: { level: 2 }, 3: { level: 2 } }, chosen);
    const codes = (now: ItilSide) => {
      const { maturities, maturity, samePractices } = moves(before, now);
      return [samePractices, ...maturities.map(({ code, difference }) => `${code} ${difference}`), `SVS ${maturity.difference}`];
    };
    const higher = { "M-GP": 4, "M-G": 3, "M-SVC": 3 };
    expect(codes(itil({ 2: { level: 3 }, 3: { level: 3 } }, higher))).toEqual([
      true,
      "M-GP 1",
      "M-G 0",
      "M-SVC 0",
      "M-P 1",
      "M-CI 1",
      "SVS 1",
    ]);
    const none = [false, "M-GP 1", "M-G 0", "M-SVC 0", "M-P null", "M-CI null", "SVS null"];
    expect(codes(itil({ 2: { level: 3 }, 3: { level: 3 }, 4: { level: 3 } }, higher))).toEqual(none);
    expect(codes(itil({ 2: { level: 3 }, 3: { level: 3, mode: 2 } }, higher))).toEqual(none);
  });

  it("does not let computed components rise by changed criteria", () => {
    const { maturities, maturity } = moves(itil({ 2: { level: 2 } }, chosen), itil({ 2: { level: 3, statement: "anew" } }, chosen));
    expect(maturities.flatMap(({ code, outcome }) => (outcome === "unchanged" ? [] : [[code, outcome]]))).toEqual([
      ["M-P", "statements changed"],
      ["M-CI", "statements changed"],
    ]);
    expect(maturity.outcome).toBe("statements changed");
  });
});

const anyThread: fc.Arbitrary<Given> = fc.oneof(
  fc
    .constantFrom(...ANSWERED)
    .chain((letters) =>
      fc.tuple(...STATEMENTS.map((text) => fc.constantFrom(text, text, `${text} anew`))).map((statements) => ({ letters, statements })),
    ),
  fc.constant<Given>({ descoped: true }),
);
const subset = <T>(values: readonly number[], of: fc.Arbitrary<T>) =>
  fc.dictionary(fc.constantFrom(...values.map(String)), of, { minKeys: 1, noNullPrototype: true }) as fc.Arbitrary<Record<number, T>>;
const anyP3m3 = subset([1, 2, 3], subset([1, 2, 3, 4], anyThread)).map((threads) => p3m3(threads));

const anyPractice = fc.record({
  level: fc.integer({ min: 1, max: 5 }),
  mode: fc.constantFrom<SelectionMode>(1, 2),
  statement: fc.constantFrom("as before", "as before", "anew"),
});
const level = fc.integer({ min: 1, max: 5 });
const anyItil = fc
  .tuple(subset([1, 3, 4], anyPractice), anyPractice, fc.record({ "M-GP": level, "M-G": level, "M-SVC": level }))
  .map(([practices, improvement, levels]) => itil({ ...practices, [CONTINUAL_IMPROVEMENT_ID]: { ...improvement, mode: 1 } }, levels));

/** All figures by where they stand. */
function p3m3Figures(before: P3m3Side, now: P3m3Side) {
  const { overall, maturity, perspectives } = p3m3Moves(before, now);
  return new Map<string, FigureChange>([
    ["overall", overall],
    ["maturity", maturity],
    ...perspectives.flatMap(({ code, threads, ...moved }): [string, FigureChange][] => [
      [code, moved],
      ...threads.map((each): [string, FigureChange] => [`${code}/${each.code}`, each]),
    ]),
  ]);
}
function itilFigures(before: ItilSide, now: ItilSide) {
  const { maturity, capabilities, maturities } = itilMoves(before, now);
  return new Map<string, FigureChange>([
    ["SVS", maturity],
    ...[...capabilities, ...maturities].map((each): [string, FigureChange] => [each.code, each]),
  ]);
}

const opposite = (outcome: FigureChange["outcome"]) =>
  outcome &&
  ({ risen: "fallen", fallen: "risen", "newly covered": "no longer covered", "no longer covered": "newly covered" }[outcome as string] ??
    outcome);

function holds<S>(any: fc.Arbitrary<S>, figures: (before: S, now: S) => Map<string, FigureChange>) {
  it("is unchanged when compared with itself", () => {
    fc.assert(
      fc.property(any, (side) => {
        for (const { before, now, difference, outcome } of figures(side, side).values()) {
          expect(now).toBe(before);
          if (now !== null) expect([difference, outcome]).toEqual([0, "unchanged"]);
        }
      }),
    );
  });

  it("changes its sign when then and now are swapped", () => {
    fc.assert(
      fc.property(any, any, (one, other) => {
        const swapped = figures(other, one);
        for (const [place, { difference, outcome }] of figures(one, other)) {
          expect(swapped.get(place)?.difference).toBe(difference === null ? null : 0 - difference);
          expect(swapped.get(place)?.outcome).toBe(opposite(outcome));
        }
      }),
    );
  });
}

describe("any two P3M3 assessments", () => {
  holds(anyP3m3, p3m3Figures);

  it("keep every difference when one covers more", () => {
    fc.assert(
      fc.property(anyP3m3, anyP3m3, subset([4, 5], subset([1, 2], anyThread)), anyThread, (before, now, more, thread) => {
        const added = p3m3(more).perspectives;
        const deeper = now.perspectives.map((each) => ({
          ...each,
          threads: [...each.threads, ...(p3m3({ 1: { 9: thread } }).perspectives[0]?.threads ?? [])],
        }));
        const grown = p3m3Figures(before, { ...now, perspectives: [...deeper, ...added] });
        for (const [place, { difference, outcome }] of p3m3Figures(before, now))
          if (difference !== null) expect(grown.get(place)).toMatchObject({ difference, outcome });
      }),
    );
  });

  it("never say of a descoped thread, or one whose answers changed with its statements, that it has risen", () => {
    fc.assert(
      fc.property(anyP3m3, anyP3m3, (before, now) => {
        const find = (side: P3m3Side, place: string) =>
          side.perspectives.flatMap(({ code, threads }) => threads.filter((each) => `${code}/${each.code}` === place))[0];
        for (const [place, { outcome }] of p3m3Figures(before, now)) {
          if (outcome !== "risen" || !place.includes("/")) continue;
          const [one, other] = [find(before, place), find(now, place)];
          expect(one?.descoped || other?.descoped).toBe(false);
          const moved = STATEMENTS.flatMap((_, index) => (one?.selections[index] === other?.selections[index] ? [] : [index]));
          const scores = (index: number) =>
            [one?.selections[index], other?.selections[index]].map((each) => (each === "Fully" ? 1 : each === "Partially" ? 0.5 : 0));
          for (const index of moved) if (new Set(scores(index)).size > 1) expect(one?.statements[index]).toEqual(other?.statements[index]);
        }
      }),
    );
  });
});

describe("any two ITIL assessments", () => {
  holds(anyItil, itilFigures);

  it("keep every difference when one covers more, or lose those of the whole", () => {
    fc.assert(
      fc.property(anyItil, anyItil, subset([5, 6], anyPractice), (before, now, more) => {
        const grown = itilFigures(before, { ...now, practices: [...now.practices, ...itil(more).practices] });
        for (const [place, { difference, outcome }] of itilFigures(before, now))
          if (difference !== null && !["M-P", "M-CI", "SVS"].includes(place))
            expect(grown.get(place)).toMatchObject({ difference, outcome });
      }),
    );
  });

  it("never say of a practice that it has risen where criteria changed on the levels that it gained", () => {
    fc.assert(
      fc.property(anyItil, anyItil, (before, now) => {
        for (const { id, outcome } of itilMoves(before, now).capabilities) {
          if (outcome !== "risen") continue;
          const texts = (side: ItilSide) => side.practices.find((each) => each.id === id)?.criteria.map(({ statement }) => statement);
          expect(texts(now)).toEqual(texts(before));
        }
      }),
    );
  });
});

describe("what moved since scores that were entered by hand", () => {
  const byHand = (scores: Record<string, number>, { scope = "Project" as string | null, maturity = null as number | null } = {}) => ({
    scope,
    maturity,
    scores: Object.entries(scores).map(([code, score]) => ({ code, score })),
  });

  it("is said of perspectives that both have, and of the whole over these", () => {
    const now = p3m3({ 1: { 1: "FFRNN", 2: "FFFRN" }, 2: { 1: "FRNNN" }, 3: { 1: "FFFFF" } });
    const moves = p3m3MovesByHand(byHand({ BM: 2, FM: 1.25, OG: 3 }, { maturity: 1 }), now);
    expect(moves.perspectives.map((each) => [each.code, ...inShort(each), each.threads])).toEqual([
      ["BM", 2, 2.5, 0.5, "risen", []],
      ["FM", 1.25, 1, -0.25, "fallen", []],
      ["MC", null, 5, null, "newly covered", []],
      ["OG", 3, null, null, "no longer covered", []],
    ]);
    expect([...inShort(moves.overall), moves.overall.printed]).toEqual([1.625, 1.75, 0.12, "risen", { before: 6.25 / 3, now: 8.5 / 3 }]);
    // The other assessment had other perspectives.
    expect(inShort(moves.maturity)).toEqual([1, 1, null, null]);
  });

  it("has a maturity only where it was entered for the same perspectives", () => {
    const now = p3m3({ 1: { 1: "FFRNN" } });
    expect(inShort(p3m3MovesByHand(byHand({ BM: 1.5 }, { maturity: 1 }), now).maturity)).toEqual([1, 2, 1, "risen"]);
    expect(inShort(p3m3MovesByHand(byHand({ BM: 1.5 }), now).maturity)).toEqual([null, 2, null, null]);
  });

  it("waits for a perspective that has a thread to answer", () => {
    const moves = p3m3MovesByHand(byHand({ BM: 2, FM: 1 }, { maturity: 1 }), p3m3({ 1: { 1: "FFFFF", 2: {} }, 2: { 1: "FRNNN" } }));
    expect(moves.perspectives.map((each) => [each.code, ...inShort(each)])).toEqual([
      ["BM", 2, null, null, "not answered yet"],
      ["FM", 1, 1, 0, "unchanged"],
    ]);
    expect([moves.overall.outcome, ...inShort(moves.maturity)]).toEqual(["unchanged", 1, null, null, "not answered yet"]);
  });

  it("has no differences in another scope", () => {
    const moves = p3m3MovesByHand(byHand({ BM: 2 }, { scope: "Portfolio", maturity: 1 }), p3m3({ 1: { 1: "FFFFF" } }));
    expect([moves.sameScope, ...moves.perspectives.map(inShort), inShort(moves.overall), inShort(moves.maturity)]).toEqual([
      false,
      [2, 5, null, null],
      [2, 5, null, null],
      [1, 5, null, null],
    ]);
  });

  it("is said of practices and of components that are answered, never of what rests on ranks", () => {
    const now = itil({ 2: { level: 3 }, 19: { level: 2 } }, { "M-GP": 3, "M-G": 2, "M-SVC": 2 });
    const moves = itilMovesByHand(byHand({ CI: 2, KM: 4, "M-GP": 1, "M-P": 1 }, { scope: null, maturity: 1 }), now);
    expect(moves.capabilities.map((each) => [each.code, ...inShort(each)])).toEqual([
      ["CI", 2, 3, 1, "risen"],
      ["KM", 4, null, null, "no longer covered"],
      ["INM", null, 2, null, "newly covered"],
    ]);
    expect(moves.maturities.filter(({ code }) => ["M-GP", "M-P"].includes(code)).map((each) => [each.code, ...inShort(each)])).toEqual([
      ["M-GP", 1, 3, 2, "risen"],
      ["M-P", 1, 2, null, null],
    ]);
    expect([moves.samePractices, moves.maturity.before, moves.maturity.difference]).toEqual([false, 1, null]);
  });

  it("never says that statements changed, and nothing has risen compared with itself", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.constantFrom(1, 2, 3, 4, 5, 6, 7), { minLength: 1 }), fc.constantFrom(...ANSWERED), (ids, letters) => {
        const now = p3m3(Object.fromEntries(ids.map((id) => [id, { 1: letters, 2: "FFFRN" }])));
        const own = p3m3MovesByHand(byHand({}), now);
        const same = p3m3MovesByHand(
          byHand(Object.fromEntries(own.perspectives.map(({ code, now: score }) => [code, score ?? 0])), { maturity: own.maturity.now }),
          now,
        );
        expect(new Set([...same.perspectives, same.overall, same.maturity].map(({ outcome }) => outcome))).toEqual(new Set(["unchanged"]));
      }),
    );
  });
});

describe("the figures of scores that were entered by hand", () => {
  it("are those of the model, in its order, with the mean of perspectives", () => {
    const scores = [
      { code: "OG", score: 3 },
      { code: "BM", score: 2 },
    ];
    expect(scoresOfHand("P3M3", { scope: "Project", maturity: null, scores })).toEqual({
      overall: 2.5,
      maturity: null,
      items: [
        { code: "BM", name: "Benefits management", score: 2 },
        { code: "OG", name: "Organizational governance", score: 3 },
      ],
    });
    expect(scoresOfHand("ITIL", { scope: null, maturity: 2, scores: [{ code: "CI", score: 3 }] }).overall).toBeNull();
  });
});
