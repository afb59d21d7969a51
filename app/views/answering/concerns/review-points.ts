/** What colleagues wrote for each other (docs/rules/peer-review.md#next-to-what-they-are-about). */

/** A point as it is read beside a statement. */
export interface PointBeside {
  /** Where it stands on the page. */
  id: string;
  /** Where it is replied to. */
  to: string;
  /** Who wrote it, and how it stands. */
  head: string;
  text: string;
  /** The words of that link. */
  reply: string;
}

export interface PointsBeside {
  /** How many. */
  words: string;
  points: PointBeside[];
}

export interface ReviewPoints {
  /** How many are open about a row, and where they are. */
  inRow: {
    words: string;
    to: string;
    /** How many are open about a statement, by its number from 0. */
    inCells: Readonly<Record<number, string>>;
  };
  onQuestions: {
    /** By the number of the statement, from 0. */
    statements: Readonly<Record<number, PointsBeside>>;
    /** About the whole of a thread, practice or component. */
    whole: PointsBeside | undefined;
    /** Where one is written, without the fragment; empty for those who write none here. */
    write: string;
  };
}
