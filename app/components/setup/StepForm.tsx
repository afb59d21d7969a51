import { Form, useNavigation } from "@remix-run/react";
import { type ReactNode, useRef } from "react";
import { FormLabels } from "~/components/forms/FormLabels";
import { LeaveGuard } from "~/components/forms/LeaveGuard";
import type { useLiveForm } from "~/components/forms/useLiveForm";
import { UnsavedNotice } from "~/components/setup/UnsavedNotice";
import { Callout } from "~/components/shell/Callout";
import { HiddenFields } from "~/components/shell/HiddenFields";
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
