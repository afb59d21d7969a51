/** What the questions screens and summaries of both models share: what is shown, and what comes of saving it. */

/** Gives the text of a posted field; undefined when it was not posted. */
export type FieldReader = (name: string) => string | undefined;

// --- saving ---------------------------------------------------------------------------------------------------------

/** One part of a change: the version that it was made from, and what is wanted. */
export interface PartChange {
  base: string;
  target: string;
  /** Versions that the script sent before and that may have been stored although it never heard so. */
  doubtful?: string[];
}

/** What a form or the script asks to change. A note's base is the fingerprint of its text. Parts that are absent stay as they are. */
export interface Change {
  answers?: PartChange;
  marks?: PartChange;
  note?: PartChange;
}

/** A part of a questions screen that is saved by itself. */
export type SavedPart = keyof Change;

/** The parts of a change that have moved on in the store, as they stand there now. */
export type Stored = Partial<Record<SavedPart, string>>;

export type SaveOutcome<Progress = unknown> =
  /** Without `progress` nothing was answered; with `progress: null` it could not be read. */
  | { kind: "saved"; progress?: Progress | null }
  /** The store has changed since the form was rendered: nothing was written. */
  | { kind: "conflict"; stored: Stored }
  /** Somebody else holds the lock: nothing was written. */
  | { kind: "locked"; by?: string; until?: string }
  | { kind: "refused"; message: string }
  | { kind: "failed" };

/** What came of a form that was posted and not saved. */
export interface FormResult {
  intent: string;
  outcome: SaveOutcome;
  typed: Change;
}

// --- progress -------------------------------------------------------------------------------------------------------

/** A thread, practice or component in the progress, with the address where it is answered. */
export interface ProgressItem<State> {
  id: number;
  code: string;
  name: string;
  state: State;
  score: number | null;
  href: string;
}

/** Items under one heading, and how many of them are answered. */
export interface ProgressGroup<Item> {
  id: number;
  code: string;
  name: string;
  state: "To do" | "In progress" | "Complete";
  answered: number;
  total: number;
  items: Item[];
}

// --- screens --------------------------------------------------------------------------------------------------------

/** What every questions screen is given, whatever the model. */
export interface QuestionsView<Progress> {
  answers: string;
  note: string;
  noteVersion: string;
  progress: Progress;
  next: { label: string; href: string };
  /** Why nothing can be changed. */
  readOnly: string | undefined;
  /** Names the page that holds the lock. */
  pageId: string | undefined;
  /** Stands for the user in the browser's store. */
  owner: string;
  links: { here: string; save: string; summary: string; exit: string };
}

/** What every summary is given, whatever the model. */
export interface SummaryView {
  /** What is not answered yet, in groups. */
  missing: { id: number; name: string; items: { id: number; name: string; href: string }[] }[];
  submittable: boolean;
  /** Why nothing can be changed. */
  readOnly: string | undefined;
  /** Names the page that holds the lock. */
  pageId: string | undefined;
  /** Stands for the user in the browser's store. */
  owner: string;
  links: { here: string };
}
