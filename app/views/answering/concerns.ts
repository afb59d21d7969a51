/**
 * The list of concerns, which accompany answers. Screens go through this list and name none of them. More lists have the same names: how a
 * concern is loaded (`services/answering/concerns.server.ts`) and how it is drawn (`components/answering/concerns.tsx`).
 */
import type { Actions } from "~/views/answering/concerns/actions";
import { type Evidence, evidence } from "~/views/answering/concerns/evidence";
import { type Flags, flags } from "~/views/answering/concerns/flags";
import type { LastTime } from "~/views/answering/concerns/last-time";
import { type Notes, notes } from "~/views/answering/concerns/notes";
import { type Ratings, ratings } from "~/views/answering/concerns/ratings";
import type { ReviewPoints } from "~/views/answering/concerns/review-points";
import { type Targets, targets } from "~/views/answering/concerns/targets";
import { type Voices, voices } from "~/views/answering/concerns/voices";

/** What each gives: `onPage` once for a grid or a summary, `inRow` for each of its rows, `onQuestions` for a questions screen. */
export interface Concerns {
  flags: Flags;
  notes: Notes;
  evidence: Evidence;
  targets: Targets;
  lastTime: LastTime;
  actions: Actions;
  voices: Voices;
  reviewPoints: ReviewPoints;
  ratings: Ratings;
}

/** Those that add filters, in the order of these. */
export const CONCERN_VIEWS = { flags, notes, evidence, targets, voices, ratings } as const;

export type ConcernName = keyof Concerns;

/** The parts of an item that concerns save. */
export type ConcernSaves = { [Name in ConcernName]: Concerns[Name] extends { saves: infer Part } ? Part : never }[ConcernName];

/** What was typed for concerns into a form that was not saved. */
export type ConcernTyped = { [Name in ConcernName as Concerns[Name] extends { typed: unknown } ? Name : never]?: TypedOf<Name> };
type TypedOf<Name extends ConcernName> = Concerns[Name] extends { typed: infer Typed } ? Typed : never;

/** What a concern gives one kind of place; never for a kind that it gives nothing. */
export type ConcernValue<Name extends ConcernName, Kind extends "onPage" | "inRow" | "onQuestions"> =
  Concerns[Name] extends Readonly<Record<Kind, infer Value>> ? Value : never;

/** What all concerns give. One that has nothing to say, or that the upstream does not have, is absent. */
export type OnPage = { [Name in ConcernName]?: ConcernValue<Name, "onPage"> | undefined };
export type InRow = { [Name in ConcernName]?: ConcernValue<Name, "inRow"> | undefined };
export type OnQuestions = { [Name in ConcernName]?: ConcernValue<Name, "onQuestions"> | undefined };
