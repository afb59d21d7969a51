/**
 * The content of a result, in shapes that the screen, print, images and Excel share. A service fills them once, and everything that draws
 * them takes texts and numbers from the same cells (docs/rules/results-and-files.md#one-report).
 */

import type { Fact } from "#model/basis.ts";
import type { ChangesFacts } from "#model/changes-texts.ts";
import type { IssuedVersion } from "#model/contract/report-versions.ts";
import type { P3m3Covered } from "#model/coverage-texts.ts";
import type { ItilLift, P3m3Lift } from "#model/judgement.ts";
import type { StepAction, SuggestedSteps } from "#model/recommended-steps.ts";
import type { HeadlineFigure, ScoredName } from "#model/report-texts.ts";
import type { AimState } from "#model/targets.ts";
import type { ActionAbout } from "~/views/action-links";
import type { CellMark, Point } from "~/views/charts/chart";
import type { AnyChart } from "~/views/charts/kinds";
import type { Lines } from "~/views/charts/lines";
import type { Standing } from "~/views/what-if";

export type { CellMark, LevelMark } from "~/views/charts/chart";
export type { AnyChart } from "~/views/charts/kinds";

export interface Cell extends Point {
  /** Shown next to the text, such as a difference. Below a mark it may have several lines. */
  aside?: string;
  mark?: CellMark;
  /** Stands out from the other cells of its row. */
  marked?: true;
  /** The level, 0 to 5, by which a score is coloured. The score itself is always shown. */
  band?: number;
  /** Of the state of a target: the filter `Below target` keeps its row. Absent in a table without targets. */
  isBelowTarget?: boolean;
  /** The link of the text on screen. */
  href?: string;
  /** What a client's report says in its place, unless the guarded part of its section is ticked. */
  guard?: string;
  /** Of a note of the assessors: the place that it is about, by which it is ticked for a client's report. */
  noteAt?: string;
  /** What the text belongs to: links name it for screen readers, because others may have the same text. */
  of?: string;
  /** The finding that an action may begin with. */
  begins?: ActionAbout;
  /** On screen: where that action is added, for whoever may. */
  act?: string;
}

export interface Column {
  title: string;
  kind: "text" | "code" | "number" | "mark";
  /** The column that names its row. */
  names?: boolean;
  /** Holds sentences, so it gets the remaining width. */
  wide?: boolean;
  /** On slides: gets as much of that as other columns of which this is said, whatever they hold. */
  even?: boolean;
  /** Of names: two lines of them are better than less room for sentences. */
  narrow?: boolean;
  /** Left out where a table has to fit on one slide and does not; the notes say what it says. */
  yields?: boolean;
}

export interface ResultTable {
  kind: "table";
  id: string;
  title: string;
  columns: Column[];
  rows: Cell[][];
  /** The row below all others: the overall figure. */
  total?: Cell[];
  /** What the reader needs to know to understand the table. */
  hint?: string;
  /** What the assessors wrote about it. */
  note?: string;
  /** Whether each row is a card on a phone. Other tables scroll sideways there, or have a layout of their own. */
  stacks?: true;
  /** Whether it compares with a benchmark, so that its image says with whose. */
  comparesWithOthers?: true;
  /** Whether a board's report never leaves out a row. */
  keepsRows?: true;
  /** Of a table that was cut: how many rows, and what its hint was before. */
  cut?: { rows: number; hint: string | undefined };
}

export type Exhibit = ResultTable | AnyChart;

/** What a client's report has of a section (docs/rules/client-report.md#sections-and-audience). */
export interface ForClients {
  /**
   * The chapter of the results, that of the benchmark, that of the scope, which has its paragraphs, one of its own, or those of perspectives
   * or practices, which have its tables.
   */
  chapter: "results" | "benchmark" | "scope" | "own" | "subjects";
  /** What a board's report has of it; nothing unless said otherwise. */
  board?: "whole" | "charts" | "tables";
  /** Whether it says what would lift the result. A board's report with steps has those in its place. */
  lifts?: true;
  /** Whether its tables stand below the executive summary. */
  summary?: true;
  /** Whether it holds notes of the assessors, which can be kept out. */
  notes?: true;
  /** What the report has in place of the section's paragraphs and exhibits. */
  instead?: { text?: string[]; exhibits: Exhibit[] };
  /** Paragraphs and exhibits in place of those of the section, which the report has only where this is ticked. */
  brief?: { text: string[]; exhibits?: Exhibit[]; unless: string };
  /** What is behind the cells that are guarded: the report has it only where this is ticked. */
  guarded?: string;
  /**
   * The message of its slide, which comes with the results. That of a chapter of its `own` has the first exhibit; only a table that is too
   * long for it is in the appendix too.
   */
  message?: string;
  /** What the executive summary says of it, in sentences. */
  inSummary?: string;
  /** What the message states, without what depends on today. */
  facts?: Fact[];
  /** What that slide says below its table, or of results in its notes, in addition to the paragraphs. */
  explanation?: string;
}

export interface ResultSection {
  id: string;
  title: string;
  /** Paragraphs before the exhibits. */
  text: string[];
  exhibits: Exhibit[];
  /** The line shown for each exhibit while it is folded; a section without these is not folded. */
  folded?: { title: string; holds: string }[];
  /** The id of the tab that it is on. */
  tab: string;
  /** Shown on screen alone: not printed, and without images to download. No result that files are made from holds such a section. */
  onScreenOnly?: true;
  /** A section without this is in no client's file. */
  forClients?: ForClients;
}

/** A headline figure. The value of one that is not known is `–`. */
export interface Figure extends HeadlineFigure {
  /** Which figure of a draft it is, for sentences about it. */
  ofDraft?: "score so far" | "score if submitted now" | "maturity if submitted now" | "answered";
}

/** A finding at the top of a result, in sentences. */
export interface Finding {
  title: string;
  text: string[];
  /** What a screen says first: what holds the maturity, and what would lift it. */
  first?: true;
  /** That all score the same. */
  about?: "no difference";
  /** Where the page tells more: a fragment of it, or the query of another tab. */
  more?: { href: string; label: string };
}

export interface SheetColumn {
  title: string;
  /** In characters. */
  width: number;
  kind: "text" | "mark" | "whole" | "decimal" | "difference";
}

/** A sheet of the Excel file: one list with a heading, which can be filtered. */
export interface Sheet {
  name: string;
  /** The words of the first column that tell the rows of the whole, and those of its parts, from all others. */
  emphasis?: { whole: string[]; part: string[] };
  columns: SheetColumn[];
  /** What the reader needs to know to understand the list; above its heading. */
  note?: string;
  /** Values in the order of the columns; null for an empty cell. */
  rows: (string | number | null)[][];
}

/** A perspective with its figures as they are shown, and its tables for a client. */
export interface ScoredPerspective extends ScoredName {
  code: string;
  /** Undefined for a draft, whose level is not known yet. */
  level: { value: number; name: string } | undefined;
  threads: ScoredName[];
  /** How many threads of a draft are still to answer. */
  open: number;
  /** Own score minus the benchmark. */
  difference?: number | undefined;
  /** Its strengths and what to improve by thread. */
  findings?: ResultTable | undefined;
  notes?: ResultTable | undefined;
  whatToDo?: ResultTable | undefined;
}

/** What the figures of both models have. */
interface Figures<Model extends Standing["model"]> {
  model: Model;
  standing: Extract<Standing, { model: Model }>;
  /** What each level says, from level 1 on. */
  meanings: readonly string[];
  /** The names of what has only just reached the maturity; none of ITIL, where a level is not a mean. */
  justReached: readonly string[];
  /** The steps by rule; absent while it is not known what holds the result, and where nothing lifts it. */
  steps?: SuggestedSteps | undefined;
}

export interface P3m3Figures extends Figures<"P3M3"> {
  maturity: number;
  /** How many perspectives there are, and the names of those that hold the maturity. */
  all: number;
  holding: string[];
  /** The name of the level that the maturity is, and what it says. */
  levelName: string;
  meaning: string;
  /** Absent at the highest level, and while something is to answer. */
  lift?: P3m3Lift | undefined;
  /** Of a draft, those with a score so far. */
  perspectives: ScoredPerspective[];
  /** What is in scope, and what was descoped. */
  covered: Omit<P3m3Covered, "soFar">;
}

/** A practice with its figures as they are shown, and its tables for a client. */
export interface ScoredPractice {
  code: string;
  name: string;
  /** Absent while it is not known. */
  scored?: ScoredName | undefined;
  /** How many criteria of each level are not fully met, the lowest level first. */
  toMeet: { level: number; criteria: number }[];
  criteria?: ResultTable | undefined;
  note?: string;
  /** The place of the note. */
  noteAt?: string;
}

export interface ItilFigures extends Figures<"ITIL"> {
  hasMaturity: boolean;
  /** Null while it is not known. */
  maturity: number | null;
  components: ScoredName[];
  /** The components that hold the maturity, each with the practices that hold a calculated one. */
  holding: { name: string; practices: string[] }[];
  /** Absent at the highest level, and while something is to answer. */
  lift?: ItilLift | undefined;
  practices: ScoredPractice[];
}

/** What moved since an earlier assessment, for a client's report (docs/rules/client-report.md#what-moved). */
export interface ChangesContent {
  /** When the other assessment was completed, in ISO 8601; undefined where nobody knows. */
  day?: string | undefined;
  /** It names the other assessment, and says what readers have to know of it. */
  about: string[];
  facts: ChangesFacts;
  exhibits: Exhibit[];
  /** What the chart leaves out, in a sentence; absent if it has all. */
  leftOut?: string;
  trend?: TrendContent | undefined;
  /** The part of the report that holds the words about this comparison. */
  part: string;
  /** Whether the reader has chosen another assessment than the one by default. */
  isOther: boolean;
  /** Everything that the assessment can be compared with. */
  choices: { id: string; name: string }[];
}

/** The scores of an organization over the years. */
export interface TrendContent {
  text: string[];
  charts: Lines[];
  tables: ResultTable[];
  /** The overall figures of the assessments that are in one line, the oldest first; absent without any. */
  overall?: { name: string; values: string[] };
}

/** What a corrected edition replaces, and what it changes (docs/rules/client-report.md#corrected-editions). */
export interface Correction {
  number: number;
  reason: string;
  /** When the edition that it replaces was completed, in ISO 8601; undefined where nobody knows. */
  replaced: string | undefined;
  /** How the figures of the whole have changed, in sentences. */
  text: string[];
  /** Where scores changed; undefined where the upstream does not tell. */
  table: ResultTable | undefined;
}

export interface Result {
  model: "P3M3" | "ITIL";
  assessment: {
    id: string;
    name: string;
    scope: string;
    /** How much of the model was assessed: '1 of 7 perspectives, 4 of 13 threads'; absent for all of it. */
    extent?: string | undefined;
    /** What has replaced it, when and why. */
    replaced?: string;
    test: boolean;
    badge?: string;
    started?: string;
    completed?: string;
    createdBy: string;
    /** The name of whoever created it; absent where nobody knows. */
    creator?: string;
    /** The optional fields that are filled in, as label and text (`model/fields.ts`). */
    further?: [label: string, text: string][];
  };
  organization: {
    name: string;
    unit?: string;
    location: string;
    industry: string;
    size: string;
    further?: [label: string, text: string][];
  };
  /** Set for an assessment in progress: when the draft was made, in ISO 8601. */
  draftOf?: string;
  figures: Figure[];
  /** What the result says first; the strongest and weakest so far for a draft. */
  findings: Finding[];
  /** Whom the benchmark compares with, in words; absent without one. */
  comparedWith?: string;
  /** The tabs by their value in the address. A single tab is not shown as one. */
  tabs: { id: string; title: string }[];
  sections: ResultSection[];
  /** What sentences of a client's report are made from; tables and charts show the same. */
  scored: P3m3Figures | ItilFigures;
  sheets: Sheet[];
  /** Absent without an earlier assessment, and where nobody asked for it. */
  moved?: ChangesContent;
  /** Of a corrected edition, where a client's report asks for it. */
  corrects?: Correction | undefined;
  /** What was agreed about its steps; absent where the upstream keeps no actions, and where nobody asked for them. */
  stepActions?: StepAction[];
  /** What was agreed and is past its day, as of today; `about`: the perspectives, practices and components. */
  overdue?: (Pick<StepAction, "title" | "owner" | "due" | "day"> & { about: readonly string[] })[];
  /** Its targets, by name; the date is ISO 8601. */
  aims?: { name: string; score: number; now?: number | null | undefined; date: string; state: AimState }[];
  /** The versions of its report that were issued, where a client's report asks for them. */
  issued?: readonly IssuedVersion[];
  /** How many people were asked for their view, and gave it; absent where no view is shown. */
  methodOfOpinions?: string;
  /** What the assessors looked at, by kind; absent without any evidence. */
  methodOfEvidence?: string;
  /** How far second ratings agree; absent where nothing is told of it. */
  methodOfRatings?: string;
  /** The content pack that was answered, where the upstream tells it. */
  pack?: { title: string; version: string };
}

/** What only a client's report is made from. */
type OfReport = "scored" | "moved" | "stepActions" | "aims" | "corrects" | "issued";

/** The part of a result that the result screen and print show. */
export type PageResult = Omit<Result, "sheets" | OfReport>;

/** The part of a result that goes into the Excel file. */
export type WorkbookContent = Omit<Result, "sections" | "tabs" | OfReport> & {
  /** What the file is about; a result unless it says something else. */
  what?: string;
};

/** Leaves out what only the screen and print show. */
export function workbookContent({ sections: _sections, tabs: _tabs, ...result }: Result): WorkbookContent {
  return withoutReport(result);
}

/** Leaves out what only a client's report is made from. */
export function withoutReport<Some extends Partial<Pick<Result, OfReport>>>({
  scored: _scored,
  moved: _moved,
  stepActions: _stepActions,
  aims: _aims,
  corrects: _corrects,
  issued: _issued,
  ...result
}: Some): Omit<Some, OfReport> {
  return result;
}

/** Sections that a page shows, and whose they are. */
export interface ShownSections extends Pick<PageResult, "assessment" | "sections"> {
  isDraft: boolean;
}

/** Every table and chart of a result. */
export function exhibitsOf({ sections }: Pick<PageResult, "sections">): Exhibit[] {
  return sections.flatMap(({ exhibits }) => exhibits);
}

/** Rows of a table in images: of one that shows it whole, and of each that it is split over (docs/rules/results-and-files.md#images). */
export const IMAGE_ROWS = { whole: 250, part: 14 };

/** Over how many images an exhibit is split, so that each can be read on a slide; 1 for what one image holds. */
export const imageCount = (exhibit: Exhibit) =>
  exhibit.kind === "table" ? Math.max(1, Math.ceil(Math.min(exhibit.rows.length, IMAGE_ROWS.whole) / IMAGE_ROWS.part)) : 1;
