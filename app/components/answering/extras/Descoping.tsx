/** Descoping and rescoping a thread (docs/rules/descoping.md). */

import { Form, useNavigate, useSubmit } from "@remix-run/react";
import type { FormEvent } from "react";
import { fingerprint } from "#model/note.ts";
import { ReadText, TextBox } from "~/components/answering/TextBox";
import { FormLabels } from "~/components/forms/FormLabels";
import { useHydrated } from "~/components/forms/useHydrated";
import type { Draft } from "~/components/saving/useDraft";
import { HiddenFields } from "~/components/shell/HiddenFields";
import { Button } from "~/components/shell/parts";
import { type AnsweringScreen, type FormResult, QUESTIONS_FORM } from "~/views/answering";
import {
  changedElsewhere,
  type Descoping,
  EVERYWHERE,
  LOSES_FIELD,
  losesElsewhere,
  lossInWords,
  returnInWords,
  WHERE_FIELD,
} from "~/views/answering/descoping";
import type { DescopingView } from "~/views/answering/item";
import { NO_REASON, REASON_LABEL } from "~/views/answering/p3m3";

/** A thread with what its screen knows of descoping. */
export interface DescopedThread extends DescopingView, Pick<AnsweringScreen, "readOnly" | "pageId"> {
  /** The name of its perspective. */
  perspective: string;
  here: string;
}

/** Leads to the question that descopes the thread. */
export function DescopeChoice({ refusal, before }: Pick<DescopedThread, "refusal" | "before">) {
  const hint = refusal ?? before?.words;
  const hydrated = useHydrated();
  const navigate = useNavigate();
  return (
    <div className="row">
      <label className="choice">
        <input
          type="checkbox"
          // Without script the box belongs to the questions form, which is saved before the confirmation is shown.
          form={QUESTIONS_FORM}
          name="confirm"
          value="descope"
          disabled={refusal !== undefined}
          // With script the checkbox opens the confirmation, and changes only when the thread is descoped.
          {...(hydrated ? { checked: false, onChange: () => navigate("?confirm=descope", { preventScrollReset: true }) } : {})}
        />
        <span>Descope this thread</span> {hint ? <span className="field-hint">{hint}</span> : null}
      </label>
      {hydrated || refusal ? null : (
        <Button type="submit" form={QUESTIONS_FORM} size="1" variant="soft" name="go" value="stay">
          Continue
        </Button>
      )}
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
  thread: DescopedThread;
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
    <Form method="post" action={thread.here} onSubmit={saveAndSubmit} className="stack-tight">
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
  thread: DescopedThread;
  result: FormResult | undefined;
  /** The form that posts the choice, if the choice is outside it. */
  form: string | undefined;
}

/** Asks whether only this perspective is meant, or all; nothing where no other could be changed (docs/rules/descoping.md#in-all-perspectives). */
export function Where({ intent, thread, result, form }: WhereProps) {
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
      {choice("", `Only in ${thread.perspective}`)}
      {choice(EVERYWHERE, `In all ${elsewhere.length + 1} perspectives of this assessment`, "where-hint")}
      <span className="field-hint" id="where-hint">
        {intent === "descope" ? lossInWords(elsewhere) : returnInWords(elsewhere)}
      </span>
    </fieldset>
  );
}

interface ReasonBoxProps {
  thread: DescopedThread & { reason: string };
  draft: Draft;
  base: string | undefined;
}

/** The reason why a thread is descoped. */
export function ReasonBox({ thread: { readOnly, reason }, draft, base }: ReasonBoxProps) {
  if (readOnly !== undefined) return <ReadText name="reason" label={REASON_LABEL} text={reason} none={NO_REASON} />;
  return <TextBox name="reason" label={REASON_LABEL} what="Reason" rows={3} draft={draft} version={base ?? fingerprint(reason)} />;
}
