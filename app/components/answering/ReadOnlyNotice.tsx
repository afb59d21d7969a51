import type { ComponentProps } from "react";
import { lazyPart } from "~/components/shell/lazy-part";

const ReadOnlyText = lazyPart("read-only text", () => import("~/components/answering/ReadOnlyText"), "ReadOnlyText");

/** The element that says why nothing can be changed, for what is disabled because of it. */
export const READ_ONLY_ID = "read-only";

/** Why nothing can be changed, and the way back to the result (docs/rules/rights.md#read-only-assessments). */
export function ReadOnlyNotice(props: ComponentProps<typeof ReadOnlyText>) {
  return (
    <div id={READ_ONLY_ID}>
      <ReadOnlyText {...props} />
    </div>
  );
}
