import { postChange } from "~/components/answering/useAnswering";
import type { EditedItem } from "~/components/answering/useItem";
import { useDraft } from "~/components/saving/useDraft";
import type { ItemOf } from "~/views/answering/item";
import { type DiagnosticMark, markAt, postedSigns, signsOf } from "~/views/answering/p3m3";

/** The marks of a thread's diagnostics, in the order of the screen. They are saved as a part of their own. */
export function useMarks({ statements, extras, links }: ItemOf<"ladder">, { screen, posted, readForm, shared, undoable }: EditedItem) {
  const ids = statements.flatMap(({ diagnostics }) => diagnostics.map(({ id }) => id));
  const draft = undoable(
    "marks",
    useDraft({
      screen,
      part: "marks",
      stored: extras.marks,
      posted: posted("marks"),
      early: () => postedSigns(extras.marks, ids, readForm()),
      send: (target, marksBase, sending) => postChange(links.save, "marks", { marksBase, marks: target, ...shared(sending) }),
    }),
  );
  const marks = ids.map((_, index) => markAt(draft.value, index));
  return {
    draft,
    marks,
    mark: (index: number, mark: DiagnosticMark) => draft.change(signsOf(marks.map((other, at) => (at === index ? mark : other)))),
  };
}
