import { useRef } from "react";
import { LEVELS } from "#model/p3m3/catalogue.ts";
import { EMPTY_THREAD, fromLetters, gateThread, isAnswered, isStarted, SELECTIONS, toLetters } from "#model/p3m3/gate.ts";
import { threadScore } from "#model/p3m3/progress.ts";
import { formatScore } from "#model/rounding.ts";
import { DescopeConfirmation, DescopeFailure, RescopeForm, ThreadTools } from "~/components/answering/p3m3/Descoping";
import { LevelCard } from "~/components/answering/p3m3/LevelCard";
import { useThread } from "~/components/answering/p3m3/useThread";
import { QuestionsFrame } from "~/components/answering/QuestionsFrame";
import { QuestionsHead } from "~/components/answering/QuestionsHead";
import { ClearConfirmation, UndoOffer } from "~/components/answering/TakingBack";
import { keysFor, useAnswerKeys } from "~/components/answering/useAnswerKeys";
import { VersionTable } from "~/components/answering/VersionTable";
import { Callout } from "~/components/shell/Callout";
import { Rich } from "~/components/shell/Rich";
import { Status } from "~/components/shell/Status";
import type { FormResult } from "~/views/answering";
import { codeOf, diagnosticField, levelField, MARK_WORDS, markAt, type ThreadPage } from "~/views/answering/p3m3";
import type { FieldWords } from "~/views/form-words";
import { plainText } from "~/views/rich-text";

interface ThreadScreenProps {
  thread: ThreadPage;
  /** The answers before the last save without script, so that its effects can be shown and undone. */
  was: string | null;
  confirm: string | null;
  result: FormResult | undefined;
}

/** The questions of one thread: five statements, diagnostics, notes, progress (docs/rules/gate.md#questions-screen). */
export function ThreadScreen({ thread, was, confirm, result }: ThreadScreenProps) {
  const { assessment, perspective, links, readOnly, descoped, questions } = thread;
  const form = useRef<HTMLFormElement>(null);
  const editing = useThread({ thread, was, result, form });
  const { editable, drafts, selections, effects, former, progress } = editing;
  const gates = gateThread(assessment.selectedLevel, selections);
  const asked = editable ? gates.find(({ askedNext }) => askedNext)?.level : undefined;
  const onKeyDown = useAnswerKeys({
    container: form,
    asked,
    onAnswer: (item, choice) => {
      const [level, selection] = [LEVELS.find((each) => each === item), SELECTIONS[choice]];
      if (level && selection) editing.answer(level, selection);
      return level !== undefined && selection !== undefined;
    },
    onNext: editing.next,
  });
  const cleared = effects.filter(({ kind }) => kind === "cleared").map(({ level }) => level);
  let first = 0;
  return (
    <QuestionsFrame
      assessment={assessment}
      subtitle={perspective.name}
      view={thread}
      answering={editing}
      editable={editable}
      result={result}
      what="thread"
      words={wordsOf(thread)}
      parts={[
        { part: "answers", draft: drafts.answers, compare: compareAnswers },
        { part: "marks", draft: drafts.marks, compare: compareMarks(questions) },
      ]}
      form={form}
      onKeyDown={onKeyDown}
      dialogs={
        <>
          {confirm === "descope" && editable && !thread.descope.hidden && !thread.descope.refusal ? (
            <DescopeConfirmation
              thread={thread}
              save={async () => (await Promise.all(Object.values(drafts).map((draft) => draft.flush()))).every(Boolean)}
            />
          ) : null}
          {confirm === "clear" && editable && isStarted(selections) ? (
            <ClearConfirmation
              title="Clear this thread's answers?"
              text="The answers to all five levels are cleared. Diagnostics and the note stay as they are."
              here={links.here}
              pageId={thread.pageId}
              base={thread.answers}
              empty={toLetters(EMPTY_THREAD)}
              onClear={() => {
                editing.clear();
                editing.close();
              }}
            />
          ) : null}
          {result && result.intent !== "save" ? <DescopeFailure result={result} here={links.here} /> : null}
        </>
      }
      notice={
        descoped ? (
          <Callout kind="info" title="This thread is descoped">
            <div className="stack-tight">
              <p>It has no answers and does not count towards any score. Its note is kept.</p>
              {readOnly === undefined && !thread.descope.hidden ? <RescopeForm thread={thread} /> : null}
            </div>
          </Callout>
        ) : null
      }
      head={
        <QuestionsHead
          name={thread.thread.name}
          code={thread.thread.code}
          help={thread.thread.help}
          state={
            descoped ? (
              <Status word="Descoped" />
            ) : (
              <>
                <Status word={isAnswered(selections) ? "Answered" : isStarted(selections) ? "In progress" : "Not started"} />{" "}
                {isAnswered(selections) ? (
                  <span>
                    Thread score <strong className="number">{formatScore(threadScore(selections))}</strong>
                  </span>
                ) : null}
              </>
            )
          }
          view={progress}
          unit="threads"
          more={<AboutLevels thread={thread} />}
          keys={editable ? KEYS : undefined}
        />
      }
      undo={
        <UndoOffer
          told={cleared.length > 0 ? clearedInWords(cleared) : undefined}
          former={former && toLetters(former)}
          onUndo={editing.undo}
        />
      }
      tools={editable ? <ThreadTools thread={thread} canClear={isStarted(selections)} /> : null}
      sidebar={{
        view: progress,
        score: { label: "Overall score", value: formatScore(progress.overall) },
        current: { group: perspective.code, item: thread.thread.code },
        unit: "threads",
      }}
    >
      {editable ? (
        <>
          <input type="hidden" name="base" value={result?.typed.answers?.base ?? thread.answers} />
          <input type="hidden" name="marksBase" value={result?.typed.marks?.base ?? thread.marks} />
          <input
            type="hidden"
            name="diagnostics"
            value={questions.flatMap(({ diagnostics }) => diagnostics.map(({ id }) => id)).join(" ")}
          />
        </>
      ) : null}
      <div className="levels">
        {questions.map((question) => {
          const gate = gates[question.level - 1];
          const from = first;
          first += question.diagnostics.length;
          return gate ? (
            <LevelCard
              key={question.level}
              question={question}
              gate={gate}
              editable={editable}
              effect={effects.find(({ level }) => level === question.level)}
              onAnswer={editing.answer}
              marks={editing.marks.slice(from, first)}
              onMark={(index, mark) => editing.mark(from + index, mark)}
            />
          ) : null;
        })}
      </div>
    </QuestionsFrame>
  );
}

/** What the form asks, in words. A mark that was never made is not worth showing. */
function wordsOf({ questions, marks }: ThreadPage): FieldWords[] {
  const diagnostics = questions.flatMap(({ level, diagnostics }) => diagnostics.map((each) => ({ level, ...each })));
  const asked = (marked: boolean) =>
    Object.fromEntries(
      diagnostics.flatMap(({ level, id, statement }, index) =>
        (markAt(marks, index) !== "neither") === marked ? [[diagnosticField(id), `Level ${level}: ${plainText(statement)}`]] : [],
      ),
    );
  const { positive, improvement } = MARK_WORDS;
  return [
    {
      ask: Object.fromEntries(
        questions.map(({ level, name, statement }) => [levelField(level), `Level ${level} ${name}: ${plainText(statement)}`]),
      ),
      values: Object.fromEntries(SELECTIONS.map((selection) => [codeOf(selection), selection])),
    },
    { ask: asked(true), values: MARK_WORDS },
    { ask: asked(false), values: { positive, improvement } },
  ];
}

const KEYS = keysFor({ choices: SELECTIONS, item: "level", next: "next thread" });

function AboutLevels({ thread: { perspective, questions } }: { thread: ThreadPage }) {
  return (
    <details className="small">
      <summary>About this perspective and the five levels</summary>
      <div className="stack-tight help">
        {perspective.help ? (
          <p>
            <strong>{perspective.name}.</strong> <Rich text={perspective.help} />
          </p>
        ) : null}
        <dl className="facts">
          {questions.map(({ level, name: levelName, meaning }) => (
            <div key={level} className="help-level">
              <dt>
                Level {level} {levelName}
              </dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
      </div>
    </details>
  );
}

function clearedInWords(cleared: readonly number[]): string {
  const levels = new Intl.ListFormat("en-GB").format(cleared.map(String));
  return cleared.length === 1 ? `The answer to level ${levels} was cleared.` : `The answers to levels ${levels} were cleared.`;
}

const nameOf = (letters: string, level: number) => fromLetters(letters)?.[level - 1] ?? "N/A";

function compareAnswers(stored: string, mine: string) {
  return (
    <VersionTable
      what="Level"
      rows={LEVELS.map((level) => ({ name: `Level ${level}`, stored: nameOf(stored, level), mine: nameOf(mine, level) }))}
    />
  );
}

function compareMarks(questions: ThreadPage["questions"]) {
  const statements = questions.flatMap(({ level, diagnostics }) =>
    diagnostics.map(({ statement }) => `Level ${level}: ${plainText(statement)}`),
  );
  return (stored: string, mine: string) => {
    const rows = statements.map((name, index) => ({
      name,
      stored: MARK_WORDS[markAt(stored, index)],
      mine: MARK_WORDS[markAt(mine, index)],
    }));
    return <VersionTable what="Diagnostic" rows={rows.filter((row) => row.stored !== row.mine)} />;
  };
}
