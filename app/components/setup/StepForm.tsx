import { Form } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import { FormLabels } from "~/components/forms/FormLabels";
import { LeaveGuard } from "~/components/forms/LeaveGuard";
import type { useLiveForm } from "~/components/forms/useLiveForm";
import { Callout } from "~/components/shell/Callout";
import { Facts } from "~/components/shell/Facts";
import { HiddenFields } from "~/components/shell/HiddenFields";
import { useNavigation } from "~/components/shell/held-forms";
import { TimeOfDay } from "~/components/shell/TimeOfDay";
import type { FieldLabels } from "~/views/form-labels";
import type { SaveProblem } from "~/views/setup";

interface StepFormProps {
  id: string;
  className?: string;
  /** Hidden fields by name: the version that the form was rendered from, the id of the page that holds the lock. */
  hidden: Readonly<Record<string, string | undefined>>;
  /** What the form asks, for the page that gives it back when it comes too late. */
  labels: readonly FieldLabels[];
  unsaved: SaveProblem | undefined;
  /** The form came back from the server without being saved. */
  isRejected: boolean;
  readOnly: string | undefined;
  /** The button that Enter presses; otherwise it would be the first one of the form. */
  defaultButton?: { name: string; value: string };
  /** What a form that is judged while it is filled in spreads on its element. */
  live?: ReturnType<typeof useLiveForm>["live"];
  children: ReactNode;
}

/** The frame of a step's form. It tells why something was not saved or cannot be changed, and warns before unsaved changes are lost. */
export function StepForm(props: StepFormProps) {
  const { id, className = "", hidden, labels, unsaved, isRejected, readOnly, defaultButton, live, children } = props;
  const own = useRef<HTMLFormElement>(null);
  const form = live?.ref ?? own;
  const { state, formMethod } = useNavigation();
  const isSending = state !== "idle" && formMethod === "POST";
  return (
    <>
      <Form method="post" id={id} {...live} ref={form} noValidate className={className} aria-busy={isSending}>
        <HiddenFields fields={hidden} />
        {readOnly === undefined ? <FormLabels labels={labels} /> : null}
        <fieldset disabled={readOnly !== undefined} className="stack panel">
          <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden {...defaultButton} />
          {readOnly ? <Callout kind="info">{readOnly}</Callout> : null}
          {unsaved && unsaved.why !== "failed" ? <UnsavedNotice unsaved={unsaved} /> : null}
          {children}
        </fieldset>
      </Form>
      {readOnly === undefined ? <LeaveGuard form={form} isRejected={isRejected} /> : null}
    </>
  );
}

/** Tells why a step was not saved although its form was valid. Takes the focus. */
function UnsavedNotice({ unsaved }: { unsaved: Exclude<SaveProblem, { why: "failed" }> }) {
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves to every new refusal
  useEffect(() => box.current?.focus(), [unsaved]);
  return (
    <div ref={box} tabIndex={-1}>
      <Notice unsaved={unsaved} />
    </div>
  );
}

function Notice({ unsaved }: { unsaved: Exclude<SaveProblem, { why: "failed" }> }) {
  switch (unsaved.why) {
    case "changed":
      return (
        <Callout kind="warning" title="This assessment was changed while you were working on it">
          <div className="stack-tight">
            <p>Nothing of yours was saved. This is what is stored now:</p>
            <Facts facts={unsaved.stored} />
            <p>What you entered is below. Saving again replaces what is stored.</p>
          </div>
        </Callout>
      );
    case "locked":
      return (
        <Callout kind="warning" title="Locked for editing by another user">
          {unsaved.by ?? "Somebody else"} is editing this assessment
          {unsaved.until ? (
            <>
              {" "}
              until <TimeOfDay iso={unsaved.until} /> at the latest
            </>
          ) : null}
          . Nothing was saved; what you entered is below. Save again when they have finished.
        </Callout>
      );
    case "readOnly":
      return (
        <Callout kind="warning" title="Nothing was saved">
          {unsaved.reason}
        </Callout>
      );
  }
}
