/**
 * The report for a client, in shapes that the Word file and the slides are made from. Its figures are cells of the result
 * (docs/rules/client-report.md).
 */

import type { Fact } from "#model/basis.ts";
import type { StepTexts } from "#model/recommended-steps.ts";
import type { CoverField, ReportCover } from "#model/report-cover.ts";
import type { IssuedField } from "#model/report-versions.ts";
import type { CheckView } from "~/views/checks";
import type { ReportFormat } from "~/views/paths";
import type { ReportReview } from "~/views/peer-review";
import type { Exhibit, Result, ResultTable } from "~/views/result";
import type { Screens } from "~/views/screens";
import type { HouseStyle } from "~/views/team";

/** Who it is for: a board gets at most 7 pages or 9 slides. */
export const AUDIENCES = ["full", "board"] as const;
export type Audience = (typeof AUDIENCES)[number];

/** What somebody wants in the report. */
export interface ReportWish {
  audience: Audience;
  /** The ids of sections; all if none is named. */
  sections: readonly string[];
  /** The places of the notes that are ticked for the client; all notes where it is absent. */
  notes?: ReadonlySet<string> | undefined;
}

/** The section with the notes of the assessors, which needs a list of what is ticked. */
export const NOTES = "notes";

/** The names of the address's fields. */
export const WISH_FIELDS = { audience: "audience", section: "section" } as const;

/** Reads a wish from an address. What nobody knows is left out. */
export function readWish(query: URLSearchParams): Omit<ReportWish, "notes"> {
  const audience = query.get(WISH_FIELDS.audience);
  return { audience: AUDIENCES.find((each) => each === audience) ?? "full", sections: query.getAll(WISH_FIELDS.section) };
}

/** A note on the screen, with its tick. */
export interface NoteTick {
  place: string;
  /** What it is about. */
  about: string;
  /** Its beginning. */
  text: string;
  digest: string;
  isTicked: boolean;
  /** Whether nobody has seen it in the list, or not with these words. */
  isNew: boolean;
  /** Why somebody should look at it again: of second ratings. */
  remark: string | undefined;
}

/** The notes that a report may have. */
export interface NoteList {
  notes: NoteTick[];
  /** Whether the list was stored before; until then no file has the notes. */
  isStored: boolean;
  /** The digest of what is stored. */
  base: string;
}

/** The part of the page with the notes, and the names of its fields. */
export const NOTES_ID = "client-notes";
export const NOTE_FIELDS = { place: "place", ticked: "ticked", base: "base" } as const;
/** Names of fields have no slash. */
export const noteDigestField = (place: string) => `digest.${place.replaceAll("/", "-")}`;
/** The part of the report's texts under which the history tells of the list. */
export const TICKED_NOTES = "notes-ticked";

/** The part under which the history tells of a version that was issued. */
export const ISSUED = "issued";

/** Why the notes were not saved, and which were ticked. */
export interface NotesOutcome {
  of: "notes";
  kind: "refused" | "conflict" | "failed";
  ticked: string[];
  message: string;
  retryAfter?: number;
}

/** Something to tick: a section of the report, or the notes in its chapters. */
export interface SectionChoice {
  id: string;
  title: string;
  /** Whether a board's report has it. */
  board: boolean;
  /** What it says, where that is short. */
  preview?: string;
  /** Only in the report where it is ticked: a long list. */
  onlyIfTicked?: true;
}

/** A text that the assessors may write: the executive summary, or how a chapter opens. */
export interface ReportText {
  /** 'summary', or the code of a perspective or practice. */
  part: string;
  title: string;
  /** What the report says unless something else is written. */
  suggestion: string;
  /** What that states (docs/rules/client-report.md#texts-that-no-longer-fit). */
  facts: readonly Fact[];
}

/** What was written, by part. What is absent or empty is suggested. */
export type WrittenTexts = Readonly<Record<string, string>>;

/** The parts that are no chapter's. */
export const SUMMARY_PART = "summary";
/** The part about what moved since an earlier assessment, and why. Texts of this part itself were written before each comparison had its own. */
export const MOVED_PART = "moved";
/** The part of the words about the comparison with one assessment, by its id (docs/rules/client-report.md#words-about-one-comparison). */
export const changesPart = (id: string | number) => `${MOVED_PART}-${id}`;
/** The id of the assessment of whose comparison a part holds the words; undefined for any other part. */
export const comparedIn = (part: string) => (part.startsWith(changesPart("")) ? part.slice(changesPart("").length) : undefined);

export type Block =
  /**
   * `noteAt`: the place that a note of the assessors is about.
   * `yields`: whether a slide leaves the text out before other texts get small.
   * `heads`: whether the text is a heading without a number.
   */
  | { kind: "text"; text: string; noteAt?: string | undefined; yields?: true; heads?: true }
  | { kind: "facts"; facts: readonly (readonly [name: string, value: string])[] }
  | { kind: "exhibit"; exhibit: Exhibit };

/** A chapter, or a part of one. */
export interface Chapter {
  id: string;
  title: string;
  blocks: readonly Block[];
  parts?: readonly Chapter[];
  /** Whether it begins a page. */
  begins?: boolean;
}

export type About = Pick<Result, "model" | "assessment" | "organization" | "comparedWith" | "figures"> & {
  /** For an assessment in progress: what is still to do, in words. */
  draft?: string;
  cover: ReportCover;
  /** Whether it is about several assessments. */
  several?: boolean;
  /** The day of the last version that was issued, as in 2026-11-29. */
  statusOf?: string;
  /** Of the team that makes the report, if it has one (docs/rules/house-style.md). */
  style?: HouseStyle | undefined;
};

/** What the Word file holds. */
export interface ReportDocument {
  about: About;
  /** Whether it is for a board, which gets a few pages. */
  short: boolean;
  /** How many pages it has at most if it is for a board; by default as many as that of one assessment. */
  pages?: number;
  /** The versions that were issued, which stand before the first chapter. */
  versions?: ResultTable;
  chapters: readonly Chapter[];
}

/** A slide: its title says its message. */
export interface Slide {
  title: string;
  blocks: readonly Block[];
  /** For the speaker. */
  notes: readonly string[];
  /** Slides of one group have one size of texts: that of the results, unless another is named. */
  group?: "summary" | "chapters" | "appendix";
  /** Its texts are never cut: they are set smaller, or go on on another slide. */
  isWhole?: boolean;
}

/** What the slides hold, after the one with the title. */
export interface ReportSlides {
  about: About;
  /** Whether no message may take more than one slide. */
  short: boolean;
  slides: readonly Slide[];
}

/** A text that may no longer fit the figures, or of which nobody knows (docs/rules/client-report.md#texts-that-no-longer-fit). */
export interface Misfit {
  part: string;
  title: string;
  /** The fragment of the page with its field. */
  field: string;
  /** Each fact that has another value now, in words; none for a text that was written before the check existed. */
  changed: string[];
  /** The digest of the stored text. */
  base: string;
  /** The present facts, as the forms send them. */
  basis: string;
}

/** The part of the page with the texts that may no longer fit, and the name of a form's field with the present facts. */
export const MISFITS_ID = "texts-that-no-longer-fit";
export const BASIS_FIELD = "basis";
/** The form that says that a text is still right. */
export const stillRightId = (part: string) => `still-right-${part}`;
/** What the screen says of a text whose facts nobody stored. */
export const WRITTEN_BEFORE = "Written before this check existed";

/** Why a text was not kept as still right. */
export interface FitOutcome {
  of: "fit";
  kind: "refused" | "conflict" | "failed";
  message: string;
  retryAfter?: number;
}

/** What the screen shows of a text. */
export interface TextView extends Omit<ReportText, "facts"> {
  /** The present facts, as the form sends them; absent where the upstream keeps none. */
  basis?: string;
  /** Absent while it fits. */
  misfit?: Misfit | undefined;
  /** What the report says now. */
  body: string;
  /** Whether the assessors wrote it. */
  isOwn: boolean;
  /** What readers have to know of it. */
  remark?: string;
  /** The digest of the stored text, so that a save notices another person's change. */
  base: string;
}

/** The screen on which users choose the content of a report. */
export interface ReportPage {
  assessment: { id: string; name: string };
  subtitle: string;
  choices: SectionChoice[];
  /** What the address wants in the report; absent where it names no section. */
  wish?: Omit<ReportWish, "notes">;
  /** Absent where the upstream keeps no texts. */
  texts?: TextView[];
  /** What contradicts itself or is missing (docs/rules/checks.md). */
  checks: CheckView[];
  /** Whether a board's report has no findings, as no note is ticked (docs/rules/client-report.md#findings). */
  lacksFindings: boolean;
  /** The texts that may no longer fit; absent where the upstream keeps no facts. */
  misfits?: Misfit[];
  /** The reports with words about other comparisons of the assessment. */
  otherMoved?: { name: string; href: string }[];
  /** Whether the user may write the texts now, or only read them. */
  mayWrite: boolean;
  /** That the assessment is archived, in words. */
  archived?: string;
  /** The texts of the cover; absent where the upstream keeps no texts, and for those who may not write them. */
  cover?: CoverTexts;
  /** The recommended steps, with empty rows for those who may write them; absent where the upstream keeps no texts. */
  steps?: StepFormRow[];
  /** The notes of the assessors with their ticks; absent without any, and where the upstream keeps no list. */
  notes?: NoteList;
  /** Whether a report with notes has all of them. */
  hasAllNotes: boolean;
  /** Absent where the upstream keeps none, and where there is nothing to show. */
  versions?: VersionsView;
  /** Where it is shown what the suggested steps would give; absent without any. */
  whatIf?: string;
  /** The fields of the address that shape the result. */
  kept: [name: string, value: string][];
  /** Where the files are. */
  files: Record<ReportFormat, string>;
  screens: Screens;
  /** For an assessment in progress: what is still to answer, in words. */
  draft?: string | undefined;
}

/** What became of a text that was to be saved. */
export type TextOutcome =
  /** `review`: the peer review after that; absent without script, and where it cannot be read. */
  | { kind: "saved"; part: string; base: string; shown: string; review?: ReportReview | undefined }
  | { kind: "conflict"; part: string; typed: string; base: string; theirs: string }
  /** `again`: the seconds to wait, for somebody who has saved too much. */
  | { kind: "refused" | "failed"; part: string; typed: string; base: string; message: string; retryAfter?: number };

/** The fields of the cover in their form, and the digest of what is stored of each. */
export type CoverTexts = Readonly<Record<CoverField, { text: string; base: string }>>;
/** The form that was posted. */
export const FORM_FIELD = "form";
/** The part of the page with the cover. */
export const COVER_ID = "cover";
/** The names of the inputs of a field of the cover. */
export const coverInputs = (name: CoverField) => ({ text: `cover.${name}`, base: `cover.${name}.base` });

/** Why the cover was not saved, all or some of it, and what is wrong with which field. */
export interface CoverOutcome {
  of: "cover";
  kind: "refused" | "conflict" | "failed";
  /** The fields that were changed and are not saved. */
  typed: Partial<CoverTexts>;
  errors: Partial<Record<CoverField, string>>;
  message: string;
  retryAfter?: number;
}

/** The part of the page with the versions. */
export const VERSIONS_ID = "versions";
/** The name of the input of a field of a version. */
export const issueInput = (name: IssuedField) => `issue.${name}`;

/** Why a version was not issued, and what is wrong with which field. */
export interface IssueOutcome {
  of: "issue";
  kind: "refused" | "failed";
  typed: Readonly<Record<IssuedField, string>>;
  errors: Partial<Record<IssuedField, string>>;
  message: string;
  /** Nothing is wrong with the form, but these speak against it. */
  lines?: readonly string[];
  retryAfter?: number;
}

/** Says in the form for a version that what speaks against it is known. */
export const ISSUE_CONFIRMED = "confirmed";

/** The versions of the report that were issued, the last one first, and the number that the form begins with; none for those who may not issue one. */
export interface VersionsView {
  /** `approval`: whether it was approved then; undefined where nobody had asked for a peer review. */
  issued: readonly { number: string; day: string; by: string; change: string; approval: string | undefined }[];
  form?: { number: string };
}

/** A step in the form. */
export interface StepFormRow {
  key: string;
  /** What a step by rule is about; empty for one that somebody added. */
  about: string;
  effect: string;
  texts: StepTexts;
  isOut: boolean;
  /** Whether the assessors wrote it. */
  isOwn: boolean;
  /** The digest of the stored text. */
  base: string;
  /** The present facts, as of `TextView.basis`. */
  factsSent?: string;
  misfit?: Misfit | undefined;
  /** Where an action is added that begins with it, for whoever may. */
  act?: string;
  /** The actions about it, in words, and whether one is about all of it. */
  agreed?: string;
  isAccepted?: boolean;
}

/** The name of a field of a step. */
export const stepFieldName = (key: string, field: string) => `${key}.${field}`;
/** The part of the page with the steps. */
export const STEPS_ID = "steps";

/** Why steps were not saved, all or some of them; what was typed, and what is wrong with which field. */
export interface StepsOutcome {
  of: "steps";
  kind: "refused" | "conflict" | "failed";
  rows: StepFormRow[];
  errors: Record<string, string>;
  message: string;
  retryAfter?: number;
}

/** The id of a text in the page. */
export const textId = (part: string) => `text-${part}`;
/** The id of what a step says. */
export const stepId = (key: string) => `${key}-step`;
/** The id of a text or step, by its part. */
export const reportTextId = (part: string) => (part.startsWith("step") ? stepId(part) : textId(part));
