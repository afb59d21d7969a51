import { Form, Link, useSearchParams } from "@remix-run/react";
import type { ReactNode } from "react";
import { onSummary } from "~/components/answering/concerns";
import { LockKeeper } from "~/components/answering/LockKeeper";
import { ScoreSoFar } from "~/components/answering/ProgressSidebar";
import { READ_ONLY_ID, ReadOnlyNotice } from "~/components/answering/ReadOnlyNotice";
import { UnsentNotice } from "~/components/saving/UnsentNotice";
import { EditionLink, EditionNotice } from "~/components/shell/Edition";
import { HiddenFields } from "~/components/shell/HiddenFields";
import { MessageDialog } from "~/components/shell/MessageDialog";
import { CancelLink, Modal } from "~/components/shell/Modal";
import { Page } from "~/components/shell/Page";
import { Button } from "~/components/shell/parts";
import type { SummaryView } from "~/views/answering";
import {
  countPassing,
  FILTER_FIELD,
  type FilterItem,
  filterIn,
  filtersFor,
  filterTexts,
  OPEN_AT_SUBMISSION,
  withFilter,
} from "~/views/answering/filters";
import { viewedAt } from "~/views/paths";
import type { SaveOutcome } from "~/views/saving";
import summaryStyles from "./Summary.module.css";

interface SummaryFrameProps {
  assessment: { id: number | string; name: string; scope: string | null };
  view: SummaryView;
  /** The outcome of a submission that did not succeed. */
  outcome: SaveOutcome | undefined;
  /** The label of the button. */
  submit: string;
  /** Shown to the right of the title. */
  facts?: ReactNode;
  /** Other open confirmations and failures. */
  dialogs?: ReactNode;
  score: ReactNode;
  /** How the score is calculated. */
  explained: ReactNode;
  /** What else the side panel shows. */
  aside: ReactNode;
  /** All rows, and what they are called together: 'threads'. */
  items: readonly FilterItem[];
  unit: string;
  /** The tables. */
  children: ReactNode;
}

const nothingToSave = async () => true;

/** The frame of the summary of either model: tables, score, what is missing, and the button to submit. */
export function SummaryFrame(props: SummaryFrameProps) {
  const { assessment, view, outcome, submit } = props;
  const { missing, emptied, submittable, readOnly, pageId, links, concerns } = view;
  const [query] = useSearchParams();
  const filter = filterIn(query, concerns);
  // Opening or closing a dialog leaves the filter as it is.
  const here = withFilter(links.here, filter);
  return (
    <Page title={assessment.name} subtitle={`Summary – ${assessment.scope ?? "Not provided"}`} actions={props.facts} screens={view.screens}>
      {outcome ? <SubmitFailure outcome={outcome} here={here} /> : null}
      {props.dialogs}
      {pageId ? (
        <LockKeeper
          assessmentId={assessment.id}
          pageId={pageId}
          handover={view.handover}
          view={viewedAt(links.here)}
          save={nothingToSave}
        />
      ) : null}
      <UnsentNotice owner={view.owner} here={links.here} />
      <EditionNotice edition={view.edition} />
      {readOnly ? <ReadOnlyNotice reason={readOnly} result={links.result} again={links.again} viewed={view.viewed} /> : null}
      {query.get("confirm") === "submit" && submittable && !outcome ? (
        <SubmitConfirmation here={here} pageId={pageId} submit={submit}>
          <StillOpen view={view} items={props.items} unit={props.unit} />
        </SubmitConfirmation>
      ) : null}
      <div className={`with-aside ${summaryStyles.summary}`}>
        <aside className="stack">
          <section className="panel stack-tight" aria-label="Score">
            {props.score}
            <ScoreSoFar score={view.score} />
            {onSummary(view.concerns)}
            <Form method="get" preventScrollReset className="stack-tight">
              <HiddenFields fields={{ [FILTER_FIELD]: filter }} />
              <Button
                type="submit"
                name="confirm"
                value="submit"
                disabled={!submittable}
                aria-describedby={submittable ? undefined : readOnly ? READ_ONLY_ID : "missing"}
              >
                {submit}
              </Button>
            </Form>
            {props.explained}
            <EditionLink edition={view.edition} />
          </section>
          {missing.length + emptied.length > 0 && readOnly === undefined ? <Missing missing={missing} emptied={emptied} /> : null}
          {props.aside}
        </aside>
        <div className="stack">{props.children}</div>
      </div>
    </Page>
  );
}

function Missing({ missing, emptied }: Pick<SummaryView, "missing" | "emptied">) {
  return (
    <section className="panel small stack-tight" id="missing" aria-label="What is missing">
      {emptied.map(({ id, name, rescope, scope }) => (
        <p key={id}>
          <strong>{name}</strong> keeps you from submitting: all its threads are descoped. <Link to={rescope}>Rescope one</Link>, or{" "}
          <Link to={scope}>take the perspective out of scope</Link>.
        </p>
      ))}
      {missing.length > 0 ? <p>Still to be answered before you can submit:</p> : null}
      {missing.map(({ id, name, items }) => (
        <details key={id} open={missing.length === 1 || undefined}>
          <summary>
            {name} ({items.length})
          </summary>
          <ul className="links">
            {items.map((item) => (
              <li key={item.id}>
                <Link to={item.href}>{item.name}</Link>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </section>
  );
}

interface SubmitConfirmationProps {
  here: string;
  pageId: string | undefined;
  submit: string;
  /** What somebody may still want to do. */
  children: ReactNode;
}

function SubmitConfirmation({ here, pageId, submit, children }: SubmitConfirmationProps) {
  return (
    <Modal title="Are you ready to Submit?" dismissTo={here}>
      <p>Once you have submitted this assessment you cannot make any changes but will have access to a read-only copy.</p>
      {children}
      <Form method="post" action={here} className="row">
        <HiddenFields fields={{ page: pageId }} />
        <CancelLink to={here} />
        <Button type="submit">{submit}</Button>
      </Form>
    </Modal>
  );
}

/** Counts what is flagged, has no note or no evidence, and links each number to its list. The user can submit in any case. */
function StillOpen({ view: { concerns, links }, items, unit }: Pick<SummaryFrameProps, "view" | "items" | "unit">) {
  const open = OPEN_AT_SUBMISSION.filter((filter) => filtersFor(concerns).includes(filter)).flatMap((filter) => {
    const count = countPassing(filter, items);
    return count > 0 ? [{ filter, count }] : [];
  });
  if (open.length === 0) return null;
  return (
    <ul className="links">
      {open.map(({ filter, count }) => (
        <li key={filter}>
          <Link to={withFilter(links.here, filter)}>
            {filterTexts(filter).label}: {count} of {countPassing(undefined, items)} {unit}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function SubmitFailure({ outcome, here }: { outcome: SaveOutcome; here: string }) {
  return (
    <MessageDialog title="Something happened, please try again..." here={here}>
      {outcome.kind === "locked" ? `${outcome.by ?? "Somebody else"} is editing this assessment now. ` : ""}
      {outcome.kind === "refused" ? `${outcome.message} ` : ""}
      The assessment was not submitted; all answers are as they were.
    </MessageDialog>
  );
}
