import { Link } from "@remix-run/react";
import { Callout } from "~/components/shell/Callout";

interface ReadOnlyNoticeProps {
  /** Why nothing can be changed. */
  reason: string;
  /** The address of the result, once there is one. */
  result: string | undefined;
}

/** The element that says why nothing can be changed, for what is disabled because of it. */
export const READ_ONLY_ID = "read-only";

/** Why nothing can be changed, and the way back to the result (docs/rules/rights.md#read-only-assessments). */
export function ReadOnlyNotice({ reason, result }: ReadOnlyNoticeProps) {
  return (
    <div id={READ_ONLY_ID}>
      <Callout kind="info">
        {reason} {result ? <Link to={result}>Back to the result</Link> : null}
      </Callout>
    </div>
  );
}
