/** What colleagues wrote for each other (docs/rules/peer-review.md#next-to-what-they-are-about). */

/** A point as it is read beside a statement. */
export interface PointBeside {
  id: string;
  /** Who wrote it, and how it stands. */
  head: string;
  text: string;
  replies: number;
}

export interface ReviewPoints {
  /** How many are open about a row, and where they are. */
  inRow: { words: string; to: string };
  onQuestions: {
    /** By the number of the statement, from 0. */
    statements: Readonly<Record<number, PointBeside[]>>;
    /** About the whole of a thread, practice or component. */
    whole: PointBeside[];
    /** All of them on their screen. */
    all: string;
    /** Where one is written; undefined for those who write none here. */
    write: string | undefined;
  };
}
