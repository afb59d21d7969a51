/** What the questions screens show of the assessment before (docs/rules/assess-again.md#on-the-questions-screens). */

import { countSince, type Since } from "#model/again.ts";
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
  /** `answered` and `unanswered` are of the same statement. */
  kind: "answered" | "unanswered" | "changed" | "new";
  /** What it was before it changed. */
  former?: StatementThen | undefined;
}

/** The assessment before, at one thread, practice or component. */
export interface LastTime {
  /** The assessment, and its result. */
  name: string;
  href: string;
  /** When it was completed, such as 'Nov 2025'; undefined where that is not known. */
  month: string | undefined;
  /** What else there is to say of then, in sentences. */
  told: string[];
  /** One for each statement, criterion or option of the screen, in its order; none where nothing can be compared. */
  statements: StatementSince[];
  /** The options of a component that have changed, as they were. A thread or practice has them next to its statements. */
  changed: StatementThen[];
  gone: StatementThen[];
  /** What can be confirmed of each, as the letter of a selection, in the order of `statements`; nothing of options. */
  proposals: (string | undefined)[];
  /** The option of a component that was chosen then, if it is still the same. */
  chosen: string | undefined;
  /** The answers once everything is confirmed that can be; undefined where nothing can. */
  all: string | undefined;
  /** "" for none. */
  note: string;
  evidence: EvidenceItem[];
  /** How many stored answers are as then, and how many are not, in the whole assessment; undefined where nothing can be compared. */
  counts: Since | undefined;
}

/**
 * The counts of the whole assessment, as they are once the answers on the screen are stored.
 * @param stored the answers of this thread, practice or component when the counts were made
 */
export function countsWith({ counts, proposals, chosen }: LastTime, stored: string, answers: string): Since | undefined {
  const here = (given: string): Since =>
    countSince(
      chosen === undefined
        ? [...given].map((letter, index) => ({ selection: letter === "N" ? "N/A" : letter, proposal: proposals[index] }))
        : [{ selection: given || "N/A", proposal: chosen }],
    );
  const [then, now] = [here(stored), here(answers)];
  return counts && { confirmed: counts.confirmed - then.confirmed + now.confirmed, changed: counts.changed - then.changed + now.changed };
}

/** The time of the answers that the key C confirms; undefined where there are none. */
export const confirmableOf = (last: LastTime | undefined): string | undefined =>
  last?.proposals.some((each) => each !== undefined) ? (last.month ?? "last time") : undefined;

/** Gives the text of a posted field. */
type FieldReader = (name: string) => string | undefined;

/** The field of the buttons that confirm, and the one in which script names what was confirmed: the numbers of answers, from 0. */
export const CONFIRM_FIELD = "confirmAnswers";
export const CONFIRMED_FIELD = "confirmed";

/** What is to be confirmed: one answer by its number from 0, or all of an empty thread or practice. */
export interface Confirmation {
  index: number | "all";
  /** The letter of a selection; all letters for `all`. */
  answers: string;
}

/** A confirmation as a button posts it. */
export const confirmValue = ({ index, answers }: Confirmation) => `${index}:${answers}`;

/** The confirmation that a button without script has posted. */
export function confirmationIn(posted: FieldReader): Confirmation | undefined {
  const [, index, answers] = /^(all|\d{1,3}):([A-Z]+)$/.exec(posted(CONFIRM_FIELD) ?? "") ?? [];
  if (index === undefined || answers === undefined) return undefined;
  return { index: index === "all" ? index : Number(index), answers };
}

/** The answers that script says were confirmed. */
export function confirmedBy(posted: FieldReader): { confirmed?: number[] } {
  const numbers = (posted(CONFIRMED_FIELD) ?? "").split(" ").filter((text) => /^\d{1,3}$/.test(text));
  return numbers.length === 0 ? {} : { confirmed: numbers.map(Number) };
}

/** Answers after a confirmation, and which of them it gave. */
export interface Confirmed {
  letters: string;
  confirmed: number[];
}

/** The numbers of the answers that a text of letters gives. */
export const givenIn = (letters: string): number[] => [...letters].flatMap((letter, index) => (letter === "N" ? [] : [index]));
