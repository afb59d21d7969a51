import { Link } from "@remix-run/react";
import { Callout } from "~/components/shell/Callout";
import { TimeOfDay } from "~/components/shell/TimeOfDay";
import type { ViewedView } from "~/views/answering";

/** The element that says why nothing can be changed, for what is disabled because of it. */
export const READ_ONLY_ID = "read-only";

interface ReadOnlyNoticeProps {
  /** Why nothing can be changed. */
  reason: string;
  /** The address of the result, once there is one. */
  result: string | undefined;
  /** Where the assessment is assessed again. */
  again?: string | undefined;
  /** Set where it is only viewed. */
  viewed?: ViewedView | undefined;
}

/** Why nothing can be changed, and the way back to the result (docs/rules/rights.md#read-only-assessments). */
export function ReadOnlyNotice({ reason, result, again, viewed }: ReadOnlyNoticeProps) {
  return (
    <div id={READ_ONLY_ID}>
      <Callout kind="info">
        {viewed?.by ? (
          <>
            {viewed.by} has been editing this assessment
            {viewed.since ? (
              <>
                {" "}
                since <TimeOfDay iso={viewed.since} />
              </>
            ) : null}
            .
          </>
        ) : (
          reason
        )}{" "}
        {viewed ? "You see what was saved when this page was loaded; load it again to see what has been saved since. " : null}
        {viewed?.edit ? <Link to={viewed.edit}>Edit it</Link> : null}
        {result ? <Link to={result}>Back to the result</Link> : null} {again ? <Link to={again}>Assess again</Link> : null}
      </Callout>
    </div>
  );
}
