import { Form, Link, useSearchParams } from "@remix-run/react";
import type { HTMLAttributes, ReactNode } from "react";
import type { Role } from "#model/contract/common.ts";
import { onSummary } from "~/components/answering/concerns";
import { SummaryTools } from "~/components/answering/Filters";
import { LockKeeper } from "~/components/answering/LockKeeper";
import { ScoreSoFar } from "~/components/answering/ProgressSidebar";
import { READ_ONLY_ID, ReadOnlyNotice } from "~/components/answering/ReadOnlyNotice";
import { StillOpen, SubmitConfirmation, SubmitFailure } from "~/components/answering/Submission";
import { UnsentNotice } from "~/components/saving/UnsentNotice";
import { EditionLink, EditionNotice } from "~/components/shell/Edition";
import { HiddenFields } from "~/components/shell/HiddenFields";
import { Page } from "~/components/shell/Page";
import { Button } from "~/components/shell/parts";
import { type Column, Table } from "~/components/shell/Table";
import type { SummaryView } from "~/views/answering";
import { FILTER_FIELD, type Filter, type FilterItem, filterIn, passes, withFilter } from "~/views/answering/filters";
import { viewedAt } from "~/views/paths";
import type { SaveOutcome } from "~/views/saving";
import summaryStyles from "./Summary.module.css";

/** A row of a summary. */
export interface SummaryItem extends FilterItem {
  code: string;
  name: string;
}

/** Threads, practices or components under one heading, in a table each. */
export interface SummaryGroup<Item extends SummaryItem> {
  /** Of the heading, in the page. */
  id: string;
  name: string;
  /** Next to the heading, and between it and the table. */
  head?: ReactNode;
  links?: ReactNode;
  items: readonly Item[];
  columns: readonly Column<Item>[];
  /** It stays where there is no filter, with nothing in it. */
  staysEmpty?: boolean;
  attributes?(item: Item): HTMLAttributes<HTMLElement>;
  /** What unfolds below a row. */
  below?(item: Item): ReactNode;
  foot?: ReactNode;
  /** How its scores are calculated. @param shown the rows that the filter shows */
  explained?(shown: readonly Item[]): ReactNode;
}

interface ItemSummaryProps<Item extends SummaryItem> {
  model: Role;
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
  groups: readonly SummaryGroup<Item>[];
  /** What all rows are called together: 'threads'. */
  unit: string;
}

const nothingToSave = async () => true;

/** The summary of either model: tables, score, what is missing, and the button to submit. */
export function ItemSummary<Item extends SummaryItem>(props: ItemSummaryProps<Item>) {
  const { assessment, view, outcome, submit } = props;
  const { missing, emptied, submittable, readOnly, pageId, links, concerns } = view;
  const { model, groups, unit } = props;
  const items = groups.flatMap((group) => group.items);
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
          <StillOpen {...{ view, items, unit }} />
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
        <div className="stack">
          <SummaryTools {...{ model, view, filter, items, unit }} />
          {groups.map((group) => (
            <ItemTable key={group.id} group={group} filter={filter} />
          ))}
        </div>
      </div>
    </Page>
  );
}

/** The rows of a group that the filter shows; nothing where it shows none. */
function ItemTable<Item extends SummaryItem>({ group, filter }: { group: SummaryGroup<Item>; filter: Filter | undefined }) {
  const { id, name, head, links, items, columns, staysEmpty, attributes, below, foot, explained } = group;
  const rows = items.filter((item) => passes(filter, item));
  if (rows.length === 0 && !(staysEmpty && filter === undefined)) return null;
  const heading = <h2 id={id}>{name}</h2>;
  return (
    <section className="panel stack-tight" aria-labelledby={id}>
      {head ? (
        <div className="row row-between">
          {heading}
          {head}
        </div>
      ) : (
        heading
      )}
      {links}
      <Table {...{ columns, rows, below, foot }} {...(attributes && { attributes })} keyOf={({ code }) => code} />
      {explained?.(rows)}
    </section>
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
