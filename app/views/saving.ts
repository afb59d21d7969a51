/** A change that is saved in parts, and the outcomes of saving it. */
import type { ConcernSaves } from "~/views/answering/concerns";

/** Gives the text of a posted field; undefined when it was not posted. */
export type FieldReader = (name: string) => string | undefined;

/** One part of a change: the version that it was made from, and the version that is wanted. */
export interface PartChange {
  base: string;
  target: string;
  /** For answers posted without script: what Undo brings back, if that is not the base. */
  before?: string;
  /** Versions that script sent before without getting an answer; they may have been stored. */
  doubtful?: string[];
  /** Where answers come from that were taken as a whole, as the concern names it that stores them. */
  source?: string;
  /** The numbers, from 0, of the answers that confirm those of the assessment before. */
  confirmed?: number[];
}

interface OwnParts {
  answers?: PartChange;
  marks?: PartChange;
  /** Its base is the fingerprint of its text, as that of the reason. */
  note?: PartChange;
  /** Why a thread is descoped. */
  reason?: PartChange;
}

/** The change that a form or the script asks for, with the parts that concerns save. Parts that are absent stay as they are. */
export type Change = OwnParts & { [Part in ConcernSaves]?: PartChange };

/** A switch as it is posted. */
export const switchWord = (isOn: boolean) => (isOn ? "on" : "off");

/** A part of a questions screen that is saved on its own. */
export type SavedPart = keyof Change;

/** The parts of a change that somebody else has changed, as they are stored now. */
export type StoredValues = Partial<Record<SavedPart, string>>;

/** The outcome of each part of a change that was not saved as a whole. */
export interface SavedParts {
  saved: SavedPart[];
  /** Some of these was saved: a few of several marks. */
  partly: SavedPart[];
  unsaved: SavedPart[];
}

/** The outcome of a save, and which of its parts were saved. `parts` is absent when none were. */
export type SaveOutcome<Progress = unknown> =
  /**
   * `progress` is absent when no answers were changed, and null when it could not be read. A `version` is that of a text that the store holds without
   * the invisible characters that were typed. `answers` are those that are stored now, where any were changed.
   */
  | { kind: "saved"; progress?: Progress | null; version?: string; answers?: string }
  /** Somebody changed what is stored after the form was rendered. Nothing was written. */
  | { kind: "conflict"; stored: StoredValues }
  /** Another user holds the lock. */
  | { kind: "locked"; by?: string; until?: string; parts?: SavedParts }
  /** `about`: the part that was refused before anything was sent. `again`: seconds to wait, for somebody who has saved too much, and
   * while the upstream's disk is full. */
  | { kind: "refused"; message: string; about?: SavedPart; retryAfter?: number; isFull?: true; parts?: SavedParts }
  /** `unknown`: no answer came, and it cannot be read whether it was saved. */
  | { kind: "failed"; unknown?: boolean; parts?: SavedParts };

/** Where work is that script could not send. */
export const KEPT_IN_WORDS = "What you entered is still on this page and kept in this browser.";
