/**
 * An item: a thread, practice or maturity component to be answered, on its questions screen or in a row of a grid. Its kind says which gate
 * it has, and what its statements are.
 */
import type { Answers } from "#model/gates/gate.ts";
import type { ComponentOption } from "#model/gates/options.ts";
import type { Level } from "#model/p3m3/catalogue.ts";
import type { AnsweringChoices, AnsweringScreen, ProgressView, ViewedView } from "~/views/answering";
import type { InRow, OnQuestions } from "~/views/answering/concerns";
import type { ThreadElsewhere } from "~/views/answering/descoping";
import type { Foundation, PracticeCriterion } from "~/views/answering/itil";
import type { ThreadQuestion } from "~/views/answering/p3m3";
import type { RichText } from "~/views/rich-text";
import type { FieldReader } from "~/views/saving";

/** What differs between the kinds: `ladder` is a thread, `criteria` a practice, `options` a component. */
interface Kinds {
  ladder: {
    gate: { kind: "ladder"; selectedLevel: Level };
    statement: ThreadQuestion;
    extras: {
      /** A sign for each diagnostic, in the order of the screen. */
      marks: string;
      descoped: boolean;
      /** On its questions screen alone. */
      descoping?: DescopingView;
    };
  };
  criteria: { gate: { kind: "criteria" }; statement: PracticeCriterion; extras: Record<never, never> };
  options: {
    gate: { kind: "options"; computed: boolean; options: OptionView[] };
    statement: never;
    /** What a computed component is calculated from, and its score. */
    extras: { restsOn: Foundation[]; score: number | null };
  };
}

export type Kind = keyof Kinds;

/** An option of a component. */
export interface OptionView extends ComponentOption {
  statement: RichText;
}

/** Descoping a thread, or bringing it back. */
export interface DescopingView {
  /** Whether it is hidden, why it is refused if it is, and whether it asks for a reason. */
  hidden: boolean;
  refusal: string | undefined;
  asksReason: boolean;
  /** The same thread in the other perspectives, in the order of the catalogue. */
  elsewhere: ThreadElsewhere[];
  /** That the assessment before left it out, in words, and why; absent where it did not, or nobody knows. */
  before?: { words: string; reason: string } | undefined;
  /** Why it is descoped; undefined for a thread that is not, or where no reasons are kept. */
  reason: string | undefined;
}

export interface ItemOf<K extends Kind> {
  id: number;
  /** Such as `thread/2/7`. */
  place: string;
  /** The perspective, or the group of practices or components. */
  group: { code: string; name: string };
  code: string;
  name: string;
  gate: Kinds[K]["gate"];
  /** In the order of the answers. */
  statements: readonly Kinds[K]["statement"][];
  answers: Answers;
  /** Undefined when it could not be read. */
  note: string | undefined;
  noteVersion: string | undefined;
  /** Somebody answers it: it is neither descoped nor calculated. */
  isAnswered: boolean;
  /** Its note can be changed where the assessment can be. */
  isWritable: boolean;
  concerns: OnQuestions | InRow;
  extras: Kinds[K]["extras"];
  links: { here: string; save: string };
}

/** What a screen gives all of its items. */
export interface ItemScreenView extends Pick<AnsweringScreen, "readOnly" | "pageId" | "owner"> {
  next: { label: string; href: string };
  links: { exit: string };
}

/** The questions screen of an item. */
export interface ItemPage<K extends Kind = Kind> extends AnsweringScreen {
  kind: K;
  assessment: { id: number | string; name: string };
  /** Below the name of the assessment. */
  subtitle: string;
  item: ItemOf<K> & { concerns: OnQuestions };
  /** The help texts of the item and of its group, if the upstream has any. */
  help: RichText | undefined;
  groupHelp: RichText | undefined;
  progress: ProgressView;
  /** Who reads the note, in words. */
  noteAbout: string | undefined;
  next: { label: string; href: string };
  choices: AnsweringChoices;
  /** How to choose an answer, a line for each. */
  howToRate: string[];
  /** Set where the assessment is only viewed. */
  viewed: ViewedView | undefined;
  /** `search` where it is offered, `result` once there is one, `history` where there is one. */
  links: { search: string | undefined; exit: string; result: string | undefined; history: string | undefined };
  /** Whether the assessment has grids. */
  hasGrid: boolean;
}

// --- form -----------------------------------------------------------------------------------------------------------

const FIELDS: { [K in Kind]: (index: number) => string } = {
  ladder: (index) => `level-${index + 1}`,
  criteria: (index) => `criterion-${index}`,
  options: () => "option",
};

/** The name of a statement's radios. @param index the number of the statement, from 0 */
export const answerField = (kind: Kind, index: number): string => FIELDS[kind](index);

/** The posted answers, one for each statement. @param count how many statements there are */
export const postedAnswers = (kind: Kind, count: number, posted: FieldReader): (string | undefined)[] =>
  Array.from({ length: count }, (_, index) => posted(answerField(kind, index)));
