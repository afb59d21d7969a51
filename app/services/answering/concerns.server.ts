/** How all concerns are loaded: the list, and what screens ask of it. */
import type { ProgressQuery, WithAgain } from "#model/contract/again.ts";
import type { Assessment } from "#model/contract/assessments.ts";
import { actions } from "~/services/answering/concerns/actions.server";
import type { ConcernItem, ConcernSource, QuestionsAt, RowFacts, RowsAt } from "~/services/answering/concerns/concern.server";
import { evidence } from "~/services/answering/concerns/evidence.server";
import { flags } from "~/services/answering/concerns/flags.server";
import { lastTime } from "~/services/answering/concerns/last-time.server";
import { notes } from "~/services/answering/concerns/notes.server";
import { targets } from "~/services/answering/concerns/targets.server";
import { voices } from "~/services/answering/concerns/voices.server";
import type { ConcernName, InRow, OnPage, OnQuestions } from "~/views/answering/concerns";

const SOURCES: { [Name in ConcernName]: ConcernSource<Name> } = { flags, notes, evidence, targets, lastTime, actions, voices };
const ALL = Object.entries(SOURCES) as unknown as [ConcernName, ConcernSource<ConcernName>][];

/** Puts what concerns give under their names, without what is undefined. */
const named = <Value>(values: readonly (readonly [ConcernName, Value | undefined])[]) =>
  Object.fromEntries(values.filter(([, value]) => value !== undefined));

/**
 * The query with which one call of a screen, for its progress or its overview, also tells of concerns.
 * @param place of a questions screen
 */
export async function askAlong(assessment: Assessment, screen: "questions" | RowsAt["screen"], place?: string): Promise<ProgressQuery> {
  return Object.assign({}, ...(await Promise.all(ALL.map(([, { along }]) => along?.(assessment, screen, place)))));
}

/**
 * Loads what concerns give a questions screen.
 * @param withAgain what the call of `askAlong` has told
 * @returns it for what is on the screen @throws as `withAgain` does; SessionOver
 */
export async function loadOnQuestions(screen: QuestionsAt, withAgain: Promise<WithAgain>): Promise<(item: ConcernItem) => OnQuestions> {
  const loaded = await Promise.all(ALL.map(async ([name, { onQuestions }]) => [name, await onQuestions?.(screen, withAgain)] as const));
  return (item) => named(loaded.map(([name, given]) => [name, given?.(item)]));
}

/** What concerns give a grid or a summary, and a row of it by its place. */
export interface RowConcerns {
  onPage: OnPage;
  inRow(place: string): InRow;
}

/** Loads the same for the rows of a grid or a summary. @param withAgain as of `loadOnQuestions` @throws as `withAgain` does; SessionOver */
export async function loadRows(screen: RowsAt, withAgain: Promise<WithAgain>): Promise<(rows: readonly RowFacts[]) => RowConcerns> {
  const loaded = await Promise.all(ALL.map(async ([name, source]) => [name, await source.rows?.(screen, withAgain)] as const));
  return (rows) => {
    const inRows = new Map(rows.map((row) => [row.place, named(loaded.map(([name, given]) => [name, given?.inRow?.(row)]))]));
    return {
      onPage: named(loaded.map(([name, given]) => [name, given?.onPage?.(rows)])),
      inRow: (place) => inRows.get(place) ?? {},
    };
  };
}
