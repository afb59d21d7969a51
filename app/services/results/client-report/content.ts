/** What the two models put into a report for a client, in one shape. Types only. */
import type { Block, Chapter, ReportText, Slide } from "~/views/client-report";
import type { Report } from "~/views/report";

/** The chapter of a perspective or practice. */
export interface SubjectContent {
  code: string;
  name: string;
  /** How the chapter opens unless the assessors wrote something. */
  suggestion: string;
  blocks: readonly Block[];
  /** Tables of the assessors' notes. */
  notes: readonly Block[];
  /** What its slide says, and shows. */
  message: string;
  shown: readonly Block[];
}

export interface ModelContent {
  /** What perspectives or practices are called in the plural, as a heading. */
  subjects: string;
  /** Ids of the report's sections that make up the chapter 'Results'; the rest become chapters of their own. */
  results: readonly { section: string; board: boolean; notes?: true }[];
  /** Ids of sections whose content is in the chapters. */
  inChapters: readonly string[];
  summary: readonly string[];
  method: readonly string[];
  chapters: readonly SubjectContent[];
  /** Slides about the results, each with its message. */
  slides: readonly (Slide & { section: string; board: boolean })[];
}

/** Shapes the content from a result's report. */
export type ReadContent = (report: Report) => ModelContent;

export type { Chapter, ReportText };
