/** Descoping and rescoping a thread (docs/rules/descoping.md). */

import { Form, useNavigate, useSubmit } from "@remix-run/react";
import { type FormEvent, useEffect, useState } from "react";
import { fingerprint } from "#model/note.ts";
import { ClearButton } from "~/components/answering/Clearing";
import { ReadText, TextBox } from "~/components/answering/TextBox";
import { FieldError } from "~/components/forms/FieldError";
import { FormLabels } from "~/components/forms/FormLabels";
import { takePreHydrationText } from "~/components/forms/pre-hydration";
import { useHydrated } from "~/components/forms/useHydrated";
import type { Draft } from "~/components/saving/useDraft";
import { HiddenFields } from "~/components/shell/HiddenFields";
import { MessageDialog } from "~/components/shell/MessageDialog";
import { CancelLink, Modal } from "~/components/shell/Modal";
import { Button } from "~/components/shell/parts";
import { type FormResult, QUESTIONS_FORM } from "~/views/answering";
import {
  changedElsewhere,
  type Descoping,
  EVERYWHERE,
  howFar,
  LOSES_FIELD,
  losesElsewhere,
  lossInWords,
  returnInWords,
  WHERE_FIELD,
} from "~/views/answering/descoping";
import { NO_REASON, type P3m3QuestionsPage, REASON_LABEL } from "~/views/answering/p3m3";

/** Actions on a whole thread: descope it, clear its answers. */
export function ThreadTools({ thread, canClear }: { thread: P3m3QuestionsPage; canClear: boolean }) {
  const { descope } = thread;
  const hydrated = useHydrated();
  const navigate = useNavigate();
  return (
    <div className="row row-between baseline">
      {descope.hidden ? null : (
        <div className="row">
          <label className="choice">
            <input
              type="checkbox"
              // Without script the box belongs to the questions form, which is saved before the confirmation is shown.
              form={QUESTIONS_FORM}
              name="confirm"
              value="descope"
              disabled={descope.refusal !== undefined}
              // With script the checkbox opens the confirmation, and changes only when the thread is descoped.
              {...(hydrated ? { checked: false, onChange: () => navigate("?confirm=descope", { preventScrollReset: true }) } : {})}
            />
            <span>Descope this thread</span>
            {descope.refusal ? <span className="field-hint">{descope.refusal}</span> : null}
          </label>
          {hydrated || descope.refusal ? null : (
            <Button type="submit" form={QUESTIONS_FORM} size="1" variant="soft" name="go" value="stay">
              Continue
            </Button>
          )}
        </div>
      )}
      {canClear ? <ClearButton what="thread" /> : null}
    </div>
  );
}

/**
 * Sends a form once everything else on the page is saved.
 * @param save saves what was typed and not sent yet. It gives whether everything is saved
 * @param onFailure called when it is not
 */
function useSaveAndSubmit(save: () => Promise<boolean>, onFailure?: () => void) {
  const submit = useSubmit();
  return async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    if (await save()) submit(submitter as HTMLButtonElement, { preventScrollReset: true });
    else onFailure?.();
  };
}

interface RescopeFormProps {
  thread: P3m3QuestionsPage;
  /** Saves what was typed and not sent yet. @returns whether everything is saved */
  save(): Promise<boolean>;
  /** Of a try that failed. */
  result: FormResult | undefined;
}

/** Brings the thread back. Its note stays, so what was typed is saved first: with script by `save`, without it by sending it along. */
export function RescopeForm({ thread, save, result }: RescopeFormProps) {
  const form = useHydrated() || thread.reason === undefined ? undefined : QUESTIONS_FORM;
  // A text that cannot be saved stays on the page, which says so.
  const saveAndSubmit = useSaveAndSubmit(save);
  return (
    <Form method="post" action={thread.links.here} onSubmit={saveAndSubmit} className="stack-tight">
      <HiddenFields fields={{ page: thread.pageId }} />
      <Where intent="rescope" thread={thread} result={result} form={form} />
      <div>
        <Button type="submit" form={form} name="intent" value="rescope" variant="soft">
          Rescope thread
        </Button>
      </div>
    </Form>
  );
}

interface WhereProps {
  intent: Descoping;
  thread: P3m3QuestionsPage;
  result: FormResult | undefined;
  /** The form that posts the choice, if the choice is outside it. */
  form: string | undefined;
}

/** Asks whether only this perspective is meant, or all; nothing where no other could be changed (docs/rules/descoping.md#in-all-perspectives). */
function Where({ intent, thread: { perspective, ...thread }, result, form }: WhereProps) {
  const elsewhere = result?.everywhere?.elsewhere ?? thread.elsewhere;
  if (changedElsewhere(elsewhere, intent).length === 0) return null;
  const choice = (value: string, label: string, describedBy?: string) => (
    <label className="choice">
      <input
        type="radio"
        name={WHERE_FIELD}
        value={value}
        form={form}
        defaultChecked={(value === EVERYWHERE) === (result?.everywhere !== undefined)}
        aria-describedby={describedBy}
      />
      <span>{label}</span>
    </label>
  );
  return (
    <fieldset className="field">
      <legend className="field-label">{intent === "descope" ? "Where to descope it" : "Where to bring it back"}</legend>
      <FormLabels labels={[{ ask: { [WHERE_FIELD]: "Where" }, values: { [EVERYWHERE]: "In all perspectives" } }]} />
      {intent === "descope" ? <input type="hidden" name={LOSES_FIELD} value={losesElsewhere(elsewhere)} form={form} /> : null}
      {choice("", `Only in ${perspective.name}`)}
      {choice(EVERYWHERE, `In all ${elsewhere.length + 1} perspectives of this assessment`, "where-hint")}
      <span className="field-hint" id="where-hint">
        {intent === "descope" ? lossInWords(elsewhere) : returnInWords(elsewhere)}
      </span>
    </fieldset>
  );
}

interface ReasonBoxProps {
  thread: P3m3QuestionsPage & { reason: string };
  draft: Draft;
  base: string | undefined;
}

/** The reason why a thread is descoped. */
export function ReasonBox({ thread: { readOnly, reason }, draft, base }: ReasonBoxProps) {
  if (readOnly !== undefined) return <ReadText name="reason" label={REASON_LABEL} text={reason} none={NO_REASON} />;
  return <TextBox name="reason" label={REASON_LABEL} what="Reason" rows={3} draft={draft} version={base ?? fingerprint(reason)} />;
}

interface DescopeConfirmationProps {
  thread: P3m3QuestionsPage;
  /** Saves what was typed and not sent yet. @returns whether everything is saved */
  save(): Promise<boolean>;
  /** Of a descoping that failed, with the reason that was typed. */
  result: FormResult | undefined;
}

/**
 * Asks before a thread is descoped, and why; its texts are fixed (docs/rules/descoping.md#descope-a-thread). It saves first what was typed
 * just before, because the note is kept. If descoping fails, it asks again with the reason that was typed.
 */
export function DescopeConfirmation({ thread, save, result }: DescopeConfirmationProps) {
  const { here } = thread.links;
  // Without script the page's form is sent, because the user may have typed something outside the dialog.
  const form = useHydrated() ? undefined : QUESTIONS_FORM;
  const [isUnsaved, setUnsaved] = useState(false);
  const [reason, setReason] = useState(result?.typed.reason?.target ?? "");
  // A new answer from the server replaces the message of the browser.
  useEffect(() => {
    if (result) setUnsaved(false);
  }, [result]);
  useEffect(() => {
    const early = takePreHydrationText("reason");
    if (early !== undefined) setReason(early);
  }, []);
  const saveAndSubmit = useSaveAndSubmit(save, () => setUnsaved(true));
  const refused = result?.outcome.kind === "refused" && result.outcome.about === "reason" ? result.outcome.message : undefined;
  const unasked = result?.everywhere?.unasked;
  const hasFailed = isUnsaved || (result !== undefined && refused === undefined && unasked === undefined);
  // Without a typed reason there is nothing to keep: a message says all.
  if (isUnsaved && reason === "")
    return (
      <MessageDialog title={FAILED} here={here}>
        {UNSAVED}
      </MessageDialog>
    );
  return (
    <Modal
      title={hasFailed ? (!isUnsaved && result ? failureTitle(result) : FAILED) : "Are you sure?"}
      kind={hasFailed ? "error" : "confirm"}
      dismissTo={here}
    >
      {hasFailed ? (
        <p>{!isUnsaved && result ? <FailureText result={result} /> : UNSAVED}</p>
      ) : (
        <>
          <p>Descoping this thread means you will lose any answers related to it.</p>
          {unasked ? <p role="alert">{unasked}</p> : null}
        </>
      )}
      <Form method="post" action={here} className="stack" onSubmit={saveAndSubmit}>
        <HiddenFields fields={{ page: thread.pageId }} />
        <Where intent="descope" thread={thread} result={result} form={form} />
        {thread.descope.asksReason ? (
          <div className="field">
            <FormLabels labels={[{ ask: { reason: REASON_LABEL } }]} />
            <label className="field-label" htmlFor="descope-reason">
              {REASON_LABEL}
            </label>
            <span className="field-hint" id="descope-reason-hint">
              It may stay empty, and can be changed later.
            </span>
            <textarea
              id="descope-reason"
              className="textarea"
              name="reason"
              form={form}
              rows={3}
              value={reason}
              aria-invalid={refused ? true : undefined}
              aria-describedby={refused ? "descope-reason-hint descope-reason-error" : "descope-reason-hint"}
              onChange={({ currentTarget }) => setReason(currentTarget.value)}
            />
            {refused ? <FieldError id="descope-reason-error" messages={[refused]} /> : null}
          </div>
        ) : null}
        <div className="row row-end">
          <CancelLink to={here} />
          <Button type="submit" form={form} name="intent" value="descope" color="red" variant="soft">
            Descope Thread
          </Button>
        </div>
      </Form>
    </Modal>
  );
}

const FAILED = "Sorry, something went wrong...";
const UNSAVED =
  "The thread was not descoped, because what you typed on this page could not be saved first. It is still on this page and kept in this browser. Please, try again later or get in touch.";

const failureTitle = ({ outcome }: FormResult) => (outcome.kind === "locked" ? "Locked for editing by another user" : FAILED);

/** Says that descoping failed, or who holds the lock (docs/rules/descoping.md#what-is-said). */
export function DescopeFailure({ result, here }: { result: FormResult; here: string }) {
  return (
    <MessageDialog title={failureTitle(result)} here={here}>
      <FailureText result={result} />
    </MessageDialog>
  );
}

function FailureText({ result: { intent, outcome, everywhere } }: { result: FormResult }) {
  const done = intent === "descope" ? "descoped" : "brought back";
  const far = everywhere && howFar(intent === "descope" ? "descope" : "rescope", everywhere);
  return (
    <>
      {outcome.kind === "locked" && outcome.by ? `${outcome.by} is editing this assessment now. ` : ""}
      {outcome.kind === "refused" ? `${outcome.message} ` : ""}
      {far || `The thread was not ${done}; everything is as it was.`}{" "}
      {outcome.kind === "failed" ? "Please, try again later or get in touch." : ""}
    </>
  );
}
