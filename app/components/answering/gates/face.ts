/** What is particular to the items of one kind where they are shown: their gate, their words, and how their statements are drawn. */
import type { ReactNode } from "react";
import type { Answers, Effect, Gate, GatedStatement } from "#model/gates/gate.ts";
import type { LiveStatement } from "~/components/answering/concerns/concern";
import type { AllOnQuestions } from "~/components/answering/concerns/on-questions";
import type { HeadProps } from "~/components/answering/QuestionsHead";
import type { EditedItem } from "~/components/answering/useItem";
import type { TroubledPart } from "~/components/saving/SaveTrouble";
import type { StatusWord } from "~/components/shell/Status";
import type { FormResult } from "~/views/answering";
import type { ItemOf, ItemPage, Kind } from "~/views/answering/item";
import type { FieldLabels } from "~/views/form-labels";

/** An item with its answers as they are now. */
export interface AnsweredItem<K extends Kind> {
  item: ItemOf<K>;
  gate: Gate;
  answers: Answers;
}

/** An item as it is answered on its own screen. */
export interface ItemOnScreen<K extends Kind> extends AnsweredItem<K> {
  page: ItemPage<K>;
  editing: EditedItem;
  /** What the gate says of its statements. */
  statements: readonly GatedStatement[];
  concerns: AllOnQuestions;
  result: FormResult | undefined;
  /** The confirmation that the address asks for. */
  confirm: string | null;
  /** Gives an answer. @param choice the number of the option, from 0 */
  onAnswer(index: number, choice: number): void;
}

/** What a kind shows on the screen of an item. */
export interface ItemParts {
  /** The statements with their answers. */
  statements: ReactNode;
  /** Above the statements. */
  above?: ReactNode;
  /** Above the form. */
  notice?: ReactNode;
  dialogs?: ReactNode;
  /** In the head of the screen. */
  head?: Pick<HeadProps, "more" | "also">;
  /** Next to the button that clears all answers. */
  tools?: ReactNode;
  /** Parts that it saves in addition to the answers, and the fields and labels that the form has for them. */
  parts?: readonly Omit<TroubledPart, "base">[];
  fields?: Readonly<Record<string, string>>;
  labels?: readonly FieldLabels[];
}

export interface ItemFace<K extends Kind> {
  gateOf(item: Pick<ItemOf<K>, "gate" | "statements">): Gate;
  /** In a word: 'thread'. */
  what: string;
  /** What is answered, such as 'level'; undefined where the screen asks one question. */
  asks: string | undefined;
  /** What the key N leads to, and what the keys of answers give. */
  next: string;
  choices: readonly { letter?: string; word?: string }[];
  /** The number of its first statement in the page. */
  firstItem: 0 | 1;
  /** The question that clears all answers; undefined where nothing can be cleared. */
  clearing: { title: string; text: string } | undefined;
  /** What lists of unsent work call it. */
  labelOf(item: Pick<ItemOf<K>, "name" | "group">): string;
  wordOf(answered: AnsweredItem<K>): StatusWord;
  /** Once there is one. */
  scoreOf(answered: AnsweredItem<K>): HeadProps["score"];
  /** What a change cleared, in words; undefined for nothing. */
  clearedInWords(effects: readonly Effect[]): string | undefined;
  /** Two versions of its answers. */
  compare(item: Pick<ItemOf<K>, "name" | "gate" | "statements">, gate: Gate): TroubledPart["compare"];
  /** What the form asks for its answers. */
  labels(item: ItemOf<K>): FieldLabels[];
  /** Its statements as concerns see them: for screen readers 'level 3', and their answers. */
  nameOf(item: ItemOf<K>, index: number): string;
  optionsOf(item: ItemOf<K>): LiveStatement["options"];
  /** A hook, called once for each screen. */
  useParts(shown: ItemOnScreen<K>): ItemParts;
}
