/** Assessing again: the assessment before, and what it proposes (docs/rules/assess-again.md, docs/upstream-contract.md#again). */
import { LRUCache } from "lru-cache";
import type { Catalogue } from "#api/content/catalogue.ts";
import { notFound, refusedField } from "#api/problem.ts";
import {
  answersIn,
  type Counterparts,
  counterpartsIn,
  countSince,
  isAnswer,
  mayComeBefore,
  type Since,
  type StatementItem,
  textOf,
} from "#model/again.ts";
import type { Again, AgainQuery, Fit, PlaceSince, StatementThen } from "#model/contract/again.ts";
import { type Id, type Role, rowNumberIn } from "#model/contract/common.ts";
import { type ConfirmedAnswers, placeOf, type Subject, subjectAt } from "#model/contract/history.ts";
import { isPast } from "#model/days.ts";
import { type AssessmentRow, findAssessment, getReadableAssessment } from "./access.ts";
import type { StatementContents } from "./assessment-model.ts";
import { completedFirst, titleOf } from "./editions.ts";
import { evidenceOf, placesInScope } from "./evidence.ts";
import { modelOf } from "./models.ts";
import { notesByPlace } from "./notes.ts";
import { todayOf, type Work } from "./work.ts";

/** The first edition of an assessment that was corrected; undefined where it was not. */
export const editionOf = async (work: Work, row: AssessmentRow) =>
  row.first_edition_id === null ? undefined : { firstId: row.first_edition_id, firstCompleted: await completedFirst(work, row) };

const candidateOf = async (work: Work, row: AssessmentRow) => ({
  ...{ id: row.id, assessmentType: row.model, status: row.status, dateCompleted: row.date_completed },
  edition: await editionOf(work, row),
});

/**
 * Checks the choice of the assessment before (docs/rules/assess-again.md#the-assessment-before).
 * @returns the column that stores it; nothing where the choice is absent
 * @throws Problem 422 when it is not a completed one of the same organization and model
 */
export async function previousColumn(
  work: Work,
  of: {
    id?: number;
    organizationId: number;
    assessmentType: Role;
    edition?: { firstId: number; firstCompleted: string | null } | undefined;
  },
  previousId: Id | null | undefined,
): Promise<{ previous_id?: number | null }> {
  if (previousId === undefined || previousId === null) return previousId === null ? { previous_id: null } : {};
  const id = rowNumberIn(previousId);
  const row = id === undefined ? undefined : await findAssessment(work, id);
  const fits = row?.organization_id === of.organizationId && mayComeBefore(await candidateOf(work, row), of);
  if (!fits) throw refusedField("previousId", "The assessment before must be an earlier, completed one of this organization and model.");
  return { previous_id: row.id };
}

/** Both assessments, and why the former proposes nothing to the present one. */
interface Pair {
  before: AssessmentRow;
  nothing: Again["nothing"];
}

/** @param read how the one before is read: by `getReadableAssessment` where the caller is to see something of it */
async function findPair(work: Work, row: AssessmentRow, read: typeof findAssessment): Promise<Pair | undefined> {
  const before = row.previous_id === null ? undefined : await read(work, row.previous_id);
  if (!before) return undefined;
  if ((await work.catalogue.packId(work.db, row.pack_seq)) !== (await work.catalogue.packId(work.db, before.pack_seq)))
    return { before, nothing: "pack" };
  return { before, nothing: modelOf(row).isComparable(row, before) ? undefined : "scope" };
}

/** What an assessment and the one before say, by place. */
async function saidIn(
  work: Work,
  row: AssessmentRow,
  before: AssessmentRow,
): Promise<[ReadonlyMap<string, StatementContents>, ReadonlyMap<string, StatementContents>]> {
  const known = kept.get(work.catalogue) ?? new LRUCache<string, ReadonlyMap<string, StatementContents>>({ max: SAID_KEPT });
  kept.set(work.catalogue, known);
  const key = `${before.id} ${before.date_completed}`;
  const former = known.get(key);
  const [now = new Map(), then = former ?? new Map()] = await modelOf(row).statements(work, former ? [row] : [row, before]);
  known.set(key, then);
  return [now, then];
}

/** The answers of completed assessments, by store. They never change, and every screen with last time's answers needs them. */
const kept = new WeakMap<Catalogue, LRUCache<string, ReadonlyMap<string, StatementContents>>>();
const SAID_KEPT = 100;

/** Packs do not change, so two lists of their statements are compared once. */
const compared = new WeakMap<readonly StatementItem[], WeakMap<readonly StatementItem[], Counterparts>>();

function counterpartsOf(now: StatementContents, then: StatementContents): Counterparts {
  const known = compared.get(now.statements) ?? new WeakMap<readonly StatementItem[], Counterparts>();
  compared.set(now.statements, known);
  const counterparts = known.get(then.statements) ?? counterpartsIn(now.statements, then.statements);
  known.set(then.statements, counterparts);
  return counterparts;
}

/** What was answered then to each statement that asks the same now. */
const proposalsFor = (now: StatementContents, then: StatementContents) =>
  counterpartsOf(now, then).former.map((former) => {
    const selection = former?.isSame ? then.selections[former.index] : undefined;
    return isAnswer(selection) ? selection : undefined;
  });

function count(now: ReadonlyMap<string, StatementContents>, then: ReadonlyMap<string, StatementContents>): Since {
  const answers = [...now].flatMap(([place, statements]) => {
    const former = then.get(place);
    if (!former || !statements.selections.some(isAnswer)) return [];
    return answersIn(
      proposalsFor(statements, former).map((proposal, index) => ({ selection: statements.selections[index] ?? "N/A", proposal })),
    );
  });
  return countSince(answers);
}

/** Whether somebody asks about a place. Perspectives and practices narrow it as they narrow an overview. */
function isAsked(at: string, { place, perspectiveIds, capabilityIds }: AgainQuery): boolean {
  if (place !== undefined && place !== at) return false;
  const subject = subjectAt(at);
  if (subject?.kind === "thread") return perspectiveIds?.includes(subject.perspectiveId) ?? true;
  return subject?.kind !== "capability" || (capabilityIds?.includes(subject.id) ?? true);
}

/**
 * Tells for each thread, practice and component in scope what the assessment before said about it.
 * @param only names what the caller wants; the counts are of the whole
 * @throws Problem 404 when there is no such assessment, or it names none before it; 403
 */
export async function getAgain(work: Work, id: number, only: AgainQuery): Promise<Again> {
  const previous = await findAgain(work, await getReadableAssessment(work, id), only);
  if (!previous) throw notFound("The assessment names none before it.");
  return previous;
}

/** The same of an assessment that the caller may read; undefined when it names none before it. @throws Problem 404, 403 */
export async function findAgain(work: Work, row: AssessmentRow, only: AgainQuery): Promise<Again | undefined> {
  const pair = await findPair(work, row, (_, before) => getReadableAssessment(work, before));
  if (!pair) return undefined;
  const { before, nothing } = pair;
  const [now, then] = await saidIn(work, row, before);
  const isBrief = only.without === "notes";
  const notes = isBrief ? new Map<string, string>() : await notesByPlace(work, before, only.place);
  const inScope = placesInScope(row);
  const wanted = [...inScope].filter((each) => isAsked(each, only));
  const entries = isBrief ? [] : await evidenceOf(work.db, before.id, only.place);
  const evidence = entries.filter(({ goodUntil }) => !isPast(goodUntil, todayOf(work)));
  const covered = placesInScope(before);
  return {
    before: { id: before.id, name: titleOf(before), dateCompleted: await completedFirst(work, before) },
    ...(nothing ? { nothing } : {}),
    counts: nothing ? { confirmed: 0, changed: 0 } : count(now, then),
    places: wanted.map((at): PlaceSince => {
      const former = then.get(at);
      return {
        place: at,
        covered: covered.has(at),
        ...(former?.descoped ? { descoped: former.descoped } : {}),
        ...(nothing || former === undefined || former.descoped ? { statements: [], gone: [] } : describe(now.get(at) ?? NOTHING, former)),
        note: notes.get(at) ?? "",
        evidence: evidence
          .filter(({ places }) => places.some((each) => each.place === at))
          .map(({ places, ...entry }) => ({ ...entry, places: places.filter((each) => inScope.has(each.place)) })),
      };
    }),
  };
}

/** Lists the parts that a new assessment after this one could not take over. @throws Problem 404, 403 */
export async function getFit(work: Work, id: number): Promise<Fit> {
  const row = await getReadableAssessment(work, id);
  const newest = (await work.catalogue.findNewest(work.db, row.model)) ?? row.pack_seq;
  return {
    otherPack: (await work.catalogue.packId(work.db, newest)) !== (await work.catalogue.packId(work.db, row.pack_seq)),
    gone: await modelOf(row).goneFrom(work, row, newest),
  };
}

const NOTHING: StatementContents = { statements: [], selections: [] };

function describe(now: StatementContents, then: StatementContents): Pick<PlaceSince, "statements" | "gone"> {
  const { former, gone } = counterpartsOf(now, then);
  const proposals = proposalsFor(now, then);
  return {
    statements: now.statements.map((each, at) => {
      const [{ id }, was] = [each, former[at]];
      if (!was) return { id, state: "new" };
      const known = onWire(then, was.index);
      if (!was.isSame) return { id, state: "changed", former: known };
      return {
        id,
        state: "same",
        ...(proposals[at] ? { proposal: proposals[at] as Proposal } : {}),
        ...(known.statement === textOf(each) ? {} : { askedAs: known.statement }),
      };
    }),
    gone: gone.map((index) => onWire(then, index)),
  };
}

type Proposal = NonNullable<PlaceSince["statements"][number]["proposal"]>;

function onWire({ statements, selections }: StatementContents, index: number): StatementThen {
  const { level, statement, name } = statements[index] as StatementItem;
  const selection = selections[index];
  return { level, statement: textOf({ name, statement }), selection: isAnswer(selection) ? (selection as Proposal) : null };
}

/** An answer that is written. An option of a component that is chosen has the selection `Chosen`. */
interface AnswerInput {
  /** Of the question, or of the option. */
  id: number;
  selection: string;
  confirmed: boolean | undefined;
}

/** The answers that a write gives, each with whether the caller confirms it. @param sent what the caller sent, by questions */
export function givenBy(
  answers: readonly { id: number; selection: string }[],
  sent: readonly { questionId: number; confirmed?: boolean | undefined }[],
): AnswerInput[] {
  const confirmed = new Set(sent.flatMap((each) => (each.confirmed ? [each.questionId] : [])));
  return answers.map(({ id, selection }) => ({ id, selection, confirmed: confirmed.has(id) }));
}

/**
 * Which of some answers were confirmed, differ from what is stored, and really are what was proposed
 * (docs/rules/assess-again.md#in-the-history). Call it before the answers are stored.
 * @param answers in the order in which the history records them
 */
export async function confirmedAmong(
  work: Work,
  row: AssessmentRow,
  subject: Subject,
  answers: readonly AnswerInput[],
): Promise<ConfirmedAnswers | undefined> {
  if (!answers.some(({ confirmed }) => confirmed)) return undefined;
  const pair = await findPair(work, row, findAssessment);
  if (!pair || pair.nothing) return undefined;
  const [now, then] = (await saidIn(work, row, pair.before)).map((said) => said.get(placeOf(subject)));
  if (!now || !then) return undefined;
  const proposals = proposalsFor(now, then);
  const really = answers.flatMap(({ id, selection, confirmed }, index) => {
    const at = now.statements.findIndex((each) => each.id === id);
    return confirmed && selection !== (now.selections[at] ?? "N/A") && selection === proposals[at] ? [index] : [];
  });
  return really.length === 0 ? undefined : { answers: really, from: await completedFirst(work, pair.before) };
}
