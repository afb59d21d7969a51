import { useRef } from "react";
import { practiceFacts } from "#model/itil/explain.ts";
import { fromPracticeLetters, gatePractice, isPracticeComplete, isPracticeStarted, PRACTICE_SELECTIONS } from "#model/itil/gate.ts";
import { formatScore } from "#model/rounding.ts";
import { CriteriaLevel } from "~/components/answering/itil/CriteriaLevel";
import { PracticeExplained } from "~/components/answering/itil/PracticeExplained";
import { usePractice } from "~/components/answering/itil/usePractice";
import { QuestionsFrame } from "~/components/answering/QuestionsFrame";
import { QuestionsHead } from "~/components/answering/QuestionsHead";
import { ClearButton, ClearConfirmation, UndoOffer } from "~/components/answering/TakingBack";
import { keysFor, useAnswerKeys } from "~/components/answering/useAnswerKeys";
import { VersionTable } from "~/components/answering/VersionTable";
import { Status } from "~/components/shell/Status";
import type { FormResult } from "~/views/answering";
import { ANSWER_WORDS, codeOfAnswer, criterionField, lettersOf, levelsOf, type PracticePage } from "~/views/answering/itil";
import type { FieldWords } from "~/views/form-words";
import { plainText } from "~/views/rich-text";

interface PracticeScreenProps {
  practice: PracticePage;
  /** The answers before the last save without script, so that its effects can be shown and undone. */
  was: string | null;
  confirm: string | null;
  result: FormResult | undefined;
}

/** The criteria of one practice, grouped by level (docs/rules/itil.md#questions-screen-of-itil). */
export function PracticeScreen({ practice, was, confirm, result }: PracticeScreenProps) {
  const { assessment, item, links } = practice;
  const form = useRef<HTMLFormElement>(null);
  const editing = usePractice({ practice, was, result, form });
  const { editable, criteria, cleared, former, progress } = editing;
  const gates = gatePractice(criteria);
  const rows = practice.criteria.flatMap((criterion, index) => {
    const answered = criteria[index];
    return answered ? [{ index, criterion, answered }] : [];
  });
  const isOpen = (level: number) => gates.some((gate) => gate.level === level && gate.open);
  const asked = rows.find(({ answered }) => isOpen(answered.level) && answered.selection === "N/A")?.index;
  const onKeyDown = useAnswerKeys({
    container: form,
    asked,
    onAnswer: (index, choice) => {
      const selection = PRACTICE_SELECTIONS[choice];
      if (selection) editing.answer(index, selection);
      return selection !== undefined;
    },
    onNext: editing.next,
  });
  const isStarted = isPracticeStarted(criteria);
  const facts = practiceFacts(rows.map(({ criterion, answered }) => ({ ...criterion, ...answered })));
  return (
    <QuestionsFrame
      assessment={assessment}
      subtitle={`${assessment.scope} – Capability practice`}
      view={practice}
      answering={editing}
      editable={editable}
      result={result}
      what="practice"
      words={[wordsOf(practice.criteria)]}
      parts={[{ part: "answers", draft: editing.answers, compare: compareAnswers(practice.criteria) }]}
      form={form}
      onKeyDown={editable ? onKeyDown : undefined}
      dialogs={
        confirm === "clear" && editable && isStarted ? (
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
      head={
        <QuestionsHead
          name={item.name}
          code={item.code}
          help={item.help}
          state={
            <>
              <Status word={isPracticeComplete(criteria) ? "Complete" : isStarted ? "In progress" : "Not started"} />{" "}
              {facts.level === null ? null : (
                <span>
                  Score <strong className="number">{formatScore(facts.level)}</strong>
                </span>
              )}
            </>
          }
          view={progress}
          unit={progress.unit}
          more={
            isStarted ? (
              <details className="explain small">
                <summary>How this level is calculated</summary>
                <div className="explain-body stack-tight">
                  <PracticeExplained facts={facts} />
                </div>
              </details>
            ) : null
          }
          keys={editable ? KEYS : undefined}
        />
      }
      undo={<UndoOffer told={clearedInWords(cleared)} former={former && lettersOf(former)} onUndo={editing.undo} />}
      tools={
        editable && isStarted ? (
          <div className="thread-tools">
            <ClearButton what="practice" />
          </div>
        ) : null
      }
      sidebar={{ view: progress, score: progress.score, current: practice.place, unit: progress.unit }}
    >
      {editable ? (
        <>
          <input type="hidden" name="base" value={result?.typed.answers?.base ?? practice.answers} />
          <input type="hidden" name="levels" value={levelsOf(practice.criteria)} />
        </>
      ) : null}
      <div className="levels">
        {gates.map((gate) => (
          <CriteriaLevel
            key={gate.level}
            gate={gate}
            criteria={rows.filter(({ criterion }) => criterion.level === gate.level)}
            editable={editable}
            cleared={cleared}
            onAnswer={editing.answer}
          />
        ))}
      </div>
    </QuestionsFrame>
  );
}

/** What the form asks, in words. */
function wordsOf(criteria: PracticePage["criteria"]): FieldWords {
  return {
    ask: Object.fromEntries(criteria.map(({ code, statement }, index) => [criterionField(index), `${code}: ${plainText(statement)}`])),
    values: Object.fromEntries(PRACTICE_SELECTIONS.map((selection) => [codeOfAnswer(selection), ANSWER_WORDS[selection]])),
  };
}

const KEYS = keysFor({ choices: PRACTICE_SELECTIONS.map((selection) => ANSWER_WORDS[selection]), item: "criterion", next: "next screen" });

function clearedInWords(cleared: readonly { level: number }[]): string | undefined {
  if (cleared.length === 0) return undefined;
  const levels = [...new Set(cleared.map(({ level }) => level))];
  const places = `${levels.length === 1 ? "level" : "levels"} ${new Intl.ListFormat("en-GB").format(levels.map(String))}`;
  return cleared.length === 1 ? `An answer of ${places} was cleared.` : `${cleared.length} answers of ${places} were cleared.`;
}

function compareAnswers(criteria: PracticePage["criteria"]) {
  const word = (letters: string, index: number) => {
    const selection = fromPracticeLetters(letters)?.[index] ?? "N/A";
    return selection === "N/A" ? selection : ANSWER_WORDS[selection];
  };
  return (stored: string, mine: string) => (
    <VersionTable
      what="Criterion"
      rows={criteria.map(({ level, code, statement }, index) => ({
        name: `Level ${level}, ${code}: ${plainText(statement)}`,
        stored: word(stored, index),
        mine: word(mine, index),
      }))}
    />
  );
}
