/**
 * The texts that assessors write into the report for a client. They belong to the assessment, and can be changed after completion, until it
 * is archived (docs/rules/client-report.md#written-texts).
 */
import type { z } from "zod";
import type { Db } from "#api/store/open.ts";
import type { WordingText, WordingTexts, wordingForm } from "#model/contract/wording.ts";
import type { BasedText, BasedTexts, basedTextForm } from "#model/contract/wording-basis.ts";
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
  db.selectFrom("report_text").select(["part", "body", "basis"]).where("assessment_id", "=", assessmentId).orderBy("part").execute();

const basisOf = (stored: string | null): BasedText["basis"] => (stored === null ? null : JSON.parse(stored));

const withoutBasis = ({ basis: _, ...text }: BasedText): WordingText => text;

/** Every text that was ever written, with its version. @throws Problem 404, 403 */
export async function listWording(work: Work, assessmentId: number): Promise<WordingTexts> {
  const { texts } = await listBasedTexts(work, assessmentId);
  return { texts: texts.map(withoutBasis) };
}

/** The same, each with the facts on which it rests. @throws Problem 404, 403 */
export async function listBasedTexts(work: Work, assessmentId: number): Promise<BasedTexts> {
  await getReadableAssessment(work, assessmentId);
  const { db } = work;
  // Versions come before what they are versions of: see `versionsOf`.
  const known = await rowsOf(db, assessmentId);
  const versions = await versionsByPlace(
    db,
    known.map(({ part }) => partOf(assessmentId, part)),
  );
  const rows = await rowsOf(db, assessmentId);
  return {
    texts: rows.map(({ part, body, basis }) => ({
      part,
      body,
      basis: basisOf(basis),
      versions: versions.get(`wording/${part}`) ?? { wording: 0 },
    })),
  };
}

/** Stores a text; an empty one takes it back. Nobody need hold the lock. @returns the text as it is now @throws Problem 404, 403, 412, 422 when it is archived */
export async function writeWording(work: Work, assessmentId: number, form: z.infer<typeof wordingForm>): Promise<WordingText> {
  return withoutBasis(await writeText(work, assessmentId, form));
}

/** Stores a text with the facts on which it rests. @throws as `writeWording` */
export const writeBasedText = (work: Work, assessmentId: number, form: z.infer<typeof basedTextForm>): Promise<BasedText> =>
  writeText(work, assessmentId, form);

/** A text that comes without a basis keeps that of the same words; new words have none. */
async function writeText(
  work: Work,
  assessmentId: number,
  { part, body, basis }: z.infer<typeof wordingForm> & Partial<Pick<z.infer<typeof basedTextForm>, "basis">>,
): Promise<BasedText> {
  refuseArchived(await getShareableAssessment(work, assessmentId, { forWriting: true }));
  const place = partOf(assessmentId, part);
  const row = await work.db
    .selectFrom("report_text")
    .select(["body", "basis"])
    .where("assessment_id", "=", assessmentId)
    .where("part", "=", part)
    .executeTakeFirst();
  const before = row ?? { body: "", basis: null };
  const stored = { part, body: before.body, basis: basisOf(before.basis), versions: await versionsOf(work.db, [place]) };
  const given = basis === undefined ? (before.body === body ? before.basis : null) : body === "" ? null : JSON.stringify(basis);
  if (before.body === body && before.basis === given) return stored;
  const wording = await advance(work, place, async () => (basis === undefined ? withoutBasis(stored) : stored));
  // The history tells of words. A text that still fits has the same.
  if (before.body !== body) await recordChange(work, place, before.body, body);
  const content = { body, basis: given, updated_at: moment(work) };
  await work.db
    .insertInto("report_text")
    .values({ assessment_id: assessmentId, part, ...content })
    .onConflict((conflict) => conflict.columns(["assessment_id", "part"]).doUpdateSet(content))
    .execute();
  return { part, body, basis: basisOf(given), versions: { wording } };
}
