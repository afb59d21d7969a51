import type { Confirmation, Gate } from "#model/gates/gate.ts";
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
  const show = gate.canClear || answers.value !== gate.empty ? change : answers.change;
  return {
    ...answering,
    edited,
    editable,
    writable,
    former,
    /** What the last change did to other statements. */
    effects: former === undefined ? [] : gate.effects(former, answers.value),
    /** @param choice the number of the option, from 0 */
    answer: (index: number, choice: number) => show(gate.apply(answers.value, index, choice)),
    /** Confirms an answer of the assessment before, or all. @returns false where that is not possible */
    confirm: (confirmation: Confirmation) => confirm(editable ? gate.confirm(answers.value, confirmation) : undefined, show),
    clear: () => show(gate.empty),
    undo,
  };
}

export type EditedItem = ReturnType<typeof useItem>;
