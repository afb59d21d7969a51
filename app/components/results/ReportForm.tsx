import { Form } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import { isChanged } from "~/components/forms/isChanged";
import { takePreHydrationText } from "~/components/forms/pre-hydration";
import { Callout } from "~/components/shell/Callout";
import { HiddenFields } from "~/components/shell/HiddenFields";
import { Button } from "~/components/shell/parts";
import { FORM_FIELD } from "~/views/client-report";

interface ReportFormProps {
  /** Names the form for its action, and its place on the page. */
  id: string;
  title: string;
  about: ReactNode;
  /** Shown between the text about it and the fields. */
  more?: ReactNode;
  /** Why it came back unsaved, with the title of that message. */
  failed: { title: string; message: string } | undefined;
  /** It came back with what was typed, for another reason. */
  isUnsaved?: boolean;
  submit: string;
  children: ReactNode;
}

/**
 * A form of the report's screen that is saved as a whole. It asks before the page is left with something unsaved in it, and keeps what was
 * typed before hydration.
 */
export function ReportForm({ id, title, about, more, failed, isUnsaved = failed !== undefined, submit, children }: ReportFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const isSent = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, after hydration
  useEffect(() => {
    for (const box of form.current?.querySelectorAll("textarea") ?? []) {
      const early = takePreHydrationText(box.id);
      if (early !== undefined) box.value = early;
    }
    const leaving = (event: BeforeUnloadEvent) => {
      if (!isSent.current && (isUnsaved || (form.current && isChanged(form.current)))) event.preventDefault();
    };
    window.addEventListener("beforeunload", leaving);
    return () => window.removeEventListener("beforeunload", leaving);
  }, []);
  return (
    <section className="panel stack" id={id} aria-labelledby={`${id}-heading`}>
      <h2 id={`${id}-heading`}>{title}</h2>
      <p className="measure">{about}</p>
      {more}
      {failed ? (
        <Callout kind="error" title={failed.title}>
          {failed.message}
        </Callout>
      ) : null}
      <Form
        method="post"
        ref={form}
        className="stack"
        aria-label={title}
        reloadDocument
        onSubmit={() => {
          isSent.current = true;
        }}
      >
        <HiddenFields fields={{ [FORM_FIELD]: id }} />
        {children}
        <div className="row">
          <Button type="submit" variant="soft">
            {submit}
          </Button>
        </div>
      </Form>
    </section>
  );
}
