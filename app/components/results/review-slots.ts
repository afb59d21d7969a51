import type { ReactNode } from "react";

/** What a peer review adds to the screen of the report (docs/rules/peer-review.md#on-the-reports-screen). */
export interface ReviewSlots {
  /** Who has approved it, and how many points are open. */
  standing: ReactNode;
  /** What is not in order before a report leaves the house, next to the buttons for its files. */
  beforeFiles: ReactNode;
  /** The points about a text, next to it. @param part of the text @param title what the page calls it */
  beside(part: string, title: string): ReactNode;
  /** How many points there are about a text, in words. */
  count(part: string): string | undefined;
  /** The forms of the points: a text can be inside of a form itself. */
  forms: ReactNode;
}
