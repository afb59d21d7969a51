/** The assessment before, in a grid (docs/rules/assess-again.md#in-the-grids). */
import type { CellAt, InGridOf } from "~/components/answering/concerns/concern";
import { CameBefore } from "~/components/answering/concerns/last-time/CameBefore";
import { ConfirmButton, confirming, keyOf } from "~/components/answering/concerns/last-time/Confirming";
import { Former, SaidThen, ToldThen } from "~/components/answering/concerns/last-time/SaidThen";
import gridStyles from "~/components/answering/grid/Grid.module.css";
import answerStyles from "~/components/answering/grid/GridAnswer.module.css";
import {
  CONFIRM_FIELD,
  confirmableOf,
  confirmProposal,
  countsWith,
  type PreviousInRow,
  saidAt,
  withWordsThen,
} from "~/views/answering/previous";

/** How the answer of then in a cell is confirmed, where it can be. */
const confirmingIn = (said: PreviousInRow, { index, isAsked, of, field, press }: CellAt) =>
  confirming(said, index, isAsked, { of, name: field(CONFIRM_FIELD), onConfirm: () => press("C") });

export const lastTime: InGridOf<"lastTime"> = {
  around(before, rows) {
    if (!before) return {};
    const time = confirmableOf(
      before,
      rows.map(({ given }) => given),
    );
    const counts = countsWith(
      before.counts,
      rows.map(({ given, stored, answers }) => ({ proposals: given?.proposals ?? "", stored, answers })),
    );
    return {
      top: <CameBefore before={before} counts={counts} />,
      ...(time !== undefined && {
        hasButtons: true,
        legend: (
          <span>
            <span className={answerStyles.gridBefore}>Underlined</span>: {time}
          </span>
        ),
        keys: [{ ...keyOf(time), press: ({ row, index }) => confirmProposal(row.given, index, row.confirm) }],
      }),
    };
  },
  rowHead: (said) => ({ words: <ToldThen said={said} className={gridStyles.gridThen} /> }),
  rowFoot: (said) => ({ words: <ToldThen said={said} /> }),
  cell(said, before, at) {
    const { index, id, options } = at;
    const since = saidAt(said, index, before?.month, options);
    const confirm = confirmingIn(said, at);
    return {
      words: since && !since.former ? withWordsThen(since.words, since) : undefined,
      describedBy: since?.former ? `${id}-then` : undefined,
      marked: said.proposals[index],
      // Next to the grid, the panel has both.
      below: since?.former ? (
        <Former id={`${id}-then`} words={since.words} statement={since.former} className={gridStyles.gridThen} />
      ) : confirm ? (
        <ConfirmButton {...confirm} className={gridStyles.gridThen}>
          Confirm
        </ConfirmButton>
      ) : null,
    };
  },
  inFocus: (said, before, at) => <SaidThen since={saidAt(said, at.index, before?.month, at.options)} confirm={confirmingIn(said, at)} />,
};
