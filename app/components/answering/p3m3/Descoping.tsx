/** Descoping and rescoping a thread (docs/rules/descoping.md). */

import { useNavigate } from "@remix-run/react";
import { ClearButton } from "~/components/answering/Clearing";
import { useHydrated } from "~/components/forms/useHydrated";
import { Button } from "~/components/shell/parts";
import { QUESTIONS_FORM } from "~/views/answering";
import type { P3m3QuestionsPage } from "~/views/answering/p3m3";

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
