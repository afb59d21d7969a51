import { useNavigate } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { HandoverMessage, type HandoverMessageProps } from "~/components/answering/HandoverMessage";
import type { HandoverView } from "~/views/answering";
import { paths } from "~/views/paths";
import styles from "./QuestionsFrame.module.css";

interface HandoverNoticeProps extends Omit<HandoverMessageProps, keyof HandoverView> {
  handover: HandoverView;
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
    <div className={styles.handover} role="status">
      {holder || wish ? <HandoverMessage {...{ assessmentId, wish, holder, view, form, save }} /> : null}
    </div>
  );
}

const EVERY_MS = 15_000;

/** The colleague who wishes to take over now. The page asks again and again while it is visible. */
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
