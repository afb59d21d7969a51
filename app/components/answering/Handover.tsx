/** What the holder of a lock sees of a wish to take over, and may answer (docs/rules/locks-and-saving.md#asking-to-take-over). */

import { Form, Link, useLocation, useNavigate, useSubmit } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { useHydrated } from "~/components/forms/useHydrated";
import { Callout } from "~/components/shell/Callout";
import { HiddenFields } from "~/components/shell/HiddenFields";
import { Button } from "~/components/shell/parts";
import { TimeOfDay } from "~/components/shell/TimeOfDay";
import type { HandoverView } from "~/views/answering";
import { paths } from "~/views/paths";
import styles from "./QuestionsFrame.module.css";

export interface HandoverProps {
  assessmentId: number | string;
  handover: HandoverView;
  /** Where the assessment can be read once it was handed over. */
  view: string;
  /** The form that is saved before the lock is handed over without script, if there is one. */
  form?: string | undefined;
  /** Saves what was entered; false when that did not succeed. */
  save?: (() => Promise<boolean>) | undefined;
}

/** Tells who wishes to take over, and that somebody has. The element that announces it is there before it. */
export function Handover(props: HandoverProps) {
  const { assessmentId, handover, view, save } = props;
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
    <div className={styles.handover} role="status">
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
            <Answer {...props} />
          </div>
        </Callout>
      ) : null}
    </div>
  );
}

/** The two answers to a wish. What was entered is saved before the lock is handed over. */
function Answer({ assessmentId, view, form, save }: HandoverProps) {
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
  // Script saves first what was entered. Without script, the button sends the screen's form, if there is one.
  const press =
    hydrated && save
      ? ({ type: "button", disabled: state === "saving", onClick: handOver } as const)
      : ({ type: "submit", form, name: form ? "go" : "answer", value: "handOver" } as const);
  return (
    <>
      {state === "failed" ? <p>Not handed over: something that you entered could not be saved.</p> : null}
      {save || hydrated ? null : <p>Save first what you have changed on this page.</p>}
      <Form method="post" action={action} className="row">
        <HiddenFields fields={{ here: pathname, view }} />
        <Button {...press}>Hand over</Button>
        <Button type="submit" variant="soft" name="answer" value="keep">
          Keep editing
        </Button>
      </Form>
    </>
  );
}

const EVERY_MS = 15_000;

/** The colleague who wishes to take over now. The page asks again and again while it is visible. */
function useHandover(assessmentId: number | string, loaded: HandoverView): HandoverView {
  const [current, setCurrent] = useState(loaded);
  useEffect(() => setCurrent(loaded), [loaded]);
  useEffect(() => {
    let isGone = false;
    const look = async () => {
      if (document.visibilityState !== "visible") return;
      const answer = await fetch(paths.lock(assessmentId, "wish")).catch(() => undefined);
      if (!answer?.ok) return;
      const now: HandoverView = await answer.json();
      if (!isGone) setCurrent(now);
    };
    const timer = setInterval(look, EVERY_MS);
    document.addEventListener("visibilitychange", look);
    return () => {
      isGone = true;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [assessmentId]);
  return current;
}
