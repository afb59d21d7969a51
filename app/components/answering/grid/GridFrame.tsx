import { Button } from "@radix-ui/themes";
import { Form, Link, useLocation } from "@remix-run/react";
import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { KeyList, KeysButton } from "~/components/answering/KeyList";
import { LeaveQuestion } from "~/components/answering/LeaveQuestion";
import { LockKeeper } from "~/components/answering/LockKeeper";
import { ReadOnlyNotice } from "~/components/answering/ReadOnlyNotice";
import { SaveStatus } from "~/components/answering/SaveStatus";
import { SaveTrouble, type TroubledPart } from "~/components/answering/SaveTrouble";
import { UnsentNotice } from "~/components/answering/UnsentNotice";
import type { AnswerKeys } from "~/components/answering/useAnswerKeys";
import { FormWords } from "~/components/forms/FormWords";
import { useHydrated } from "~/components/forms/useHydrated";
import { Callout } from "~/components/shell/Callout";
import { Page } from "~/components/shell/Page";
import { savedInWords } from "~/views/answering";
import { type GridResult, type PracticeGridPage, rowField, type ThreadGridPage } from "~/views/answering/grid";
import type { FieldWords } from "~/views/form-words";
import { viewedAt } from "~/views/paths";

interface GridFrameProps {
  grid: ThreadGridPage | PracticeGridPage;
  /** How many items of each grid are answered, by its code. */
  counts: readonly { code: string; answered: number; total: number }[];
  /** What the links to the other grids are called: 'Perspectives'. */
  label: string;
  /** What is asked, in a word such as 'thread'. */
  what: string;
  /** The rows with the parts that may fail to be saved. */
  troubled: readonly { id: number; name: string; parts: readonly Omit<TroubledPart, "base">[] }[];
  /** The progress could not be read after a save. */
  progressFailed: boolean;
  result: GridResult | undefined;
  words: readonly FieldWords[];
  /** The keys that work on this screen; none when nothing can be answered. */
  keys: AnswerKeys | undefined;
  form: RefObject<HTMLFormElement>;
  table: RefObject<HTMLTableElement>;
  /** State and score of the whole. */
  state: ReactNode;
  /** The answers: the letter in a cell, and what it stands for. */
  options: readonly { value: string; letter: string; word: string }[];
  /** The heading of the rows' names, and the headings of the levels. */
  heading: string;
  columns: readonly { level: number; name?: string }[];
  /** The rows. */
  children: ReactNode;
  undo: ReactNode;
  /** What is in focus, in full. */
  panel: ReactNode;
}

/** The frame of a grid of either model: the links between grids, the table, saving, and beside it what is in focus. */
export function GridFrame(props: GridFrameProps) {
  const { grid, counts, what, troubled, result, keys, form, table, columns } = props;
  const { assessment, group, grids, links, readOnly, pageId, next } = grid;
  const hydrated = useHydrated();
  const editable = readOnly === undefined;
  const drafts = troubled.flatMap(({ parts }) => parts.map(({ draft }) => draft));
  return (
    <Page title={assessment.name} subtitle={`${group.name} – Grid`}>
      <LeaveQuestion drafts={drafts} />
      {pageId ? (
        <LockKeeper
          assessmentId={assessment.id}
          pageId={pageId}
          handover={grid.handover}
          view={viewedAt(links.summary)}
          save={async () => (await Promise.all(drafts.map((draft) => draft.flush()))).every(Boolean)}
        />
      ) : null}
      <UnsentNotice owner={grid.owner} here={links.here} answersOf={grid.rows.map((row) => row.links.here)} />
      {readOnly ? <ReadOnlyNotice reason={readOnly} result={links.result} /> : null}
      {props.progressFailed ? (
        <Callout kind="error" title="Sorry, something went wrong...">
          Your answers are saved, but the progress could not be read. Please, try again later or get in touch.
        </Callout>
      ) : null}
      <Trouble {...{ grid, what, troubled, result, hydrated }} />
      <nav className="tabs grid-tabs" aria-label={props.label}>
        {grids.map(({ code, name, href }) => {
          const count = counts.find((each) => each.code === code);
          return (
            <Link key={code} to={href} aria-current={code === group.code ? "page" : undefined}>
              {name} <span className="small muted number">{count ? `${count.answered}/${count.total}` : ""}</span>
            </Link>
          );
        })}
      </nav>
      <Head group={group} state={props.state} summary={links.summary} keys={keys} />
      <div className="with-aside grid-screen">
        <Form
          method="post"
          action={links.here}
          className="stack-tight"
          ref={form}
          autoComplete="off"
          onSubmit={(event) => {
            // With script every change is saved by itself; pressing Enter only tries again what was not.
            event.preventDefault();
            for (const draft of drafts) if (draft.isUnsent()) draft.retry();
          }}
        >
          {pageId ? <input type="hidden" name="page" value={pageId} /> : null}
          {editable && !hydrated ? <FormWords words={props.words} /> : null}
          <p className="grid-legend small muted">
            {props.options.map(({ value, letter, word }) => (
              <span key={value}>
                <strong>{letter}</strong> {word}
              </span>
            ))}
          </p>
          <table className="grid-table" ref={table} aria-label={`${group.name}, grid`}>
            <thead>
              <tr>
                <th scope="col">{props.heading}</th>
                {columns.map(({ level, name }) => (
                  <th key={level} scope="col">
                    Level {level} {name ? <span className="level-name">{name}</span> : null}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>{props.children}</tbody>
          </table>
          <div className="action-bar">
            <div className="action-bar-state">
              {editable && hydrated ? <SaveStatus drafts={drafts} /> : null}
              {editable && !hydrated ? <span className="small muted">Use the button to save</span> : null}
              {props.undo}
            </div>
            <div className="action-bar-buttons">
              {editable && !hydrated ? <Button type="submit">Save answers</Button> : null}
              {editable && hydrated ? (
                <Button asChild variant="soft">
                  <Link to={links.exit}>Save and Exit</Link>
                </Button>
              ) : null}
              {editable && !hydrated ? null : (
                <Button asChild>
                  <Link to={next.href}>{next.label}</Link>
                </Button>
              )}
            </div>
          </div>
        </Form>
        <aside className="panel grid-panel needs-script" aria-label="In focus">
          {props.panel}
        </aside>
      </div>
    </Page>
  );
}

type HeadProps = Pick<GridFrameProps, "state" | "keys"> & { group: GridFrameProps["grid"]["group"]; summary: string };

function Head({ group, state, summary, keys }: HeadProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key, hash } = useLocation();
  // As on the questions screen: after a navigation within the product the heading takes the focus, unless the address names a row.
  useEffect(() => {
    if (key !== "default" && hash === "") heading.current?.focus({ preventScroll: true });
  }, [key, hash]);
  return (
    <header className="thread-head">
      <div className="row row-between">
        <h2 ref={heading} tabIndex={-1}>
          {group.name}
        </h2>
        <span className="row">
          {state} <Link to={summary}>Summary</Link>
        </span>
      </div>
      {keys ? (
        <div className="thread-more small">
          <KeysButton />
        </div>
      ) : null}
      {keys ? <KeyList keys={keys} /> : null}
    </header>
  );
}

type TroubleProps = Pick<GridFrameProps, "grid" | "what" | "troubled" | "result"> & { hydrated: boolean };

/** What was not saved and why: a row that was changed meanwhile with both its versions, everything else once for the whole grid. */
function Trouble({ grid, what, troubled, result, hydrated }: TroubleProps) {
  const { readOnly, pageId, links } = grid;
  const isConflict = ({ parts }: { parts: readonly Omit<TroubledPart, "base">[] }) =>
    parts.some(({ draft }) => draft.state.kind === "conflict");
  const others = troubled.filter((row) => !isConflict(row)).flatMap(({ parts }) => parts.map((part) => ({ ...part, base: undefined })));
  const shared = { here: links.here, pageId, writable: readOnly === undefined };
  return (
    <>
      {hydrated ? <SaveTrouble {...shared} what={what} parts={others} /> : null}
      {result && !hydrated ? <NotAllSaved result={result} rows={troubled} what={what} /> : null}
      {troubled.filter(isConflict).map(({ id, name, parts }) => (
        <SaveTrouble
          key={id}
          {...shared}
          what={`${what} (${name})`}
          fieldName={(field) => rowField(id, field)}
          parts={parts.map((part) => ({ ...part, base: result?.rows[id]?.typed[part.part]?.base }))}
        />
      ))}
    </>
  );
}

/** Without script: which rows of a posted grid were saved, and why the others were not. */
function NotAllSaved({ result, rows, what }: { result: GridResult; rows: GridFrameProps["troubled"]; what: string }) {
  const listed = (ids: readonly number[]) =>
    new Intl.ListFormat("en-GB").format(rows.flatMap(({ id, name }) => (ids.includes(id) ? [name] : [])));
  const ends = Object.entries(result.rows).map(([id, { outcome }]) => ({ id: Number(id), outcome }));
  const of = (kind: string) => ends.filter(({ outcome }) => outcome.kind === kind).map(({ id }) => id);
  const reasons = ends.flatMap(({ id, outcome }) => (outcome.kind === "refused" ? [`${listed([id])}: ${outcome.message}`] : []));
  const locked = ends.find(({ outcome }) => outcome.kind === "locked")?.outcome;
  const doubtful = ends.filter(({ outcome }) => outcome.kind === "failed" && outcome.unknown).map(({ id }) => id);
  const failed = of("failed").filter((id) => !doubtful.includes(id));
  const holder = locked?.kind === "locked" ? (locked.by ?? "Somebody else") : undefined;
  const title = holder
    ? "Locked for editing by another user"
    : of("failed").length > 0
      ? "Sorry, something went wrong..."
      : of("refused").length > 0
        ? "Not saved"
        : `Some ${what}s were changed in the meantime`;
  return (
    <Callout kind={holder || of("failed").length + of("refused").length === 0 ? "warning" : "error"} title={title}>
      {result.saved.length > 0 ? <p>{`Saved: ${listed(result.saved)}.`}</p> : null}
      {holder ? <p>{`${holder} is editing this assessment now. Not saved: ${listed(of("locked"))}.`}</p> : null}
      {failed.length > 0 ? <p>{`Not saved: ${listed(failed)}.`}</p> : null}
      {doubtful.length > 0 ? <p>{`${listed(doubtful)}: ${savedInWords({ unknown: true })}`}</p> : null}
      {reasons.map((reason) => (
        <p key={reason}>{reason}</p>
      ))}
      {of("conflict").length > 0 ? <p>{`Not saved, because somebody else changed it: ${listed(of("conflict"))}.`}</p> : null}
      <p>What you chose is still on this page. Please try again.</p>
    </Callout>
  );
}
