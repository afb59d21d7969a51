import { describe, expect, test } from "vitest";
import { type CheckedAssessment, type CheckedPlace, checkInWords, checksOf, contradicts, isReportDue, unitOf } from "./checks.ts";

const DAY = "2026-11-05";
const STEP = { owner: "Kim", effort: "5 days", due: "2027-01-31" };
const REPORT = { misfits: [], steps: [STEP], authors: "Kim" };
const ORDER = ["rarely", "partially", "fully"];
/** The answers of so many voices to a statement whose verdict is Fully. */
const views = (said: Record<string, number>, verdict: string | undefined = "fully") => ({
  objections: 0,
  statements: [{ order: ORDER, verdict, said: Object.entries(said).map(([choice, voices]) => ({ role: "Owner", choice, voices })) }],
});

/** The same for both models: three places of each. The third one does not count. A practice does not get out of the count: there is no descoping. */
const MODELS = {
  P3M3: ["thread/1/1", "thread/1/2", "thread/2/1"],
  ITIL: ["capability/19", "maturity/1", "capability/28"],
} as const;

describe.each(Object.entries(MODELS))("checks of %s", (model, [first, second, third]) => {
  const fully = (levels: number) => [2, 3, 4, 5].map((level) => ({ level, fully: level <= levels }));
  const RIGHT = { answered: true, flagged: false, noted: true, evidence: 1, statements: fully(3) };
  const places = (changed: Partial<CheckedPlace> = {}): CheckedPlace[] => [
    { place: first, descoped: false, ...RIGHT, ...changed },
    { place: second, descoped: false, ...RIGHT },
    // Everything is wrong with it, and none of that counts.
    { place: third, descoped: model === "P3M3", ...RIGHT, ...(model === "P3M3" ? { flagged: true, noted: false, evidence: 0 } : {}) },
  ];
  const WHOLE: CheckedAssessment = { places: places(), evidence: [], day: DAY, points: [], views: [], report: REPORT };
  const of = model === "P3M3" ? 2 : 3;
  const entry = (against: readonly number[], { at = first as string, goodUntil = null as string | null } = {}) => ({
    goodUntil,
    places: [{ place: at, against }],
  });
  const wordsOf = (changed: Partial<CheckedAssessment>) =>
    checksOf({ ...WHOLE, ...changed }).map((check) => checkInWords(check, unitOf(WHOLE.places)));
  const unit = model === "P3M3" ? "threads" : "practices and components";

  test("find nothing where nothing is missing", () => {
    expect(wordsOf({})).toEqual([]);
  });

  test.each<[string, Partial<CheckedAssessment>, string[]]>([
    ["a flag", { places: places({ flagged: true }) }, [`Flagged: 1 of ${of} ${unit}`]],
    ["no note", { places: places({ noted: false }) }, [`Without note: 1 of ${of} answered ${unit}`]],
    ["no evidence", { places: places({ evidence: 0 }) }, [`Without evidence: 1 of ${of} answered ${unit}`]],
    ["nothing beside what is still to do", { places: places({ answered: false, noted: false, evidence: 0 }) }, []],
    ["nothing beside what is calculated", { places: places({ computed: true, noted: false, evidence: 0 }) }, []],
    ["nobody knows", { places: places({ flagged: undefined, noted: undefined, evidence: undefined, statements: undefined }) }, []],
    [
      "open points",
      {
        points: [
          { about: "", open: 2 },
          { about: `${first}/statement/3`, open: 1 },
        ],
      },
      ["Open review points: 3"],
    ],
    ["settled points", { points: [{ about: first, open: 0 }] }, []],
    ["a point about a text", { points: [{ about: "wording/summary", open: 1 }] }, ["Open review points: 1"]],
    ["an objection", { views: [{ ...views({}), place: first, objections: 2 }] }, ["Objections from a check of facts: 2"]],
    [
      "evidence against a level that is Fully",
      { evidence: [entry([3]), entry([2, 5])] },
      [`Fully, although evidence speaks against it: 1 of ${of} ${unit}`],
    ],
    ["evidence against a level that is not", { evidence: [entry([4])] }, []],
    ["evidence of yesterday", { evidence: [entry([], { goodUntil: "2026-11-04" })] }, ["Evidence past its date: 1"]],
    ["evidence of today", { evidence: [entry([], { goodUntil: DAY })] }, []],
    [
      "three voices against it",
      { views: [{ place: first, ...views({ rarely: 3, fully: 2 }) }] },
      [`Differs from the voices, at least three of them: 1 of ${of} ${unit}`],
    ],
    ["two voices against it", { views: [{ place: first, ...views({ rarely: 2 }) }] }, []],
    ["as many for it", { views: [{ place: first, ...views({ rarely: 3, fully: 3 }) }] }, []],
    ["three who cannot tell", { views: [{ place: first, ...views({ cannotTell: 3 }) }] }, []],
    [
      "three voices without a verdict",
      {
        views: [
          {
            place: first,
            objections: 0,
            statements: [{ order: ORDER, verdict: undefined, said: [{ role: "", choice: "rarely", voices: 3 }] }],
          },
        ],
      },
      [],
    ],
    [
      "texts, by name",
      { report: { ...REPORT, misfits: ["Executive summary", "Service desk"] } },
      ["Texts that no longer fit: 2 (Executive summary; Service desk)"],
    ],
    [
      "many texts of which some are named, cut where they are long",
      { report: { ...REPORT, misfits: ["A", "B", "C", "D", "E", "F".repeat(81), "G", "H"] } },
      [`Texts that no longer fit: 8 (A; B; C; D; E; ${"F".repeat(79)}…; 2 more)`],
    ],
    ...Object.entries({ owner: "owner", effort: "effort", due: "date" }).map(
      ([name, word]): [string, Partial<CheckedAssessment>, string[]] => [
        `a step without ${word}`,
        { report: { ...REPORT, steps: [STEP, { ...STEP, [name]: "" }] } },
        [`Steps without ${word}: 1 of 2`],
      ],
    ),
    [
      "a step without anything",
      { report: { ...REPORT, steps: [STEP, { owner: "", effort: "", due: "" }] } },
      ["Steps without owner, effort or date: 1 of 2"],
    ],
    [
      "steps that lack different things",
      { report: { ...REPORT, steps: [STEP, { ...STEP, owner: "", due: "" }, { ...STEP, owner: "" }] } },
      ["Steps without owner (2) or date (1): 2 of 3"],
    ],
    [
      "a second rating a level away",
      { ratings: [{ place: first, verdict: 2, levels: [2, 3], explained: false }] },
      [`Second ratings of another level than the verdict, without a reason: 1 of ${of} ${unit}`],
    ],
    ["a second rating of the same level", { ratings: [{ place: first, verdict: 2, levels: [2], explained: false }] }, []],
    ["a second rating without a verdict", { ratings: [{ place: first, verdict: undefined, levels: [2, 4], explained: false }] }, []],
    ["a verdict that says why it departs", { ratings: [{ place: first, verdict: 2, levels: [4], explained: true }] }, []],
    [
      "a weakest thread without a note",
      { report: { ...REPORT, unexplained: 2 } },
      ["Weakest of what holds the maturity, without a note that says why: 2"],
    ],
    ["no author", { report: { ...REPORT, authors: "" } }, ["The cover of the report names no author"]],
  ])("%s", (_, changed, expected) => {
    expect(wordsOf(changed)).toEqual(expected);
  });

  test("evidence against one place alone names it", () => {
    const placesOf = (evidence: CheckedAssessment["evidence"]) => checksOf({ ...WHOLE, evidence }).map(({ place }) => place);
    expect([placesOf([entry([3]), entry([2])]), placesOf([entry([3]), entry([3], { at: second })])]).toEqual([[first], [undefined]]);
  });

  test("all in their order, each silent without what it needs", () => {
    const all: CheckedAssessment = {
      places: places({ flagged: true, noted: false, evidence: 0 }),
      evidence: [entry([2], { goodUntil: "2026-01-01" })],
      day: DAY,
      points: [{ about: first, open: 1 }],
      views: [{ place: first, ...views({ rarely: 3 }), objections: 1 }],
      report: { misfits: ["Executive summary"], steps: [{ ...STEP, owner: "" }], authors: "" },
      ratings: [{ place: first, verdict: 1, levels: [4], explained: false }],
    };
    const names = (changed: Partial<CheckedAssessment> = {}) => checksOf({ ...all, ...changed }).map(({ name }) => name);
    const NAMES = "flagged unnoted unevidenced points objections against past apart misfits steps author ratings".split(" ");
    expect(names()).toEqual(NAMES);
    const without = (...silent: string[]) => NAMES.filter((name) => !silent.includes(name));
    expect(names({ evidence: undefined })).toEqual(without("against", "past"));
    expect(names({ points: undefined })).toEqual(without("points"));
    expect(names({ views: undefined })).toEqual(without("objections", "apart"));
    expect(names({ report: undefined })).toEqual(without("misfits", "steps", "author"));
    expect(names({ ratings: undefined })).toEqual(without("ratings"));
  });
});

test("descoped places, and those that have left the scope, never count", () => {
  const gone = (descoped: boolean): CheckedAssessment => ({
    places: [
      { place: "thread/1/1", answered: true, descoped: false },
      ...(descoped
        ? [
            {
              place: "thread/1/2",
              answered: true,
              descoped,
              flagged: true,
              noted: false,
              evidence: 0,
              statements: [{ level: 2, fully: true }],
            },
          ]
        : []),
    ],
    evidence: [{ goodUntil: "2026-01-01", places: [{ place: "thread/1/2", against: [2] }] }],
    day: DAY,
    points: descoped
      ? [
          { about: "thread/1/2", open: 1 },
          { about: "thread/1/2/statement/2", open: 1 },
        ]
      : [],
    views: [{ place: "thread/1/2", ...views({ rarely: 5 }), objections: 3 }],
  });
  expect([checksOf(gone(true)), checksOf(gone(false))]).toEqual([[], []]);
});

test.each([
  ["of which every statement is", [3], true],
  ["of which one statement is not", [2], false],
  ["that has no statement", [1], false],
  ["one of several", [2, 3], true],
  ["none", [], false],
] as const)("evidence contradicts a level that is Fully: %s", (_, against, expected) => {
  const statements = [
    { level: 2, fully: true },
    { level: 2, fully: false },
    { level: 3, fully: true },
  ];
  expect([contradicts({ statements }, against), contradicts({}, against)]).toEqual([expected, false]);
});

test("a report is asked about once everything is answered, or somebody writes it", () => {
  const place = (answered: boolean, descoped = false) => ({ answered, descoped });
  expect(isReportDue([place(true), place(false, true)], {})).toBe(true);
  expect(isReportDue([place(true), place(false)], { summary: " " })).toBe(false);
  expect(isReportDue([place(true), place(false)], { "cover-version": "0.1" })).toBe(false);
  expect(isReportDue([place(true), place(false)], { "step-OG": "Ours" })).toBe(true);
});

test.each([
  [["thread/1/1"], "threads"],
  [["capability/19"], "practices"],
  [["capability/19", "maturity/1"], "practices and components"],
])("places are called by their kinds: %s", (places, expected) => {
  expect(unitOf(places.map((place) => ({ place })))).toBe(expected);
});
