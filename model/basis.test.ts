import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BASIS_MAX, changedFacts, changedInWords, changesInWords, type Fact, SO_FAR, Stated } from "./basis.ts";
import { type ChangesFacts, changesInBrief, changesSentences } from "./changes-texts.ts";
import type { Outcome } from "./contract/comparison.ts";
import { itilCoverageText, p3m3CoverageText } from "./coverage-texts.ts";
import { draftJudgement, type ItilJudged, itilJudgement, type P3m3Judged, p3m3Judgement } from "./judgement.ts";
import { perspectiveOpening, practiceOpening, type ScoredName } from "./report-texts.ts";

test("a fact with another value is named with both; one that is no longer stated too; a new one is not", () => {
  const basis = [
    { what: "maturity", value: "2" },
    { what: "score", value: "2.50" },
    { what: "lowest threads", value: "A" },
  ];
  const present = [
    { what: "maturity", value: "3" },
    { what: "score", value: "2.50" },
    { what: "strengths", value: "1" },
  ];
  expect(changedFacts(basis, present).map(changedInWords)).toEqual([
    "maturity was 2, is 3",
    "lowest threads were A, and are no longer stated",
  ]);
});

test("the maturity comes first, then scores; several things were and are", () => {
  const basis = [
    { what: "criteria to meet for it", value: "4" },
    { what: "whether they have reached even more", value: "no" },
    { what: "their scores", value: "2.10 to 2.50" },
    { what: "levels of the practices", value: "1 to 3" },
    { what: "score of Benefits management", value: "2.50" },
    { what: "score", value: "2.53" },
    { what: "place among the perspectives", value: "first" },
    { what: "maturity", value: "2" },
  ];
  const present = basis.map(({ what }) => ({ what, value: "x" }));
  expect(changesInWords(basis, present)).toEqual([
    "maturity was 2, is x",
    "score was 2.53, is x",
    "score of Benefits management was 2.50, is x",
    "criteria to meet for it were 4, are x",
    "whether they have reached even more was no, is x",
    "their scores were 2.10 to 2.50, are x",
    "levels of the practices were 1 to 3, are x",
    "place among the perspectives was first, is x",
  ]);
});

test("what is said of answers so far is compared with a result where both state it", () => {
  const soFar = [SO_FAR, { what: "score", value: "2.50" }, { what: "score so far", value: "2.5" }];
  const result = [
    { what: "score", value: "2.50" },
    { what: "maturity", value: "2" },
  ];
  expect([changedFacts(soFar, result), changedFacts(result, soFar)]).toEqual([[], []]);
  const other = [{ what: "score", value: "3.00" }];
  expect([changedFacts(soFar, other), changedFacts(other, soFar)].map((each) => each.map(changedInWords))).toEqual([
    ["score was 2.50, is 3.00"],
    ["score was 3.00, is 2.50"],
  ]);
});

test("a text of what is answered so far no longer fits once everything is answered, nor the other way round", () => {
  const soFar = [SO_FAR, { what: "score so far", value: "2.57" }, { what: "answered", value: "17 of 18" }];
  const opening = [SO_FAR, { what: "score", value: "2.50" }, { what: "threads still to answer", value: "1" }];
  const whole = [{ what: "maturity", value: "2" }];
  const read = (then: Fact[], now: Fact[]) => changedFacts(then, now).map(changedInWords);
  expect(read(soFar, whole)).toEqual(["answered was 17 of 18, is everything"]);
  expect(read(whole, soFar)).toEqual(["answered was everything, is 17 of 18"]);
  expect(read(opening, [{ what: "score", value: "2.50" }])).toEqual(["threads still to answer were 1, are none"]);
  expect(read(soFar, soFar)).toEqual([]);
});

test("facts are bounded, and a count is a figure whatever its words are", () => {
  const say = new Stated();
  expect(say.count("threads", 3)).toBe("three");
  expect(say.names("nobody", [])).toBe("");
  expect(say.facts).toEqual([
    { what: "threads", value: "3" },
    { what: "nobody", value: "none" },
  ]);
  for (let index = 0; index < BASIS_MAX.facts + 5; index++) say.note(`fact ${index}`, "x".repeat(BASIS_MAX.value + 1));
  expect(say.facts).toHaveLength(BASIS_MAX.facts);
  expect(Math.max(...say.facts.map(({ value }) => value.length))).toBe(BASIS_MAX.value);
});

/** A suggestion with its facts. */
type Suggestion = (say: Stated) => string;

const half = fc.integer({ min: 0, max: 10 }).map((each) => each / 2);
const at = (name: string, value: number): ScoredName => ({ name, shown: value.toFixed(2), value });
const scored = (prefix: string, maxLength: number, minLength = 0) =>
  fc.array(half, { minLength, maxLength }).map((values) => values.map((value, index) => at(`${prefix}${index}`, value)));

const perspectives = fc.array(scored("T", 5, 1), { minLength: 1, maxLength: 5 }).map((all) =>
  all.map((threads, index) => ({
    ...at(`P${index}`, threads.reduce((sum, { value }) => sum + value, 0) / threads.length),
    threads,
  })),
);

const p3m3 = perspectives.map((all): Suggestion => {
  const maturity = Math.min(...all.map(({ value }) => Math.floor(value)));
  const holding = all.filter(({ value }) => Math.floor(value) === maturity);
  const lift = {
    to: maturity + 1,
    levelName: `L${maturity + 1}`,
    perspectives: holding.map(({ name, value, threads }) => ({
      ...{ key: name, name, from: value, after: maturity + 1, overall: { from: value, after: value }, count: threads.length },
      threads: threads
        .filter((each) => each.value < maturity + 1)
        .map((each) => ({ key: each.name, name: each.name, from: each.value, to: maturity + 1, statements: 1, hint: "" })),
    })),
  };
  const judged: P3m3Judged = {
    ...{ organization: "Harbour", scope: "Programme", maturity, levelName: `L${maturity}`, meaning: `M${maturity}.` },
    perspectives: all,
    lift: maturity === 5 ? undefined : lift,
  };
  return (say) => p3m3Judgement(judged, say).join("\n");
});

const level = fc.integer({ min: 1, max: 5 });
const itil = fc
  .record({ levels: fc.array(level, { minLength: 1, maxLength: 6 }), hasComponents: fc.boolean(), criteria: fc.nat(3), judged: level })
  .map(({ levels, hasComponents, criteria, judged }): Suggestion => {
    const practices = levels.map((each, index) => ({ name: `Q${index}`, level: each }));
    const low = Math.min(...levels);
    const components = [
      { name: "Practices", value: low, practices: practices.filter((each) => each.level === low).map(({ name }) => name) },
      { name: "Governance", value: judged, practices: [] },
    ];
    const maturity = hasComponents ? Math.min(...components.map(({ value }) => value)) : null;
    const goal = (maturity ?? low) + 1;
    const steps = practices
      .filter((each) => each.level < goal)
      .map(({ name, level: from }) => ({
        ...{ kind: "practice" as const, key: name, name, from, to: from + 1, criteria: criteria + 1, hints: [] },
      }));
    const facts: ItilJudged = {
      ...{ organization: "Harbour", maturity, meanings: ["M1.", "M2.", "M3.", "M4.", "M5."], practices },
      components: hasComponents ? components.length : 0,
      holding: components.filter(({ value }) => value === maturity).map(({ name, practices: some }) => ({ name, practices: some })),
      lift: steps.length === 0 ? undefined : { to: hasComponents ? goal : undefined, steps },
    };
    return (say) => itilJudgement(facts, say).join("\n");
  });

const draft = fc
  .record({ parts: scored("P", 4), isAnswered: fc.boolean(), ifSubmitted: fc.option(fc.nat(5), { nil: undefined }) })
  .map(({ parts, isAnswered, ifSubmitted }): Suggestion => {
    const soFar = isAnswered && parts.length > 0 ? parts.reduce((sum, { value }) => sum + value, 0) / parts.length : undefined;
    return (say) => draftJudgement({ organization: "Harbour", field: "programme management", soFar, parts, ifSubmitted }, say);
  });

const opening = fc
  .record({
    threads: scored("T", 8),
    standout: fc.constantFrom("highest", "lowest", "holds", undefined),
    isDraft: fc.boolean(),
  })
  .map(({ threads, isDraft, ...rest }): Suggestion => {
    const mean = threads.reduce((sum, { value }) => sum + value, 0) / Math.max(1, threads.length);
    const value = Math.floor(mean);
    const figures = { ...rest, soFar: isDraft, name: "Risk", shown: mean.toFixed(2), threads };
    return (say) => perspectiveOpening({ ...figures, level: isDraft ? undefined : { value, name: `L${value}` } }, say);
  });

const practice = fc
  .record({ level: fc.option(level, { nil: undefined }), criteria: fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 3 }) })
  .map(({ level: reached, criteria }): Suggestion => {
    const toMeet = criteria.map((count, index) => ({ level: (reached ?? 1) + 1 + index, criteria: count }));
    return (say) => practiceOpening({ name: "Change", level: reached, toMeet }, say);
  });

const names = (prefix: string, maxLength: number) => fc.subarray(Array.from({ length: maxLength }, (_, index) => `${prefix}${index}`));
const covered = fc
  .record({
    some: names("P", 9),
    threads: names("T", 6),
    descoped: fc.array(fc.tuple(fc.nat(2), fc.nat(2), fc.boolean()), { maxLength: 4 }),
  })
  .map(({ some, threads, descoped }): Suggestion => {
    const offered = Array.from({ length: 6 }, (_, index) => `T${index}`);
    const left = descoped.map(([thread, perspective, hasReason]) => ({
      ...{ thread: `T${thread}`, perspective: `P${perspective}`, reason: hasReason ? "Why" : "" },
    }));
    return (say) => p3m3CoverageText({ perspectives: some, threads, offered, descoped: left, soFar: false }, say);
  });
const coveredItil = names("Q", 40).map(
  (practices): Suggestion =>
    (say) =>
      itilCoverageText({ practices, hasComponents: false, soFar: false }, say),
);

const outcomes: Outcome[] = ["risen", "fallen", "unchanged", "newly covered", "no longer covered", "statements changed"];
const change = (name: string) =>
  fc.tuple(half, half, fc.constantFrom(...outcomes)).map(([before, now, outcome]) => {
    if (outcome === "newly covered") return { name, before: null, now, difference: null, outcome };
    if (outcome === "no longer covered") return { name, before, now: null, difference: null, outcome };
    const moved: Outcome = outcome === "statements changed" ? outcome : now > before ? "risen" : now < before ? "fallen" : "unchanged";
    return { name, before, now, difference: now - before, outcome: moved };
  });
const changes = fc
  .record({
    whole: change("Overall score"),
    moves: fc.nat(7).chain((count) => fc.tuple(...Array.from({ length: count }, (_, index) => change(`P${index}`)))),
  })
  .map(({ whole, moves }): ChangesFacts => {
    const part = { one: "perspective", many: "perspectives", compared: "assessed both times", areNamed: true };
    return {
      since: "6 Nov 2025",
      soFar: false,
      isApart: false,
      wholes: [{ ...whole, isLevel: false }],
      parts: [{ ...part, moves }],
      isLevel: false,
    };
  });

const SUGGESTIONS: Record<string, fc.Arbitrary<Suggestion>> = {
  "the summary of P3M3": p3m3,
  "the summary of ITIL": itil,
  "the summary of a draft": draft,
  "how a perspective opens": opening,
  "how a practice opens": practice,
  "what was assessed in P3M3": covered,
  "what was assessed in ITIL": coveredItil,
  "what moved": changes.map((facts) => (say) => changesSentences(facts, false, say).join("\n")),
  "what moved, side by side": changes.map((facts) => (say) => changesSentences({ ...facts, isApart: true }, false, say).join("\n")),
  "what moved, in brief": changes.map((facts) => (say) => changesInBrief(facts, say)),
};

describe.each(Object.entries(SUGGESTIONS))("%s", (_, suggestion) => {
  const stated = (tell: Suggestion) => {
    const say = new Stated();
    return { text: tell(say), facts: say.facts };
  };

  test("states no figure and no name that its facts lack: with the same facts it has the same words", () => {
    const byFacts = new Map<string, string>();
    fc.assert(
      fc.property(suggestion, (tell) => {
        const { text, facts } = stated(tell);
        const key = JSON.stringify(facts.toSorted((a, b) => (a.what < b.what ? -1 : 1)));
        expect(byFacts.get(key) ?? text).toBe(text);
        byFacts.set(key, text);
        for (const { value } of facts) expect(value).not.toBe("");
      }),
      { numRuns: 1500, seed: 7 },
    );
  });
});

describe.each(Object.entries(SUGGESTIONS).filter(([name]) => !name.includes("what was assessed")))("%s", (_, suggestion) => {
  test("has no fact that it does not state: the same words have the same facts", () => {
    const byText = new Map<string, string>();
    fc.assert(
      fc.property(suggestion, (tell) => {
        const say = new Stated();
        const text = tell(say);
        const key = JSON.stringify(say.facts.toSorted((a, b) => (a.what < b.what ? -1 : 1)));
        expect(byText.get(text) ?? key).toBe(key);
        byText.set(text, key);
      }),
      { numRuns: 1500, seed: 7 },
    );
  });
});
