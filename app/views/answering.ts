/** What the questions screens and summaries of both models share. */

import type { ConcernTyped, InRow, OnQuestions } from "~/views/answering/concerns";
import type { EverywhereResult } from "~/views/answering/descoping";
import type { Change, SaveOutcome } from "~/views/saving";
import type { Screens } from "~/views/screens";

/** What every note is called. */
export const NOTE_LABEL = "Assessment Notes";

/** The result of a posted form that was not saved. */
export interface FormResult {
  intent: string;
  outcome: SaveOutcome;
  typed: Change;
  /** What was typed for concerns and is not stored. */
  concerns?: ConcernTyped;
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
  /** What the progress tells of concerns. */
  concerns: InRow;
}

/** Items under one heading, and how many of them are answered. */
export interface ProgressGroup<Item> {
  id: number;
  code: string;
  name: string;
  /** The address of its grid; undefined where there is none. */
  grid: string | undefined;
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
  /** What is counted, in words: 'threads', 'practices and components'. */
  unit: string;
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

/** What a questions screen and a row of a grid give to be answered. */
export interface AnsweredView extends Pick<AnsweringScreen, "readOnly" | "pageId" | "owner"> {
  answers: string;
  /** Undefined when it could not be read. */
  note: string | undefined;
  concerns: OnQuestions | InRow;
  next: { label: string; href: string };
  links: { here: string; save: string; exit: string };
}
