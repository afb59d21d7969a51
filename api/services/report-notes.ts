/**
 * Which notes of the assessors a report for a client may have. The list belongs to the assessment, and can be changed after completion, until it
 * is archived (docs/rules/client-report.md#notes-for-the-client).
 */
import type { z } from "zod";
import { asFlag } from "#api/store/database.ts";
import type { ListedNote, ReportNotes, reportNotesForm } from "#model/contract/report-notes.ts";
import { counted } from "#model/words.ts";
import { getReadableAssessment, getShareableAssessment, refuseArchived } from "./access.ts";
import { recordChange } from "./history.ts";
import { advance, type PartAddress, versionsOf } from "./versions.ts";
import type { Work } from "./work.ts";

/** The history tells of it among the texts of the report. */
const partOf = (assessmentId: number): PartAddress => ({
  name: "wording",
  of: `assessment/${assessmentId}`,
  place: "wording/notes-ticked",
});

/** @throws Problem 404, 403 */
export async function listReportNotes(work: Work, assessmentId: number): Promise<ReportNotes> {
  await getReadableAssessment(work, assessmentId);
  // Versions come before what they are versions of: see `versionsOf`.
  const versions = await versionsOf(work.db, [partOf(assessmentId)]);
  return { notes: await stored(work, assessmentId), versions };
}

async function stored({ db }: Pick<Work, "db">, assessmentId: number): Promise<ListedNote[] | null> {
  const rows = await db.selectFrom("report_note").select(["place", "digest", "ticked"]).where("assessment_id", "=", assessmentId).execute();
  return rows.length === 0 ? null : rows.map(({ ticked, ...row }) => ({ ...row, ticked: ticked === 1 })).sort(byPlace);
}

/** Databases order texts differently. */
const byPlace = (one: ListedNote, other: ListedNote) => (one.place < other.place ? -1 : 1);

const inWords = (notes: readonly ListedNote[] | null) =>
  notes === null ? "" : `${notes.filter(({ ticked }) => ticked).length} of ${counted(notes.length, "note")} ticked`;

/** Stores the whole list. Nobody need hold the lock. @throws Problem 404, 403, 412, 422 when it is archived, or names a place twice */
export async function writeReportNotes(work: Work, assessmentId: number, { notes }: z.infer<typeof reportNotesForm>): Promise<ReportNotes> {
  refuseArchived(await getShareableAssessment(work, assessmentId, { forWriting: true }));
  const { db } = work;
  const part = partOf(assessmentId);
  const before = await stored(work, assessmentId);
  const present = async () => ({ notes: before, versions: await versionsOf(db, [part]) });
  const ordered = notes.toSorted(byPlace);
  if (JSON.stringify(before ?? []) === JSON.stringify(ordered)) return present();
  const wording = await advance(work, part, present);
  await recordChange(work, part, inWords(before), inWords(ordered));
  await db.deleteFrom("report_note").where("assessment_id", "=", assessmentId).execute();
  if (ordered.length > 0)
    await db
      .insertInto("report_note")
      .values(ordered.map(({ place, digest, ticked }) => ({ assessment_id: assessmentId, place, digest, ticked: asFlag(ticked) })))
      .execute();
  return { notes: await stored(work, assessmentId), versions: { wording } };
}
