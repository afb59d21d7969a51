/**
 * The texts that assessors write into the report for a client. They belong to the assessment, and can be changed after completion, until it
 * is archived (docs/rules/client-report.md#written-texts).
 */
import type { z } from "zod";
import type { Db } from "#api/store/open.ts";
import type { WordingText, WordingTexts, wordingForm } from "#model/contract/wording.ts";
import { getReadableAssessment, getShareableAssessment, refuseArchived } from "./access.ts";
import { recordChange } from "./history.ts";
import { advance, type PartAddress, versionsByPlace, versionsOf } from "./versions.ts";
import { moment, type Work } from "./work.ts";

const partOf = (assessmentId: number, part: string): PartAddress => ({
  name: "wording",
  of: `assessment/${assessmentId}`,
  place: `wording/${part}`,
});

const rowsOf = (db: Db, assessmentId: number) =>
  db.selectFrom("report_text").select(["part", "body"]).where("assessment_id", "=", assessmentId).orderBy("part").execute();

/** Every text that was ever written, with its version. @throws Problem 404, 403 */
export async function listWording(work: Work, assessmentId: number): Promise<WordingTexts> {
  await getReadableAssessment(work, assessmentId);
  const { db } = work;
  // Versions come before what they are versions of: see `versionsOf`.
  const known = await rowsOf(db, assessmentId);
  const versions = await versionsByPlace(
    db,
    known.map(({ part }) => partOf(assessmentId, part)),
  );
  const rows = await rowsOf(db, assessmentId);
  return { texts: rows.map(({ part, body }) => ({ part, body, versions: versions.get(`wording/${part}`) ?? { wording: 0 } })) };
}

/** Stores a text; an empty one takes it back. Nobody need hold the lock. @returns the text as it is now @throws Problem 404, 403, 412, 422 when it is archived */
export async function writeWording(work: Work, assessmentId: number, { part, body }: z.infer<typeof wordingForm>): Promise<WordingText> {
  refuseArchived(await getShareableAssessment(work, assessmentId, { forWriting: true }));
  const place = partOf(assessmentId, part);
  const row = await work.db
    .selectFrom("report_text")
    .select("body")
    .where("assessment_id", "=", assessmentId)
    .where("part", "=", part)
    .executeTakeFirst();
  const stored = { part, body: row?.body ?? "", versions: await versionsOf(work.db, [place]) };
  if (stored.body === body) return stored;
  const wording = await advance(work, place, async () => stored);
  await recordChange(work, place, stored.body, body);
  const content = { body, updated_at: moment(work) };
  await work.db
    .insertInto("report_text")
    .values({ assessment_id: assessmentId, part, ...content })
    .onConflict((conflict) => conflict.columns(["assessment_id", "part"]).doUpdateSet(content))
    .execute();
  return { part, body, versions: { wording } };
}
