import { Form } from "@remix-run/react";
import type { ReactNode, RefObject } from "react";
import type { AllOnQuestions } from "~/components/answering/concerns/on-questions";
import { LockKeeper } from "~/components/answering/LockKeeper";
import { compareNotes, NoteBox } from "~/components/answering/NoteBox";
import { type HeadProps, QuestionsHead } from "~/components/answering/QuestionsHead";
import { ReadOnlyNotice } from "~/components/answering/ReadOnlyNotice";
import type { AnsweringState } from "~/components/answering/useAnswering";
import { FormLabels } from "~/components/forms/FormLabels";
import { useHydrated } from "~/components/forms/useHydrated";
import { EarlySave } from "~/components/saving/EarlySave";
import { LeaveQuestion } from "~/components/saving/LeaveQuestion";
import { SaveStatus } from "~/components/saving/SaveStatus";
import type { TroubledPart } from "~/components/saving/SaveTrouble";
import { SaveTrouble } from "~/components/saving/SaveTrouble";
import { UnsentNotice } from "~/components/saving/UnsentNotice";
import { Button, ButtonLink } from "~/components/shell/parts";
import { type FormResult, NOTE_LABEL, type ProgressView, QUESTIONS_FORM } from "~/views/answering";
import type { ItemPage } from "~/views/answering/item";
import type { FieldLabels } from "~/views/form-labels";
import { viewedAt } from "~/views/paths";

interface QuestionsFrameProps {
  page: ItemPage;
  answering: AnsweringState;
  /** What concerns give it. */
  concerns: AllOnQuestions;
  /** As it is now. */
  progress: ProgressView;
  /** Whether answers and note can be changed. */
  editable: boolean;
  result: FormResult | undefined;
  /** The thing to answer, in a word such as 'thread'. */
  what: string;
  /** The labels of the form, except the note's, for the page that gives it back when it comes too late. */
  labels: readonly FieldLabels[];
  /** The parts, except the note, that may fail to be saved. */
  parts: readonly Omit<TroubledPart, "base">[];
  form: RefObject<HTMLFormElement>;
  /** Open confirmations and failures. */
  dialogs?: ReactNode;
  /** Shown above the form. */
  notice?: ReactNode;
  head: HeadProps;
  /** The questions. */
  children: ReactNode;
  /** An offer to undo the last change. */
  undo?: ReactNode;
  /** Actions on the whole thread, practice or component, below the form. */
  tools?: ReactNode;
}

const NOTE_LABELS: FieldLabels = { ask: { note: NOTE_LABEL } };

/** The frame of a questions screen of either model: state of saving, form, note, next button. */
export function QuestionsFrame(props: QuestionsFrameProps) {
  const { page, answering, concerns, editable, result, what, parts, form } = props;
  const { item, links, readOnly, pageId, next } = page;
  const { here, save } = item.links;
  const { note } = answering;
  const { edited, forms } = concerns;
  const drafts = [...parts, ...edited].map(({ draft }) => draft);
  const all = [...drafts, note];
  const hydrated = useHydrated();
  const troubled: TroubledPart[] = [...parts, { part: "note" as const, draft: note, compare: compareNotes(editable) }, ...edited].map(
    (part) => ({ ...part, base: result?.typed[part.part]?.base }),
  );
  return concerns.wrap(
    <div className="stack">
      {props.dialogs}
      <LeaveQuestion drafts={all} forms={forms} />
      <LockKeeper
        assessmentId={page.assessment.id}
        pageId={pageId}
        handover={page.handover}
        view={viewedAt(here)}
        form={editable ? QUESTIONS_FORM : undefined}
        save={async () => {
          const unsent = [...all, ...forms.filter((each) => each.isUnsent())];
          return (await Promise.all(unsent.map((each) => each.flush()))).every(Boolean);
        }}
      />
      <UnsentNotice owner={page.owner} here={here} />
      {readOnly ? <ReadOnlyNotice reason={readOnly} result={links.result} viewed={page.viewed} /> : null}
      <SaveTrouble here={here} pageId={pageId} what={what} writable={editable} parts={troubled} />
      {props.notice}
      <Form
        id={QUESTIONS_FORM}
        method="post"
        action={here}
        className="stack"
        ref={form}
        autoComplete="off"
        onSubmit={answering.finishWith(all)}
      >
        {/* Enter presses the first button of a form, so the first one must only save. */}
        {editable ? <button type="submit" name="go" value="stay" className="visually-hidden" tabIndex={-1} aria-hidden /> : null}
        {pageId ? <input type="hidden" name="page" value={pageId} /> : null}
        {/* With script each change is sent alone, and kept in the browser if it cannot be. */}
        {editable && !hydrated ? (
          <>
            <EarlySave saves={import.meta.env.SSR ? { "": save } : undefined} />
            <FormLabels labels={import.meta.env.SSR ? [...props.labels, NOTE_LABELS, ...concerns.labels] : []} />
          </>
        ) : null}
        {concerns.fields}
        <QuestionsHead {...props.head} concerns={concerns.head} page={page} progress={props.progress} />
        {props.children}
        {concerns.overall}
        {concerns.section}
        <NoteBox
          draft={note}
          version={result?.typed.note?.base ?? item.noteVersion}
          editable={editable}
          stored={item.note}
          about={page.noteAbout}
          here={here}
          isQuiet
        />
        {concerns.end}
        {editable ? (
          <div className="panel action-bar row row-between">
            <div className="row">
              {hydrated ? <SaveStatus drafts={all} /> : <span className="small muted">Use the buttons to save</span>}
              {props.undo}
            </div>
            <div className="row">
              {hydrated ? null : (
                <Button type="submit" variant="soft" name="go" value="stay">
                  Save answers
                </Button>
              )}
              <Button type="submit" variant="soft" name="go" value="exit">
                Save and Exit
              </Button>
              <Button type="submit" name="go" value="next">
                {next.label}
              </Button>
            </div>
          </div>
        ) : (
          <div className="row">
            {readOnly === undefined ? (
              <ButtonLink to={links.exit} variant="soft">
                Save and Exit
              </ButtonLink>
            ) : null}
            <ButtonLink to={next.href}>{next.label}</ButtonLink>
          </div>
        )}
      </Form>
      {props.tools}
    </div>,
  );
}
