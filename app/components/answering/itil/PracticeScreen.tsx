import { useSearchParams } from "@remix-run/react";
import { useRef } from "react";
import { unansweredWord } from "#model/answer-words.ts";
import { practiceFacts } from "#model/itil/explain.ts";
import { gatePractice, isPracticeComplete, isPracticeStarted, PRACTICE_SELECTIONS } from "#model/itil/gate.ts";
import { ClearButton, ClearConfirmation, UndoOffer } from "~/components/answering/Clearing";
import { Explain } from "~/components/answering/Explain";
import { FlagButton, toggleFlag } from "~/components/answering/FlagButton";
import { CriteriaLevel } from "~/components/answering/itil/CriteriaLevel";
import { clearedInWords, compareAnswers, practiceWord } from "~/components/answering/itil/describe-changes";
import { PracticeExplained } from "~/components/answering/itil/PracticeExplained";
import { usePractice } from "~/components/answering/itil/usePractice";
import { keyRows } from "~/components/answering/keys";
import { proposalsOf } from "~/components/answering/LastTime";
import levelsStyles from "~/components/answering/Levels.module.css";
import { QuestionsFrame } from "~/components/answering/QuestionsFrame";
import type { ShownProgress } from "~/components/answering/QuestionsPage";
import { useAnswerKeys } from "~/components/answering/useAnswerKeys";
import { hasAgreed, takingOver } from "~/components/answering/Voices";
import { HiddenFields } from "~/components/shell/HiddenFields";
import type { FormResult } from "~/views/answering";
import { confirmableOf } from "~/views/answering/again";
import { criterionField, type ItilProgressView, lettersOf, levelsOf, PRACTICE_OPTIONS, type PracticePage } from "~/views/answering/itil";
import type { FieldLabels } from "~/views/form-labels";
import { plainText } from "~/views/rich-text";

interface PracticeScreenProps {
  practice: PracticePage;
  result: FormResult | undefined;
  shown: ShownProgress<ItilProgressView>;
}

/** The criteria of one practice, grouped by level (docs/rules/itil.md#questions-screen-of-itil). */
export function PracticeScreen({ practice, result, shown }: PracticeScreenProps) {
  const [query] = useSearchParams();
  const { assessment, item, links } = practice;
  const form = useRef<HTMLFormElement>(null);
  const editing = usePractice({ practice, was: query.get("was"), result, form, onProgress: shown.onProgress });
  const { editable, criteria, cleared, former } = editing;
  const gates = gatePractice(criteria);
  const rows = practice.criteria.flatMap((criterion, index) => {
    const answered = criteria[index];
    return answered ? [{ index, criterion, answered }] : [];
  });
  const isOpen = (level: number) => gates.some((gate) => gate.level === level && gate.open);
  const asked = rows.find(({ answered }) => isOpen(answered.level) && answered.selection === "N/A")?.index;
  const answer = (index: number, choice: number) => {
    const selection = PRACTICE_SELECTIONS[choice];
    if (selection) editing.answer(index, selection);
  };
  const { lastTime: last, voices } = practice;
  /** The answer that voices agree on, where it can be given and is not given yet. */
  const agreedAt = (index: number) => {
    const [agreed, criterion] = [voices?.statements?.[index]?.agreed, criteria[index]];
    const isNew = agreed && criterion && criterion.selection !== PRACTICE_SELECTIONS[agreed.choice];
    return editable && isNew && isOpen(criterion.level) ? agreed : undefined;
  };
  const takeOver = (index: number) => {
    const agreed = agreedAt(index);
    if (agreed) answer(index, agreed.choice);
    return agreed !== undefined;
  };
  const proposed = proposalsOf(last, editing.confirm);
  const keys = useAnswerKeys({
    rows: editable
      ? keyRows({
          ...{ choices: PRACTICE_OPTIONS, item: "criterion", next: "next screen", flags: practice.flagged !== undefined },
          confirms: confirmableOf(last, [last]),
          takesOver: hasAgreed(voices),
        })
      : undefined,
    choice: practice.choices.keys,
    container: form,
    asked,
    onAnswer: answer,
    onNext: editing.next,
    onUndo: editing.takeBack,
    onConfirm: proposed.confirmAt,
    onTakeOver: takeOver,
    onFlag: () => toggleFlag(editing.flag),
  });
  const isStarted = isPracticeStarted(criteria);
  const facts = practiceFacts(rows.map(({ criterion, answered }) => ({ ...criterion, ...answered })));
  return (
    <QuestionsFrame
      assessment={assessment}
      view={practice}
      answering={editing}
      shown={shown}
      editable={editable}
      result={result}
      what="practice"
      labels={import.meta.env.SSR ? [formLabelsOf(practice.criteria)] : []}
      parts={[{ part: "answers", draft: editing.answers, compare: compareAnswers(practice.criteria) }]}
      form={form}
      dialogs={
        query.get("confirm") === "clear" && editable && isStarted ? (
          <ClearConfirmation
            title="Clear this practice's answers?"
            text="The answers to all criteria are cleared. The note stays as it is."
            here={links.here}
            pageId={practice.pageId}
            base={practice.answers}
            empty={lettersOf(criteria.map(({ level }) => ({ level, selection: "N/A" })))}
            onClear={() => {
              editing.clear();
              editing.close();
            }}
          />
        ) : null
      }
      confirmAll={proposed.all(editable && !isStarted, "Confirm practice")}
      item={item}
      head={{
        word: practiceWord(criteria),
        score: facts.level === null ? undefined : { name: "Score", value: facts.level },
        flag: <FlagButton view={practice} draft={editing.flag} />,
        more: isStarted ? (
          <Explain title="How this level is calculated">
            <PracticeExplained facts={facts} add={practice.agreed?.add} />
          </Explain>
        ) : null,
        howToRate: practice.howToRate,
        keys,
      }}
      unit={shown.progress.unit}
      undo={<UndoOffer told={clearedInWords(cleared)} former={former} history={links.history} onUndo={editing.undo} />}
      tools={
        editable && isStarted ? (
          <div className="row row-between baseline">
            <ClearButton what="practice" />
          </div>
        ) : null
      }
    >
      {editable ? (
        <HiddenFields fields={{ base: result?.typed.answers?.base ?? practice.answers, levels: levelsOf(practice.criteria) }} />
      ) : null}
      <div className={`panel ${levelsStyles.levels}`}>
        {gates.map((gate) => (
          <CriteriaLevel
            key={gate.level}
            gate={gate}
            criteria={rows.filter(({ criterion }) => criterion.level === gate.level)}
            since={last?.statements}
            confirmAt={(index, isAsked, code) => proposed.at(index, isAsked, code, () => keys?.lead(index))}
            voices={voices?.statements}
            takeAt={(index, code) =>
              takingOver(agreedAt(index), PRACTICE_OPTIONS, {
                ...{ field: criterionField(index), of: code },
                onTake: () => takeOver(index) && keys?.lead(index),
              })
            }
            editable={editable}
            missing={unansweredWord({ finished: isPracticeComplete(criteria), locked: !gate.open })}
            cleared={cleared}
            onAnswer={answer}
          />
        ))}
      </div>
    </QuestionsFrame>
  );
}

/** What the form asks, in words. */
function formLabelsOf(criteria: PracticePage["criteria"]): FieldLabels {
  return {
    ask: Object.fromEntries(criteria.map(({ code, statement }, index) => [criterionField(index), `${code}: ${plainText(statement)}`])),
    values: Object.fromEntries(PRACTICE_OPTIONS.map(({ value, word }) => [value, word])),
  };
}
