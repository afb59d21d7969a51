import { useLocation } from "@remix-run/react";
import { useEffect } from "react";
import { Callout } from "~/components/shell/Callout";
import { forgetUnanswered, useUnanswered } from "~/components/shell/held-forms";

/**
 * Tells that a form brought no answer, and that all of it is still there (docs/rules/errors-and-retries.md#a-form-without-an-answer). A
 * dialog has its own, because what is behind it cannot be read.
 */
export function UnansweredForm({ isInDialog = false }: { isInDialog?: boolean }) {
  const form = useUnanswered();
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: forgotten when the screen is left
  useEffect(() => forgetUnanswered, [key]);
  if (form?.isInDialog !== isInDialog) return null;
  return form.status === 413 ? (
    <Callout kind="error" title="This is more than can be sent at once">
      Nothing was changed. What you entered is still on this page: shorten it, then send it again.
    </Callout>
  ) : (
    <Callout kind="error" title="Something went wrong, please try again">
      The service does not answer, so it is not known whether this was saved. What you entered is still on this page. Check your connection,
      then send it again: nothing is stored twice.
    </Callout>
  );
}
