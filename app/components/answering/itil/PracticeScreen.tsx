import { useSearchParams } from "@remix-run/react";
import { useRef } from "react";
import { unansweredWord } from "#model/answer-words.ts";
import { practiceFacts } from "#model/itil/explain.ts";
import { gatePractice, isPracticeComplete, isPracticeStarted, PRACTICE_SELECTIONS } from "#model/itil/gate.ts";
import { ClearButton, ClearConfirmation, UndoOffer } from "~/components/answering/Clearing";
import { useOnQuestions } from "~/components/answering/concerns";
import { Explain } from "~/components/answering/Explain";
import { CriteriaLevel } from "~/components/answering/itil/CriteriaLevel";
import { clearedInWords, compareAnswers, practiceWord } from "~/components/answering/itil/describe-changes";
import { PracticeExplained } from "~/components/answering/itil/PracticeExplained";
import { usePractice } from "~/components/answering/itil/usePractice";
import { keyRows } from "~/components/answering/keys";
import levelsStyles from "~/components/answering/Levels.module.css";
import { QuestionsFrame } from "~/components/answering/QuestionsFrame";
import type { ShownProgress } from "~/components/answering/QuestionsPage";
import { useAnswerKeys } from "~/components/answering/useAnswerKeys";
import { HiddenFields } from "~/components/shell/HiddenFields";
import type { FormResult } from "~/views/answering";
import {
  codeOf,
  criterionField,
  type ItilProgressView,
  lettersOf,
  levelsOf,
  PRACTICE_OPTIONS,
  type PracticePage,
} from "~/views/answering/itil";
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
  const next = rows.find(({ answered }) => isOpen(answered.level) && answered.selection === "N/A")?.index;
  const answer = (index: number, choice: number) => {
    const selection = PRACTICE_SELECTIONS[choice];
    if (selection) editing.answer(index, selection);
  };
  const isStarted = isPracticeStarted(criteria);
  const leads = useRef<(index: number) => void>();
  const concerns = useOnQuestions(practice.concerns, {
    ...{ editable, readOnly: practice.readOnly, pageId: practice.pageId, here: links.here, result, form },
    ...{ edited: editing.edited, note: practice.noteVersion === undefined ? undefined : editing.note },
    onProgress: (newest) => shown.onProgress(newest as ItilProgressView),
    item: {
      ...{ name: item.name, what: "practice", editable, computed: false, isChoice: false, isStarted },
      statements: rows.map(({ index, criterion, answered: { level, selection } }) => ({
        ...{ of: criterion.code, field: criterionField(index), options: PRACTICE_OPTIONS, isOpen: isOpen(level) },
        isAsked: isOpen(level) && selection === "N/A",
        chosen: selection === "N/A" ? undefined : codeOf(selection),
      })),
      ...{ stored: practice.answers, answers: editing.answers.value, answer, confirm: editing.confirm },
      lead: (index) => leads.current?.(index),
    },
  });
  const keys = useAnswerKeys({
    rows: editable ? keyRows({ choices: PRACTICE_OPTIONS, item: "criterion", next: "next screen", concerns: concerns.keys }) : undefined,
    choice: practice.choices.keys,
    container: form,
    ...{ next, concerns: concerns.keys, firstItem: 0 },
    onAnswer: answer,
    onNext: editing.next,
    onUndo: editing.takeBack,
  });
  leads.current = keys?.lead;
  const facts = practiceFacts(rows.map(({ criterion, answered }) => ({ ...criterion, ...answered })));
  return (
    <QuestionsFrame
      assessment={assessment}
      view={practice}
      answering={editing}
      concerns={concerns}
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
      item={item}
      head={{
        word: practiceWord(criteria),
        score: facts.level === null ? undefined : { name: "Score", value: facts.level },
        more: isStarted ? (
          <Explain title="How this level is calculated">
            <PracticeExplained facts={facts} />
          </Explain>
        ) : null,
        howToRate: practice.howToRate,
        keys,
      }}
      unit={shown.progress.unit}
      undo={<UndoOffer cleared={clearedInWords(cleared)} former={former} history={links.history} onUndo={editing.undo} />}
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
            concerns={concerns.statement}
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
