import { compareMarks } from "~/components/answering/p3m3/describe-changes";
import { type AnsweringState, postChange } from "~/components/answering/useAnswering";
import type { TroubledPart } from "~/components/saving/SaveTrouble";
import { useDraft } from "~/components/saving/useDraft";
import type { ItemOf } from "~/views/answering/item";
import { type DiagnosticMark, markAt, postedSigns, signsOf } from "~/views/answering/p3m3";

/** The marks of a thread's diagnostics, on its screen and in a row of a grid. */
export function useMarks(
  { statements, extras, links }: Pick<ItemOf<"ladder">, "statements" | "extras" | "links">,
  { screen, posted, readForm, shared, undoable }: Pick<AnsweringState, "screen" | "posted" | "readForm" | "shared" | "undoable">,
) {
  const ids = statements.flatMap(({ diagnostics }) => diagnostics.map(({ id }) => id));
  const stored = useDraft({
    screen,
    part: "marks",
    stored: extras.marks,
    posted: posted("marks"),
    early: () => postedSigns(extras.marks, ids, readForm()),
    send: (target, marksBase, sending) => postChange(links.save, "marks", { marksBase, marks: target, ...shared(sending) }),
  });
  const draft = undoable("marks", stored);
  const marks = ids.map((_, index) => markAt(draft.value, index));
  const part: Omit<TroubledPart, "base"> = { part: "marks", draft, compare: compareMarks(statements) };
  return {
    draft,
    part,
    ids,
    /** In the order of the screen. */
    marks,
    /** @param index the diagnostic's place on the screen, from 0 */
    mark: (index: number, mark: DiagnosticMark) => draft.change(signsOf(marks.map((other, at) => (at === index ? mark : other)))),
  };
}
