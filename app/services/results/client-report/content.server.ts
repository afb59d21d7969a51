/** What the two models put into a report for a client, in one shape. */
import { findTable } from "~/services/results/client-report/cells-of.server";
import type { Block, Slide } from "~/views/client-report";
import type { Exhibit, Result, ResultSection } from "~/views/result";

/** The title of the finding that says so (docs/rules/results-and-files.md#at-a-glance). */
const LIFT = "What would lift it";

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
  /** The word for perspectives or practices, as a heading. */
  subjects: string;
  /** Ids of the result's sections that make up the chapter 'Results'. The rest become chapters of their own. */
  results: readonly { section: string; board: boolean; notes?: true }[];
  /** Ids of sections whose content is in the chapters. */
  inChapters: readonly string[];
  summary: readonly string[];
  method: readonly string[];
  chapters: readonly SubjectContent[];
  /** Slides about the results, each with its message. */
  slides: readonly (Slide & { section: string; board: boolean })[];
}

/** Shapes the content from a result. */
export type ReadContent = (result: Result) => ModelContent;

/** What would lift the result, as its findings say. */
export const liftSentences = ({ findings }: Result): string[] => findings.find(({ title }) => title === LIFT)?.text ?? [];

/** An exhibit as what is shown, where there is one. */
export const exhibit = (shown: Exhibit | undefined): Block[] => (shown === undefined ? [] : [{ kind: "exhibit", exhibit: shown }]);

/** The table of what would lift the result; at the highest level, where there is none, why it is there. */
export function liftBlocks(result: Result, why: ResultSection): Block[] {
  const lift = findTable(result, "what-would-lift-it");
  return lift ? exhibit(lift) : why.text.map((text) => ({ kind: "text", text }));
}
