/** Puts a report for a client together: what both files share, and the document (docs/rules/client-report.md). */
import { dayOf } from "#model/days.ts";
import { howToRate, SCALE_SOURCE } from "#model/how-to-rate.ts";
import { coverFrom, type ReportCover } from "#model/report-cover.ts";
import { countedInWords, countInWords, listed, upperFirst } from "#model/words.ts";
import { config } from "~/services/config.server";
import { inClientWords } from "~/services/results/files/client-report/client-words.server";
import {
  blocksOf,
  clientSections,
  cutRows,
  findingsOf,
  firstRows,
  headOf,
  type ModelContent,
  paragraphs,
  readable,
  statementsIn,
  textFor,
  tickedBlocks,
  withoutEmpty,
} from "~/services/results/files/client-report/content.server";
import { correctionChapter } from "~/services/results/files/client-report/corrections.server";
import { toAnswer } from "~/services/results/files/client-report/draft.server";
import { versionsTable } from "~/services/results/files/client-report/issued-versions.server";
import { itilContent } from "~/services/results/files/client-report/itil.server";
import {
  changesAnnex,
  changesChapter,
  drawsScores,
  factsOfMoves,
  MOVED_TITLE,
  suggestedMoves,
} from "~/services/results/files/client-report/moved.server";
import { p3m3Content } from "~/services/results/files/client-report/p3m3.server";
import { ACTIONS_SECTION, isOfActions, statesOver, stillToDo } from "~/services/results/sections/actions.server";
import { DECISIONS, decisions } from "~/services/results/sections/decisions.server";
import { asOn, reportSteps, stepsTable, stepsTitle } from "~/services/results/sections/steps.server";
import { kindOf } from "~/views/charts/kinds";
import {
  type About,
  type Block,
  type Chapter,
  MOVED_PART,
  NOTES,
  type ReportDocument,
  type ReportText,
  type ReportWish,
  type SectionChoice,
  SUMMARY_PART,
  type WrittenTexts,
} from "~/views/client-report";
import { shortDate } from "~/views/dates";
import { factsOf } from "~/views/facts";
import type { Exhibit, ForClients, Result, ResultSection, ResultTable } from "~/views/result";

export const contentOf = (result: Result): ModelContent =>
  result.scored.model === "ITIL" ? itilContent(result, result.scored) : p3m3Content(result, result.scored);

const SIGN_OFF = "sign-off";
const VERSIONS = "versions";
/** How far second ratings agree, as a part of the method. */
const SECOND_RATINGS = "second-ratings";

/** Every answer with its statement, as an appendix of the document. */
export const ANSWERS = "answers";
/** The recommended steps, and for a board the decisions asked. */
export const STEPS_PART = "steps";
/** What was found: the most important of the ticked notes. */
export const FINDINGS_PART = "findings";
export const FINDINGS_TITLE = "What we found";
const ANSWER_SHEET = "Answers";
const listId = (sectionId: string) => `list-${sectionId}`;
const guardedId = (sectionId: string) => `guarded-${sectionId}`;
/** Rows of a board's tables. */
const BOARD_ROWS = 8;
/** Actions of a board's report that are still to be done, and where there are fewer than some, with others. */
const BOARD_ACTIONS = { open: 10, atLeast: 6 };

/** The sections that a report can have. */
export function choicesOf(result: Result, content = contentOf(result)): SectionChoice[] {
  return [
    { id: "summary", title: "Executive summary", board: true },
    ...(content.noted.length > 0 ? [{ id: FINDINGS_PART, title: "Findings, from ticked notes", board: true }] : []),
    { id: STEPS_PART, title: "Recommended steps", board: true },
    { id: "scope", title: "Scope and method", board: true },
    ...(result.methodOfRatings
      ? [
          {
            id: SECOND_RATINGS,
            title: "How far a second assessor agreed, in the method",
            board: true,
            onlyIfTicked: true as const,
            preview: result.methodOfRatings,
          },
        ]
      : []),
    { id: "results", title: "Results", board: true },
    ...sectionsFor(result, "benchmark").map(({ title }) => ({ id: "benchmark", title, board: true })),
    ...(result.moved ? [{ id: MOVED_PART, title: MOVED_TITLE, board: true }] : []),
    { id: "chapters", title: content.subjects, board: false },
    // Written for colleagues, until somebody says which of them are for the client.
    { id: NOTES, title: "Notes of the assessors", board: false, onlyIfTicked: true },
    ...sectionsFor(result, "own").map(({ id, title, forClients }) => ({
      id: `further-${id}`,
      title,
      board: forClients?.board !== undefined,
    })),
    ...(result.issued ? [{ id: VERSIONS, title: "Versions of this report (Word only)", board: false }] : []),
    ...(result.draftOf === undefined
      ? [{ id: SIGN_OFF, title: "Sign-off, with acceptance by the client (Word only)", board: false, onlyIfTicked: true as const }]
      : []),
    ...sectionsFor(result, "own").flatMap(({ id, forClients }) => [
      ...(forClients?.brief ? [{ id: listId(id), title: forClients.brief.unless, board: false, onlyIfTicked: true as const }] : []),
      ...(forClients?.guarded ? [{ id: guardedId(id), title: forClients.guarded, board: false, onlyIfTicked: true as const }] : []),
    ]),
    { id: ANSWERS, title: "All answers, in the Word file", board: false, onlyIfTicked: true },
  ];
}

/** A section with all that it holds where its list is ticked; otherwise with what it has in brief. What is guarded needs a tick of its own. */
export function briefly(section: ResultSection, has: (id: string) => boolean): ResultSection {
  const { text = section.text, exhibits = section.exhibits } = has(listId(section.id)) ? section : (section.forClients?.brief ?? {});
  const isGuarded = section.forClients?.guarded !== undefined && !has(guardedId(section.id));
  const shown = (exhibit: Exhibit) => (exhibit.kind === "table" ? withoutEmpty(isGuarded ? withGuards(exhibit) : exhibit) : exhibit);
  return { ...section, text, exhibits: exhibits.map(shown) };
}

/** A table with other words in its guarded cells. */
function withGuards(table: ResultTable): ResultTable {
  const rows = table.rows.map((row) => row.map(({ guard, ...cell }) => (guard === undefined ? cell : { ...cell, text: guard })));
  return { ...table, rows };
}

/** The sections that make up a chapter, in the order of the result. */
export const sectionsFor = (result: Result, chapter: ForClients["chapter"]): ResultSection[] =>
  clientSections(result).filter(({ forClients }) => forClients?.chapter === chapter);

/** What the executive summary says unless the assessors wrote one. */
export const summaryOf = ({ summary }: ModelContent): string => summary.filter((text) => text !== "").join("\n\n");

/** The texts that the assessors may write themselves, each with what is suggested. */
export function textsOf(result: Result, content = contentOf(result)): ReportText[] {
  return [
    { part: SUMMARY_PART, title: "Executive summary", suggestion: summaryOf(content), facts: content.summaryFacts },
    ...(result.moved
      ? [{ part: result.moved.part, title: MOVED_TITLE, suggestion: suggestedMoves(result.moved), facts: factsOfMoves(result.moved) }]
      : []),
    ...content.chapters.map(({ code, name, suggestion, facts }) => ({ part: code, title: name, suggestion, facts })),
  ];
}

/** What to leave out of somebody's wish. */
export function wanted(result: Result, content: ModelContent, { audience, sections }: ReportWish): (id: string) => boolean {
  const known = choicesOf(result, content);
  const wished = known.filter(({ id }) => sections.includes(id));
  const chosen = (wished.length > 0 ? wished : known.filter(({ onlyIfTicked }) => !onlyIfTicked)).filter(
    ({ board }) => audience === "full" || board,
  );
  return (id) => chosen.some((each) => each.id === id);
}

/** The document: what the Word file is made from. */
export function composeDocument(given: Result, wish: ReportWish, written: WrittenTexts): ReportDocument {
  const result = asOn(inClientWords(given), coverFrom(written).date);
  const content = contentOf(result);
  const has = wanted(result, content, wish);
  const board = wish.audience === "board";
  const own = sectionsFor(result, "own")
    .filter(({ id }) => has(`further-${id}`))
    .map((each) => briefly(each, has));
  // What was agreed stands behind what was found, and before what is to be decided.
  const isAgreed = ({ id }: ResultSection) => id === ACTIONS_SECTION;
  const further = [...own.filter((each) => !isAgreed(each)), ...own.filter(isAgreed)];
  const steps = has(STEPS_PART) ? reportSteps(result, written) : undefined;
  const moved = has(MOVED_PART) ? result.moved : undefined;
  const scores = has("summary") && has("results") ? scoreTables(result) : [];
  const results = resultParts(result, {
    board,
    notes: has(NOTES),
    hasSteps: steps !== undefined,
    hasTables: scores.length > 0,
    hasCharts: moved !== undefined && drawsScores(moved),
  });
  const findings = findingsOf(content, wish.notes);
  const chapters: (Chapter | false)[] = [
    // Nobody can leave out that it corrects another.
    correctionChapter(result, board),
    has("summary") && {
      id: "summary",
      title: "Executive summary",
      blocks: [
        ...(scores.length > 0 ? [] : [figures(result)]),
        ...paragraphs(textFor(written, SUMMARY_PART, summaryOf(content))),
        ...blocksOf(scores),
        headOf("Terms"),
        { kind: "facts", facts: content.key },
      ],
    },
    has(FINDINGS_PART) && findings.length > 0 && { id: FINDINGS_PART, title: FINDINGS_TITLE, blocks: findings },
    // A second year is read for this.
    moved !== undefined && changesChapter(moved, written, { board, aims: result.aims, hasSummary: has("summary") }),
    steps !== undefined && {
      id: STEPS_PART,
      title: stepsTitle(steps, board),
      blocks: [{ kind: "exhibit", exhibit: stepsTable(steps, board) }],
    },
    // A board's report is so short that its results need no heading above theirs.
    ...(has("results") && board ? results : []),
    has("results") && !board && { id: "results", title: "Results", blocks: [], parts: results },
    ...(has("benchmark") ? sectionsFor(result, "benchmark").map((each) => chapterOf(each, board)) : []),
    has("chapters") &&
      content.chapters.length > 0 && {
        id: "chapters",
        title: content.subjects,
        blocks: [],
        parts: content.chapters.map(({ code, name, suggestion, chart, notes, findings, toDo }) => ({
          id: code,
          title: name,
          blocks: [
            ...paragraphs(textFor(written, code, suggestion)),
            ...chart,
            ...(has(NOTES) ? notedBlocks(notes) : []),
            ...findings,
            ...toDo,
          ],
        })),
      },
    ...(has(NOTES) && !has("chapters") ? notesAlone(content) : []),
    ...further.map((each) => chapterOf(each, board)),
    has("scope") && { id: "scope", title: "Scope and method", blocks: scopeBlocks(result, content, { board, has }) },
    has(SIGN_OFF) && { id: SIGN_OFF, title: "Sign-off", blocks: [{ kind: "exhibit", exhibit: signOff(coverFrom(written)) }] },
    moved !== undefined && !board && changesAnnex(moved),
    has(ANSWERS) && { id: ANSWERS, title: "All answers", blocks: answerBlocks(result) },
  ];
  const shown = chapters.filter((each) => each !== false).flatMap((each) => tickedChapter(each, wish.notes));
  const at = (id: string) => shown.findIndex((each) => each.id === id);
  // What is asked rests on the steps and on what was agreed, so it stands behind both.
  const before = Math.max(at(STEPS_PART), at(ACTIONS_SECTION)) + 1;
  const document = {
    about: aboutOf(result, written),
    short: board,
    ...(has(VERSIONS) && result.issued ? { versions: versionsTable(result.issued) } : {}),
  };
  if (!steps) return { ...document, chapters: shown };
  const requests = { id: "decisions", title: DECISIONS, blocks: decisions(steps, board, result, at(STEPS_PART) + 1) };
  const ahead = `${upperFirst(countedInWords(requests.blocks.length, "decision is", "decisions are"))} requested in section ${before + 1}.`;
  const whole = shown.map((chapter) => (chapter.id === "summary" ? { ...chapter, blocks: withEnd(chapter.blocks, ahead) } : chapter));
  return { ...document, chapters: whole.toSpliced(before, 0, requests) };
}

/** Blocks with a paragraph behind the last one. */
const withEnd = (blocks: readonly Block[], text: string): Block[] =>
  blocks.toSpliced(blocks.findLastIndex((block) => block.kind === "text" && !block.heads) + 1, 0, { kind: "text", text });

/** A chapter without the notes that are not ticked; none where nothing else was in it. */
function tickedChapter(chapter: Chapter, ticked: ReportWish["notes"]): Chapter[] {
  const blocks = tickedBlocks(chapter.blocks, ticked);
  const parts = chapter.parts?.flatMap((part) => tickedChapter(part, ticked));
  const isEmpty = blocks.length === 0 && (parts ?? []).length === 0 && (chapter.blocks.length > 0 || chapter.parts !== undefined);
  return isEmpty ? [] : [{ ...chapter, blocks, ...(parts ? { parts } : {}) }];
}

/** Where people sign, with room for it. */
export function signOff({ authors = "", reviewer = "" }: ReportCover): ResultTable {
  const roles = [
    ["Prepared by", authors],
    ["Reviewed by", reviewer],
    ["Accepted for the client by", ""],
  ] as const;
  return {
    kind: "table",
    id: SIGN_OFF,
    title: "Sign-off",
    columns: [
      { title: "Role", kind: "text", names: true },
      { title: "Name", kind: "text", wide: true },
      { title: "Date", kind: "text", wide: true },
      { title: "Signature", kind: "text", wide: true },
    ],
    rows: roles.map(([role, name]) => [{ text: role }, { text: name }, { text: "" }, { text: "\n" }]),
  };
}

/** The sheet of the Excel file as a table. */
function answerBlocks({ sheets }: Result): Block[] {
  const sheet = sheets.find(({ name }) => name === ANSWER_SHEET);
  if (!sheet) return [{ kind: "text", text: "The statements are not known." }];
  const last = sheet.columns.length - 1;
  const columns = sheet.columns.map(({ title }, index) => ({ title, kind: "text" as const, ...(index === last ? { wide: true } : {}) }));
  const rows = sheet.rows.map((row) => row.map((value) => ({ text: value === null ? "–" : String(value) })));
  return [{ kind: "exhibit", exhibit: { kind: "table", id: ANSWERS, title: "Answers", columns, rows } }];
}

const notedBlocks = (notes: readonly Block[]): Block[] =>
  notes.flatMap((block): Block[] =>
    block.kind === "text" ? paragraphs(`Note: ${block.text}`).map((each) => ({ ...each, noteAt: block.noteAt })) : [block],
  );

function notesAlone({ chapters }: ModelContent): Chapter[] {
  const parts = chapters.filter(({ notes }) => notes.length > 0).map(({ code, name, notes }) => ({ id: code, title: name, blocks: notes }));
  return parts.length === 0 ? [] : [{ id: NOTES, title: "Notes of the assessors", blocks: [], parts }];
}

/** Figures as a report states them. The document says once that one is not known yet. */
const known = ({ figures }: Result): Result["figures"] =>
  figures.map((figure) =>
    figure.unknown ? { ...figure, value: "", meaning: figure.unknown === "once complete" ? figure.meaning : "None yet" } : figure,
  );

/** '2 – Repeatable': a full stop behind a figure would make it look like the number of a list. */
export const figureInWords = ({ value, meaning }: Pick<Result["figures"][number], "value" | "meaning">) =>
  [value, meaning].filter((text) => text !== "").join(" – ");

export const figures = (result: Result): Block => ({
  kind: "facts",
  facts: [
    ...known(result).map(({ label, value, meaning }) => [label, figureInWords({ value, meaning })] as const),
    ...(result.assessment.extent ? [["In scope", result.assessment.extent] as const] : []),
  ],
});

/** What of the results is elsewhere in the report. */
interface Elsewhere {
  /** What would lift the result. */
  hasSteps: boolean;
  /** The tables of scores. */
  hasTables: boolean;
  /** The chart of scores. */
  hasCharts: boolean;
}

function resultParts(
  result: Result,
  { board, notes, hasSteps, hasTables, hasCharts }: Elsewhere & { board: boolean; notes: boolean },
): Chapter[] {
  const sections = sectionsFor(result, "results");
  const inTable = sections.some(({ forClients }) => forClients?.summary && forClients.board === "tables");
  return (
    sections
      .filter(({ forClients }) => (forClients?.board || !board) && (!forClients?.notes || notes))
      // A board reads of the same perspectives and practices in the steps, and of targets in a table of scores.
      .filter(({ id, forClients }) => !(board && ((hasSteps && forClients?.lifts) || (inTable && id === TARGETS))))
      .map(({ exhibits, ...each }) => {
        const { summary, lifts } = each.forClients ?? {};
        const isLeft = ({ kind }: Exhibit) => (kind === "table" ? (summary && hasTables) || (lifts && hasSteps) : summary && hasCharts);
        return chapterOf({ ...each, exhibits: exhibits.filter((exhibit) => !isLeft(exhibit)) }, board);
      })
      .filter(({ blocks }) => blocks.length > 0)
  );
}

/** The tables of scores, which stand below the executive summary. */
const scoreTables = (result: Result): ResultTable[] =>
  (result.draftOf === undefined ? sectionsFor(result, "results") : [])
    .filter(({ forClients }) => forClients?.summary)
    .flatMap(({ exhibits }) => exhibits.filter((exhibit) => exhibit.kind === "table"))
    .map((table) => (table.rows.length <= BOARD_ROWS ? { ...table, keepsRows: true } : table));

/** The section with the targets. */
const TARGETS = "targets";

/** A section as a chapter. Of two charts of the same scores, the one that can be read better is enough. */
function chapterOf({ id, title, text, exhibits, forClients }: ResultSection, board: boolean): Chapter {
  const repeated = exhibits.flatMap((exhibit) => (exhibit.kind === "table" ? [] : (kindOf(exhibit).standsFor ?? [])));
  const tablesOnly = board && forClients?.board === "tables";
  const chartsOnly = board && !tablesOnly && (repeated.length > 0 || forClients?.board === "charts");
  const shown = exhibits
    .filter(({ kind }) => (tablesOnly ? kind === "table" : !repeated.includes(kind) && !(chartsOnly && kind === "table")))
    .map((exhibit) => (isOfActions(exhibit.id) ? forAudience(exhibit, board) : exhibit));
  return {
    id,
    title,
    blocks: [...text.flatMap(paragraphs), ...shown.flatMap(readable).map((exhibit): Block => ({ kind: "exhibit", exhibit }))],
  };
}

export function forAudience(exhibit: Exhibit, board: boolean): Exhibit {
  if (!board || exhibit.kind !== "table") return exhibit;
  if (!isOfActions(exhibit.id)) return firstRows(exhibit, BOARD_ROWS);
  // A board has to decide about what is still to be done.
  return { ...withoutDone(exhibit, BOARD_ACTIONS.open), keepsRows: true };
}

/** A table of the actions that are still to be done. If there are none, it has some of the others. */
export function withoutDone(table: ResultTable, most: number, where?: string): ResultTable {
  const all = stillToDo(table);
  const open = all.slice(0, most);
  if (open.length === 0) return cutRows(table, table.rows.slice(0, BOARD_ACTIONS.atLeast), where);
  return cutRows(table, open, where, open.length === all.length ? overIn(table) : undefined);
}
/** Names the finished actions that a table leaves out: 'The five that are done are'. */
function overIn(table: ResultTable): (left: number) => string {
  const states = listed(statesOver(table)).replace(" and ", " or ");
  return (left) => (left === 1 ? `The one that is ${states} is` : `The ${countInWords(left)} that are ${states} are`);
}

/** The bounds of the answers that a model has. */
const BOUNDS = { P3M3: "The limits of 85 % and 15 % are those", ITIL: "The limit of 85 % is that" } as const;

/** The meaning of each answer. How assessors settle doubts is not for a client's report. */
const SCALE = /^(?:Fully|Partially|Rarely\/Never): /;

export const scaleOf = ({ model }: Result): string[] => [
  ...howToRate(model)
    .filter((line) => SCALE.test(line))
    .map((line) =>
      line
        .replace(/, and at levels 2 and 3 also .*/, ". At levels 2 and 3 a partial or similar practice is also rated Partially.")
        .replace("everything else, and when nothing was found", "anything less; a criterion has no rating between the two"),
    ),
  SCALE_SOURCE.replace("The bounds are those", BOUNDS[model]),
];

const scopeBlocks = (
  result: Result,
  { coverage, method, methodInBrief, otherRule }: ModelContent,
  { board, has }: { board: boolean; has: (id: string) => boolean },
): Block[] => [
  { kind: "facts", facts: factsOf(result, "report") },
  // The summary has said the rest.
  ...paragraphs(has("summary") ? coverage.further : coverage.whole),
  ...sectionsFor(result, "scope").flatMap(({ text }) => text.flatMap(paragraphs)),
  ...[
    ...(board ? [...methodInBrief, ...otherRule.brief] : [...method, ...otherRule.whole, ...statementsIn(result)]),
    ...restsOn(result, has),
  ].flatMap(paragraphs),
  ...(board ? [] : definitions(scaleOf(result))),
];

/** 'Fully: shown in …' as names and values, which stay on one page; what defines nothing is a paragraph. */
function definitions(lines: readonly string[]): Block[] {
  const parts = lines.map((line) => [line, line.indexOf(": ")] as const);
  const facts = parts.flatMap(([line, at]) => (at < 0 ? [] : [[line.slice(0, at), upperFirst(line.slice(at + 2))] as const]));
  return [
    ...(facts.length > 0 ? [{ kind: "facts" as const, facts }] : []),
    ...parts.flatMap(([line, at]) => (at < 0 ? paragraphs(line) : [])),
  ];
}

/** What the method says of the evidence, of those who were asked for their view, and of a second assessor. */
export const restsOn = ({ methodOfEvidence, methodOfOpinions, methodOfRatings }: Result, has: (id: string) => boolean): string[] =>
  [methodOfEvidence, methodOfOpinions, has(SECOND_RATINGS) ? methodOfRatings : undefined].filter((text) => text !== undefined);

export function aboutOf(result: Result, written: WrittenTexts): About {
  const { model, assessment, organization, comparedWith, draftOf, issued } = result;
  const last = issued?.at(-1);
  const draft = draftOf === undefined ? undefined : `As of ${shortDate(draftOf)}. ${toAnswer(result)}`;
  return {
    model,
    assessment,
    organization,
    figures: known(result),
    comparedWith,
    draft,
    ...(last ? { statusOf: dayOf(new Date(last.at), config().timeZone) } : {}),
    cover: { ...(last ? { version: last.number } : {}), ...coverFrom(written) },
  };
}
