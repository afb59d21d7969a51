import { Button } from "@radix-ui/themes";
import { Form, Link, useLocation, useNavigate, useSubmit } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { useHydrated } from "~/components/forms/useHydrated";
import { Callout } from "~/components/shell/Callout";
import { TimeOfDay } from "~/components/shell/TimeOfDay";
import type { HandoverView } from "~/views/answering";
import { paths } from "~/views/paths";

interface HandoverNoticeProps {
  assessmentId: number | string;
  handover: HandoverView;
  /** Where the assessment can be read once it was handed over. */
  view: string;
  /** The form that is saved before the lock is handed over without script, if there is one. */
  form?: string | undefined;
  /** Saves what was entered; false when that did not succeed. */
  save?: (() => Promise<boolean>) | undefined;
}

/**
 * Tells the holder of a lock who wishes to take over, and that somebody has (docs/rules/locks-and-saving.md#asking-to-take-over). The element
 * that announces it is there before it.
 */
export function HandoverNotice({ assessmentId, handover, view, form, save }: HandoverNoticeProps) {
  const { wish, holder } = useHandover(assessmentId, handover);
  const navigate = useNavigate();
  const saving = useRef(save);
  saving.current = save;
  const hasPassedOn = holder !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the lock has passed on
  useEffect(() => {
    // Where something is not saved, the page stays and keeps it.
    if (hasPassedOn) void saving.current?.().then((isSaved) => isSaved && navigate(view, { replace: true }));
  }, [hasPassedOn]);
  return (
    <div className="handover" role="status">
      {holder ? (
        <Callout kind="warning" isAnnounced={false} title={`${holder.name} has taken over`}>
          Nothing can be saved here any more. <Link to={view}>Read what is saved</Link>
        </Callout>
      ) : wish ? (
        <Callout kind="warning" isAnnounced={false} title={`${wish.by} would like to take over`}>
          <div className="stack-tight">
            <p>
              Asked at <TimeOfDay iso={wish.since} />. If you change nothing, the assessment passes to them at{" "}
              <TimeOfDay iso={wish.passesAt} />.
            </p>
            <Answer assessmentId={assessmentId} view={view} form={form} save={save} />
          </div>
        </Callout>
      ) : null}
    </div>
  );
}

/** The two answers to a wish. What was entered is saved before the lock is handed over. */
function Answer({ assessmentId, view, form, save }: Omit<HandoverNoticeProps, "handover">) {
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
        <input type="hidden" name="here" value={pathname} />
        <input type="hidden" name="view" value={view} />
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

const EVERY_MS = 15_000;

/** Who wishes to take over now: asked for again and again while the page can be seen. */
function useHandover(assessmentId: number | string, loaded: HandoverView): HandoverView {
  const [told, setTold] = useState(loaded);
  useEffect(() => setTold(loaded), [loaded]);
  useEffect(() => {
    let isGone = false;
    const look = async () => {
      if (document.visibilityState !== "visible") return;
      const answer = await fetch(paths.lock(assessmentId, "wish")).catch(() => undefined);
      if (!answer?.ok) return;
      const now: HandoverView = await answer.json();
      if (!isGone) setTold(now);
    };
    const timer = setInterval(look, EVERY_MS);
    document.addEventListener("visibilitychange", look);
    return () => {
      isGone = true;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [assessmentId]);
  return told;
}
