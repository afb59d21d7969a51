import { Form } from "@remix-run/react";
import type { ReactNode, RefObject } from "react";
import type { AllOnQuestions } from "~/components/answering/concerns";
import { LockKeeper } from "~/components/answering/LockKeeper";
import { compareNotes, NoteBox } from "~/components/answering/NoteBox";
import { type AnsweredItem, type HeadProps, QuestionsHead } from "~/components/answering/QuestionsHead";
import type { ShownProgress } from "~/components/answering/QuestionsPage";
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
import { type FormResult, NOTE_LABEL, type ProgressView, QUESTIONS_FORM, type QuestionsView } from "~/views/answering";
import type { FieldLabels } from "~/views/form-labels";
import { viewedAt } from "~/views/paths";

interface QuestionsFrameProps<Progress extends ProgressView> {
  assessment: { id: number | string };
  view: QuestionsView<Progress>;
  answering: AnsweringState;
  /** What concerns give it. */
  concerns: AllOnQuestions;
  shown: ShownProgress<Progress>;
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
  item: AnsweredItem;
  head: HeadProps;
  /** The questions. */
  children: ReactNode;
  /** An offer to undo the last change. */
  undo?: ReactNode;
  /** Actions on the whole thread, practice or component, below the form. */
  tools?: ReactNode;
  /** What is counted, such as 'threads'. */
  unit: string;
}

const NOTE_LABELS: FieldLabels = { ask: { note: NOTE_LABEL } };

/** The frame of a questions screen of either model: state of saving, form, note, next button. */
export function QuestionsFrame<Progress extends ProgressView>(props: QuestionsFrameProps<Progress>) {
  const { assessment, view, answering, concerns, shown, editable, result, what, parts, form, item, unit } = props;
  const { links, readOnly, pageId, next } = view;
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
      {pageId ? (
        <LockKeeper
          assessmentId={assessment.id}
          pageId={pageId}
          handover={view.handover}
          view={viewedAt(links.here)}
          form={editable ? QUESTIONS_FORM : undefined}
          save={async () => {
            const unsent = [...all, ...forms.filter((each) => each.isUnsent())];
            return (await Promise.all(unsent.map((each) => each.flush()))).every(Boolean);
          }}
        />
      ) : null}
      <UnsentNotice owner={view.owner} here={links.here} />
      {readOnly ? <ReadOnlyNotice reason={readOnly} result={links.result} viewed={view.viewed} /> : null}
      <SaveTrouble here={links.here} pageId={pageId} what={what} writable={editable} parts={troubled} />
      {props.notice}
      <Form
        id={QUESTIONS_FORM}
        method="post"
        action={links.here}
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
            <EarlySave save={links.save} />
            <FormLabels labels={import.meta.env.SSR ? [...props.labels, NOTE_LABELS, ...concerns.labels] : []} />
          </>
        ) : null}
        {concerns.fields}
        <QuestionsHead {...props.head} concerns={concerns.head} item={item} view={shown.progress} unit={unit} />
        {props.children}
        {concerns.overall}
        {concerns.section}
        <NoteBox
          draft={note}
          version={result?.typed.note?.base ?? view.noteVersion}
          editable={editable}
          stored={view.note}
          here={links.here}
        />
        {concerns.end}
        {editable ? (
          <div className="panel action-bar row row-between">
            <div className="row">
              {hydrated ? <SaveStatus drafts={drafts} /> : <span className="small muted">Use the buttons to save</span>}
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
