import { useLocation, useSearchParams } from "@remix-run/react";
import { useRef, useState } from "react";
import { UNANSWERED, unansweredWord } from "#model/answer-words.ts";
import { LEVELS, type Level } from "#model/p3m3/catalogue.ts";
import {
  EMPTY_THREAD,
  gateThread,
  isThreadAnswered,
  isThreadStarted,
  THREAD_SELECTIONS,
  type ThreadLevelGate,
  toThreadLetters,
} from "#model/p3m3/gate.ts";
import { threadScore } from "#model/p3m3/progress.ts";
import { listed } from "#model/words.ts";
import { ClearConfirmation, UndoOffer } from "~/components/answering/Clearing";
import { useOnQuestions } from "~/components/answering/concerns";
import { keyRows, sendChoice } from "~/components/answering/keys";
import levelsStyles from "~/components/answering/Levels.module.css";
import { DescopeConfirmation, DescopeFailure, ReasonBox, RescopeForm, ThreadTools } from "~/components/answering/p3m3/Descoping";
import { clearedInWords, compareAnswers, compareMarks, threadWord } from "~/components/answering/p3m3/describe-changes";
import { LevelCard } from "~/components/answering/p3m3/LevelCard";
import { useThread } from "~/components/answering/p3m3/useThread";
import { QuestionsFrame } from "~/components/answering/QuestionsFrame";
import { QuestionsPage, type ShownProgress } from "~/components/answering/QuestionsPage";
import { useAnswerKeys } from "~/components/answering/useAnswerKeys";
import { byScript } from "~/components/forms/by-script";
import { useHydrated } from "~/components/forms/useHydrated";
import { Callout } from "~/components/shell/Callout";
import { Facts } from "~/components/shell/Facts";
import { HiddenFields } from "~/components/shell/HiddenFields";
import { Rich } from "~/components/shell/Rich";
import type { FormResult } from "~/views/answering";
import {
  codeOf,
  diagnosticField,
  diagnosticsBefore,
  levelField,
  MARK_WORDS,
  markAt,
  NO_REASON,
  type P3m3ProgressView,
  type P3m3QuestionsPage,
  REASON_LABEL,
  THREAD_OPTIONS,
} from "~/views/answering/p3m3";
import type { FieldLabels } from "~/views/form-labels";
import { paths } from "~/views/paths";
import { plainText } from "~/views/rich-text";

interface ThreadScreenProps {
  thread: P3m3QuestionsPage;
  result: FormResult | undefined;
}

/** The questions of one thread: five statements, diagnostics, notes, progress (docs/rules/gate.md#questions-screen). */
export function ThreadScreen({ thread, result }: ThreadScreenProps) {
  const { assessment, perspective, links, descoped } = thread;
  // A thread that was descoped begins anew.
  const of = `${links.here} ${descoped}`;
  return (
    <QuestionsPage
      assessment={assessment}
      subtitle={perspective.name}
      view={thread}
      of={of}
      place={{ group: perspective.code, item: thread.thread.code }}
      unit={UNIT}
      gridAt={(code, item) => paths.grid(assessment.id, code, item)}
    >
      {(shown) => <Thread key={of} thread={thread} result={result} shown={shown} />}
    </QuestionsPage>
  );
}

const UNIT = "threads";

function Thread({ thread, result, shown }: ThreadScreenProps & { shown: ShownProgress<P3m3ProgressView> }) {
  const [query] = useSearchParams();
  const asks = query.get("confirm");
  const { assessment, links, readOnly, descoped, questions } = thread;
  const form = useRef<HTMLFormElement>(null);
  const editing = useThread({ thread, was: query.get("was"), result, form, onProgress: shown.onProgress });
  const { editable, writable, drafts, selections, effects, former } = editing;
  const gates = gateThread(assessment.selectedLevel, selections);
  const next = editable ? gates.find(({ askedNext }) => askedNext)?.level : undefined;
  const answer = (item: number, choice: number) => {
    const [level, selection] = [LEVELS.find((each) => each === item), THREAD_SELECTIONS[choice]];
    if (level && selection) editing.answer(level, selection);
  };
  const leads = useRef<(level: number) => void>();
  const concerns = useOnQuestions(thread.concerns, {
    ...{ editable: writable, readOnly, pageId: thread.pageId, here: links.here, result, form },
    ...{ edited: editing.edited, note: thread.noteVersion === undefined ? undefined : editing.note },
    onProgress: (newest) => shown.onProgress(newest as P3m3ProgressView),
    item: {
      ...{ name: thread.thread.name, what: "thread", editable, computed: false, isChoice: false },
      isStarted: isThreadStarted(selections),
      statements: gates.map(({ level, open, askedNext, selection }) => ({
        ...{ of: `level ${level}`, field: levelField(level), options: THREAD_OPTIONS, isOpen: open, isAsked: askedNext },
        chosen: selection === "N/A" ? undefined : codeOf(selection),
      })),
      ...{ stored: thread.answers, answers: drafts.answers.value, confirm: editing.confirm },
      answer: (index, choice) => answer(index + 1, choice),
      lead: (index) => leads.current?.(index + 1),
    },
  });
  const keys = useAnswerKeys({
    rows: editable ? keyRows({ choices: THREAD_OPTIONS, item: "level", next: "next thread", concerns: concerns.keys }) : undefined,
    choice: thread.choices.keys,
    container: form,
    ...{ next, concerns: concerns.keys, firstItem: 1 },
    onAnswer: answer,
    onNext: editing.next,
    onUndo: editing.takeBack,
  });
  leads.current = keys?.lead;
  const [areOpen, setOpen] = useState(thread.choices.diagnostics === "open");
  const unfold = areOpen ? "marked" : "open";
  // A level that was just cleared has a message in it, so it is not folded.
  const early = editable ? earlyLocked(gates).filter((level) => !effects.some((effect) => effect.level === level)) : [];
  // A page load unfolds what its address names by `:target`, which script that follows a link does not move.
  const hash = useLocation().hash.slice(1);
  const hydrated = useHydrated();
  const isSought = ({ level, diagnostics }: P3m3QuestionsPage["questions"][number]) =>
    hydrated && [levelField(level), ...diagnostics.map(({ id }) => diagnosticField(id))].includes(hash);
  const save = async () => (await Promise.all(Object.values(drafts).map((draft) => draft.flush()))).every(Boolean);
  const descoping = result?.intent === "descope" && (result.typed.reason || result.everywhere) && editable ? result : undefined;
  const cleared = effects.filter(({ kind }) => kind === "cleared").map(({ level }) => level);
  return (
    <QuestionsFrame
      assessment={assessment}
      view={thread}
      answering={editing}
      concerns={concerns}
      shown={shown}
      editable={writable}
      result={result}
      what="thread"
      labels={import.meta.env.SSR ? formLabelsOf(thread) : []}
      parts={[
        { part: "answers", draft: drafts.answers, compare: compareAnswers },
        { part: "marks", draft: drafts.marks, compare: compareMarks(questions) },
        { part: "reason", draft: drafts.reason, compare: () => ({ what: "Reason", none: NO_REASON, lines: 3, writable: true }) },
      ]}
      form={form}
      dialogs={
        <>
          {(asks === "descope" || descoping) && editable && !thread.descope.hidden && !thread.descope.refusal ? (
            <DescopeConfirmation thread={thread} save={save} result={descoping} />
          ) : null}
          {asks === "clear" && editable && isThreadStarted(selections) ? (
            <ClearConfirmation
              title="Clear this thread's answers?"
              text="The answers to all five levels are cleared. Diagnostics and the note stay as they are."
              here={links.here}
              pageId={thread.pageId}
              base={thread.answers}
              empty={toThreadLetters(EMPTY_THREAD)}
              onClear={() => {
                editing.clear();
                editing.close();
              }}
            />
          ) : null}
          {result && result.intent !== "save" && result.intent !== "evidence" && !descoping ? (
            <DescopeFailure result={result} here={links.here} />
          ) : null}
        </>
      }
      notice={
        descoped ? (
          <Callout kind="info" title="This thread is descoped">
            <div className="stack-tight">
              <p>It has no answers and does not count towards any score. Its note is kept.</p>
              {readOnly === undefined && !thread.descope.hidden ? <RescopeForm thread={thread} save={save} result={result} /> : null}
            </div>
          </Callout>
        ) : null
      }
      item={thread.thread}
      head={{
        word: descoped ? UNANSWERED.descoped : threadWord(selections),
        score: !descoped && isThreadAnswered(selections) ? { name: "Thread score", value: threadScore(selections) } : undefined,
        more: <AboutLevels thread={thread} />,
        also:
          editable && questions.some(({ diagnostics }) => diagnostics.length > 0) ? (
            // Without script the form is saved first, so that nothing typed is lost.
            <button
              type="submit"
              className="link-button"
              name="unfold"
              value={unfold}
              onClick={byScript(() => {
                setOpen(!areOpen);
                sendChoice({ unfold });
              })}
            >
              {areOpen ? "Fold the diagnostics again" : "Open all diagnostics"}
            </button>
          ) : null,
        howToRate: descoped ? [] : thread.howToRate,
        keys,
      }}
      unit={UNIT}
      undo={
        <UndoOffer
          cleared={cleared.length > 0 ? clearedInWords(cleared) : undefined}
          former={former}
          history={links.history}
          onUndo={editing.undo}
        />
      }
      tools={editable ? <ThreadTools thread={thread} canClear={isThreadStarted(selections)} /> : null}
    >
      {editable ? (
        <HiddenFields
          fields={{
            base: result?.typed.answers?.base ?? thread.answers,
            marksBase: result?.typed.marks?.base ?? thread.marks,
            diagnostics: questions.flatMap(({ diagnostics }) => diagnostics.map(({ id }) => id)).join(" "),
          }}
        />
      ) : null}
      {thread.reason === undefined ? null : (
        <ReasonBox thread={{ ...thread, reason: thread.reason }} draft={drafts.reason} base={result?.typed.reason?.base} />
      )}
      <div className={`panel ${levelsStyles.levels}`}>
        {early.length > 0 ? (
          <label className={`${levelsStyles.levelFold} small`}>
            <input type="checkbox" /> Show the locked {early.length === 1 ? "level" : "levels"} {listed(early)}
          </label>
        ) : null}
        {questions.map((question) => {
          const gate = gates[question.level - 1];
          const from = diagnosticsBefore(questions, question.level);
          return gate ? (
            <LevelCard
              key={question.level}
              question={question}
              concerns={concerns.statement(question.level - 1)}
              gate={gate}
              editable={editable}
              missing={unansweredWord({ descoped, finished: isThreadAnswered(selections), locked: !gate.open })}
              isEarly={early.includes(question.level) && !isSought(question)}
              unfolded={areOpen}
              effect={effects.find(({ level }) => level === question.level)}
              onAnswer={answer}
              marks={editing.marks.slice(from, from + question.diagnostics.length)}
              onMark={(index, mark) => editing.mark(from + index, mark)}
            />
          ) : null;
        })}
      </div>
    </QuestionsFrame>
  );
}

/** The labels of the form. A mark that was never made is not worth showing. */
function formLabelsOf({ questions, marks }: P3m3QuestionsPage): FieldLabels[] {
  const diagnostics = questions.flatMap(({ level, diagnostics }) => diagnostics.map((each) => ({ level, ...each })));
  const labels = (marked: boolean) =>
    Object.fromEntries(
      diagnostics.flatMap(({ level, id, statement }, index) =>
        (markAt(marks, index) !== "none") === marked ? [[diagnosticField(id), `Level ${level}: ${plainText(statement)}`]] : [],
      ),
    );
  const { positive, improvement } = MARK_WORDS;
  return [
    {
      ask: Object.fromEntries(
        questions.map(({ level, name, statement }) => [levelField(level), `Level ${level} ${name}: ${plainText(statement)}`]),
      ),
      values: Object.fromEntries(THREAD_OPTIONS.map(({ value, word }) => [value, word])),
    },
    { ask: labels(true), values: MARK_WORDS },
    { ask: labels(false), values: { positive, improvement } },
    { ask: { reason: REASON_LABEL } },
  ];
}

function AboutLevels({ thread: { perspective, questions } }: { thread: P3m3QuestionsPage }) {
  return (
    <details className="small">
      <summary>About this perspective and the five levels</summary>
      <div className="stack-tight measure">
        {perspective.help ? (
          <p>
            <strong>{perspective.name}.</strong> <Rich text={perspective.help} />
          </p>
        ) : null}
        <Facts facts={questions.map(({ level, name, meaning }) => [`Level ${level} ${name}`, meaning])} />
      </div>
    </details>
  );
}

/** The locked levels that come before the first that is open. A phone folds them (docs/rules/gate.md#questions-screen). */
function earlyLocked(gates: readonly ThreadLevelGate[]): Level[] {
  return gates
    .slice(
      0,
      gates.findIndex(({ open }) => open),
    )
    .map(({ level }) => level);
}
