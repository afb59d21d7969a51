import type { NoteTable } from "#api/store/database.ts";
import type { Db } from "#api/store/open.ts";
import { moment, type Work } from "./work.ts";

/** What a note is about: a thread of a perspective, a practice, or a maturity component (docs/rules/notes-and-diagnostics.md#notes). */
export type NoteSubject = { kind: "thread"; perspectiveId: number; threadId: number } | { kind: "capability" | "maturity"; id: number };

function keyOf(subject: NoteSubject): Pick<NoteTable, "kind" | "first_id" | "second_id"> {
  return subject.kind === "thread"
    ? { kind: subject.kind, first_id: subject.perspectiveId, second_id: subject.threadId }
    : { kind: subject.kind, first_id: subject.id, second_id: 0 };
}

/** The text of a note; empty when there is none. */
export async function readNote(db: Db, assessmentId: number, subject: NoteSubject): Promise<string> {
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

/** Stores a note; an empty text clears it. */
export async function writeNote(work: Work, assessmentId: number, subject: NoteSubject, body: string): Promise<void> {
  const content = { body, updated_at: moment(work) };
  await work.db
    .insertInto("note")
    .values({ assessment_id: assessmentId, ...keyOf(subject), ...content })
    .onConflict((conflict) => conflict.columns(["assessment_id", "kind", "first_id", "second_id"]).doUpdateSet(content))
    .execute();
}

/** All notes of one kind that have a text. */
export async function listNotes(db: Db, assessmentId: number, kind: NoteSubject["kind"]) {
  return db
    .selectFrom("note")
    .select(["first_id", "second_id", "body"])
    .where("assessment_id", "=", assessmentId)
    .where("kind", "=", kind)
    .where("body", "<>", "")
    .execute();
}
