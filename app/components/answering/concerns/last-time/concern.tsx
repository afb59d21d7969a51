/** The assessment before (docs/rules/assess-again.md#on-the-questions-screens). */
import { upperFirst } from "#model/words.ts";
import type { CellAt, ConcernOf } from "~/components/answering/concerns/concern";
import { ConfirmButton, confirming, proposalsOf } from "~/components/answering/concerns/last-time/Confirming";
import { CameBefore, Former, LastTimeSection, SaidThen, ToldThen } from "~/components/answering/concerns/last-time/LastTime";
import gridStyles from "~/components/answering/grid/Grid.module.css";
import answerStyles from "~/components/answering/grid/GridAnswer.module.css";
import {
  CONFIRM_FIELD,
  confirmableOf,
  confirmProposal,
  countsWith,
  type LastTime,
  type PreviousInRow,
  saidAt,
  timeOf,
  withWordsThen,
} from "~/views/answering/previous";

const keyOf = (time: string) => ({ key: "C", of: "statement", does: `confirm the answer of ${time}`, joined: "for" }) as const;

/** How the answer of then in a cell is confirmed, where it can be. */
const confirmingIn = (said: PreviousInRow, { index, isAsked, of, field, press }: CellAt) =>
  confirming(said, index, isAsked, { of, name: field(CONFIRM_FIELD), onConfirm: () => press("C") });

export const lastTime: ConcernOf<"lastTime"> = {
  useOnQuestions(last, { item }) {
    if (!last) return {};
    const section = <Section last={last} item={item} />;
    if (item.isChoice) {
      const [question] = item.statements;
      const then = question?.options.find(({ value }) => value === last.chosen);
      const confirm = () => then !== undefined && item.confirm({ index: 0, answers: then.value });
      return {
        section,
        statement: () =>
          // Not in the label of its option: there a click would choose it.
          item.editable && question?.isAsked && then ? (
            <p className="small muted">
              {upperFirst(timeOf(last))}: {then.name}.{" "}
              <ConfirmButton
                confirmation={{ index: 0, answers: then.value }}
                of={then.name ?? ""}
                onConfirm={() => confirm() && item.lead(0)}
              >
                Confirm
              </ConfirmButton>
            </p>
          ) : null,
        option(index) {
          const since = last.statements[index];
          return !since || since.kind === "unanswered" ? null : <span className="block small muted">{since.words}</span>;
        },
        keys: then ? [{ ...keyOf(timeOf(last)), press: confirm }] : [],
      };
    }
    const proposed = proposalsOf(last, item.confirm);
    const time = confirmableOf(last, [last]);
    return {
      section,
      statement(index) {
        const { isAsked = false, of = "" } = item.statements[index] ?? {};
        const confirm = proposed.at(index, item.editable && isAsked, of, () => item.lead(index));
        return <SaidThen since={last.statements[index]} confirm={confirm} />;
      },
      keys: time === undefined ? [] : [{ ...keyOf(time), press: proposed.confirmAt }],
    };
  },
  inGrid(before, rows) {
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
  onSummary: (before) => <CameBefore before={before} counts={before.counts} />,
};

function Section({ last, item }: { last: LastTime; item: Parameters<NonNullable<typeof lastTime.useOnQuestions>>[1]["item"] }) {
  return (
    <LastTimeSection
      last={last}
      counts={countsWith(last.counts, [{ ...last, stored: item.stored, answers: item.answers }])}
      confirmAll={proposalsOf(last, item.confirm).all(item.editable && !item.isStarted, `Confirm ${item.what}`)}
    />
  );
}
