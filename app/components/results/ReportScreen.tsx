import { Link, useLocation } from "@remix-run/react";
import { type FormEvent, Fragment, useEffect, useState } from "react";
import { STEP_FIELD_NAMES, STEP_FIELDS } from "#model/recommended-steps.ts";
import { CoverForm } from "~/components/results/CoverForm";
import { MisfitList, MisfitsInFiles } from "~/components/results/Misfits";
import { NotesForm } from "~/components/results/NotesForm";
import { ReportTextForm } from "~/components/results/ReportTextForm";
import type { ReviewSlots } from "~/components/results/review-slots";
import { agreedInWords, StepsForm, stepTitle } from "~/components/results/StepsForm";
import type { SavedText } from "~/components/results/useReportText";
import { VersionsForm } from "~/components/results/VersionsForm";
import { Callout } from "~/components/shell/Callout";
import { Checks } from "~/components/shell/Checks";
import { takeFile } from "~/components/shell/DownloadLink";
import { Page } from "~/components/shell/Page";
import { Badge, Button } from "~/components/shell/parts";
import {
  AUDIENCES,
  type Audience,
  type CoverOutcome,
  comparedIn,
  type FitOutcome,
  type IssueOutcome,
  NOTES,
  NOTES_ID,
  type NotesOutcome,
  type ReportPage,
  STEPS_ID,
  type StepFormRow,
  type StepsOutcome,
  SUMMARY_PART,
  stepId,
  type TextOutcome,
  type TextView,
  textId,
  WISH_FIELDS,
} from "~/views/client-report";
import { morePaths } from "~/views/more-paths";
import type { ReportReview } from "~/views/peer-review";
import styles from "./Exhibit.module.css";

/** Puts the report for a client together: sections, audience, texts (docs/rules/client-report.md#the-screen). */
export function ReportScreen({
  page,
  outcome,
  review,
  onReview,
}: {
  page: ReportPage;
  /** Absent where the upstream has no peer reviews. */
  review: ReviewSlots | undefined;
  /** Takes the peer review as it is after a text was saved. */
  onReview: (review: ReportReview) => void;
  outcome: TextOutcome | StepsOutcome | CoverOutcome | NotesOutcome | IssueOutcome | FitOutcome | undefined;
}) {
  const { assessment, subtitle, texts, steps, cover, draft } = page;
  useSoughtPart();
  const isOwnSection = ({ part }: TextView) => part === SUMMARY_PART || comparedIn(part) !== undefined;
  const sections = texts?.filter(isOwnSection) ?? [];
  const openings = texts?.filter((text) => !isOwnSection(text)) ?? [];
  const whole = outcome && "of" in outcome ? outcome : undefined;
  const [savedHere, setSavedHere] = useState<readonly string[]>([]);
  const misfits = page.misfits?.filter(({ part }) => !savedHere.includes(part)) ?? [];
  const onSaved = ({ part, review: now }: SavedText) => {
    setSavedHere((parts) => [...parts, part]);
    if (now) onReview(now);
  };
  const outcomeOf = (part: string) => (outcome && "part" in outcome && outcome.part === part ? outcome : undefined);
  return (
    <Page
      title="Report for the client"
      subtitle={`${assessment.name}, ${subtitle}`}
      actions={draft === undefined ? undefined : <Badge color="amber">Draft</Badge>}
      screens={page.screens}
    >
      <div className="stack">
        {page.archived ? <Callout kind="info">{page.archived}</Callout> : null}
        {draft === undefined ? null : (
          <Callout kind="info" title="This is the report of a draft.">
            {draft} Both files say so on every page and slide, and their scores can still change.
          </Callout>
        )}
        {review?.standing}
        <Checks checks={page.checks} />
        <WishForm page={{ ...page, misfits }} review={review} />
        <MisfitList misfits={misfits} mayWrite={page.mayWrite} outcome={whole?.of === "fit" ? whole : undefined} />
        {cover ? <CoverForm cover={cover} outcome={whole?.of === "cover" ? whole : undefined} /> : null}
        {page.versions ? <VersionsForm versions={page.versions} outcome={whole?.of === "issue" ? whole : undefined} /> : null}
        {steps && page.mayWrite ? (
          <StepsForm steps={steps} whatIf={page.whatIf} outcome={whole?.of === "steps" ? whole : undefined} review={review} />
        ) : null}
        {steps && !page.mayWrite ? <ReadSteps steps={steps} review={review} /> : null}
        {page.notes ? <NotesForm list={page.notes} outcome={whole?.of === "notes" ? whole : undefined} /> : null}
        {sections.length > 0 ? (
          <section className="panel stack" aria-labelledby="texts-heading">
            <h2 id="texts-heading">Texts</h2>
            <p className="measure">
              {page.mayWrite
                ? "Suggested from the figures until you write your own. They are kept with the assessment and can be changed until it is archived."
                : "Suggested from the figures, unless an assessor has written another. You may read them, but not change them."}
            </p>
            {sections.map((text) =>
              page.mayWrite ? (
                <Fragment key={text.part}>
                  <ReportTextForm
                    text={text}
                    address={morePaths.reportSave(assessment.id)}
                    outcome={outcomeOf(text.part)}
                    onSaved={onSaved}
                  />
                  {review?.beside(text.part, text.title)}
                </Fragment>
              ) : (
                <ReadText key={text.part} text={text} review={review} />
              ),
            )}
            {page.otherMoved?.length ? (
              <p className="measure">
                Words about another comparison are in the report that compares with it:{" "}
                {page.otherMoved.map(({ name, href }, index) => (
                  <Fragment key={href}>
                    {index > 0 ? "; " : null}
                    <Link to={href}>{name}</Link>
                  </Fragment>
                ))}
                .
              </p>
            ) : null}
            <h3>How chapters open</h3>
            {openings.map((text) =>
              page.mayWrite ? (
                <Opening
                  key={text.part}
                  text={text}
                  assessmentId={assessment.id}
                  outcome={outcomeOf(text.part)}
                  onSaved={onSaved}
                  review={review}
                />
              ) : (
                <ReadText key={text.part} text={text} review={review} />
              ),
            )}
          </section>
        ) : null}
        {review?.forms}
      </div>
    </Page>
  );
}

/** Unfolds what the address names, and goes there: browsers do so only when they load the page, and not all of them. */
function useSoughtPart(): void {
  const { hash } = useLocation();
  useEffect(() => {
    const sought = hash === "" ? null : document.getElementById(decodeURIComponent(hash.slice(1)));
    const folds = sought ? [...document.querySelectorAll("details")].filter((fold) => fold !== sought && fold.contains(sought)) : [];
    for (const fold of folds) fold.open = true;
    if (folds.length > 0) sought?.scrollIntoView();
    if (sought && sought.tabIndex < 0) sought.tabIndex = -1;
    sought?.focus({ preventScroll: true });
  }, [hash]);
}

/** A text for those who may not write it. */
function ReadText({ text: { part, title, body }, review }: { text: TextView; review: ReviewSlots | undefined }) {
  const count = review?.count(part);
  return (
    <details className={`panel ${styles.folded}`}>
      <summary>
        {title} {count ? <span className="muted small">{count}</span> : null}
      </summary>
      <div className="panel stack-tight">
        <p className="note-text measure" id={textId(part)} tabIndex={-1}>
          {body}
        </p>
        {review?.beside(part, title)}
      </div>
    </details>
  );
}

/** The recommended steps for those who may not write them. */
function ReadSteps({ steps, review }: { steps: readonly StepFormRow[]; review: ReviewSlots | undefined }) {
  return (
    <section className="panel stack" id={STEPS_ID} aria-labelledby={`${STEPS_ID}-heading`}>
      <h2 id={`${STEPS_ID}-heading`}>Recommended steps</h2>
      {steps.map((row, index) => {
        const { key, texts, isOut, agreed, effect } = row;
        const title = stepTitle(row, index);
        const details = STEP_FIELD_NAMES.flatMap((name) =>
          name === "step" || texts[name] === "" ? [] : [`${STEP_FIELDS[name].label}: ${texts[name]}`],
        );
        return (
          <details key={key} className={`panel ${styles.folded}`}>
            <summary>
              {title} <span className="muted small">{[isOut ? "left out" : "", review?.count(key)].filter(Boolean).join(", ")}</span>
            </summary>
            <div className="panel stack-tight measure">
              <p className="note-text" id={stepId(key)} tabIndex={-1}>
                {texts.step}
              </p>
              {agreed ? <p>{agreedInWords(agreed)}</p> : null}
              {[...details, ...(effect ? [`Effect by rule: ${effect}`] : [])].map((line) => (
                <p key={line} className="note-text">
                  {line}
                </p>
              ))}
              {review?.beside(key, title)}
            </div>
          </details>
        );
      })}
    </section>
  );
}

interface OpeningProps {
  text: TextView;
  assessmentId: string;
  outcome: TextOutcome | undefined;
  onSaved: (saved: SavedText) => void;
  review: ReviewSlots | undefined;
}

/** How a chapter opens, folded; its line says whose text it is, also after it was saved here. */
function Opening({ text, assessmentId, outcome, onSaved, review }: OpeningProps) {
  const [isOwn, setIsOwn] = useState(text.isOwn);
  const state = [isOwn ? "your text" : "suggested", review?.count(text.part)].filter(Boolean).join(", ");
  return (
    <details className={`panel ${styles.folded}`} open={outcome ? true : undefined}>
      <summary>
        {text.title} <span className="muted small">{state}</span>
      </summary>
      <div className="panel">
        <ReportTextForm
          text={text}
          address={morePaths.reportSave(assessmentId)}
          outcome={outcome}
          onSaved={(saved) => {
            setIsOwn(saved.shown !== text.suggestion);
            onSaved(saved);
          }}
        />
        {review?.beside(text.part, text.title)}
      </div>
    </details>
  );
}

const AUDIENCE_WORDS: Readonly<Record<Audience, string>> = {
  full: "Full: everything that is ticked",
  board: "Board: at most 7 pages or 9 slides",
};

/**
 * The choice of content and readers, and the buttons for both files. Without script the browser downloads them. With script the page stays
 * where a file could not be had: texts below may be half typed.
 */
export function WishForm({
  page: { choices, wish, notes, kept, files, hasAllNotes, lacksFindings, misfits = [] },
  review,
  audiences = AUDIENCE_WORDS,
}: {
  page: Pick<ReportPage, "choices" | "wish" | "notes" | "kept" | "files" | "hasAllNotes" | "misfits"> &
    Partial<Pick<ReportPage, "lacksFindings">>;
  review?: ReviewSlots | undefined;
  audiences?: Readonly<Record<Audience, string>>;
}) {
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string>();
  /** The query of a file that has to wait for the list of notes. */
  const [unlisted, setUnlisted] = useState<string>();
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent as SubmitEvent;
    if (!(submitter instanceof HTMLButtonElement)) return;
    event.preventDefault();
    if (busy) return;
    const query = new URLSearchParams([...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)]));
    const waits = notes?.isStored === false && query.getAll(WISH_FIELDS.section).includes(NOTES);
    setUnlisted(waits ? query.toString() : undefined);
    if (waits) return setFailed(undefined);
    setBusy(true);
    const href = `${submitter.formAction.replace(/\?.*/, "")}?${query}`;
    setFailed(undefined);
    setFailed((await takeFile(href)) ? undefined : href);
    setBusy(false);
  };
  return (
    <form method="get" action={files.docx} onSubmit={onSubmit} className="panel stack" aria-busy={busy}>
      {kept.map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      <fieldset className="field">
        <legend className="field-label">Sections</legend>
        <div className="choices">
          {choices.map(({ id, title, board, onlyIfTicked, preview }) => (
            <label key={id} className="choice">
              <input
                type="checkbox"
                name={WISH_FIELDS.section}
                value={id}
                defaultChecked={wish ? wish.sections.includes(id) : !onlyIfTicked}
              />
              <span>
                {title}
                {board ? null : <span className="muted small"> (full report only)</span>}
                {preview ? <span className="field-hint"> {preview}</span> : null}
              </span>
            </label>
          ))}
        </div>
        <span className="field-hint">
          With nothing ticked, the report has everything that was ticked at first.{" "}
          {hasAllNotes ? "Notes of the assessors are all notes, as colleagues read them." : ""}
          {lacksFindings ? "A board’s report has no findings yet: write notes, and tick those that are for the client." : ""}
        </span>
      </fieldset>
      <fieldset className="field choices">
        <legend className="field-label">Audience</legend>
        {AUDIENCES.map((audience) => (
          <label key={audience} className="choice">
            <input type="radio" name={WISH_FIELDS.audience} value={audience} defaultChecked={audience === (wish?.audience ?? "full")} />
            <span>{audiences[audience]}</span>
          </label>
        ))}
      </fieldset>
      <MisfitsInFiles misfits={misfits} />
      {review?.beforeFiles}
      <div className="row">
        <Button type="submit" formAction={files.docx}>
          Word
        </Button>
        <Button type="submit" variant="soft" formAction={files.pptx}>
          PowerPoint
        </Button>
        <span role="status" className="muted">
          {busy ? "Preparing the report… This takes a few seconds, on a busy server up to a minute and a half." : ""}
        </span>
      </div>
      <p className="field-hint">
        Once you have changed the Word file, right-click its contents and choose Update Field, so that its page numbers are right again.
      </p>
      {unlisted === undefined ? null : (
        <Callout kind="info" title="First say which notes are for the client.">
          Save the <Link to={{ search: unlisted, hash: NOTES_ID }}>list of notes</Link>. Then the report can have them.
        </Callout>
      )}
      {failed ? (
        <Callout kind="error" title="The report could not be downloaded.">
          Your texts are still here. Please try again, or <a href={failed}>see why</a>.
        </Callout>
      ) : null}
    </form>
  );
}
