import { Button } from "@radix-ui/themes";
import { Form, Link } from "@remix-run/react";
import { LEVELS } from "#model/p3m3/catalogue.ts";
import { fromLetters, isThreadState, type Selections, sideEffects, toLetters } from "#model/p3m3/gate.ts";
import { Levels } from "~/components/questions/Levels";
import { NoteBox } from "~/components/questions/NoteBox";
import { ProgressSidebar } from "~/components/questions/ProgressSidebar";
import { SaveMark } from "~/components/questions/SaveMark";
import { useThread } from "~/components/questions/useThread";
import { Callout } from "~/components/shell/Callout";
import { LockKeeper } from "~/components/shell/LockKeeper";
import { Modal } from "~/components/shell/Modal";
import { Page } from "~/components/shell/Page";
import type { ThreadPage } from "~/view";

interface ThreadScreenProps {
  thread: ThreadPage;
  /** The letters before the last save without script, so that its effects can be told and undone. */
  was: string | null;
  confirm: string | null;
  result:
    | {
        outcome: { kind: string; message?: string; by?: string | undefined; letters?: string; note?: string };
        typed: { base?: string | undefined; note?: string | undefined };
      }
    | undefined;
}

/** The questions of one thread (specification C2): five statements, diagnostics, notes, progress. */
export function ThreadScreen({ thread, was, confirm, result }: ThreadScreenProps) {
  const { assessment, perspective, links, readOnly, descoped } = thread;
  const editing = useThread(thread, result?.typed.note);
  const editable = readOnly === undefined && !descoped;
  const former = editing.former ?? formerOf(was, thread.letters);
  const effects = former ? sideEffects(former, editing.selections, changedLevels(former, editing.selections)) : [];
  return (
    <Page title={assessment.name} subtitle={perspective.name}>
      {confirm === "descope" && editable && !thread.descope.hidden ? <DescopeConfirmation thread={thread} /> : null}
      {readOnly ? <Callout kind="info">{readOnly}</Callout> : null}
      <Outcome thread={thread} result={result} />
      <div className="with-aside">
        <Form method="post" action={links.here} className="stack" onSubmit={editing.finish}>
          <input type="hidden" name="base" value={thread.letters} />
          <div className="row row-between">
            <h2>
              {thread.thread.name} <span className="muted">({thread.thread.code})</span>
            </h2>
            <SaveMark state={editing.answers.state} retry={editing.answers.retry} />
          </div>
          {descoped ? <Callout kind="info">This thread is descoped: it has no answers and does not count.</Callout> : null}
          {effects.length > 0 && former ? (
            <Callout kind="info" title="This change also did something else">
              <ul>
                {effects.map(({ level, reason }) => (
                  <li key={level}>
                    Level {level}: {reason}
                  </li>
                ))}
              </ul>
              <button className="link-button" type="submit" name="target" value={toLetters(former)} onClick={editing.undo}>
                Undo
              </button>
            </Callout>
          ) : null}
          <Levels
            thread={thread}
            selections={editing.selections}
            editable={editable}
            effects={effects}
            answer={editing.answer}
            marks={editing.marks}
            mark={editing.mark}
          />
          <NoteBox
            body={editing.note}
            base={thread.note}
            editable={editable}
            state={editing.noteQueue.state}
            retry={editing.noteQueue.retry}
            onWrite={editing.write}
          />
          {editable ? (
            <div className="actions">
              <Button type="submit" variant="soft" name="go" value="stay">
                Save answers
              </Button>
              <Button type="submit" variant="soft" name="go" value="exit">
                Save and Exit
              </Button>
              <Button type="submit" name="go" value="next">
                {thread.next.label}
              </Button>
            </div>
          ) : (
            <div className="actions">
              <Button asChild>
                <Link to={thread.next.href}>{thread.next.label}</Link>
              </Button>
            </div>
          )}
        </Form>
        <aside className="stack">
          <ProgressSidebar
            sidebar={editing.sidebar ?? thread.sidebar}
            perspectiveCode={perspective.code}
            threadCode={thread.thread.code}
            summary={links.summary}
          />
          {readOnly === undefined && !thread.descope.hidden ? <DescopeSwitch thread={thread} /> : null}
        </aside>
      </div>
      {thread.page ? <LockKeeper assessmentId={assessment.id} page={thread.page} /> : null}
    </Page>
  );
}

/** The former selections of an address, where they are a state and differ from what is stored. */
function formerOf(was: string | null, letters: string): Selections | undefined {
  const former = was === null || was === letters ? undefined : fromLetters(was);
  return former && isThreadState(former) ? former : undefined;
}

/** The levels that the reader answered: those whose selection is a new answer, or the highest of those that were implied. */
function changedLevels(before: Selections, after: Selections) {
  const changed = LEVELS.filter((level) => before[level - 1] !== after[level - 1] && after[level - 1] !== "N/A");
  return changed.filter(
    (level) => after[level - 1] !== "Fully" || level === Math.max(...changed.filter((other) => after[other - 1] === "Fully")),
  );
}

function DescopeSwitch({ thread }: { thread: ThreadPage }) {
  const { descoped, descope, links } = thread;
  if (descoped) {
    return (
      <Form method="post" action={links.here} className="panel stack-tight">
        <p className="small">This thread is descoped.</p>
        <Button type="submit" name="intent" value="rescope" variant="soft">
          Rescope thread
        </Button>
      </Form>
    );
  }
  return (
    <div className="panel stack-tight">
      {descope.refusal ? (
        <p className="small muted">{descope.refusal}</p>
      ) : (
        <Link to="?confirm=descope" className="small" preventScrollReset>
          Descope this thread
        </Link>
      )}
    </div>
  );
}

function DescopeConfirmation({ thread }: { thread: ThreadPage }) {
  return (
    <Modal title="Are you sure?" dismissTo={thread.links.here}>
      <p>Descoping this thread means you will lose any answers related to it.</p>
      <Form method="post" action={thread.links.here} className="actions">
        <Button asChild variant="soft">
          <Link to={thread.links.here}>Cancel</Link>
        </Button>
        <Button type="submit" name="intent" value="descope" color="red">
          Descope Thread
        </Button>
      </Form>
    </Modal>
  );
}

const WORDS: Record<string, { kind: "error" | "warning"; title: string; text: string }> = {
  failed: {
    kind: "error",
    title: "Sorry, something went wrong...",
    text: "Nothing was saved. What you entered is still on this page; please try again.",
  },
  refused: { kind: "error", title: "Not saved", text: "Please check the note." },
  locked: {
    kind: "warning",
    title: "Locked for editing by another user",
    text: "Nothing was saved. What you entered is still on this page.",
  },
  conflict: {
    kind: "warning",
    title: "This thread was changed in the meantime",
    text: "Nothing was overwritten. Choose which version to keep.",
  },
};

/** What came of a save without script. */
function Outcome({ thread, result }: Pick<ThreadScreenProps, "thread" | "result">) {
  const words = result ? WORDS[result.outcome.kind] : undefined;
  if (!result || !words) return null;
  const { by, letters, message } = result.outcome;
  const mine = result.typed.base;
  return (
    <Callout kind={words.kind} title={words.title}>
      <p>
        {message ?? words.text} {by ? `It is held by ${by}.` : null}
      </p>
      {letters && mine ? (
        <Form method="post" action={thread.links.here} className="stack-tight">
          <input type="hidden" name="base" value={letters} />
          {result.typed.note === undefined ? null : (
            <>
              <input type="hidden" name="noteBase" value={result.outcome.note ?? ""} />
              <input type="hidden" name="note" value={result.typed.note} />
            </>
          )}
          <table className="table">
            <thead>
              <tr>
                <th scope="col">Level</th>
                <th scope="col">Stored now</th>
                <th scope="col">Yours</th>
              </tr>
            </thead>
            <tbody>
              {LEVELS.map((level) => (
                <tr key={level}>
                  <th scope="row">Level {level}</th>
                  <td>{fromLetters(letters)?.[level - 1]}</td>
                  <td>{fromLetters(mine)?.[level - 1]}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <div className="row">
            <Button asChild variant="soft">
              <Link to={thread.links.here}>Keep what is stored</Link>
            </Button>
            <Button type="submit" name="target" value={mine}>
              Save mine instead
            </Button>
          </div>
        </Form>
      ) : null}
    </Callout>
  );
}
