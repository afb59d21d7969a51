import { Button } from "@radix-ui/themes";
import { Form, Link, useLocation, useNavigate } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { LEVELS } from "#model/p3m3/catalogue.ts";
import { EMPTY_THREAD, fromLetters, gateThread, isAnswered, isStarted, toLetters } from "#model/p3m3/gate.ts";
import { threadScore } from "#model/p3m3/progress.ts";
import { useHydrated } from "~/components/forms/useHydrated";
import { DescopeConfirmation, DescopeFailure, RescopeForm, ThreadTools } from "~/components/questions/Descoping";
import { LeaveQuestion } from "~/components/questions/LeaveQuestion";
import { LevelCard } from "~/components/questions/LevelCard";
import { NoteBox } from "~/components/questions/NoteBox";
import { ProgressButton, ProgressSidebar } from "~/components/questions/ProgressSidebar";
import { SaveMark } from "~/components/questions/SaveMark";
import { compareNotes, SaveTrouble } from "~/components/questions/SaveTrouble";
import { UnsentNotice } from "~/components/questions/UnsentNotice";
import { KEYS, useLevelKeys } from "~/components/questions/useLevelKeys";
import { type ThreadResult, useThread } from "~/components/questions/useThread";
import { Callout } from "~/components/shell/Callout";
import { LockKeeper } from "~/components/shell/LockKeeper";
import { Modal } from "~/components/shell/Modal";
import { Page } from "~/components/shell/Page";
import { Status } from "~/components/shell/Status";
import { type Mark, markAt } from "~/question-fields";
import type { ThreadPage } from "~/view";

interface ThreadScreenProps {
  thread: ThreadPage;
  /** The letters before the last save without script, so that its effects can be told and undone. */
  was: string | null;
  confirm: string | null;
  result: ThreadResult | undefined;
}

/** The questions of one thread (specification C2): five statements, diagnostics, notes, progress. */
export function ThreadScreen({ thread, was, confirm, result }: ThreadScreenProps) {
  const { assessment, perspective, links, readOnly, descoped, questions } = thread;
  const form = useRef<HTMLFormElement>(null);
  const editing = useThread({ thread, was, result, form });
  const { editable, drafts, selections, effects } = editing;
  const all = [drafts.answers, drafts.marks, drafts.note];
  const hydrated = useHydrated();
  const navigate = useNavigate();
  const gates = gateThread(assessment.selectedLevel, selections);
  const asked = editable ? gates.find(({ askedNext }) => askedNext)?.level : undefined;
  const onKeyDown = useLevelKeys({ container: form, asked, onAnswer: editing.answer, onNext: editing.next });
  const close = () => navigate(links.here, { replace: true, preventScrollReset: true });
  let first = 0;
  return (
    <Page title={assessment.name} subtitle={perspective.name}>
      {confirm === "descope" && editable && !thread.descope.hidden && !thread.descope.refusal ? (
        <DescopeConfirmation thread={thread} />
      ) : null}
      {confirm === "clear" && editable && isStarted(selections) ? (
        <ClearConfirmation
          thread={thread}
          base={thread.answers}
          onClear={() => {
            editing.clear();
            close();
          }}
        />
      ) : null}
      {result && result.intent !== "save" ? <DescopeFailure result={result} here={links.here} /> : null}
      {editing.progressFailed ? (
        <Modal title="Sorry, something went wrong..." kind="error" onDismiss={editing.forgetFailure}>
          <p>Your answers are saved, but the progress could not be read. Please, try again later or get in touch.</p>
          <div className="actions">
            <Button type="button" onClick={editing.forgetFailure}>
              Continue
            </Button>
          </div>
        </Modal>
      ) : null}
      <LeaveQuestion drafts={all} />
      <UnsentNotice owner={thread.owner} here={links.here} />
      {readOnly ? <Callout kind="info">{readOnly}</Callout> : null}
      <SaveTrouble
        here={links.here}
        page={thread.page}
        what="thread"
        writable={editable}
        parts={[
          { part: "answers", draft: drafts.answers, base: result?.typed.answers?.base, compare: compareAnswers },
          { part: "marks", draft: drafts.marks, base: result?.typed.marks?.base, compare: compareMarks(questions) },
          { part: "note", draft: drafts.note, base: result?.typed.note?.base, compare: compareNotes(drafts.note, editable) },
        ]}
      />
      <div className="with-aside questions">
        <div className="stack">
          {descoped ? (
            <Callout kind="info" title="This thread is descoped">
              <div className="stack-tight">
                <p>It has no answers and does not count towards any score. Its note is kept.</p>
                {readOnly === undefined && !thread.descope.hidden ? <RescopeForm thread={thread} /> : null}
              </div>
            </Callout>
          ) : null}
          <Form
            method="post"
            action={links.here}
            className="stack"
            ref={form}
            autoComplete="off"
            onSubmit={editing.finish}
            onKeyDown={onKeyDown}
          >
            {/* Enter presses the first button of a form: it must be one that does no more than save. */}
            {editable ? <button type="submit" name="go" value="stay" className="visually-hidden" tabIndex={-1} aria-hidden /> : null}
            {thread.page ? <input type="hidden" name="page" value={thread.page} /> : null}
            <ThreadHead thread={thread} selections={selections} progress={editing.progress} editable={editable} />
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
            <NoteBox
              draft={drafts.note}
              version={result?.typed.note?.base ?? thread.noteVersion}
              editable={editable}
              stored={thread.note}
            />
            {editable ? (
              <div className="action-bar">
                <div className="action-bar-state">
                  {hydrated ? (
                    <SaveMark drafts={[drafts.answers, drafts.marks]} />
                  ) : (
                    <span className="small muted">Saved by the buttons</span>
                  )}
                  <UndoOffer editing={editing} />
                </div>
                <div className="action-bar-buttons">
                  {hydrated ? null : (
                    <Button type="submit" variant="soft" name="go" value="stay">
                      Save answers
                    </Button>
                  )}
                  <Button type="submit" variant="soft" name="go" value="exit">
                    Save and Exit
                  </Button>
                  <Button type="submit" name="go" value="next">
                    {thread.next.label}
                  </Button>
                </div>
              </div>
            ) : (
              <div className="actions">
                <Button asChild>
                  <Link to={thread.next.href}>{thread.next.label}</Link>
                </Button>
              </div>
            )}
          </Form>
          {editable ? <ThreadTools thread={thread} canClear={isStarted(selections)} /> : null}
        </div>
        <ProgressSidebar
          view={editing.progress}
          current={{ group: perspective.code, item: thread.thread.code }}
          unit="threads"
          summary={links.summary}
        />
      </div>
      {thread.page ? <LockKeeper assessmentId={assessment.id} page={thread.page} /> : null}
    </Page>
  );
}

type Editing = ReturnType<typeof useThread>;

/** The name of the thread, where it stands, what it is about, and the keys. */
function ThreadHead({
  thread,
  selections,
  progress,
  editable,
}: { thread: ThreadPage } & Pick<Editing, "selections" | "progress" | "editable">) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key } = useLocation();
  // After a navigation inside the product the new thread is announced, and its keys work; a first page leaves the focus alone.
  useEffect(() => {
    if (key !== "default") heading.current?.focus({ preventScroll: true });
  }, [key]);
  const { perspective, questions } = thread;
  const { name, code, help } = thread.thread;
  return (
    <header className="thread-head">
      <div className="row row-between">
        <h2 ref={heading} tabIndex={-1}>
          {name} <span className="muted">({code})</span>
        </h2>
        <span className="row">
          {thread.descoped ? (
            <Status word="Descoped" />
          ) : (
            <>
              <Status word={isAnswered(selections) ? "Answered" : isStarted(selections) ? "In progress" : "Not started"} />{" "}
              {isAnswered(selections) ? (
                <span>
                  Thread score <strong className="number">{threadScore(selections)}</strong>
                </span>
              ) : null}
            </>
          )}
          <ProgressButton view={progress} unit="threads" />
        </span>
      </div>
      {help ? <p className="muted">{help}</p> : null}
      <details className="small">
        <summary>About this perspective and the five levels</summary>
        <div className="stack-tight help">
          {perspective.help ? (
            <p>
              <strong>{perspective.name}.</strong> {perspective.help}
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
      {editable ? (
        <p className="keys small muted">
          <span>Keys:</span>
          {KEYS.map(({ keys, does }) => (
            <span key={does}>
              {keys.map((each) => (
                <kbd key={each}>{each}</kbd>
              ))}{" "}
              {does}
            </span>
          ))}
        </p>
      ) : null}
    </header>
  );
}

/** After a change that cleared other answers: what it cleared, and the way back. */
function UndoOffer({ editing: { effects, former, undo } }: { editing: Editing }) {
  const cleared = effects.filter(({ kind }) => kind === "cleared").map(({ level }) => level);
  if (cleared.length === 0 || !former) return <span role="status" />;
  const levels = new Intl.ListFormat("en-GB").format(cleared.map(String));
  return (
    <span role="status" className="small undo">
      {cleared.length === 1 ? `The answer to level ${levels} was cleared.` : `The answers to levels ${levels} were cleared.`}{" "}
      <button
        className="link-button"
        type="submit"
        name="target"
        value={toLetters(former)}
        onClick={(event) => {
          event.preventDefault();
          undo();
        }}
      >
        Undo
      </button>
    </span>
  );
}

function ClearConfirmation({ thread, base, onClear }: { thread: ThreadPage; base: string; onClear(): void }) {
  const { here } = thread.links;
  return (
    <Modal title="Clear this thread's answers?" dismissTo={here}>
      <p>The answers to all five levels are taken back. Diagnostics and the note stay as they are.</p>
      <Form
        method="post"
        action={here}
        className="actions"
        onSubmit={(event) => {
          event.preventDefault();
          onClear();
        }}
      >
        <input type="hidden" name="base" value={base} />
        {thread.page ? <input type="hidden" name="page" value={thread.page} /> : null}
        <Button asChild variant="soft">
          <Link to={here} replace preventScrollReset>
            Cancel
          </Link>
        </Button>
        <Button type="submit" name="target" value={toLetters(EMPTY_THREAD)} color="red">
          Clear answers
        </Button>
      </Form>
    </Modal>
  );
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

const MARK_WORDS: Readonly<Record<Mark, string>> = { positive: "Positive", improvement: "Improvement", neither: "Neither" };

function compareMarks(questions: ThreadPage["questions"]) {
  const statements = questions.flatMap(({ level, diagnostics }) => diagnostics.map(({ statement }) => `Level ${level}: ${statement}`));
  return (stored: string, mine: string) => {
    const rows = statements.map((name, index) => ({
      name,
      stored: MARK_WORDS[markAt(stored, index)],
      mine: MARK_WORDS[markAt(mine, index)],
    }));
    return <VersionTable what="Diagnostic" rows={rows.filter((row) => row.stored !== row.mine)} />;
  };
}

function VersionTable({ what, rows }: { what: string; rows: { name: string; stored: string; mine: string }[] }) {
  return (
    <table className="table versions-table">
      <thead>
        <tr>
          <th scope="col">{what}</th>
          <th scope="col">Stored now</th>
          <th scope="col">Yours</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, stored, mine }) => (
          <tr key={name} className={stored === mine ? undefined : "differs"}>
            <th scope="row">{name}</th>
            <td>{stored}</td>
            <td>{mine}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
