/** Descoping and rescoping a thread (docs/rules/descoping.md). */
import { Button } from "@radix-ui/themes";
import { Form, Link, useSubmit } from "@remix-run/react";
import { useHydrated } from "~/components/forms/useHydrated";
import { Modal } from "~/components/shell/Modal";
import type { FormResult } from "~/views/answering";
import type { ThreadPage } from "~/views/answering/p3m3";

/** Actions on a whole thread: descope it, clear its answers. */
export function ThreadTools({ thread, canClear }: { thread: ThreadPage; canClear: boolean }) {
  const { descope, links } = thread;
  const hydrated = useHydrated();
  const submit = useSubmit();
  return (
    <div className="thread-tools">
      {descope.hidden ? null : (
        <Form method="get" action={links.here} className="row" preventScrollReset>
          <label className="choice">
            <input
              type="checkbox"
              name="confirm"
              value="descope"
              disabled={descope.refusal !== undefined}
              // With script the checkbox opens the confirmation, and changes only when the thread is descoped.
              {...(hydrated
                ? { checked: false, onChange: ({ currentTarget }) => submit(currentTarget.form, { preventScrollReset: true }) }
                : {})}
            />
            <span>Descope this thread</span>
            {descope.refusal ? <span className="field-hint">{descope.refusal}</span> : null}
          </label>
          {hydrated || descope.refusal ? null : (
            <Button type="submit" size="1" variant="soft">
              Continue
            </Button>
          )}
        </Form>
      )}
      {canClear ? (
        <Link to="?confirm=clear" preventScrollReset>
          Clear this thread's answers
        </Link>
      ) : null}
    </div>
  );
}

/** Asks before a thread is descoped; its texts are fixed (docs/rules/descoping.md#descope-a-thread). */
export function DescopeConfirmation({ thread }: { thread: ThreadPage }) {
  const { here } = thread.links;
  return (
    <Modal title="Are you sure?" dismissTo={here}>
      <p>Descoping this thread means you will lose any answers related to it.</p>
      <Form method="post" action={here} className="actions">
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

/** Tells that descoping failed, or who holds the lock (docs/rules/descoping.md#what-is-said). */
export function DescopeFailure({ result: { intent, outcome }, here }: { result: FormResult; here: string }) {
  const done = intent === "descope" ? "descoped" : "brought back";
  return (
    <Modal
      title={outcome.kind === "locked" ? "Locked for editing by another user" : "Sorry, something went wrong..."}
      kind="error"
      dismissTo={here}
    >
      <p>
        {outcome.kind === "locked" && outcome.by ? `${outcome.by} is editing this assessment now. ` : ""}
        {outcome.kind === "refused" ? `${outcome.message} ` : ""}
        The thread was not {done}; everything is as it was. {outcome.kind === "failed" ? "Please, try again later or get in touch." : ""}
      </p>
      <div className="actions">
        <Button asChild>
          <Link to={here} replace preventScrollReset>
            Continue
          </Link>
        </Button>
      </div>
    </Modal>
  );
}
