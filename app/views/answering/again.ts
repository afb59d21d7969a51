/** What the questions screens show of the assessment before (docs/rules/assess-again.md#on-the-questions-screens). */
import type { EvidenceItem } from "~/views/answering/evidence";
import type { RichText } from "~/views/rich-text";

/** A statement of then, with its answer in words. */
export interface StatementThen {
  level: number;
  statement: RichText;
  answer: string;
}

/** What became of a statement since then. */
export interface StatementSince {
  /** 'Nov 2025: Fully', 'Changed since Nov 2025'. */
  words: string;
  /** What it was before it changed. */
  former?: StatementThen | undefined;
}

/** The assessment before, at one thread, practice or component. */
export interface LastTime {
  /** The assessment, and its result. */
  name: string;
  href: string;
  /** Such as 'Nov 2025'. */
  when: string;
  /** What else there is to say of then, in sentences. */
  told: string[];
  /** One for each statement, criterion or option of the screen, in its order; none where nothing can be compared. */
  statements: StatementSince[];
  gone: StatementThen[];
  /** "" for none. */
  note: string;
  evidence: EvidenceItem[];
  /** How many answers are as then, and how many are not, in the whole assessment. */
  counts: { confirmed: number; changed: number };
}
