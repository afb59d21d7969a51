/** The assessment before, on a questions screen (docs/rules/assess-again.md#on-the-questions-screens). */
import { upperFirst } from "#model/words.ts";
import type { OnQuestionsOf, QuestionsScreen } from "~/components/answering/concerns/concern";
import { ConfirmButton, keyOf, proposalsOf } from "~/components/answering/concerns/last-time/Confirming";
import { LastTimeSection } from "~/components/answering/concerns/last-time/LastTimeSection";
import { SaidThen } from "~/components/answering/concerns/last-time/SaidThen";
import { confirmableOf, countsWith, type LastTime, timeOf } from "~/views/answering/previous";

export const useLastTime: OnQuestionsOf<"lastTime"> = (last, { item }) => {
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
};

function Section({ last, item }: { last: LastTime; item: QuestionsScreen["item"] }) {
  return (
    <LastTimeSection
      last={last}
      counts={countsWith(last.counts, [{ ...last, stored: item.stored, answers: item.answers }])}
      confirmAll={proposalsOf(last, item.confirm).all(item.editable && !item.isStarted, `Confirm ${item.what}`)}
    />
  );
}
