/** How all concerns are loaded: the list, and what screens ask of it. */
import type { ProgressQuery, WithAgain } from "#model/contract/again.ts";
import type { Assessment } from "#model/contract/assessments.ts";
import { actions } from "~/services/answering/concerns/actions.server";
import type {
  ConcernItem,
  ConcernSource,
  QuestionsAt,
  RowFacts,
  RowsAt,
  Settled,
  ToldWithAnswers,
} from "~/services/answering/concerns/concern.server";
import { evidence } from "~/services/answering/concerns/evidence.server";
import { flags } from "~/services/answering/concerns/flags.server";
import { lastTime } from "~/services/answering/concerns/last-time.server";
import { notes } from "~/services/answering/concerns/notes.server";
import { ratings } from "~/services/answering/concerns/ratings.server";
import { reviewPoints } from "~/services/answering/concerns/review-points.server";
import { targets } from "~/services/answering/concerns/targets.server";
import { voices } from "~/services/answering/concerns/voices.server";
import type { PartRule } from "~/services/answering/items/part-rules.server";
import type { RequestContext } from "~/services/context.server";
import { BadRequest } from "~/services/faults.server";
import type { FormDone } from "~/services/saving/posted-form.server";
import type { WriteOptions } from "~/services/upstream/upstream.server";
import type { FormResult } from "~/views/answering";
import type { ConcernName, InRow, OnPage, OnQuestions } from "~/views/answering/concerns";
import type { Change, FieldReader, SavedPart } from "~/views/saving";
import type { Reply } from "~/views/shell";

const SOURCES: { [Name in ConcernName]: ConcernSource<Name> } = {
  flags,
  notes,
  evidence,
  targets,
  lastTime,
  actions,
  voices,
  reviewPoints,
  ratings,
};
const ALL = Object.entries(SOURCES) as unknown as [ConcernName, ConcernSource<ConcernName>][];

/** The concerns that a store has; undefined for all. */
type ConcernNames = readonly ConcernName[] | undefined;
const among = (names: ConcernNames) => (names ? ALL.filter(([name]) => names.includes(name)) : ALL);

/** Puts what concerns give under their names, without what is undefined. */
const named = <Value>(values: readonly (readonly [ConcernName, Value | undefined])[]) =>
  Object.fromEntries(values.filter(([, value]) => value !== undefined));

/**
 * The query with which one call of a screen, for its progress or its overview, also tells of concerns.
 * @param place of a questions screen
 */
export async function askAlong(
  assessment: Assessment,
  screen: "questions" | RowsAt["screen"],
  place?: string,
  names?: ConcernNames,
): Promise<ProgressQuery> {
  return Object.assign({}, ...(await Promise.all(among(names).map(([, { along }]) => along?.(assessment, screen, place)))));
}

/**
 * Loads what concerns give a questions screen.
 * @param withAgain what the call of `askAlong` has told
 * @returns it for what is on the screen @throws as `withAgain` does; SessionOver
 */
export async function loadOnQuestions(
  screen: QuestionsAt,
  withAgain: Promise<WithAgain>,
  names?: ConcernNames,
): Promise<(item: ConcernItem) => OnQuestions> {
  const loaded = await Promise.all(
    among(names).map(async ([name, { onQuestions }]) => [name, await onQuestions?.(screen, withAgain)] as const),
  );
  return (item) => named(loaded.map(([name, given]) => [name, given?.(item)]));
}

/** A posted form as if what buttons of concerns do had been done in it. */
export const asTyped = (posted: FieldReader): FieldReader => ALL.reduce((typed, [, source]) => source.asTyped?.(typed) ?? typed, posted);

const EDITED = ALL.flatMap(([, { part }]) => part ?? []);

/** How the parts that concerns save are compared. */
export const CONCERN_PARTS: Partial<Record<SavedPart, PartRule>> = Object.fromEntries(EDITED.map(({ name, rule }) => [name, rule]));

/** The parts that a box changes in a grid without script. */
export const BOXES: readonly string[] = EDITED.filter(({ isBox }) => isBox).map(({ name }) => name);

/** The changes to their parts that a form asks for. @throws BadRequest for anything that our own pages never send */
export const readConcernParts = (posted: FieldReader): Change =>
  Object.fromEntries(EDITED.flatMap(({ name, read }) => Object.entries({ [name]: read(posted) }).filter(([, change]) => change)));

/** The words about their parts, once the form has saved them. */
export const saidOfParts = (change: Change): string =>
  EDITED.map(({ name, said }) => {
    const saved = change[name];
    return saved ? said(saved) : "";
  }).join("");

/** Which of their parts changes have, in words. */
export const namesOfParts = (changes: readonly Change[]): string[] =>
  EDITED.filter(({ name }) => changes.some((change) => change[name])).map(({ plural }) => plural);

/** The reply to a form that was not saved, with what was typed for concerns. */
export const withTyped = (
  [result, init]: Reply<FormResult>,
  assessment: Assessment,
  place: string,
  posted: FieldReader,
): Reply<FormResult> => [
  { ...result, concerns: { ...result.concerns, ...named(ALL.map(([name, source]) => [name, source.typed?.(assessment, place, posted)])) } },
  init,
];

/**
 * Does what a form without script asks about concerns, after its answers are saved.
 * @returns the reply that shows why it failed, or what the last of them did
 * @throws SessionOver, LoadFailure
 */
export async function settle(
  context: RequestContext,
  assessment: Assessment,
  place: string,
  posted: FieldReader,
  names?: ConcernNames,
): Promise<Settled> {
  let done: FormDone | undefined;
  for (const [, source] of among(names)) {
    const settled = await source.settle?.(context, assessment, place, posted);
    if (settled && "refused" in settled) return settled;
    done = settled?.done ?? done;
  }
  return { done };
}

/**
 * Stores answers that were taken as a whole from a concern, by its own call.
 * @param source as the concern names it
 * @throws BadRequest where no concern of the store knows it; UpstreamFault
 */
export async function storeFrom(
  context: Pick<RequestContext, "api">,
  assessment: Assessment,
  place: string,
  source: string,
  options: WriteOptions,
  names?: ConcernNames,
): Promise<void> {
  for (const [, { storeAnswers }] of among(names)) if (await storeAnswers?.(context, assessment, place, source, options)) return;
  throw new BadRequest();
}

/** What the progress tells of concerns. */
export const inProgress = (item: ToldWithAnswers): InRow => named(ALL.map(([name, source]) => [name, source.inProgress?.(item)]));

/** What concerns give a grid or a summary, and a row of it by its place. */
export interface RowConcerns {
  onPage: OnPage;
  inRow(place: string): InRow;
}

/** Loads the same for the rows of a grid or a summary. @param withAgain as of `loadOnQuestions` @throws as `withAgain` does; SessionOver */
export async function loadRows(
  screen: RowsAt,
  withAgain: Promise<WithAgain>,
  names?: ConcernNames,
): Promise<(rows: readonly RowFacts[]) => RowConcerns> {
  const loaded = await Promise.all(among(names).map(async ([name, source]) => [name, await source.rows?.(screen, withAgain)] as const));
  return (rows) => {
    const inRows = new Map(rows.map((row) => [row.place, named(loaded.map(([name, given]) => [name, given?.inRow?.(row)]))]));
    return {
      onPage: named(loaded.map(([name, given]) => [name, given?.onPage?.(rows)])),
      inRow: (place) => inRows.get(place) ?? {},
    };
  };
}
