/**
 * How all concerns are edited, and shown in summaries and in the progress: the list, and what screens ask of it. Screens name none of them. Two
 * more lists have how they are drawn on questions screens (`concerns/on-questions.tsx`) and in grids (`concerns/in-grid.tsx`).
 */
import type { ReactNode } from "react";
import type { Concern, ConcernOf, EditedParts, PartOwner } from "~/components/answering/concerns/concern";
import { evidence } from "~/components/answering/concerns/evidence/concern";
import { flags } from "~/components/answering/concerns/flags/concern";
import { lastTime } from "~/components/answering/concerns/last-time/concern";
import { ratings } from "~/components/answering/concerns/ratings/concern";
import { reviewPoints } from "~/components/answering/concerns/review-points/concern";
import { saying, together } from "~/components/answering/concerns/together";
import { voices } from "~/components/answering/concerns/voices/concern";
import type { ConcernName, InRow, OnPage, OnQuestions } from "~/views/answering/concerns";

/** All screens show them in this order. */
const CONCERNS: { [Name in ConcernName]?: ConcernOf<Name> } = { flags, evidence, lastTime, voices, reviewPoints, ratings };
/** The list does not know the types of what each concern gives. */
const ALL = Object.entries(CONCERNS) as unknown as [ConcernName, Concern<unknown, unknown, unknown>][];

/** The parts that concerns edit, each a draft of its own. A hook, called once for each thread or practice. */
export function useEdited(concerns: OnQuestions | InRow, owner: PartOwner): EditedParts {
  // The list never changes, so neither do the hooks.
  return Object.fromEntries(ALL.flatMap(([name, { useEdited: use }]) => (use ? [[name, use(concerns[name], owner)]] : [])));
}

/** What concerns show in the status of a row. */
export const inSummary = (concerns: InRow): ReactNode =>
  together(saying(ALL, concerns).map(({ name, concern, given }) => [name, concern.inSummary?.(given)]));

/** What they show below the score. */
export const onSummary = (onPage: OnPage): ReactNode =>
  together(saying(ALL, onPage).map(({ name, concern, given }) => [name, concern.onSummary?.(given)]));
