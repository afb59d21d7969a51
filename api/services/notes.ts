import type { NoteTable } from "#api/store/database.ts";
import type { Db } from "#api/store/open.ts";
import { placeOf, type Subject, subjectAt } from "#model/contract/history.ts";
import type { Note } from "#model/contract/p3m3.ts";
import { withoutRaters } from "#model/ratings.ts";
import { type AssessmentRow, learnsRaters } from "./access.ts";
import { recordChange } from "./history.ts";
import { advance, answeredPart, versionsOf } from "./versions.ts";
import { moment, type Work } from "./work.ts";

function keyOf(subject: Subject): Pick<NoteTable, "kind" | "first_id" | "second_id"> {
  return subject.kind === "thread"
    ? { kind: subject.kind, first_id: subject.perspectiveId, second_id: subject.threadId }
    : { kind: subject.kind, first_id: subject.id, second_id: 0 };
}

/** The text of a note; empty when there is none. */
export async function readNote(db: Db, assessmentId: number, subject: Subject): Promise<string> {
  const key = keyOf(subject);
  const row = await db
    .selectFrom("note")
    .select("body")
    .where("assessment_id", "=", assessmentId)
    .where("kind", "=", key.kind)
    .where("first_id", "=", key.first_id)
    .where("second_id", "=", key.second_id)
    .executeTakeFirst();
  return row?.body ?? "";
}

/** The note of a place as the caller may read it. */
export async function readableNote(work: Work, row: AssessmentRow, subject: Subject): Promise<Note> {
  const { body, ...others } = await describeNote(work.db, row.id, subject);
  return { body: learnsRaters(work, row) ? body : withoutRaters(body), ...others };
}

/** The text of a note with its version, as it goes over the wire. */
async function describeNote(db: Db, assessmentId: number, subject: Subject): Promise<Note> {
  const versions = await versionsOf(db, [answeredPart("note", assessmentId, subject)]);
  return { body: await readNote(db, assessmentId, subject), versions };
}

/** Stores a note; an empty text clears it. @returns the note as it is now @throws Problem 412 */
export async function writeNote(work: Work, assessmentId: number, subject: Subject, body: string): Promise<Note> {
  const stored = await describeNote(work.db, assessmentId, subject);
  if (stored.body === body) return stored;
  const part = answeredPart("note", assessmentId, subject);
  const note = await advance(work, part, async () => stored);
  await recordChange(work, part, stored.body, body);
  const content = { body, updated_at: moment(work) };
  await work.db
    .insertInto("note")
    .values({ assessment_id: assessmentId, ...keyOf(subject), ...content })
    .onConflict((conflict) => conflict.columns(["assessment_id", "kind", "first_id", "second_id"]).doUpdateSet(content))
    .execute();
  return { body, versions: { note } };
}

/** The texts of all notes of an assessment by place, as the caller may read them. @param only the note of this place */
export async function notesByPlace(work: Work, row: AssessmentRow, only?: string): Promise<ReadonlyMap<string, string>> {
  const subject = only === undefined ? undefined : subjectAt(only);
  const all = work.db.selectFrom("note").select(["kind", "first_id", "second_id", "body"]).where("assessment_id", "=", row.id);
  const isAll = learnsRaters(work, row);
  const rows = await (subject ? all.where((where) => where.and(keyOf(subject))) : all).execute();
  const subjectOf = ({ kind, first_id, second_id }: (typeof rows)[number]): Subject =>
    kind === "thread" ? { kind, perspectiveId: first_id, threadId: second_id } : { kind, id: first_id };
  return new Map(rows.map((each) => [placeOf(subjectOf(each)), isAll ? each.body : withoutRaters(each.body)]));
}

/** All notes of one kind that have a text, for a result: without the names of raters. */
export async function listNotes(db: Db, assessmentId: number, kind: Subject["kind"]) {
  const rows = await db
    .selectFrom("note")
    .select(["first_id", "second_id", "body"])
    .where("assessment_id", "=", assessmentId)
    .where("kind", "=", kind)
    .where("body", "<>", "")
    .execute();
  return rows.map((row) => ({ ...row, body: withoutRaters(row.body) }));
}
