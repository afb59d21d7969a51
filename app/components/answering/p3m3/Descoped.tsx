/** What only a descoped thread has: the way back, and the reason (docs/rules/descoping.md). */

import { Form, useSubmit } from "@remix-run/react";
import type { FormEvent } from "react";
import { fingerprint } from "#model/note.ts";
import { SaveStatus } from "~/components/answering/SaveStatus";
import type { Draft } from "~/components/answering/useDraft";
import { FieldError } from "~/components/forms/FieldError";
import { useHydrated } from "~/components/forms/useHydrated";
import { Button } from "~/components/shell/parts";
import { QUESTIONS_FORM } from "~/views/answering";
import { NO_REASON, type P3m3QuestionsPage, REASON_LABEL } from "~/views/answering/p3m3";

interface RescopeFormProps {
  thread: P3m3QuestionsPage;
  /** Saves what was typed and not sent yet. @returns whether everything is saved */
  save(): Promise<boolean>;
}

/** Brings the thread back. Its note stays, so what was typed is saved first: with script by `save`, without it by sending it along. */
export function RescopeForm({ thread, save }: RescopeFormProps) {
  const hydrated = useHydrated();
  const submit = useSubmit();
  const saveAndSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    // A text that cannot be saved stays on the page, which says so.
    if (await save()) submit(submitter as HTMLButtonElement, { preventScrollReset: true });
  };
  return (
    <Form method="post" action={thread.links.here} onSubmit={saveAndSubmit}>
      {thread.pageId ? <input type="hidden" name="page" value={thread.pageId} /> : null}
      <Button
        type="submit"
        form={hydrated || thread.reason === undefined ? undefined : QUESTIONS_FORM}
        name="intent"
        value="rescope"
        variant="soft"
      >
        Rescope thread
      </Button>
    </Form>
  );
}

interface ReasonBoxProps {
  thread: P3m3QuestionsPage & { reason: string };
  draft: Draft;
  base: string | undefined;
}

/** The reason why a thread is descoped, saved with the form, or automatically shortly after the last keystroke. */
export function ReasonBox({ thread, draft, base }: ReasonBoxProps) {
  const hydrated = useHydrated();
  if (thread.readOnly !== undefined) {
    return (
      <section className="stack-close" aria-labelledby="reason-label">
        <h3 id="reason-label">{REASON_LABEL}</h3>
        <p className={thread.reason === "" ? "muted" : "note-text"}>{thread.reason === "" ? NO_REASON : thread.reason}</p>
      </section>
    );
  }
  const refused = draft.state.kind === "refused" ? draft.state.message : undefined;
  return (
    <div className="field">
      <input type="hidden" name="reasonBase" value={base ?? fingerprint(thread.reason)} />
      <div className="row row-between">
        <label className="field-label" htmlFor="reason">
          {REASON_LABEL}
        </label>
        {hydrated ? <SaveStatus drafts={[draft]} what="Reason" /> : null}
      </div>
      <textarea
        id="reason"
        className="textarea"
        name="reason"
        rows={3}
        value={draft.value}
        aria-invalid={refused ? true : undefined}
        aria-describedby={refused ? "reason-error" : undefined}
        onChange={({ currentTarget }) => draft.change(currentTarget.value)}
      />
      {refused ? <FieldError id="reason-error" messages={[refused]} /> : null}
    </div>
  );
}
