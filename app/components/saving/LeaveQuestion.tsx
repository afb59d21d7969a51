import { useBlocker } from "@remix-run/react";
import { useEffect, useState } from "react";
import { LeaveButtons } from "~/components/forms/LeaveGuard";
import type { Draft } from "~/components/saving/useDraft";
import { Modal } from "~/components/shell/Modal";

interface LeaveQuestionProps {
  drafts: readonly Draft[];
  /** Forms that are sent as a whole each, and not kept in the browser. */
  forms?: readonly (Pick<Draft, "isUnsent" | "flush"> & { what: string })[];
}

/** Asks before the user leaves a screen with work that could not be saved. */
export function LeaveQuestion({ drafts, forms = [] }: LeaveQuestionProps) {
  const question = useLeaveGuard([...drafts, ...forms]);
  if (!question) return null;
  return (
    <Modal title="Some of your work is not saved" kind="warning" onDismiss={question.stay}>
      {drafts.some((draft) => draft.isUnsent()) ? (
        <p>It could not be sent just now. It is kept in this browser, and sent when you open this page again.</p>
      ) : null}
      {forms.map(({ what, isUnsent }) =>
        isUnsent() ? <p key={what}>What you typed as {what} is not saved. It is lost if you leave now.</p> : null,
      )}
      <LeaveButtons {...question} />
    </Modal>
  );
}

/**
 * Stops leaving the screen while something is unsent. It is sent first; only if that fails is the user asked. Once it is sent after all, the
 * screen is left.
 * @returns how to answer the question that is open; undefined when none is
 */
function useLeaveGuard(drafts: readonly Pick<Draft, "isUnsent" | "flush">[]): { stay(): void; leave(): void } | undefined {
  const [asking, setAsking] = useState(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && drafts.some((draft) => draft.isUnsent()),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each blocked navigation
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    let current = true;
    void Promise.all(drafts.map((draft) => !draft.isUnsent() || draft.flush())).then((saved) => {
      if (!current) return;
      if (saved.every(Boolean)) blocker.proceed();
      else setAsking(true);
    });
    return () => {
      current = false;
    };
  }, [blocker.state]);
  // The line may be back before the user has answered. Then there is nothing more to ask.
  const isSaved = asking && blocker.state === "blocked" && !drafts.some((draft) => draft.isUnsent());
  useEffect(() => {
    if (!isSaved) return;
    setAsking(false);
    blocker.proceed?.();
  }, [isSaved, blocker]);
  if (!asking || blocker.state !== "blocked") return undefined;
  const answer = (decide: () => void) => () => {
    setAsking(false);
    decide();
  };
  return { stay: answer(() => blocker.reset()), leave: answer(() => blocker.proceed()) };
}
