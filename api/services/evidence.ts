/** What answers rest on (docs/rules/evidence.md, docs/upstream-contract.md#evidence). */
import { setImmediate } from "node:timers/promises";
import type { Selectable } from "kysely";
import { type FieldError, notFound, refused, refusedField } from "#api/problem.ts";
import type { EvidencePlaceTable, EvidenceTable } from "#api/store/database.ts";
import type { Db } from "#api/store/open.ts";
import type { EvidenceContent, EvidenceEntry, EvidenceForm, EvidenceList, EvidenceQuery } from "#model/contract/evidence.ts";
import { placeOf, type Subject, type Takeover } from "#model/contract/history.ts";
import { EVIDENCE_MAX, EVIDENCE_PLACES_MAX, isSameEvidence, tooManyPlaces } from "#model/evidence.ts";
import { groupBy } from "#model/group-by.ts";
import { slicesInTurn } from "#model/slices.ts";
import { type AssessmentRow, findAssessment, getEditableAssessment, getReadableAssessment } from "./access.ts";
import { completedFirst } from "./editions.ts";
import { recordChange } from "./history.ts";
import { assessedComponents, assessedPractices } from "./itil/questions.ts";
import { scopeIds } from "./p3m3/threads.ts";
import { advance, type PartAddress, versionsByPlace, versionsOf } from "./versions.ts";
import type { Work } from "./work.ts";

const partOf = (assessmentId: number, id: number): PartAddress => ({
  name: "evidence",
  of: `assessment/${assessmentId}`,
  place: `evidence/${id}`,
});

type Row = Selectable<EvidenceTable>;
type PlaceRow = Selectable<EvidencePlaceTable>;

const levelsIn = (json: string) => JSON.parse(json) as number[];

function contentOf(row: Row, places: readonly PlaceRow[]): EvidenceContent {
  const { kind, what, found_at: where, who, date, good_until: goodUntil, remark } = row;
  const own = places.map(({ place, supports, against }) => ({ place, supports: levelsIn(supports), against: levelsIn(against) }));
  return { kind, what, where, who, date, goodUntil, remark, places: own };
}

/** The content of entries, by their ids. Each place is looked at once, however many entries there are. */
export function contentsOf(rows: readonly Row[], places: readonly PlaceRow[]): ReadonlyMap<number, EvidenceContent> {
  const grouped = groupBy(places, ({ evidence_id }) => evidence_id);
  return new Map(rows.map((row) => [row.id, contentOf(row, grouped.get(row.id) ?? [])]));
}

/** The matching rows of an assessment, in no order. */
function entriesOf(db: Db, assessmentId: number, { place, entry }: EvidenceQuery) {
  let query = db.selectFrom("evidence").where("assessment_id", "=", assessmentId);
  if (entry !== undefined) query = query.where("id", "=", Number(entry));
  if (place !== undefined)
    query = query.where("id", "in", ({ selectFrom }) =>
      selectFrom("evidence_place").select("evidence_id").where("assessment_id", "=", assessmentId).where("place", "=", place),
    );
  return query;
}

/** How many entries are read at once. SQLite gives them without waiting, so others would have no turn until all are there. */
const AT_ONCE = 200;

/** The entries of an assessment, the oldest first. @param query which of them @throws Problem 404, 403 */
export async function listEvidence(work: Work, assessmentId: number, query: EvidenceQuery = {}): Promise<EvidenceList> {
  await getReadableAssessment(work, assessmentId);
  const { db } = work;
  const { newest } = query;
  const { total } = await entriesOf(db, assessmentId, query)
    .select(({ fn }) => fn.countAll<number | string>().as("total"))
    .executeTakeFirstOrThrow();
  const rows = await entriesOf(db, assessmentId, query)
    .select("id")
    .orderBy("id", "desc")
    .$if(newest !== undefined, (query) => query.limit(newest ?? 0))
    .execute();
  const ids = rows.map(({ id }) => id).toReversed();
  if (ids.length === 0) return { entries: [], total: Number(total) };
  // Versions come before what they are versions of: see `versionsOf`. The list of entries is read once more, with their content.
  const versions = await versionsByPlace(
    db,
    ids.map((id) => partOf(assessmentId, id)),
  );
  const entries: EvidenceEntry[] = [];
  for await (const some of slicesInTurn(ids, AT_ONCE, setImmediate)) {
    const places = await db.selectFrom("evidence_place").selectAll().where("evidence_id", "in", some).orderBy("place").execute();
    const rows = await db.selectFrom("evidence").selectAll().where("id", "in", some).orderBy("id").execute();
    for (const [id, content] of contentsOf(rows, places))
      entries.push({ id, ...content, versions: versions.get(`evidence/${id}`) ?? { evidence: 0 } });
  }
  return { entries, total: Number(total) };
}

/** The entries of an assessment as they are stored, the oldest first. @param place only those for it */
export async function evidenceOf(db: Db, assessmentId: number, place: string | undefined): Promise<Omit<EvidenceEntry, "versions">[]> {
  const rows = await entriesOf(db, assessmentId, { place }).selectAll().orderBy("id").execute();
  if (rows.length === 0) return [];
  const places = await db.selectFrom("evidence_place").selectAll().where("assessment_id", "=", assessmentId).orderBy("place").execute();
  return [...contentsOf(rows, places)].map(([id, content]) => ({ id, ...content }));
}

/** An entry as it is stored; undefined when there is none, or no longer. */
async function findContent(db: Db, assessmentId: number, id: number): Promise<EvidenceContent | undefined> {
  const row = await db.selectFrom("evidence").selectAll().where("assessment_id", "=", assessmentId).where("id", "=", id).executeTakeFirst();
  if (!row) return undefined;
  return contentOf(row, await db.selectFrom("evidence_place").selectAll().where("evidence_id", "=", id).orderBy("place").execute());
}

/** The same with its version, as it goes over the wire. */
async function describe(db: Db, assessmentId: number, id: number, content: EvidenceContent): Promise<EvidenceEntry> {
  return { id, ...content, versions: await versionsOf(db, [partOf(assessmentId, id)]) };
}

/** What is answered in an assessment, as places. */
export function placesInScope(row: AssessmentRow): ReadonlySet<string> {
  const { perspectiveIds, threadIds } = scopeIds(row);
  const subjects: Subject[] =
    row.model === "P3M3"
      ? perspectiveIds.flatMap((perspectiveId) => threadIds.map((threadId): Subject => ({ kind: "thread", perspectiveId, threadId })))
      : [
          ...assessedPractices(row).map((id): Subject => ({ kind: "capability", id })),
          ...assessedComponents(row).map((id): Subject => ({ kind: "maturity", id })),
        ];
  return new Set(subjects.map(placeOf));
}

/** Places that have left the scope stay with the entry, but none may be added. @throws Problem 422 */
function requireInScope(row: AssessmentRow, form: EvidenceForm, stored: EvidenceContent | undefined): void {
  const known = new Set([...placesInScope(row), ...(stored?.places ?? []).map(({ place }) => place)]);
  const errors = form.places.flatMap(({ place }, index): FieldError[] =>
    known.has(place) ? [] : [{ path: `places.${index}.place`, message: "This is not in the assessment's scope." }],
  );
  if (errors.length > 0) throw refused("The request is not valid.", errors);
}

const ascending = (levels: readonly number[]) => [...levels].sort((a, b) => a - b);

/** A form as it is stored: places and levels in order, so that equal entries are equal texts. */
function normalised({ kind, what, where, who, date, goodUntil, remark, places }: EvidenceForm): EvidenceContent {
  const inOrder = places
    .map(({ place, supports, against }) => ({ place, supports: ascending(supports), against: ascending(against) }))
    .sort((a, b) => (a.place < b.place ? -1 : 1));
  return { kind, what, where, who, date, goodUntil, remark, places: inOrder };
}

const columnsOf = ({ kind, what, where, who, date, goodUntil, remark }: EvidenceContent) => ({
  kind,
  what,
  found_at: where,
  who,
  date,
  good_until: goodUntil,
  remark,
});

async function storePlaces(db: Db, assessmentId: number, id: number, { places }: EvidenceContent): Promise<void> {
  await db.deleteFrom("evidence_place").where("evidence_id", "=", id).execute();
  const rows = places.map(({ place, supports, against }) => ({
    assessment_id: assessmentId,
    evidence_id: id,
    place,
    supports: JSON.stringify(supports),
    against: JSON.stringify(against),
  }));
  await db.insertInto("evidence_place").values(rows).execute();
}

const rowsOf = ({ count }: { count: number | string }) => Number(count);

/** @throws Problem 422 when an assessment has as many entries as it may */
async function requireRoom(db: Db, assessmentId: number): Promise<void> {
  const entries = await db
    .selectFrom("evidence")
    .select(({ fn }) => fn.countAll<number | string>().as("count"))
    .where("assessment_id", "=", assessmentId)
    .executeTakeFirstOrThrow();
  if (rowsOf(entries) >= EVIDENCE_MAX) throw refused(`An assessment holds at most ${EVIDENCE_MAX} entries of evidence.`);
}

/**
 * An entry may always serve fewer places than it does, also where an assessment has too many from former times.
 * @throws Problem 422 when all entries together would serve more places than they may
 */
async function requirePlaces(db: Db, assessmentId: number, { places }: EvidenceForm, stored: EvidenceContent | undefined): Promise<void> {
  const more = places.length - (stored?.places.length ?? 0);
  if (more <= 0) return;
  const served = await db
    .selectFrom("evidence_place")
    .select(({ fn }) => fn.countAll<number | string>().as("count"))
    .where("assessment_id", "=", assessmentId)
    .executeTakeFirstOrThrow();
  const count = rowsOf(served);
  if (count + more > EVIDENCE_PLACES_MAX) throw refusedField("places", tooManyPlaces(Math.max(0, EVIDENCE_PLACES_MAX - count)));
}

/**
 * Tells what the history says of evidence that somebody takes over; undefined of any other, and where the assessment before does not have the
 * same (docs/rules/assess-again.md#last-times-evidence).
 */
async function takenOverBy(work: Work, { previous_id }: AssessmentRow, form: EvidenceForm): Promise<Takeover | undefined> {
  const before = form.takenOver && previous_id !== null ? await findAssessment(work, previous_id) : undefined;
  if (!before || !(await evidenceOf(work.db, before.id, undefined)).some((entry) => isSameEvidence(entry, form))) return undefined;
  return { from: await completedFirst(work, before) };
}

/** Adds an entry. @throws Problem 404, 403, 409 without the lock, 422 */
export async function addEvidence(work: Work, assessmentId: number, form: EvidenceForm): Promise<EvidenceEntry> {
  const row = await getEditableAssessment(work, assessmentId);
  requireInScope(row, form, undefined);
  await requireRoom(work.db, assessmentId);
  await requirePlaces(work.db, assessmentId, form, undefined);
  const content = normalised(form);
  const { id } = await work.db
    .insertInto("evidence")
    .values({ assessment_id: assessmentId, ...columnsOf(content) })
    .returning("id")
    .executeTakeFirstOrThrow();
  await storePlaces(work.db, assessmentId, id, content);
  const part = partOf(assessmentId, id);
  const evidence = await advance({ ...work, madeFrom: undefined }, part);
  await recordChange(work, part, undefined, content, { takenOver: await takenOverBy(work, row, form) });
  return { id, ...content, versions: { evidence } };
}

/**
 * Changes an entry, or puts one back that was removed.
 * @throws Problem 404 when the assessment never had it; 403, 409 without the lock, 412 when somebody else changed or removed it, 422
 */
export async function changeEvidence(work: Work, assessmentId: number, id: number, form: EvidenceForm): Promise<EvidenceEntry> {
  const row = await getEditableAssessment(work, assessmentId);
  const stored = await requireKnown(work, assessmentId, id);
  requireInScope(row, form, stored);
  const content = normalised(form);
  if (stored && JSON.stringify(stored) === JSON.stringify(content)) return describe(work.db, assessmentId, id, stored);
  if (!stored) await requireRoom(work.db, assessmentId);
  await requirePlaces(work.db, assessmentId, form, stored);
  const part = partOf(assessmentId, id);
  const evidence = await advance(work, part, async () => stored && describe(work.db, assessmentId, id, stored));
  await recordChange(work, part, stored, content, { takenOver: await takenOverBy(work, row, form) });
  if (stored) await work.db.updateTable("evidence").set(columnsOf(content)).where("id", "=", id).execute();
  else
    await work.db
      .insertInto("evidence")
      .values({ id, assessment_id: assessmentId, ...columnsOf(content) })
      .execute();
  await storePlaces(work.db, assessmentId, id, content);
  return { id, ...content, versions: { evidence } };
}

/**
 * Removes an entry; what it was stays in the history.
 * @throws Problem 404, 403, 409 without the lock, 412 when somebody else changed it, 422
 */
export async function removeEvidence(work: Work, assessmentId: number, id: number): Promise<void> {
  await getEditableAssessment(work, assessmentId);
  const stored = await requireKnown(work, assessmentId, id);
  if (!stored) return;
  const part = partOf(assessmentId, id);
  await advance(work, part, () => describe(work.db, assessmentId, id, stored));
  await recordChange(work, part, stored, undefined);
  await work.db.deleteFrom("evidence_place").where("evidence_id", "=", id).execute();
  await work.db.deleteFrom("evidence").where("id", "=", id).execute();
}

/** An entry that an assessment has; undefined for one that was removed. @throws Problem 404 for one that it never had */
async function requireKnown({ db }: Work, assessmentId: number, id: number): Promise<EvidenceContent | undefined> {
  const stored = await findContent(db, assessmentId, id);
  if (stored) return stored;
  const { evidence } = await versionsOf(db, [partOf(assessmentId, id)]);
  if (!evidence) throw notFound("There is no such entry of evidence.");
  return undefined;
}
