/** Descoping and rescoping a thread (docs/rules/descoping.md). */

import { Form, useNavigate, useSubmit } from "@remix-run/react";
import type { FormEvent } from "react";
import { fingerprint } from "#model/note.ts";
import { ClearButton } from "~/components/answering/Clearing";
import { ReadText, TextBox } from "~/components/answering/TextBox";
import type { Draft } from "~/components/answering/useDraft";
import { useHydrated } from "~/components/forms/useHydrated";
import { HiddenFields } from "~/components/shell/HiddenFields";
import { Button } from "~/components/shell/parts";
import { QUESTIONS_FORM } from "~/views/answering";
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
export function useSaveAndSubmit(save: () => Promise<boolean>, onFailure?: () => void) {
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
}

/** Brings the thread back. Its note stays, so what was typed is saved first: with script by `save`, without it by sending it along. */
export function RescopeForm({ thread, save }: RescopeFormProps) {
  const hydrated = useHydrated();
  // A text that cannot be saved stays on the page, which says so.
  const saveAndSubmit = useSaveAndSubmit(save);
  return (
    <Form method="post" action={thread.links.here} onSubmit={saveAndSubmit}>
      <HiddenFields fields={{ page: thread.pageId }} />
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

/** The reason why a thread is descoped. */
export function ReasonBox({ thread: { readOnly, reason }, draft, base }: ReasonBoxProps) {
  if (readOnly !== undefined) return <ReadText name="reason" label={REASON_LABEL} text={reason} none={NO_REASON} />;
  return <TextBox name="reason" label={REASON_LABEL} what="Reason" rows={3} draft={draft} version={base ?? fingerprint(reason)} />;
}
