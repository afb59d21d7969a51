/** What moved since an earlier assessment, as sections of a page and a sheet of the Excel file (docs/rules/comparison.md). */

import type { ChangesFacts, ChangesWhole } from "#model/changes-texts.ts";
import type {
  Comparison,
  ComparisonSide,
  FigureChange,
  ItilComparison,
  Outcome,
  P3m3Comparison,
  Rewordings,
} from "#model/contract/comparison.ts";
import { formatScore, roundHalfAway } from "#model/rounding.ts";
import { overallNames } from "#model/score-names.ts";
import { counted, listed, lowerFirst, upperFirst } from "#model/words.ts";
import { NONE, scoreOrNone, textCell } from "~/services/results/blocks/cells.server";
import { type SharedColumn, scoreColumn, sheetOf, tableOf, textColumn, wholeColumn } from "~/services/results/blocks/columns.server";
import { section } from "~/services/results/blocks/section.server";
import { plainTextOf } from "~/services/upstream/rich-text.server";
import type { Bars } from "~/views/charts/bars";
import { shortDate } from "~/views/dates";
import type { Cell, ResultSection, Sheet } from "~/views/result";

/** The tab that holds them: no result shows it, and the comparison shows nothing else. */
export const COMPARISON_TAB = "comparison";
const ID = "comparison";

/** Whether an exhibit is one of a comparison. */
export const isOfComparison = (exhibitId: string): boolean => exhibitId.startsWith(`${ID}-`);

/** What may be said of a figure, in the order in which readers look for it. */
const SAID: readonly Outcome[] = [
  "risen",
  "fallen",
  "statements changed",
  "newly covered",
  "no longer covered",
  "not answered yet",
  "unchanged",
];

interface NamedChange extends FigureChange {
  name: string;
  /** The perspective of a thread, or the kind of figure. */
  group?: string;
  reworded?: Rewordings | undefined;
}

const signed = (difference: number): Cell => ({
  text: difference === 0 ? "0.00" : `${difference > 0 ? "+" : "−"}${formatScore(Math.abs(difference))}`,
  value: roundHalfAway(difference, 2),
});

const THEN = scoreColumn<FigureChange>("Then", 10, ({ before }) => before);
const NOW = scoreColumn<FigureChange>("Now", 10, ({ now }) => now);
const DIFFERENCE: SharedColumn<FigureChange> = {
  title: "Difference",
  kind: "decimal",
  width: 12,
  cell: ({ difference }) => (difference === null ? NONE : signed(difference)),
};
const OUTCOME = textColumn<FigureChange>("Outcome", 22, ({ outcome }) => (outcome === null ? "Side by side" : upperFirst(outcome)));
const MOVED = [THEN, NOW, DIFFERENCE, OUTCOME];
const named = (title: string, width = 38) => textColumn<NamedChange>(title, width, ({ name }) => name, { names: true });

/** '2025 review (Project), completed 4 Nov 2025', or 'Report of 2021 (Project), 3 May 2021, entered by hand'. */
export const comparedInWords = ({ name, scope, date, enteredByHand: source }: ComparisonSide): string =>
  source !== undefined
    ? `${source}${scope ? ` (${scope})` : ""}${date ? `, ${shortDate(date)}` : ""}, entered by hand`
    : `${name?.trim() || "An assessment without a name"}${scope ? ` (${scope})` : ""}${date ? `, completed ${shortDate(date)}` : ""}`;

/** 'Threads: risen 3, fallen 1.' */
function inWords(moves: readonly FigureChange[], what: string): string[] {
  const parts = SAID.flatMap((outcome) => {
    const count = moves.filter((move) => move.outcome === outcome).length;
    return count === 0 ? [] : [`${outcome} ${count}`];
  });
  return parts.length === 0 ? [] : [`${what}: ${parts.join(", ")}.`];
}

type CodedChange = NamedChange & { code: string };

/** Then and now as bars, for what both have. */
function barsOf(id: string, title: string, figuresIn: string, moves: readonly CodedChange[]): Bars[] {
  const shown = moves.filter(({ before, now }) => before !== null && now !== null);
  if (shown.length === 0) return [];
  const points = (of: (move: FigureChange) => number | null) => shown.map((move) => (of(move) === null ? null : scoreOrNone(of(move))));
  return [
    {
      kind: "bars",
      id,
      title,
      titleAlone: title,
      figuresIn,
      spokes: shown.map(({ code, name }) => ({ code, name })),
      series: [
        { name: "Now", role: "own", points: points(({ now }) => now) },
        { name: "Before", role: "benchmark", points: points(({ before }) => before) },
      ],
      laterFirst: true,
    },
  ];
}

/** The same as a chart of each: scores that cannot be compared do not share one. */
function barsApart(id: string, title: string, figuresIn: string, moves: readonly CodedChange[]): Bars[] {
  return barsOf(id, title, figuresIn, moves).flatMap((bars) =>
    bars.series.toReversed().map((series, index): Bars => {
      const when = index === 0 ? "then" : "now";
      const titled = `${title} ${when}`;
      return { ...bars, id: `${id}-${when}`, title: titled, titleAlone: titled, series: [{ ...series, role: "own" }] };
    }),
  );
}

const total = (name: string, moved: FigureChange): Cell[] => [textCell(name), ...MOVED.map(({ cell }) => cell(moved))];

const isByHand = ({ before }: Pick<Comparison, "before">) => before.enteredByHand !== undefined;
const BY_HAND = "Only its scores are known, not its statements. So part of a difference may come from statements that say something else.";

/**
 * Tells readers that the scopes differ, that statements changed, or that nobody knows those of one side.
 * @param score the name of the overall score, which nobody has entered
 */
function remarks(comparison: Comparison, sameScope: boolean, moves: readonly FigureChange[], score?: string): string[] {
  return [
    ...(sameScope ? [] : ["The scopes differ, and with them the statements. Both stand side by side, without differences."]),
    ...(isByHand(comparison) && sameScope ? [BY_HAND] : []),
    ...(isByHand(comparison) && score !== undefined ? [`Its ${lowerFirst(score)} is the mean of the scores that were entered.`] : []),
    ...(moves.some(({ outcome }) => outcome === "statements changed")
      ? [
          "'Statements changed' marks a difference that comes from statements that ask something else now. That is neither a rise nor a fall.",
        ]
      : []),
  ];
}

/** The maturity then and now; that of the whole, too, where it is another. */
function maturityInWords({ before, now, printed }: P3m3Comparison["maturity"]): string[] {
  if (before === null || now === null) return [];
  const isPrinted = printed.before === before && printed.now === now;
  const theirs = isPrinted
    ? "."
    : ` over what both have answered. As a whole, ${printed.before ?? "–"} then and ${printed.now ?? "–"} now.`;
  return [`Maturity: ${before} then, ${now} now${theirs}`];
}

/** Why two maturities have no difference. */
const apartInWords = ({ before, now, difference }: FigureChange): string[] =>
  before === null || now === null || difference !== null ? [] : ["They cover other perspectives, so they have no difference."];

/** Which figures of ITIL have no difference although both have them. */
function itilApartInWords(why: string, moves: readonly NamedChange[]): string[] {
  const apart = moves.filter(({ before, now, difference }) => before !== null && now !== null && difference === null);
  if (apart.length === 0) return [];
  return [`${why}. So ${apart.length === 1 ? "this has" : "these have"} no difference: ${listed(apart.map(({ name }) => name))}.`];
}

type Names = ReturnType<typeof overallNames>;

/** What a comparison says: on a page, in the Excel file, and for the sentences of a client's report. */
export interface ComparedSections {
  sections: ResultSection[];
  sheet: Sheet;
  /** It names the other assessment, and says what readers have to know of it. */
  about: string[];
  facts: Omit<ChangesFacts, "since" | "soFar">;
}

function p3m3Sections(comparison: P3m3Comparison, opening: string, names: Names): ComparedSections {
  const { perspectives, overall, maturity, sameScope } = comparison;
  const threads = perspectives.flatMap((perspective) =>
    perspective.threads.map((thread): NamedChange => ({ ...thread, group: perspective.name })),
  );
  const differs = (printed: { before: number | null; now: number | null }, moved: FigureChange) =>
    sameScope && (formatScore(printed.before) !== formatScore(moved.before) || formatScore(printed.now) !== formatScore(moved.now));
  const recalculated = perspectives.some(({ printed, ...moved }) => differs(printed, moved)) || differs(overall.printed, overall);
  type Row = (typeof perspectives)[number];
  const printedColumns = recalculated
    ? [
        scoreColumn<Row>("As a whole, then", 16, ({ printed }) => printed.before),
        scoreColumn<Row>("As a whole, now", 16, ({ printed }) => printed.now),
      ]
    : [];
  const table = tableOf<Row>({
    id: `${ID}-perspectives`,
    title: "Perspectives then and now",
    columns: [named("Perspective", 28), ...MOVED, ...printedColumns],
    rows: perspectives,
    total: [
      ...total(names.score, overall),
      ...(recalculated ? [scoreOrNone(overall.printed.before), scoreOrNone(overall.printed.now)] : []),
    ],
    ...(recalculated
      ? {
          hint: isByHand(comparison)
            ? "The overall score is recalculated over the perspectives that both have. The columns 'As a whole' show it over all that each has."
            : "Then and now are recalculated over the threads that both have answered. The columns 'As a whole' count all that each has answered.",
        }
      : {}),
  });
  const about = [opening, ...remarks(comparison, sameScope, threads, names.score)];
  const threadColumns = [textColumn<NamedChange>("Perspective", 28, ({ group }) => group ?? ""), named("Thread"), ...MOVED];
  return {
    sections: [
      moved(
        [
          ...about,
          ...(sameScope || isByHand(comparison) ? [] : ["The Excel file has the threads."]),
          ...maturityInWords(maturity),
          ...(isByHand(comparison) && sameScope ? apartInWords(maturity) : []),
          ...inWords(perspectives, "Perspectives"),
        ],
        [
          ...(sameScope
            ? barsOf(`${ID}-bars`, "Perspective scores then and now", table.title, perspectives)
            : barsApart(`${ID}-bars`, "Perspective scores", table.title, perspectives)),
          table,
        ],
      ),
      ...(sameScope && !isByHand(comparison) ? [threadSection(threads, threadColumns)] : []),
      ...rewordedSection(threads, "Thread"),
    ],
    sheet: sheetOf(
      "Comparison",
      threadColumns,
      [
        ...perspectives.flatMap((perspective): NamedChange[] => [
          { ...perspective, group: perspective.name, name: "Perspective" },
          ...perspective.threads.map((thread) => ({ ...thread, group: perspective.name })),
        ]),
        { ...overall, group: "Overall", name: names.score },
      ],
      { note: opening, emphasis: { whole: ["Overall"], part: [] } },
    ),
    about,
    facts: {
      isApart: !sameScope,
      isLevel: false,
      wholes: [
        { ...wholeOf(overall, sameScope), name: names.score, isLevel: false },
        ...(isNotEntered(comparison, maturity) ? [] : [{ ...wholeOf(maturity, sameScope), name: names.maturity, isLevel: true }]),
      ],
      parts: [
        { one: "perspective", many: "perspectives", compared: "assessed both times", moves: perspectives, areNamed: true },
        { one: "thread", many: "threads", compared: "rated both times", moves: sameScope ? threads : [], areNamed: false },
      ],
    },
  };
}

/** Whether nobody knows what a figure was then, because it was left empty. */
const isNotEntered = (comparison: Comparison, { before }: FigureChange) => isByHand(comparison) && before === null;

/** A figure of the whole, with those of the results where they are others. */
function wholeOf({ printed, ...moved }: P3m3Comparison["overall"], sameScope: boolean): FigureChange & Pick<ChangesWhole, "printed"> {
  const { before, now } = printed;
  const isOther = formatScore(before) !== formatScore(moved.before) || formatScore(now) !== formatScore(moved.now);
  return { ...moved, ...(sameScope && isOther && before !== null && now !== null ? { printed } : {}) };
}

/** The threads that are not unchanged. */
function threadSection(threads: readonly NamedChange[], columns: readonly SharedColumn<NamedChange>[]): ResultSection {
  const rows = threads.filter(({ outcome }) => outcome !== "unchanged");
  return section(
    `${ID}-threads-section`,
    "Threads that moved",
    [
      ...inWords(threads, "Threads"),
      ...(rows.length > 0 && rows.length < threads.length ? ["The table leaves out what is unchanged; the Excel file has all."] : []),
    ],
    rows.length > 0 ? [tableOf({ id: `${ID}-threads`, title: "Threads then and now", columns, rows })] : [],
    { tab: COMPARISON_TAB },
  );
}

/** Both wordings of what a difference rests on, where other words asked the same then. */
function rewordedSection(moves: readonly NamedChange[], what: "Thread" | "Practice"): ResultSection[] {
  const rows = moves.flatMap(({ group, name, reworded = [] }) => reworded.map((each) => ({ ...each, group, name })));
  if (rows.length === 0) return [];
  type Row = (typeof rows)[number];
  const columns = [
    ...(what === "Thread" ? [textColumn<Row>("Perspective", 28, ({ group }) => group ?? "")] : []),
    textColumn<Row>(what, 28, ({ name }) => name, { names: true }),
    wholeColumn<Row>("Level", 8, ({ level }) => level),
    textColumn<Row>("Words then", 60, ({ before }) => plainTextOf(before), { wide: true }),
    textColumn<Row>("Words now", 60, ({ now }) => plainTextOf(now), { wide: true }),
  ];
  const count = what === "Thread" ? counted(rows.length, "statement") : counted(rows.length, "criterion", "criteria");
  const sentence = `Differences rest on ${count} with other words now. The content says that both wordings ask the same.`;
  const table = tableOf({ id: `${ID}-reworded`, title: "Words then and now", columns, rows });
  return [section(`${ID}-reworded-section`, "Asked in other words", [sentence], [table], { tab: COMPARISON_TAB })];
}

const moved = (text: string[], exhibits: ResultSection["exhibits"]) => section(ID, "What moved", text, exhibits, { tab: COMPARISON_TAB });

function itilSections(comparison: ItilComparison, opening: string, { svs }: Names): ComparedSections {
  const { capabilities, maturities, maturity, samePractices } = comparison;
  const hasMaturity = maturities.length > 0;
  const practices = tableOf({
    id: `${ID}-practices`,
    title: "Practices then and now",
    columns: [named("Practice"), ...MOVED],
    rows: capabilities,
  });
  const components = tableOf({
    id: `${ID}-components`,
    title: "Components then and now",
    columns: [named("Component"), ...MOVED],
    rows: maturities,
    ...(hasMaturity ? { total: total(svs, maturity) } : {}),
  });
  const apart = samePractices
    ? []
    : itilApartInWords(isByHand(comparison) ? "The ranks of practices then are not known" : "Practices or their ranks differ", [
        ...maturities.map((each) => ({ ...each, name: `the component ${each.name}` })),
        ...(hasMaturity ? [{ ...maturity, name: `the ${lowerFirst(svs)}` }] : []),
      ]);
  const rows = [
    ...maturities.map((each): NamedChange => ({ ...each, group: "Component" })),
    ...capabilities.map((each): NamedChange => ({ ...each, group: "Practice" })),
    ...(hasMaturity ? [{ ...maturity, name: svs, group: "Overall" }] : []),
  ];
  const about = [opening, ...remarks(comparison, true, [...capabilities, ...maturities])];
  return {
    sections: [
      moved(
        [...about, ...inWords(capabilities, "Practices")],
        [...barsOf(`${ID}-bars`, "Practice levels then and now", practices.title, capabilities), practices],
      ),
      ...(hasMaturity ? [section(`${ID}-components-section`, "Maturity then and now", apart, [components], { tab: COMPARISON_TAB })] : []),
      ...rewordedSection(capabilities, "Practice"),
    ],
    sheet: sheetOf(
      "Comparison",
      [textColumn<NamedChange>("Kind", 14, ({ group }) => group ?? ""), named("Practice or component"), ...MOVED],
      rows,
      { note: opening, emphasis: { whole: ["Overall"], part: [] } },
    ),
    about: [...about, ...apart],
    facts: {
      isApart: false,
      isLevel: true,
      wholes: hasMaturity && !isNotEntered(comparison, maturity) ? [{ ...maturity, name: svs, isLevel: true }] : [],
      parts: [
        {
          ...{ one: "practice", many: "practices", areNamed: true },
          compared: isByHand(comparison) ? "scored both times" : "assessed both times",
          moves: capabilities,
        },
        { one: "component", many: "components", compared: "that can be compared", moves: maturities, areNamed: true },
      ],
    },
  };
}

/** The sections and the sheet of a comparison. @param extent of the assessment, as of `overallNames` */
export function comparisonSections(comparison: Comparison, extent?: string): ComparedSections {
  const opening = `Compared with ${comparedInWords(comparison.before)}.`;
  const names = overallNames(extent);
  return comparison.assessmentType === "P3M3" ? p3m3Sections(comparison, opening, names) : itilSections(comparison, opening, names);
}
