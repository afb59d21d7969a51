/** What waits for others when somebody leaves, and who takes it over (docs/rules/people.md#who-leaves). */
import { VOICE_MAILS } from "#api/mail/quota.ts";
import { notFound, refusedField } from "#api/problem.ts";
import { isPostgres } from "#api/store/open.ts";
import { type Id, rowNumberIn } from "#model/contract/common.ts";
import type { OpenWork } from "#model/contract/joining.ts";
import { findAssessment, isSeen, ownAssessments } from "./access.ts";
import { assessmentChain, record } from "./history.ts";
import { membersOf } from "./teams.ts";
import { asUser, USER_COLUMNS } from "./users.ts";
import { advance } from "./versions.ts";
import { voicePart } from "./voices.ts";
import { todayOf, type User, type Work } from "./work.ts";

/** The open sheets that somebody asked for, as far as the caller sees their assessments, by assessment and number. */
const openSheets = (work: Work, personId: number) =>
  ownAssessments(work)
    .innerJoin("voice", "voice.assessment_id", "assessment.id")
    .where("voice.asked_by", "=", personId)
    .where("voice.taken_back_at", "is", null)
    .where("voice.closed_at", "is", null)
    .where("voice.forgotten_at", "is", null)
    .where("voice.until", ">=", todayOf(work))
    .where("assessment.status", "!=", "Completed")
    .where("assessment.is_archived", "=", 0)
    .select(["voice.id", "voice.number", "voice.reference", "assessment.id as assessment_id", "assessment.model"])
    .orderBy("assessment.id")
    .orderBy("voice.number");

type Sheet = Awaited<ReturnType<ReturnType<typeof openSheets>["execute"]>>[number];

/** Those of the sheets that a colleague can take over: with the model, and named where there is a wall. */
async function sheetsFor({ db }: Work, colleague: User, sheets: readonly Sheet[]): Promise<Sheet[]> {
  if (sheets.length === 0) return [];
  const ids = [...new Set(sheets.map(({ assessment_id }) => assessment_id))];
  const seen = await db
    .selectFrom("assessment")
    .innerJoin("organization", "organization.id", "assessment.organization_id")
    .where(isSeen({ user: colleague }))
    .where("assessment.id", "in", ids)
    .select("assessment.id")
    .execute();
  return sheets.filter(({ assessment_id, model }) => colleague.roles.includes(model) && seen.some(({ id }) => id === assessment_id));
}

/** Those of the team who may write, without somebody. */
async function writersBut(work: Work, personId: number): Promise<User[]> {
  const rows = await membersOf(work, work.user.teamId)
    .select(USER_COLUMNS)
    .where("user.id", "!=", personId)
    .where("suspended_at", "is", null)
    .where("permission", "!=", "viewer")
    .orderBy("email")
    .execute();
  return rows.map(asUser);
}

/** @throws Problem 404 */
async function requireMember(work: Work, id: number): Promise<void> {
  const member = await membersOf(work, work.user.teamId).select("user.id").where("user.id", "=", id).executeTakeFirst();
  if (!member) throw notFound("Your team has no such person.");
}

/** The open sheets of a person, and the colleagues who can take them over. @throws Problem 404 */
export async function readOpenWork(work: Work, id: number): Promise<OpenWork> {
  await requireMember(work, id);
  const sheets = await openSheets(work, id).execute();
  const colleagues: OpenWork["colleagues"] = [];
  if (sheets.length > 0)
    for (const colleague of await writersBut(work, id)) {
      const { length } = await sheetsFor(work, colleague, sheets);
      const { email, firstName } = colleague;
      if (length > 0) colleagues.push({ id: colleague.id, email, firstName, sheets: length });
    }
  return { sheets: sheets.length, colleagues };
}

/**
 * Hands the open sheets that somebody asked for over to a colleague, who is their asker from then on. The history of each assessment records it. The
 * caller holds the team.
 * @throws Problem 404, 422 for nobody who can take one over
 */
export async function handSheetsOver(work: Work, id: number, to: Id): Promise<{ sheets: number }> {
  const { db } = work;
  await requireMember(work, id);
  const open = await openSheets(work, id).execute();
  if (open.length === 0) return { sheets: 0 };
  const colleague = (await writersBut(work, id)).find((each) => each.id === rowNumberIn(to));
  const sheets = colleague ? await sheetsFor(work, colleague, open) : [];
  if (!colleague || sheets.length === 0) throw refusedField("to", "This person can take none of the sheets over.");
  const ids = sheets.map((sheet) => sheet.id);
  // First the assessments, as everybody does who changes voices.
  const assessments = [...new Set(sheets.map(({ assessment_id }) => assessment_id))];
  for (const assessment of assessments) await findAssessment(work, assessment, { forWriting: true });
  if (isPostgres(db)) await db.selectFrom("voice").select("id").where("id", "in", ids).orderBy("id").forUpdate().execute();
  await db.updateTable("voice").set({ asked_by: colleague.id }).where("id", "in", ids).execute();
  // Mails that wait to be sent are from the colleague, too.
  await db
    .updateTable("mail")
    .set({ caused_by: colleague.id })
    .where("kind", "in", VOICE_MAILS)
    .where(
      "about",
      "in",
      sheets.map(({ reference }) => reference),
    )
    .where("sent_at", "is", null)
    .where("failed_at", "is", null)
    .execute();
  for (const assessment of assessments) {
    const own = sheets.filter(({ assessment_id }) => assessment_id === assessment);
    for (const sheet of own) await advance({ db, madeFrom: undefined }, voicePart(assessment, sheet.id));
    const after = { numbers: own.map(({ number }) => number), to: colleague.id };
    await record(work, assessmentChain(assessment), { kind: "voicesHandedOver", after });
  }
  return { sheets: sheets.length };
}
