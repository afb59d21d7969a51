import type { Difference, FactCheck } from "~/views/voices";

/** How many comments, and how many reasons, the Excel file of differences has. The rest has files of its own: of a place, or of a statement. */
const IN_FILE = 5_000;

/**
 * Cuts to what a file has room for, in the order of the calls, so that the rest can be forgotten before the next place is read
 * (docs/rules/voices.md#differences).
 * @param max how many comments, and how many reasons
 */
export function fileRoom(max = IN_FILE) {
  const left = { comments: max, reasons: max };
  return {
    cutComments(item: Difference): Difference {
      const comments = item.comments.slice(0, left.comments);
      left.comments -= comments.length;
      return { ...item, comments, more: item.comments.length - comments.length };
    },
    cutReasons(check: FactCheck): FactCheck {
      const disagree = check.disagree.slice(0, left.reasons);
      left.reasons -= disagree.length;
      return { ...check, disagree, more: check.disagree.length - disagree.length };
    },
  };
}
