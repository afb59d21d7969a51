/** What the screens show of the assessment before on which somebody answers (docs/rules/assess-again.md#on-the-questions-screens). */

import { countSince, type Since } from "#model/again.ts";
import { UNANSWERED } from "#model/answer-words.ts";
import { answeredIn, type Confirmation } from "#model/gates/gate.ts";
import type { EvidenceItem } from "~/views/answering/evidence";
import { plainText, type RichText } from "~/views/rich-text";

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
  /** The answer then to the same statement, in words: 'Fully'. */
  answer?: string | undefined;
  /** Its words then, where other words asked the same. */
  askedAs?: RichText | undefined;
  /** What it was before it changed. */
  former?: StatementThen | undefined;
}

/** The assessment before. */
export interface BeforeView {
  /** Its name, and where its result is. */
  name: string;
  href: string;
  /** When it was completed, such as 'Nov 2025'; undefined where that is not known. */
  month: string | undefined;
  /** How many stored answers are as then, and how many are not, in the whole assessment; undefined where nothing can be compared. */
  counts: Since | undefined;
  /** Why nothing can be compared, in a sentence. */
  nothing: string | undefined;
}

/** What it said of the answers of one thread, practice or component. */
export interface PreviousTexts {
  /** What there is to say of then, in sentences, where the statements do not say it. */
  remarks: string[];
  /**
   * The answers that can be confirmed, as the letters of selections: one for each statement, criterion or option of the screen, in its order. N means
   * none; options always have it. Empty where nothing can be compared.
   */
  proposals: string;
}

/** The same in a row of a grid. A grid has hundreds of statements, so the words about most of them follow from the letters. */
export interface PreviousInRow extends PreviousTexts {
  /** The words about statements that are new, have changed or were asked in other words, by their number from 0. */
  others: Record<number, PreviousStatement>;
}

export type PreviousStatement = Pick<StatementSince, "words" | "askedAs" | "former">;

/** The assessment before, at one thread, practice or component. */
export interface LastTime extends BeforeView, PreviousTexts {
  /** One for each statement, criterion or option of the screen, in its order; none where nothing can be compared. */
  statements: StatementSince[];
  /** The options of a component that have changed, as they were. A thread or practice has them next to its statements. */
  changed: StatementThen[];
  gone: StatementThen[];
  /** The option of a component that was chosen then, if it is still the same. */
  chosen: string | undefined;
  /** The answers once everything is confirmed that can be; undefined where nothing can. */
  all: string | undefined;
  /** "" for none. */
  note: string;
  evidence: EvidenceItem[];
}

/** A thread, practice or component on the screen. */
interface AnsweredSince extends Pick<LastTime, "proposals"> {
  chosen?: string | undefined;
  /** Its answers when the counts were made, and as they are on the screen. */
  stored: string;
  answers: string;
}

/** The counts of the whole assessment, as they are once the answers on the screen are stored. */
export function countsWith(counts: Since | undefined, onScreen: readonly AnsweredSince[]): Since | undefined {
  return onScreen.reduce((sum, { proposals, chosen, stored, answers }) => {
    if (stored === answers) return sum;
    const here = (given: string): Since =>
      countSince(
        chosen === undefined
          ? [...given].map((letter, index) => ({ selection: letter === "N" ? "N/A" : letter, proposal: proposedAt(proposals, index) }))
          : [{ selection: given || "N/A", proposal: chosen }],
      );
    const [then, now] = [here(stored), here(answers)];
    return sum && { confirmed: sum.confirmed - then.confirmed + now.confirmed, changed: sum.changed - then.changed + now.changed };
  }, counts);
}

/** The letter that is proposed for an item; undefined for none. */
export function proposedAt(proposals: string | undefined, index: number): string | undefined {
  const letter = proposals?.[index];
  return letter === "N" ? undefined : letter;
}

/** How a statement was answered then: 'Nov 2025: Fully'. */
export const wordsThen = (month: string | undefined, answer: string) => `${month ?? "Last time"}: ${answer}`;

/** Stands before the words of then, where other words asked the same. */
export const ASKED_AS = "Asked then as:";

/** Words about a statement, followed by its own words then where these were others: 'Nov 2025: Fully. Asked then as: …'. */
export const withWordsThen = (words: string, { askedAs }: Pick<StatementSince, "askedAs">) =>
  askedAs === undefined ? words : `${words}. ${ASKED_AS} ${plainText(askedAs)}`;

/** Gives what a row of a grid says of one of its statements; undefined where nothing can be compared. @param index its number, from 0 */
export function saidAt(
  said: PreviousInRow | undefined,
  index: number,
  month: string | undefined,
  options: readonly { letter: string; word: string }[],
): PreviousStatement | undefined {
  const letter = said?.proposals[index];
  if (letter === undefined) return undefined;
  const answer = options.find((option) => option.letter === letter)?.word ?? UNANSWERED.unasked;
  return said?.others[index] ?? { words: wordsThen(month, answer) };
}

/**
 * Confirms what is proposed for an item.
 * @param index its place among the statements, from 0
 * @param confirm gives the answer; false where the item is not open any more, or has an answer
 * @returns whether it did
 */
export function confirmProposal(said: PreviousTexts | undefined, index: number, confirm: (confirmation: Confirmation) => boolean): boolean {
  const answers = proposedAt(said?.proposals, index);
  return answers !== undefined && confirm({ index, answers });
}

/** The time of then, in a sentence. */
export const timeOf = ({ month }: Pick<BeforeView, "month">): string => month ?? "last time";

/** The time of the answers that the key C confirms; undefined where there are none. */
export const confirmableOf = (before: Pick<BeforeView, "month"> | undefined, said: readonly (PreviousTexts | undefined)[]) =>
  before && said.some((each) => each && answeredIn(each.proposals).length > 0) ? timeOf(before) : undefined;

/** Gives the text of a posted field. */
type FieldReader = (name: string) => string | undefined;

/** The field of the buttons that confirm, and the one in which script names what was confirmed: the numbers of answers, from 0. */
export const CONFIRM_FIELD = "confirmAnswers";
export const CONFIRMED_FIELD = "confirmed";

/** A confirmation as a button posts it. */
export const confirmValue = ({ index, answers }: Confirmation) => `${index}:${answers}`;

/** The confirmation that a button without script has posted. */
export function confirmationIn(posted: FieldReader): Confirmation | undefined {
  const [, index, answers] = /^(all|\d{1,3}):([A-Z]+|\d{1,12})$/.exec(posted(CONFIRM_FIELD) ?? "") ?? [];
  if (index === undefined || answers === undefined) return undefined;
  return { index: index === "all" ? index : Number(index), answers };
}

/** The answers that script says were confirmed. */
export function confirmedBy(posted: FieldReader): { confirmed?: number[] } {
  const numbers = (posted(CONFIRMED_FIELD) ?? "").split(" ").filter((text) => /^\d{1,3}$/.test(text));
  return numbers.length === 0 ? {} : { confirmed: numbers.map(Number) };
}
