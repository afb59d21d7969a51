/** A row of a list of work: of what is in progress, or of an engagement. Where it lists assessments of models that somebody lacks, those have a name alone. */
import type { Id, Role } from "#model/contract/common.ts";
import type { Row, RowOutcome, RowProgress } from "~/views/home";

export interface WorkRow {
  id: Id;
  name: string;
  /** Undefined for whoever does not work with its model. */
  details: WorkDetails | undefined;
}

/** What such a row says of an assessment. Times are ISO 8601. */
export interface WorkDetails {
  model: Role;
  scope: string | null;
  /** Where it can be read, and where it goes on for somebody who may change it now. */
  to: string;
  open: { words: string; to: string } | undefined;
  isTest: boolean;
  isArchived: boolean;
  isSubmitted: boolean;
  progress: RowProgress;
  /** What it came to; undefined until it is submitted. */
  outcome: RowOutcome | undefined;
  /** How far its peer review is, and its screen; undefined where nobody has used any of it. */
  review: Row["review"];
  /** Who edits it since when; undefined while nobody does. */
  editor: { name: string; isReader: boolean; since: string } | undefined;
  /** Who is responsible in its engagement, and until when. */
  responsible: string | undefined;
  day: string | null;
  isLate: boolean;
}
