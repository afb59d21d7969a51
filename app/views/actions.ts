/** Actions in words (docs/rules/actions.md). */
import type { ActionOrder, ActionSize, ActionState } from "#model/actions.ts";

export const STATE_WORDS: Record<ActionState, string> = { open: "Open", underWay: "Under way", done: "Done", dropped: "Dropped" };
export const SIZE_WORDS: Record<ActionSize, string> = { small: "Small", middle: "Middle", large: "Large" };
export const ORDER_WORDS: Record<ActionOrder, string> = {
  due: "Due first",
  newest: "Newest first",
  title: "By title",
  effect: "Largest effect first",
};
