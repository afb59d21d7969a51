import { Form, Link, useLocation, useSubmit } from "@remix-run/react";
import { useState } from "react";
import { useHydrated } from "~/components/forms/useHydrated";
import { Callout } from "~/components/shell/Callout";
import { HiddenFields } from "~/components/shell/HiddenFields";
import { Button } from "~/components/shell/parts";
import { TimeOfDay } from "~/components/shell/TimeOfDay";
import type { HandoverView } from "~/views/answering";
import { paths } from "~/views/paths";

export interface HandoverMessageProps extends HandoverView {
  assessmentId: number | string;
  /** Where the assessment can be read once it was handed over. */
  view: string;
  /** The form that is saved before the lock is handed over without script, if there is one. */
  form?: string | undefined;
  /** Saves what was entered; false when that did not succeed. */
  save?: (() => Promise<boolean>) | undefined;
}

/** Who has taken over, or who would like to and what the holder may answer. */
export function HandoverMessage({ assessmentId, wish, holder, view, form, save }: HandoverMessageProps) {
  if (holder) {
    return (
      <Callout kind="warning" isAnnounced={false} title={`${holder.name} has taken over`}>
        Nothing can be saved here any more. <Link to={view}>Read what is saved</Link>
      </Callout>
    );
  }
  if (!wish) return null;
  return (
    <Callout kind="warning" isAnnounced={false} title={`${wish.by} would like to take over`}>
      <div className="stack-tight">
        <p>
          Asked at <TimeOfDay iso={wish.since} />. If you change nothing, the assessment passes to them at <TimeOfDay iso={wish.passesAt} />
          .
        </p>
        <Answer assessmentId={assessmentId} view={view} form={form} save={save} />
      </div>
    </Callout>
  );
}

/** The two answers to a wish. What was entered is saved before the lock is handed over. */
function Answer({ assessmentId, view, form, save }: Omit<HandoverMessageProps, keyof HandoverView>) {
  const hydrated = useHydrated();
  const submit = useSubmit();
  const { pathname } = useLocation();
  const [state, setState] = useState<"asked" | "saving" | "failed">("asked");
  const action = paths.lock(assessmentId, "answer");
  const handOver = async () => {
    setState("saving");
    if (save && !(await save())) return setState("failed");
    setState("asked");
    submit({ answer: "handOver", here: pathname, view }, { method: "post", action });
  };
  return (
    <>
      {state === "failed" ? <p>Not handed over: something that you entered could not be saved.</p> : null}
      {save || hydrated ? null : <p>Save first what you have changed on this page.</p>}
      <Form method="post" action={action} className="row">
        <HiddenFields fields={{ here: pathname, view }} />
        {hydrated && save ? (
          <Button type="button" disabled={state === "saving"} onClick={handOver}>
            Hand over
          </Button>
        ) : form ? (
          <Button type="submit" form={form} name="go" value="handOver">
            Hand over
          </Button>
        ) : (
          <Button type="submit" name="answer" value="handOver">
            Hand over
          </Button>
        )}
        <Button type="submit" variant="soft" name="answer" value="keep">
          Keep editing
        </Button>
      </Form>
    </>
  );
}
