/** The slides of a report for a client: a slide a message, which its title says (docs/rules/client-report.md#powerpoint). */
import { Stated } from "#model/basis.ts";
import { groupBy } from "#model/group-by.ts";
import { coverFrom } from "#model/report-cover.ts";
import { maturityMessage } from "#model/report-texts.ts";
import { countedInWords, countInWords, listed, upperFirst } from "#model/words.ts";
import { inClientWords } from "~/services/results/files/client-report/client-words.server";
import {
  aboutOf,
  briefly,
  contentOf,
  FINDINGS_PART,
  figures,
  forAudience,
  restsOn,
  STEPS_PART,
  scaleOf,
  sectionsFor,
  summaryOf,
  wanted,
  withoutDone,
} from "~/services/results/files/client-report/compose.server";
import {
  blocksOf,
  changesByName,
  findingsOf,
  firstRows,
  inWords,
  type ModelContent,
  paragraphs,
  readable,
  type SubjectContent,
  textFor,
  textTable,
  tickedBlocks,
  together,
  viewsIn,
  withHint,
  withoutEmpty,
} from "~/services/results/files/client-report/content.server";
import { correctionSlide } from "~/services/results/files/client-report/corrections.server";
import { answeredTitle } from "~/services/results/files/client-report/draft.server";
import { changesSlides } from "~/services/results/files/client-report/moved.server";
import { isOfActions, statesOver, stillToDo } from "~/services/results/sections/actions.server";
import { decisions } from "~/services/results/sections/decisions.server";
import { asOn, reportSteps, stepsInWords, stepsTable, stepsTitle } from "~/services/results/sections/steps.server";
import { ownPoints } from "~/views/charts/scores";
import {
  type Block,
  MOVED_PART,
  NOTES,
  type ReportSlides,
  type ReportWish,
  type Slide,
  SUMMARY_PART,
  type WrittenTexts,
} from "~/views/client-report";
import { factsOf } from "~/views/facts";
import type { Exhibit, Result, ResultSection, ResultTable } from "~/views/result";

const drawnIn = (block: Block) => (block.kind === "exhibit" ? inWords(block.exhibit) : "");

/** Slides that a board gets after the one with the title. */
const BOARD_SLIDES = 8;

/** The slides: what the presentation is made from. */
export function composeSlides(given: Result, wish: ReportWish, written: WrittenTexts): ReportSlides {
  const result = asOn(inClientWords(given), coverFrom(written).date);
  const content = contentOf(result);
  const has = wanted(result, content, wish);
  const board = wish.audience === "board";
  const summary = textFor(written, SUMMARY_PART, summaryOf(content));
  const points = content.summaryPoints;
  const steps = has(STEPS_PART) ? reportSteps(result, written) : undefined;
  const results = [...content.slides, ...resultSlides(result)]
    // The steps say the same of perspectives and practices.
    .filter((slide) => has(slide.section) && (!board || slide.board) && !(slide.lifts && steps))
    .map(({ section: _section, board: _board, lifts: _lifts, yields, blocks, forBoard = [], notes, ...slide }) => ({
      ...slide,
      // No note describes a chart in whose place a board has a table.
      notes: board && forBoard.length > 0 ? notes.filter((note) => !blocks.some((block) => note === drawnIn(block))) : notes,
      keep: yields ? KEEP.map : KEEP.result,
      blocks: (board && forBoard.length > 0 ? forBoard : blocks).flatMap((block): Block[] =>
        block.kind === "exhibit"
          ? readable(forAudience(block.exhibit, board)).map((exhibit) => ({ kind: "exhibit", exhibit: withTargetsThatFit(exhibit) }))
          : [block],
      ),
    }))
    // The summary says the score of the only part.
    .filter(({ blocks }) => blocks.length > 0 && !(has("summary") && blocks.every(hasOnePart)));
  const own = sectionsFor(result, "own").filter(({ id }) => has(`further-${id}`));
  const findings = findingsOf(content, wish.notes);
  const noted: Noted = ({ notes }) => (has(NOTES) ? tickedBlocks(notes, wish.notes) : []);
  const shown: (Kept | false)[] = [
    correctionSlide(result),
    has("summary") && {
      group: "summary",
      title: maturityMessage(result.figures, content.change),
      // Nobody reads a page from a slide: of what is suggested it has the messages.
      blocks: [
        withChanges(result, content),
        ...(written[SUMMARY_PART]?.trim() || points.length === 0 ? paragraphs(summary) : points.flatMap(paragraphs)),
      ],
      notes: [summary, ...content.method],
    },
    has(FINDINGS_PART) &&
      findings.length > 0 && {
        title: findingsTitle(content, findings),
        blocks: findings,
        notes: content.method,
      },
    // A second year is read for this.
    ...(has(MOVED_PART) && result.moved ? changesSlides(result.moved, written, { board, hasSummary: has("summary") }) : []),
    steps !== undefined && {
      title: `${stepsTitle(steps, board)}${levelNamed(result, steps.to)}`,
      blocks: blocksOf([withoutEmpty(stepsTable(steps, board, "slide"))]),
      notes: stepsInWords(steps, board),
    },
    ...results,
    ...own.flatMap((each) => messageSlide(each, board)).map((slide) => ({ ...slide, keep: KEEP.own })),
    ...(has("chapters") ? chapterSlides(content, written, noted, result.draftOf !== undefined) : []),
    has("scope") && {
      // A board has no other slide about the method.
      ...(board ? {} : { keep: KEEP.scope }),
      title: answeredTitle(result) ?? assessedTitle(content),
      blocks: [
        { kind: "facts", facts: [...factsOf(result, "slide"), ...content.deckKey] },
        ...[...content.methodInBrief, ...content.otherRule.brief, ...restsOn(result, has)].flatMap(paragraphs),
      ],
      notes: [
        factsOf(result, "report")
          .map(([label, text]) => `${label}: ${text}`)
          .join("\n"),
        ...[...content.method, ...content.otherRule.whole, ...scaleOf(result)],
      ],
    },
    // What is asked rests on all before it. No part of it may be lost.
    steps !== undefined && decisionsSlide(decisions(steps, board, result), content.method),
    ...appendixTables(content, written, has("chapters"), noted),
    // What has no message is to be read, not shown: it is in the Word file.
    ...(board ? [] : own.filter(({ forClients }) => forClients?.message !== undefined || result.draftOf !== undefined))
      .map((each) => briefly(each, has))
      .flatMap(({ text, exhibits, forClients }) =>
        exhibits
          .flatMap((exhibit, index) => (forClients?.message === undefined || index > 0 ? [exhibit] : furtherRows(exhibit)))
          .map((exhibit) => appendixSlide(exhibit.title, [{ kind: "exhibit", exhibit }], [...text, ...hintOf(exhibit)])),
      ),
    has("scope") && !board && appendixSlide("How answers were rated", scaleOf(result).flatMap(paragraphs), content.method),
  ];
  const all = fewEnough(
    shown.flatMap((slide): Kept[] => {
      const blocks = slide ? tickedBlocks(slide.blocks, wish.notes) : [];
      return slide && (blocks.length > 0 || slide.blocks.length === 0) ? [{ ...slide, blocks }] : [];
    }),
    board,
  ).map((slide): Slide => ({ ...slide, blocks: slide.blocks.map(inRows) }));
  const appendix = all.filter(({ group }) => group === "appendix");
  const before = all.filter((slide) => !appendix.includes(slide));
  const slides = appendix.length === 0 ? before : [...before, contentsOf(appendix), ...appendix];
  // A slide without notes gets notes on how scores are calculated.
  const withNotes = slides.map((slide) => (slide.notes.some((note) => note !== "") ? slide : { ...slide, notes: content.method }));
  return { about: aboutOf(result, written), short: board, slides: withNotes };
}

/** The headline figures, what has changed since last time, and how people see it; of a draft the figures alone. The title says the name of the level. */
function withChanges(result: Result, { meaning }: ModelContent): Block {
  const block = figures(result);
  if (block.kind !== "facts" || result.draftOf !== undefined) return block;
  const [[name] = [""], ...others] = block.facts;
  const views = viewsIn(result, new Stated()).map((said) => ["Views", said] as const);
  return { ...block, facts: [...(meaning ? [[name, meaning] as const, ...others] : block.facts), ...changesByName(result), ...views] };
}

/** ', Defined': the name of a level, where levels have names. */
function levelNamed({ scored }: Result, level: number | undefined): string {
  const name = level === undefined ? undefined : scored.standing.levelNames[level];
  return name ? `, ${name}` : "";
}

/** 'Seven decisions are requested'. */
const decisionsSlide = (blocks: Block[], notes: readonly string[]): Slide => ({
  title: `${upperFirst(countedInWords(blocks.length, "decision"))} ${blocks.length === 1 ? "is" : "are"} requested`,
  blocks,
  notes,
  isWhole: true,
});

/** 'Six findings, three of them on Stakeholder management, and two strengths': what there is, and where most of it is. */
function findingsTitle({ noted }: ModelContent, notes: readonly Block[]): string {
  const placed = notes.flatMap((block) => (block.kind === "text" && !block.heads ? [block] : []));
  const findings = placed.filter(({ text }) => /^\d/.test(text));
  const strengths = placed.length - findings.length;
  const byGroup = [...groupBy(findings, ({ noteAt }) => noted.find(({ place }) => place === noteAt)?.group ?? "")];
  const most = Math.max(0, ...byGroup.map(([, some]) => some.length));
  const groups = byGroup.filter(([, some]) => some.length === most).map(([group]) => group);
  const isSome = most > 1 && groups.length <= 2 && groups.length < byGroup.length;
  const where = isSome ? `${countInWords(most * groups.length)} of them on ${listed(groups)}` : `the first on ${byGroup[0]?.[0]}`;
  const parts = [
    ...(findings.length > 0 ? [`${countedInWords(findings.length, "finding")}, ${byGroup.length === 1 ? `on ${groups[0]}` : where}`] : []),
    ...(strengths > 0 ? [countedInWords(strengths, "strength")] : []),
  ];
  return upperFirst(parts.join(", and "));
}

/** Bars of more scores are so thin that the figures of two touch. */
const PAIRS = 8;

/** A chart of scores on a slide has targets where each score has one and there is room. The slide of targets has all of them. */
function withTargetsThatFit(exhibit: Exhibit): Exhibit {
  if (exhibit.kind !== "bars" || exhibit.laterFirst) return exhibit;
  const fits = ({ role, points }: (typeof exhibit.series)[number]) =>
    role !== "target" || (points.length <= PAIRS && points.every(Boolean));
  return { ...exhibit, series: exhibit.series.filter(fits) };
}

/** Slides before the appendix of the full deck: with those that a long table takes, and the cover, they are twenty at most. */
const FULL_SLIDES = 17;

/** Where there would be one slide too many, the one with the smallest number gives way. A slide without a number stays. */
const KEEP = { map: 1, scope: 2, result: 3, own: 4 } as const;
type Kept = Slide & { keep?: number };

/** Few enough slides: those that give way first, the last of them first, are left out for a board, and otherwise go to the appendix. */
function fewEnough(slides: readonly Kept[], board: boolean): Slide[] {
  const before = slides.flatMap(({ keep, group }, index) => (group === "appendix" ? [] : [{ keep, index }]));
  const tooMany = Math.max(0, before.length - (board ? BOARD_SLIDES : FULL_SLIDES));
  const yielding = before.flatMap(({ keep, index }) => (keep === undefined ? [] : [{ keep, index }]));
  const left = new Set(
    yielding
      .toSorted((a, b) => a.keep - b.keep || b.index - a.index)
      .slice(0, tooMany)
      .map(({ index }) => index),
  );
  return slides.flatMap(({ keep: _keep, ...slide }, index) =>
    !left.has(index) ? [slide] : board ? [] : [{ ...slide, group: "appendix" }],
  );
}

/** Rows of a table on a slide with a message; a board has no appendix for the rest. */
const MESSAGE_ROWS = 6;
/** Actions on theirs: of more, those that are still to be done. */
const MESSAGE_ACTIONS = 8;
/** The table of a slide with a message. */
const messageTable = (table: ResultTable): ResultTable =>
  isOfActions(table.id) && table.rows.length > MESSAGE_ACTIONS
    ? withoutDone(table, MESSAGE_ACTIONS, "appendix")
    : firstRows(table, isOfActions(table.id) ? MESSAGE_ACTIONS : MESSAGE_ROWS, "appendix");
/** The rows that it has no room for. */
function furtherRows(exhibit: Exhibit): Exhibit[] {
  if (exhibit.kind !== "table") return [];
  const shown = messageTable(exhibit).rows;
  const rows = exhibit.rows.filter((row) => !shown.includes(row));
  return rows.length === 0 ? [] : [{ ...exhibit, title: furtherTitle({ ...exhibit, rows }), rows }];
}

/** 'Six actions done or dropped', or 'How views differ: four more rows': a title that says what there is, as no slide has that of the table. */
function furtherTitle(table: ResultTable): string {
  const count = table.rows.length;
  if (!isOfActions(table.id)) return `${table.title}: ${countedInWords(count, "more row")}`;
  if (stillToDo(table).length > 0) return upperFirst(countedInWords(count, "more agreed action"));
  return `${upperFirst(countedInWords(count, "action"))} ${listed(statesOver(table)).replace(" and ", " or ")}`;
}

/** The sections of the results that have a message, with all exhibits. A board does not get one that would be one too many. */
const resultSlides = (result: Result): ModelContent["slides"] =>
  sectionsFor(result, "results").flatMap(({ text, exhibits, forClients }) => {
    const { message, explanation, board } = forClients ?? {};
    if (message === undefined) return [];
    const notes = [...text, ...(explanation === undefined ? [] : [explanation])];
    const slide = { section: "results" as const, board: board !== undefined, yields: true as const };
    return [{ ...slide, title: message, blocks: blocksOf(exhibits), notes }];
  });

/** A section of its own that has a message, with its first exhibit; the appendix has the others. */
const messageSlide = ({ text, exhibits, forClients }: ResultSection, board: boolean): Slide[] =>
  forClients?.message === undefined
    ? []
    : [
        {
          title: forClients.message,
          blocks: blocksOf(
            exhibits
              .slice(0, 1)
              .map((exhibit) => (board ? forAudience(exhibit, true) : exhibit.kind === "table" ? messageTable(exhibit) : exhibit))
              .map((exhibit) => withHint(exhibit, forClients.explanation)),
          ),
          notes: text,
        },
      ];

/** The slide before the appendix: what there is in it. */
const contentsOf = (appendix: readonly Slide[]): Slide =>
  appendixSlide("Appendix", [{ kind: "text", text: appendix.map(({ title }) => title).join("\n") }], []);

const appendixSlide = (title: string, blocks: readonly Block[], notes: readonly string[]): Slide => ({
  title,
  blocks,
  notes,
  group: "appendix",
});

/** A slide for each chapter that has one. @param noted the notes of a chapter that the report has */
const chapterSlides = ({ chapters, method }: ModelContent, written: WrittenTexts, noted: Noted, isDraft: boolean): Slide[] =>
  chapters.flatMap((chapter): Slide[] => {
    const { code, suggestion, slide } = chapter;
    if (!slide) return [];
    const opening = textFor(written, code, suggestion);
    const notes = noted(chapter).flatMap(asTexts);
    const next = slide.next.flatMap(paragraphs).map((each): Block => ({ ...each, yields: true }));
    return [
      {
        title: slide.title,
        blocks: [
          ...notes,
          ...(written[code]?.trim() ? paragraphs(opening) : notes.length > 0 && !isDraft ? next : slide.text.flatMap(paragraphs)),
          ...blocksOf([slide.chart]),
        ],
        // Of a long text the slide has the beginning.
        notes: [opening, ...notes.map(({ text }) => text), ...slide.next.filter((text) => !opening.includes(text)), ...method],
        group: "chapters",
      },
    ];
  });

type Noted = (chapter: Pick<SubjectContent, "notes">) => Block[];

/** A table of notes as texts: 'Planning: There is one plan of all schemes.' */
function asTexts(block: Block): { kind: "text"; text: string }[] {
  if (block.kind === "text") return [block];
  if (block.kind !== "exhibit" || block.exhibit.kind !== "table") return [];
  return block.exhibit.rows.map((row) => ({ kind: "text", text: row.map(({ text }) => text).join(": ") }));
}

/** What has no slide of its own, in tables of all: how each subject stands, and its notes. */
function appendixTables(content: ModelContent, written: WrittenTexts, hasChapters: boolean, noted: Noted): Slide[] {
  const { subjects, chapters, method } = content;
  const plain = chapters.filter(({ slide }) => !(hasChapters && slide));
  // What notes are about besides: components.
  const others = content.noted
    .filter(({ group }) => !chapters.some(({ name }) => name === group))
    .map(({ group: name, place: noteAt, text }) => ({ name, notes: [{ kind: "text" as const, text, noteAt }] }));
  const partsOf = (some: readonly Pick<SubjectContent, "name" | "notes">[]) =>
    some.flatMap((each) => noted(each).flatMap((block) => tableOf(block).map((table) => ({ name: each.name, table }))));
  const ofOthers = partsOf(others);
  const unit = subjects.replace(/s$/, "");
  const tables = [
    {
      title: `${subjects} one by one`,
      unit,
      parts: hasChapters ? plain.map((each) => ({ name: each.name, table: standingTable(each, written) })) : [],
    },
    {
      title: "What the assessors noted",
      unit: ofOthers.length > 0 ? `${unit} or component` : unit,
      parts: [...partsOf(plain), ...ofOthers],
    },
  ];
  return tables
    .filter(({ parts }) => parts.length > 0)
    .map(({ title, parts, ...named }, index) =>
      appendixSlide(title, blocksOf([together(`all-${index}`, title, named.unit, parts)]), method),
    );
}

/** How a subject stands as a row: in cells where it has them, otherwise in the words of its chapter. */
function standingTable({ code, suggestion, standing }: SubjectContent, written: WrittenTexts): ResultTable {
  if (!standing) return textTable("How it stands", textFor(written, code, suggestion));
  const { level, open, title } = standing;
  return {
    kind: "table",
    id: "standing",
    title: "How it stands",
    columns: [
      { title: "Level", kind: "code" },
      { title, kind: "text", wide: true },
    ],
    rows: [[{ text: level }, { text: textFor(written, code, open) }]],
  };
}

/** A note by itself as a table, like several. */
const tableOf = (block: Block): ResultTable[] =>
  block.kind === "text"
    ? [textTable("Note", block.text)]
    : block.kind === "exhibit" && block.exhibit.kind === "table"
      ? [block.exhibit]
      : [];

const hintOf = (exhibit: Exhibit): string[] => (exhibit.kind === "table" && exhibit.hint ? [exhibit.hint] : []);

const scoresIn = (block: Block) =>
  block.kind === "exhibit" && (block.exhibit.kind === "bars" || block.exhibit.kind === "radar") ? block.exhibit : undefined;
const hasOnePart = (block: Block) => scoresIn(block)?.spokes.length === 1;

/** A table of one row as names and values, like a chart of one score, and one of those as a text: no slide has a single row. */
function inRows(block: Block): Block {
  if (block.kind === "text") return block;
  const scores = scoresIn(block);
  const known = scores ? ownPoints(scores).flatMap((point, index) => (point ? [index] : [])) : [];
  const [only = 0] = known;
  if (scores && known.length === 1) {
    const named = scores.series.map(({ name, role, points }) => [role === "own" ? scores.spokes[only]?.name : name, points[only]?.text]);
    return inRows({ kind: "facts", facts: named.flatMap(([name, text]) => (name && text ? [[name, text] as const] : [])) });
  }
  if (block.kind === "exhibit") {
    const { exhibit } = block;
    const [row, ...others] = exhibit.kind === "table" ? [...exhibit.rows, ...(exhibit.total ? [exhibit.total] : [])] : [];
    if (exhibit.kind !== "table" || row === undefined || others.length > 0) return block;
    const texts = row.map(({ text, aside }) => [text, aside].filter(Boolean).join(" – "));
    return inRows({ kind: "facts", facts: exhibit.columns.map(({ title }, index) => [title, texts[index] ?? ""] as const) });
  }
  const [[name, value] = ["", ""], ...others] = block.facts;
  return others.length > 0 ? block : { kind: "text", text: `${name}: ${value}` };
}

/** '15 of the 34 practices were assessed'. */
function assessedTitle({ chapters, subjects, all }: ModelContent): string {
  const [only] = chapters;
  if (only && chapters.length === 1) return `${only.name} was assessed`;
  const some = chapters.length < all ? `${upperFirst(countInWords(chapters.length))} of the` : "All";
  return `${some} ${countInWords(all)} ${subjects.toLowerCase()} were assessed`;
}
