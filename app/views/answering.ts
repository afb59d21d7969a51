/** What the questions screens and summaries of both models share: what they show, and the outcomes of saving. */

/** Gives the text of a posted field; undefined when it was not posted. */
export type FieldReader = (name: string) => string | undefined;

// --- saving ---------------------------------------------------------------------------------------------------------

/** One part of a change: the version that it was made from, and the version that is wanted. */
export interface PartChange {
  base: string;
  target: string;
  /** For answers posted without script: what Undo brings back, if that is not the base. */
  before?: string;
  /** Versions that script sent before without getting an answer; they may have been stored. */
  doubtful?: string[];
}

/** What a form or the script asks to change. A note's base is the fingerprint of its text. Parts that are absent stay as they are. */
export interface Change {
  answers?: PartChange;
  marks?: PartChange;
  note?: PartChange;
}

/** A part of a questions screen that is saved on its own. */
export type SavedPart = keyof Change;

/** The parts of a change that somebody else has changed, as they are stored now. */
export type Stored = Partial<Record<SavedPart, string>>;

export type SaveOutcome<Progress = unknown> =
  /** `progress` is absent when no answers were changed, and null when it could not be read. */
  | { kind: "saved"; progress?: Progress | null }
  /** Somebody changed what is stored after the form was rendered. Nothing was written. */
  | { kind: "conflict"; stored: Stored }
  /** Another user holds the lock. Nothing was written. */
  | { kind: "locked"; by?: string; until?: string }
  | { kind: "refused"; message: string }
  | { kind: "failed" };

/** The result of a posted form that was not saved. */
export interface FormResult {
  intent: string;
  outcome: SaveOutcome;
  typed: Change;
}

/** The name of the questions form, for controls that lie outside it. */
export const QUESTIONS_FORM = "questions";

/** What a questions screen asks before it does it. Without script the form is saved first, so that nothing typed is lost. */
export const CONFIRMATIONS = ["descope", "clear"] as const;

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

/** What every questions screen shows, whatever the model. */
export interface QuestionsView<Progress> {
  answers: string;
  /** Undefined when it could not be read. */
  note: string | undefined;
  noteVersion: string | undefined;
  progress: Progress;
  next: { label: string; href: string };
  /** Why nothing can be changed; undefined when it can. */
  readOnly: string | undefined;
  /** The id of this page while it holds the lock; posted as `page`. */
  pageId: string | undefined;
  /** Stands for the user in the browser's storage. */
  owner: string;
  links: { here: string; save: string; summary: string; exit: string };
}

/** What every summary shows, whatever the model. */
export interface SummaryView {
  /** What is not answered yet, in groups. */
  missing: { id: number; name: string; items: { id: number; name: string; href: string }[] }[];
  submittable: boolean;
  /** Why nothing can be changed; undefined when it can. */
  readOnly: string | undefined;
  /** The id of this page while it holds the lock; posted as `page`. */
  pageId: string | undefined;
  /** Stands for the user in the browser's storage. */
  owner: string;
  links: { here: string };
}
