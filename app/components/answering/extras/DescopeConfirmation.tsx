/** The question before somebody descopes a thread, and the message when that failed (docs/rules/descoping.md#what-is-said). */
import { Form } from "@remix-run/react";
import { useEffect, useState } from "react";
import { type DescopedThread, useSaveAndSubmit, Where } from "~/components/answering/extras/Descoping";
import { FieldError } from "~/components/forms/FieldError";
import { FormLabels } from "~/components/forms/FormLabels";
import { takePreHydrationText } from "~/components/forms/pre-hydration";
import { useHydrated } from "~/components/forms/useHydrated";
import { HiddenFields } from "~/components/shell/HiddenFields";
import { MessageDialog } from "~/components/shell/MessageDialog";
import { CancelLink, Modal } from "~/components/shell/Modal";
import { Button } from "~/components/shell/parts";
import { type FormResult, QUESTIONS_FORM } from "~/views/answering";
import { howFar } from "~/views/answering/descoping";
import { REASON_LABEL } from "~/views/answering/p3m3";

interface DescopeConfirmationProps {
  thread: DescopedThread;
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
  const { here } = thread;
  // Without script the page's form is sent, because the user may have typed something outside the dialog.
  const form = useHydrated() ? undefined : QUESTIONS_FORM;
  const [isUnsaved, setUnsaved] = useState(false);
  const [reason, setReason] = useState(result ? (result.typed.reason?.target ?? "") : (thread.before?.reason ?? ""));
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
        {thread.asksReason ? (
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
