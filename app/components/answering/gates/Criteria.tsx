/** A practice: criteria in levels (docs/rules/itil.md#questions-screen-of-itil). */
import { unansweredWord } from "#model/answer-words.ts";
import { CRITERIA_OPTIONS } from "#model/gates/criteria.ts";
import { practiceFacts } from "#model/itil/explain.ts";
import { Explain } from "~/components/answering/Explain";
import { CriteriaLevel } from "~/components/answering/gates/CriteriaLevel";
import type { ItemFace, ItemOnScreen } from "~/components/answering/gates/face";
import { clearedInWords, compareAnswers } from "~/components/answering/itil/describe-changes";
import { PracticeExplained } from "~/components/answering/itil/PracticeExplained";
import levelsStyles from "~/components/answering/Levels.module.css";
import { answerField } from "~/views/answering/item";
import { levelsOf, practiceGate } from "~/views/answering/itil";
import { plainText } from "~/views/rich-text";
import { STATEMENTS_ID } from "~/views/shell";

export const CRITERIA: ItemFace<"criteria"> = {
  gateOf: practiceGate,
  ...{ what: "practice", asks: "criterion", next: "next screen", choices: CRITERIA_OPTIONS, firstItem: 0 },
  clearing: { title: "Clear this practice's answers?", text: "The answers to all criteria are cleared. The note stays as it is." },
  labelOf: ({ name }) => name,
  wordOf: ({ gate, answers }) => (gate.isFinished(answers) ? "Complete" : gate.isStarted(answers) ? "In progress" : "Not started"),
  scoreOf({ gate, answers }) {
    const value = gate.scoreOf(answers);
    return value === null ? undefined : { name: "Score", value };
  },
  clearedInWords,
  compare: compareAnswers,
  labels: ({ statements }) => [
    {
      ask: Object.fromEntries(
        statements.map(({ code, statement }, index) => [answerField("criteria", index), `${code}: ${plainText(statement)}`]),
      ),
      values: Object.fromEntries(CRITERIA_OPTIONS.map(({ value, word }) => [value, word])),
    },
  ],
  nameOf: ({ statements }, index) => statements[index]?.code ?? "",
  optionsOf: () => CRITERIA_OPTIONS,

  useParts(shown) {
    const { item, gate, answers } = shown;
    const answered = practiceGate(item).read(answers);
    const facts = practiceFacts(
      item.statements.map((criterion, index) => ({ ...criterion, selection: answered[index]?.selection ?? "N/A" })),
    );
    return {
      fields: { levels: levelsOf(item.statements) },
      head: {
        more: gate.isStarted(answers) ? (
          <Explain title="How this level is calculated">
            <PracticeExplained facts={facts} />
          </Explain>
        ) : null,
      },
      statements: <Levels shown={shown} />,
    };
  },
};

function Levels({ shown: { item, gate, answers, statements, editing, concerns, onAnswer } }: { shown: ItemOnScreen<"criteria"> }) {
  return (
    <div id={STATEMENTS_ID} tabIndex={-1} className={`panel ${levelsStyles.levels}`}>
      {practiceGate(item)
        .levels(answers)
        .map((level) => (
          <CriteriaLevel
            key={level.level}
            gate={level}
            criteria={item.statements.flatMap((criterion, index) => {
              const gated = statements[index];
              return gated && criterion.level === level.level ? [{ index, criterion, gated }] : [];
            })}
            concerns={concerns.statement}
            editable={editing.editable}
            missing={unansweredWord({ finished: gate.isFinished(answers), locked: !level.open })}
            cleared={editing.effects}
            onAnswer={onAnswer}
          />
        ))}
    </div>
  );
}
