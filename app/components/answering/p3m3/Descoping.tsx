/** Descoping and rescoping a thread (docs/rules/descoping.md). */
import { Button } from "@radix-ui/themes";
import { Form, Link, useNavigate, useSubmit } from "@remix-run/react";
import { type FormEvent, useState } from "react";
import { ClearButton } from "~/components/answering/TakingBack";
import { useHydrated } from "~/components/forms/useHydrated";
import { MessageDialog } from "~/components/shell/MessageDialog";
import { Modal } from "~/components/shell/Modal";
import { type FormResult, QUESTIONS_FORM } from "~/views/answering";
import type { ThreadPage } from "~/views/answering/p3m3";

/** Actions on a whole thread: descope it, clear its answers. */
export function ThreadTools({ thread, canClear }: { thread: ThreadPage; canClear: boolean }) {
  const { descope } = thread;
  const hydrated = useHydrated();
  const navigate = useNavigate();
  return (
    <div className="thread-tools">
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

interface DescopeConfirmationProps {
  thread: ThreadPage;
  /** Saves what was typed and not sent yet. @returns whether everything is saved */
  save(): Promise<boolean>;
}

/**
 * Asks before a thread is descoped; its texts are fixed (docs/rules/descoping.md#descope-a-thread). What was typed just before is saved
 * first, because the note is kept.
 */
export function DescopeConfirmation({ thread, save }: DescopeConfirmationProps) {
  const { here } = thread.links;
  const submit = useSubmit();
  const [isUnsaved, setUnsaved] = useState(false);
  const saveAndSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    if (await save()) submit(submitter as HTMLButtonElement, { preventScrollReset: true });
    else setUnsaved(true);
  };
  if (isUnsaved)
    return (
      <MessageDialog title={FAILED} here={here}>
        {UNSAVED}
      </MessageDialog>
    );
  return (
    <Modal title="Are you sure?" dismissTo={here}>
      <p>Descoping this thread means you will lose any answers related to it.</p>
      <Form method="post" action={here} className="actions" onSubmit={saveAndSubmit}>
        {thread.pageId ? <input type="hidden" name="page" value={thread.pageId} /> : null}
        <Button asChild variant="soft">
          <Link to={here} replace preventScrollReset>
            Cancel
          </Link>
        </Button>
        <Button type="submit" name="intent" value="descope" color="red" variant="soft">
          Descope Thread
        </Button>
      </Form>
    </Modal>
  );
}

export function RescopeForm({ thread }: { thread: ThreadPage }) {
  return (
    <Form method="post" action={thread.links.here}>
      {thread.pageId ? <input type="hidden" name="page" value={thread.pageId} /> : null}
      <Button type="submit" name="intent" value="rescope" variant="soft">
        Rescope thread
      </Button>
    </Form>
  );
}

const FAILED = "Sorry, something went wrong...";
const UNSAVED =
  "The thread was not descoped, because what you typed on this page could not be saved first. It is still on this page and kept in this browser. Please, try again later or get in touch.";

/** Tells that descoping failed, or who holds the lock (docs/rules/descoping.md#what-is-said). */
export function DescopeFailure({ result: { intent, outcome }, here }: { result: FormResult; here: string }) {
  const done = intent === "descope" ? "descoped" : "brought back";
  const isLocked = outcome.kind === "locked";
  return (
    <MessageDialog title={isLocked ? "Locked for editing by another user" : FAILED} here={here}>
      {isLocked && outcome.by ? `${outcome.by} is editing this assessment now. ` : ""}
      {outcome.kind === "refused" ? `${outcome.message} ` : ""}
      The thread was not {done}; everything is as it was. {outcome.kind === "failed" ? "Please, try again later or get in touch." : ""}
    </MessageDialog>
  );
}
