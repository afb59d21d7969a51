import { useRef } from "react";
import type { Confirmation, Gate } from "#model/gates/gate.ts";
import { newsInWords } from "#model/gates/news.ts";
import { useEdited } from "~/components/answering/concerns";
import { type EditingOptions, useAnswering, useUndo } from "~/components/answering/useAnswering";
import type { ProgressView } from "~/views/answering";
import { type ItemOf, type ItemScreenView, type Kind, postedAnswers } from "~/views/answering/item";

interface UseItemOptions extends EditingOptions<ProgressView> {
  screen: ItemScreenView;
  item: ItemOf<Kind>;
  gate: Gate;
  /** What lists of unsent work call the item. */
  label: string;
}

/** An item as it is edited in the browser: its gate is applied at once, and each change is saved in the background. */
export function useItem({ screen, item, gate, label, was, ...options }: UseItemOptions) {
  const isOpen = screen.readOnly === undefined;
  const editable = isOpen && item.isAnswered;
  const writable = isOpen && item.isWritable;
  const answering = useAnswering<ProgressView>({
    ...options,
    view: { ...screen, ...item, links: { ...screen.links, ...item.links } },
    label,
    writable: editable,
    noteWritable: writable,
    answerAt: gate.answerAt,
    earlyAnswers(onForm) {
      const posted = postedAnswers(item.gate.kind, gate.open(item.answers).length, onForm);
      return item.isAnswered && posted.some((value) => value !== undefined) ? gate.applyPosted(item.answers, posted).answers : undefined;
    },
  });
  const { answers } = answering;
  const edited = useEdited(item.concerns, answering);
  const before = was !== null && was !== item.answers && gate.isState(was) ? was : undefined;
  const { former, change, confirm, undo } = useUndo(answering, before);
  // What cannot be taken away cannot be undone where there was nothing.
  const show = (next: string, before = answers.value, isPassing = false, undone?: () => unknown) =>
    gate.canClear || before !== gate.empty ? change(next, before, isPassing, undone) : answers.change(next, isPassing);
  /** What arrow keys are choosing: the statement, the answers before, and those that they led to. */
  const passing = useRef<{ index: number; before: string; shown: string }>();
  return {
    ...answering,
    edited,
    editable,
    writable,
    former,
    /** What the last change did to other statements. */
    effects: former === undefined ? [] : gate.effects(former, answers.value),
    /** Which other levels it answered and opened, in words; '' for none. */
    news: former === undefined ? "" : newsInWords(gate, former, answers.value),
    /** @param choice the number of the option, from 0 */
    answer: (index: number, choice: number) => show(gate.apply(answers.value, index, choice)),
    /** Chooses the option before or after the chosen one. An answer that is only passed changes no other: all count as one change. */
    step(index: number, by: 1 | -1) {
      const { current } = passing;
      const goesOn = current?.index === index && current.shown === answers.value;
      const before = goesOn ? current.before : answers.value;
      const chosen = gate.open(answers.value)[index]?.choice;
      const last = gate.options.length - 1;
      const choice = chosen === undefined ? (by === 1 ? 0 : last) : chosen + by;
      if (choice < 0 || choice > last) return;
      const shown = gate.open(before)[index]?.choice === choice ? before : gate.apply(before, index, choice);
      passing.current = { index, before, shown };
      show(shown, before, true);
    },
    /** Stores what arrow keys have chosen. */
    settle() {
      if (passing.current) void answers.flush();
      passing.current = undefined;
    },
    /** Confirms an answer of the assessment before, or all. @returns false where that is not possible */
    confirm: (confirmation: Confirmation) => confirm(editable ? gate.confirm(answers.value, confirmation) : undefined, show),
    take(next: string, source: string, undone: () => unknown) {
      answering.noteSource(next, source);
      show(next, answers.value, false, undone);
    },
    clear: () => show(gate.empty),
    undo,
  };
}

export type EditedItem = ReturnType<typeof useItem>;
