/** What the questions screens and summaries of both models share: what they show, and the outcomes of saving. */

import type { BeforeView, LastTime } from "~/views/answering/again";
import type { AgreedView } from "~/views/answering/agreed";
import type { EverywhereResult } from "~/views/answering/descoping";
import type { EvidenceResult, EvidenceView } from "~/views/answering/evidence";
import type { FilterKnowledge } from "~/views/answering/filters";
import type { VoicesView } from "~/views/answering/voices";
import type { EditionView } from "~/views/editions";
import type { Screens } from "~/views/screens";

/** The position of the evidence on a questions screen. */
export const EVIDENCE_ID = "evidence";

/** What every note is called. */
export const NOTE_LABEL = "Assessment Notes";

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
  /** The numbers, from 0, of the answers that confirm those of the assessment before. */
  confirmed?: number[];
}

/** The change that a form or the script asks for. A note's base is the fingerprint of its text. Parts that are absent stay as they are. */
export interface Change {
  answers?: PartChange;
  marks?: PartChange;
  note?: PartChange;
  /** Whether it is flagged for later: `on` or `off`. */
  flag?: PartChange;
  /** Why a thread is descoped. Its base is the fingerprint of the text. */
  reason?: PartChange;
}

/** A flag as it is posted. */
export const flagWord = (flagged: boolean) => (flagged ? "on" : "off");

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
  | { kind: "refused"; message: string; about?: SavedPart; again?: number; isFull?: true; parts?: SavedParts }
  /** `unknown`: no answer came, and it cannot be read whether it was saved. */
  | { kind: "failed"; unknown?: boolean; parts?: SavedParts };

/** Where work is that script could not send. */
export const KEPT_IN_WORDS = "What you entered is still on this page and kept in this browser.";

/** The result of a posted form that was not saved. */
export interface FormResult {
  intent: string;
  outcome: SaveOutcome;
  typed: Change;
  /** An entry of evidence that was typed and is not stored. */
  evidence?: EvidenceResult;
  /** How far a thread was descoped, or brought back, in all perspectives. */
  everywhere?: EverywhereResult;
}

/** The name of the questions form, for controls that lie outside it. */
export const QUESTIONS_FORM = "questions";

/** The dialogs of a questions screen. Without script the form is saved first, so that nothing typed is lost. */
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
  /** For later; undefined where the upstream has no flags. */
  flagged?: boolean | undefined;
  /** How many entries of evidence there are; undefined where none are kept. */
  evidence?: number | undefined;
}

/** Items under one heading, and how many of them are answered. */
export interface ProgressGroup<Item> {
  id: number;
  code: string;
  name: string;
  /** A perspective is `To do`; a group of practices or components is `Not started`. */
  state: "To do" | "Not started" | "In progress" | "Complete";
  answered: number;
  total: number;
  /** Its own scores; undefined for a group that has none. */
  scores?: ScoresInWords | undefined;
  items: Item[];
}

/** The progress in the sidebar of questions screens and in the head of grids, for either model. */
export interface ProgressView {
  score: OverallInWords;
  answered: number;
  total: number;
  groups: ProgressGroup<ProgressItem<"answered" | "complete" | "started" | "descoped" | "not started">>[];
}

/** A figure with its name, which says whose it is. */
export interface NamedScore {
  label: string;
  value: string;
}

/** The scores of an assessment or of a part of it (docs/rules/scores.md#score-so-far). */
export interface ScoresInWords {
  /** As it would be if submitted now, or as it is once nothing is to do; undefined for the Capability scope, which has none. */
  now: NamedScore | undefined;
  /** Undefined once nothing is to do, unless it is the only one. */
  soFar: NamedScore | undefined;
}

export interface OverallInWords extends ScoresInWords {
  /** How much of the model is in scope: '1 of 7 perspectives, 4 of 13 threads'; undefined for all of it. */
  extent: string | undefined;
  /** What the figures mean, in a sentence; undefined where their names say it. */
  meaning: string | undefined;
}

/** How somebody likes the questions screens; undefined where nothing was chosen. */
export interface AnsweringChoices {
  /** Whether keys act. Somebody who used them, or said so, knows them: `on`. */
  keys: "on" | "off" | undefined;
  /** Diagnostics are all open, not only those that are marked. */
  diagnostics: "open" | undefined;
}

// --- screens --------------------------------------------------------------------------------------------------------

/** The colleague who wishes for the user's lock, or who has it now. Times are ISO 8601. */
export interface HandoverView {
  wish: { by: string; since: string; passesAt: string } | null;
  /** Set when it is no longer the user who edits. */
  holder: { name: string; since: string } | null;
}

/** Who edits an assessment that is only viewed, and since when; and where to edit it when nobody else does. */
export interface ViewedView {
  by?: string | undefined;
  since?: string | undefined;
  edit?: string | undefined;
}

/** What every screen knows on which an assessment is answered, for either model. */
export interface AnsweringScreen {
  /** Why nothing can be changed; undefined when it can. */
  readOnly: string | undefined;
  /** The id of this page while it holds the lock; posted as `page`. */
  pageId: string | undefined;
  /** Who wishes to take over; undefined where the upstream passes no locks on. */
  handover: HandoverView | undefined;
  /** Stands for the user in the browser's storage. */
  owner: string;
  screens: Screens;
}

/** The content of every questions screen, for either model. */
export interface QuestionsView<Progress> extends AnsweringScreen {
  answers: string;
  /** Undefined when it could not be read. */
  note: string | undefined;
  noteVersion: string | undefined;
  /** Whether it is flagged for later; undefined where that is not offered. */
  flagged: boolean | undefined;
  /** What its answers rest on; undefined where that is not kept. */
  evidence?: EvidenceView | undefined;
  /** The assessment before; undefined where there is none. */
  lastTime?: LastTime | undefined;
  /** What was agreed about it; undefined where that is not kept. */
  agreed?: AgreedView | undefined;
  /** What voices say; undefined where there are none. */
  voices?: VoicesView | undefined;
  progress: Progress;
  next: { label: string; href: string };
  choices: AnsweringChoices;
  /** How to choose an answer, a line for each. */
  howToRate: string[];
  /** Set where the assessment is only viewed. */
  viewed: ViewedView | undefined;
  /** `search` where it is offered, `result` once there is one, `history` where there is one. */
  links: {
    here: string;
    save: string;
    search: string | undefined;
    exit: string;
    result: string | undefined;
    history: string | undefined;
  };
  /** Whether the assessment has grids. */
  hasGrid: boolean;
}

/** What a questions screen and a row of a grid give to be answered. */
export interface AnsweredView<Progress>
  extends Pick<QuestionsView<Progress>, "answers" | "note" | "flagged" | "progress" | "next" | "readOnly" | "pageId" | "owner"> {
  links: Pick<QuestionsView<Progress>["links"], "here" | "save" | "exit">;
}

/** The content of every summary, for either model. */
export interface SummaryView extends AnsweringScreen {
  /** Undefined where there is nothing to say about editions. */
  edition: EditionView | undefined;
  /** The assessment before; undefined where there is none. */
  before: BeforeView | undefined;
  score: OverallInWords;
  /** What is not answered yet, in groups. */
  missing: { id: number; name: string; items: { id: number; name: string; href: string }[] }[];
  /** Groups with nothing to answer, because all of it is descoped: where to bring an item back, and where to take the group out. */
  emptied: { id: number; name: string; rescope: string; scope: string }[];
  submittable: boolean;
  /** Set where the assessment is only viewed. */
  viewed: ViewedView | undefined;
  knows: FilterKnowledge;
  /** `search` where it is offered, `result` once there is one, `again` where it can be assessed again, `history` where there is one. */
  links: { here: string; search: string | undefined; result: string | undefined; again: string | undefined; history: string | undefined };
}
