import { Form, Link, useSearchParams } from "@remix-run/react";
import type { ReactNode } from "react";
import { onSummary } from "~/components/answering/concerns";
import { SummaryTools } from "~/components/answering/Filters";
import { LockKeeper } from "~/components/answering/LockKeeper";
import { ScoreSoFar } from "~/components/answering/ProgressSidebar";
import { READ_ONLY_ID, ReadOnlyNotice } from "~/components/answering/ReadOnlyNotice";
import { SubmitConfirmation, SubmitFailure } from "~/components/answering/Submission";
import { type GroupParts, GroupTable } from "~/components/answering/SummaryTable";
import { UnsentNotice } from "~/components/saving/UnsentNotice";
import { CheckList, Checks } from "~/components/shell/Checks";
import { EditionLink, EditionNotice } from "~/components/shell/Edition";
import { EndingRatings } from "~/components/shell/EndingRatings";
import { HiddenFields } from "~/components/shell/HiddenFields";
import { Page } from "~/components/shell/Page";
import { Button } from "~/components/shell/parts";
import { FILTER_FIELD, filterIn, withFilter } from "~/views/answering/filters";
import type { SummaryPage } from "~/views/answering/summary";
import { viewedAt } from "~/views/paths";
import type { SaveOutcome } from "~/views/saving";
import summaryStyles from "./Summary.module.css";

interface ItemSummaryProps extends GroupParts {
  summary: SummaryPage;
  /** The outcome of a submission that did not succeed. */
  outcome: SaveOutcome | undefined;
  /** Other open confirmations and failures. */
  dialogs?: ReactNode;
  /** How the score is calculated. */
  explained: ReactNode;
  /** What else the side panel shows. */
  aside: ReactNode;
}

const nothingToSave = async () => true;

/** The summary of either model: tables, score, what is missing, and the button to submit. */
export function ItemSummary({ summary, outcome, ...parts }: ItemSummaryProps) {
  const { assessment, groups, unit, submit, missing, emptied, submittable, readOnly, pageId, links, concerns } = summary;
  const items = groups.flatMap(({ rows }) => rows);
  const [query] = useSearchParams();
  const filter = filterIn(query, concerns);
  // Opening or closing a dialog leaves the filter as it is.
  const here = withFilter(links.here, filter);
  return (
    <Page
      title={assessment.name}
      subtitle={`Summary – ${assessment.scope ?? "Not provided"}`}
      actions={summary.facts.length > 0 ? <HeadFacts facts={summary.facts} /> : undefined}
      screens={summary.screens}
    >
      {outcome ? (
        <SubmitFailure outcome={outcome} here={here} refusal={summary.fourEyes?.refuses ? summary.fourEyes.words : undefined} />
      ) : null}
      {parts.dialogs}
      <LockKeeper
        assessmentId={assessment.id}
        pageId={pageId}
        handover={summary.handover}
        view={viewedAt(links.here)}
        save={nothingToSave}
      />
      <UnsentNotice owner={summary.owner} here={links.here} />
      <EditionNotice edition={summary.edition} />
      {readOnly ? <ReadOnlyNotice reason={readOnly} result={links.result} again={links.again} viewed={summary.viewed} /> : null}
      {query.get("confirm") === "submit" && submittable && !outcome ? (
        <SubmitConfirmation here={here} pageId={pageId} submit={summary.fourEyes?.refuses ? undefined : submit}>
          <EndingRatings ratings={summary.endingRatings} />
          <FourEyes rule={summary.fourEyes && { ...summary.fourEyes, words: summary.fourEyes.brief }} />
          <CheckList checks={summary.checks} />
        </SubmitConfirmation>
      ) : null}
      <div className={`with-aside ${summaryStyles.summary}`}>
        <aside className="stack">
          <section className="panel stack-tight" aria-label="Score">
            <OverallScore overall={summary.overall} />
            <ScoreSoFar score={summary.score} />
            {onSummary(concerns)}
            <Form method="get" preventScrollReset className="stack-tight">
              <HiddenFields fields={{ [FILTER_FIELD]: filter }} />
              {submittable || readOnly ? null : (
                <p className="small" id="waits-for">
                  You cannot submit yet:{" "}
                  {missing.length + emptied.length > 0 ? (
                    <>
                      see <a href="#missing">what is missing</a>
                    </>
                  ) : (
                    "nothing is in scope"
                  )}
                  .
                </p>
              )}
              <Button
                type="submit"
                name="confirm"
                value="submit"
                disabled={!submittable}
                aria-describedby={submittable ? undefined : readOnly ? READ_ONLY_ID : "waits-for"}
              >
                {submit}
              </Button>
            </Form>
            <FourEyes rule={summary.fourEyes} />
            {parts.explained}
            <EditionLink edition={summary.edition} />
          </section>
          <Checks checks={summary.checks} />
          {missing.length + emptied.length > 0 && readOnly === undefined ? <Missing missing={missing} emptied={emptied} /> : null}
          {parts.aside}
        </aside>
        <div className="stack">
          <SummaryTools {...{ model: summary.model, view: summary, filter, items, unit }} />
          {groups.map((group) => (
            <GroupTable key={group.id} {...{ group, filter, here: links.here }} {...parts} />
          ))}
        </div>
      </div>
    </Page>
  );
}

/** What the rule of four eyes asks for before a submission (docs/rules/peer-review.md#four-eyes). */
const FourEyes = ({ rule }: { rule: SummaryPage["fourEyes"] }) =>
  rule ? (
    <p className="small">
      {rule.words} <Link to={rule.to}>Peer review</Link>
    </p>
  ) : null;

function HeadFacts({ facts }: Pick<SummaryPage, "facts">) {
  return (
    <dl className="row small">
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt className="muted">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function OverallScore({ overall: { name, value, answered, total, complete, completeIn } }: Pick<SummaryPage, "overall">) {
  return (
    <>
      {name === undefined ? null : (
        <div className="row row-between">
          <span>{name}</span> <strong className={summaryStyles.summaryScore}>{value}</strong>
        </div>
      )}
      <progress value={answered} max={total} aria-label={complete} />
      <span className="small">{completeIn}</span>
    </>
  );
}

function Missing({ missing, emptied }: Pick<SummaryPage, "missing" | "emptied">) {
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
                <Link to={item.href}>
                  {item.name}
                  <span className="visually-hidden">, {name}</span>
                </Link>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </section>
  );
}
