/** Corrected editions of completed assessments (docs/rules/editions.md). */
import type { Insertable } from "kysely";
import { conflict, refused } from "#api/problem.ts";
import type { Database } from "#api/store/database.ts";
import type { Db } from "#api/store/open.ts";
import { numberedColumn } from "#api/store/tables.ts";
import type { Edition } from "#model/contract/assessments.ts";
import type { EditionMade } from "#model/contract/history.ts";
import { editionsProblem, withEdition } from "#model/editions.ts";
import { groupBy } from "#model/group-by.ts";
import { coverPart } from "#model/report-cover.ts";
import { type AssessmentRow, getShareableAssessment, isCompleted, refuseArchived } from "./access.ts";
import { assessmentChain, record } from "./history.ts";
import { requireRoom } from "./organizations.ts";
import type { Work } from "./work.ts";

/** The tables whose rows belong to one assessment. */
type TableOfAssessment = { [T in keyof Database]: Database[T] extends { assessment_id: number } ? T : never }[keyof Database];

/** Whether an edition begins with the rows of what it corrects. Those that answers rest on are copied by themselves, with new numbers. */
const IS_COPIED: { readonly [T in TableOfAssessment]: boolean | "by itself" } = {
  thread_answer: true,
  practice_answer: true,
  component_answer: true,
  diagnostic_mark: true,
  note: true,
  flag: true,
  evidence: "by itself",
  evidence_place: "by itself",
  report_text: true,
  report_note: true,
  // The report of an edition goes on where that of the assessment ended.
  report_version: true,
  // A correction is reviewed anew.
  review_point: false,
  review_reply: false,
  review_request: false,
  review_decision: false,
  // So are second ratings made anew.
  rating: false,
  rating_group: false,
  rating_answer: false,
  rating_departure: false,
  review_look: false,
  // A member of an engagement is named by its first edition.
  engagement_member: false,
  // They were asked about the assessment that is corrected, which keeps them.
  voice: false,
  voice_page: false,
  voice_setting: false,
  // Worked out on submission.
  perspective_score: false,
  // Locks and requests belong to one assessment alone.
  lock: false,
  lock_wish: false,
  lock_holder: false,
  outbox: false,
};

/** The id of its first edition; its own where it is the first, or the only one. */
export const firstOf = (row: Pick<AssessmentRow, "id" | "first_edition_id">) => row.first_edition_id ?? row.id;

/** The name of an assessment with its edition; null or empty when it has no name. */
export const titleOf = (row: Pick<AssessmentRow, "id" | "name" | "edition_number" | "first_edition_id">): string | null =>
  row.name && withEdition(row.name, { edition: { number: row.edition_number, firstId: firstOf(row) } });

/** When an assessment was completed first: a correction does not make it newer (docs/rules/editions.md#which-edition-counts). */
export async function completedFirst({ db }: Pick<Work, "db">, row: AssessmentRow): Promise<string | null> {
  if (row.first_edition_id === null) return row.date_completed;
  const first = await db.selectFrom("assessment").select("date_completed").where("id", "=", row.first_edition_id).executeTakeFirst();
  return first?.date_completed ?? row.date_completed;
}

/**
 * Makes a corrected edition of a completed assessment: a new assessment that holds everything as it was. Certification and endorsement are
 * not taken over. Nobody need hold a lock.
 * @throws Problem 404, 403, 409 while there is an open edition, 422 when the assessment is not completed, archived or replaced, or has as
 * many editions as one may have
 */
export async function makeEdition(work: Work, id: number, { reason }: { reason: string }): Promise<{ id: number }> {
  const row = await getShareableAssessment(work, id, { forWriting: true });
  if (!isCompleted(row)) throw refused("Only a completed assessment can be corrected by another edition.");
  refuseArchived(row);
  const { replacedBy, openId } = (await describeEditions(work.db, [row])).get(id) ?? {};
  if (replacedBy) throw refused("Another edition has replaced this one. Make the correction there.");
  if (openId) throw conflict("An edition of this assessment is being made already.", "Continue that one, or submit it first.");
  const number = row.edition_number + 1;
  const full = editionsProblem({ edition: { number: row.edition_number, firstId: firstOf(row) } });
  if (full) throw refused(full);
  await requireRoom(work, row.organization_id);
  const { id: _, team_id, is_own, apart, ...stored } = row;
  const made = await work.db
    .insertInto("assessment")
    .values({
      ...stored,
      created_by: work.user.id,
      // Its answers are there, so its scope is as fixed as that of any assessment which has begun.
      status: "Active",
      certified: 0,
      endorsed: 0,
      date_completed: null,
      first_edition_id: firstOf(row),
      edition_number: number,
      edition_reason: reason,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  let copied = await copyEvidence(work.db, id, made.id);
  for (const table of Object.keys(IS_COPIED) as TableOfAssessment[])
    if (IS_COPIED[table] === true)
      copied += await insertAll(
        work.db,
        table,
        (await rowsFor(work.db, table, id, made.id)).filter((row) => isTaken(table, row)),
      );
  work.countRows?.(copied);
  await recordEdition(work, made.id, { number, reason, of: id });
  await recordEdition(work, id, { number, reason, by: made.id });
  return made;
}

/** @throws Problem 422 when another edition has replaced the assessment: nobody certifies or validates that one any more */
export async function refuseReplaced({ db }: Work, row: AssessmentRow): Promise<void> {
  const { replacedBy } = (await describeEditions(db, [row])).get(row.id) ?? {};
  if (replacedBy) throw refused("Another edition has replaced this one. Make the request there.");
}

const recordEdition = (work: Work, assessmentId: number, after: EditionMade) =>
  record(work, assessmentChain(assessmentId), { kind: "edition", after });

/** Notes in the history of what an edition corrects that it is replaced. Called when the edition is submitted. */
export async function recordReplaced(work: Work, row: AssessmentRow): Promise<void> {
  const { ofId } = (await describeEditions(work.db, [row])).get(row.id) ?? {};
  if (typeof ofId !== "number") return;
  await recordEdition(work, ofId, { number: row.edition_number, reason: row.edition_reason, by: row.id, submitted: true });
}

type AnyRow = Record<string, unknown>;

/** Nobody has reviewed the correction yet, so its cover names no reviewer. */
const isTaken = (table: TableOfAssessment, { part }: AnyRow): boolean => table !== "report_text" || part !== coverPart("reviewer");

/** The rows of a table for another assessment, in the order in which they were stored, without the numbers that the database gives. */
async function rowsFor(db: Db, table: TableOfAssessment, fromId: number, toId: number): Promise<AnyRow[]> {
  const numbered = numberedColumn(table);
  const rows: AnyRow[] = await db.selectFrom(table).selectAll().where("assessment_id", "=", fromId).execute();
  if (numbered) rows.sort((a, b) => Number(a[numbered]) - Number(b[numbered]));
  return rows.map((row) => {
    const copy: AnyRow = { ...row, assessment_id: toId };
    if (numbered) delete copy[numbered];
    return copy;
  });
}

/** How many rows one statement stores: both databases limit its values. */
const AT_ONCE = 500;

/** @returns how many rows were stored */
async function insertAll(db: Db, table: TableOfAssessment, rows: readonly AnyRow[]): Promise<number> {
  for (let from = 0; from < rows.length; from += AT_ONCE)
    await db
      .insertInto(table)
      .values(rows.slice(from, from + AT_ONCE) as Insertable<Database[TableOfAssessment]>[])
      .execute();
  return rows.length;
}

/**
 * Copies the entries of evidence, and what they are for under their new numbers.
 * @returns how many rows were stored
 */
async function copyEvidence(db: Db, fromId: number, toId: number): Promise<number> {
  const entries = await db.selectFrom("evidence").selectAll().where("assessment_id", "=", fromId).orderBy("id").execute();
  const numbers = new Map<number, number>();
  for (let from = 0; from < entries.length; from += AT_ONCE) {
    const some = entries.slice(from, from + AT_ONCE);
    const stored = await db
      .insertInto("evidence")
      .values(some.map(({ id, ...entry }) => ({ ...entry, assessment_id: toId })))
      .returning("id")
      .execute();
    // The database numbers the rows in their order, but does not promise to return them in it.
    const given = stored.map(({ id }) => id).sort((a, b) => a - b);
    for (const [index, { id }] of some.entries()) numbers.set(id, given[index] ?? 0);
  }
  const places = await rowsFor(db, "evidence_place", fromId, toId);
  const copies = places.map((place) => ({ ...place, evidence_id: numbers.get(Number(place.evidence_id)) }));
  return entries.length + (await insertAll(db, "evidence_place", copies));
}

/** What the wire says about the editions of some assessments, by id; nothing about one that was never corrected. */
export async function describeEditions(db: Db, rows: readonly AssessmentRow[]): Promise<ReadonlyMap<number, Edition>> {
  const firsts = [...new Set(rows.map(firstOf))];
  const later = await db
    .selectFrom("assessment")
    .innerJoin("assessment as first", "first.id", "assessment.first_edition_id")
    .select([
      "assessment.id",
      "assessment.edition_number as number",
      "assessment.edition_reason as reason",
      "assessment.date_completed as date",
      "first.id as firstId",
      "first.date_completed as firstCompleted",
    ])
    .where("assessment.first_edition_id", "in", firsts)
    .execute();
  const chains = groupBy(later, ({ firstId }) => firstId);
  const described = new Map<number, Edition>();
  for (const row of rows) {
    const firstId = firstOf(row);
    const chain = chains.get(firstId);
    if (!chain) continue;
    const number = row.edition_number;
    const numbered = (wanted: number) => chain.find((each) => each.number === wanted);
    const next = numbered(number + 1);
    described.set(row.id, {
      number,
      firstId,
      firstCompleted: chain[0]?.firstCompleted ?? null,
      ...(number === 1 ? {} : { ofId: numbered(number - 1)?.id ?? firstId, reason: row.edition_reason }),
      ...(next && next.date !== null ? { replacedBy: { id: next.id, reason: next.reason, date: next.date } } : {}),
      ...(next && next.date === null ? { openId: next.id } : {}),
    });
  }
  return described;
}
