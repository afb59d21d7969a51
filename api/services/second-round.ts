/** The second round of voices: those who have answered see the verdict, and agree or disagree (docs/rules/voices.md#second-round). */
import { openMailQuota } from "#api/mail/quota.ts";
import { refused } from "#api/problem.ts";
import type { SecondRound, SecondRoundAsked, SecondRoundForm } from "#model/contract/second-round.ts";
import { groupBy } from "#model/group-by.ts";
import { voiceMessages } from "#model/voices.ts";
import { type AssessmentRow, getShareableAssessment } from "./access.ts";
import { refusingOf } from "./mail-refusals.ts";
import { advance } from "./versions.ts";
import { agreesIn, byPage, pageKey, placesToAsk, secondPages, sheetPages } from "./voice-content.ts";
import { heldOf, holdAssessment, post, recordEvent, requireUntil, type VoiceRow, voicePart } from "./voices.ts";
import { moment, type Work } from "./work.ts";

/** The pages that each voice would check, and what it says of them. */
async function pagesOfVoices(work: Work, assessment: AssessmentRow) {
  const places = await placesToAsk(work, assessment);
  const stored = groupBy(
    await work.db
      .selectFrom("voice_page")
      .select(["voice_id", "place", "question_id", "choices", "agrees", "verdicts"])
      .where("assessment_id", "=", assessment.id)
      .execute(),
    ({ voice_id }) => voice_id,
  );
  return (row: VoiceRow) => {
    const filled = byPage(stored.get(row.id) ?? []);
    return secondPages(sheetPages(places, row), filled).map((page) => agreesIn(filled.get(pageKey(page)), page));
  };
}

/** Whether a voice can be asked: it was not taken back, has a name and a page to check, and has seen no verdict. */
const isReady = (row: VoiceRow, pages: readonly unknown[]): boolean =>
  row.taken_back_at === null && row.forgotten_at === null && row.checks_facts === 0 && row.second_asked_at === null && pages.length > 0;

/** Who is in the second round, and who can be asked. @throws Problem 404, 403 */
export async function readSecondRound(work: Work, assessmentId: number): Promise<SecondRound> {
  const assessment = await getShareableAssessment(work, assessmentId, { forWriting: false });
  const rows = await work.db.selectFrom("voice").selectAll().where("assessment_id", "=", assessmentId).orderBy("number").execute();
  const pagesOf = await pagesOfVoices(work, assessment);
  return {
    voices: rows.flatMap((row) => {
      if (row.second_asked_at === null || row.taken_back_at !== null) return [];
      const pages = pagesOf(row);
      return [
        {
          ...{ voice: row.id, askedAt: row.second_asked_at, total: pages.length },
          checked: pages.filter((agrees) => agrees !== null).length,
        },
      ];
    }),
    ready: rows.filter((row) => isReady(row, pagesOf(row))).map(({ id }) => id),
  };
}

/**
 * Asks voices to check facts. Their answers can no longer be changed; number and link stay. Those that cannot be asked stay as they are. The caller
 * holds the team for the quota of mails.
 * @throws Problem 404, 403, 422 for a last day that cannot be, or where the quota of mails is used up
 */
export async function askSecondRound(work: Work, mails: boolean, assessmentId: number, form: SecondRoundForm): Promise<SecondRoundAsked> {
  const { db, user, now } = work;
  const assessment = await holdAssessment(work, assessmentId);
  requireUntil(work, form.until);
  const wanted = new Set(form.voices.map(String));
  const rows = (await heldOf(work, assessmentId)).filter(({ id }) => wanted.has(String(id)));
  const pagesOf = await pagesOfVoices(work, assessment);
  const ready = rows.filter((row) => isReady(row, pagesOf(row)));
  const refusing = await refusingOf(
    work,
    ready.flatMap(({ email }) => email ?? []),
  );
  const mayPost = mails ? await openMailQuota(db, { userId: user.id, teamId: user.teamId }, now) : () => true;
  const second_asked_at = moment(work);
  for (const row of ready) {
    const isMailed = mails && row.email !== null && !refusing.has(row.email);
    if (isMailed && !mayPost(row.email ?? "")) throw refused(voiceMessages.quota);
    await advance({ db, madeFrom: undefined }, voicePart(assessmentId, row.id));
    await db
      .updateTable("voice")
      .set({ second_asked_at, until: form.until, message: form.message, closed_at: null, done_at: null })
      .where("id", "=", row.id)
      .execute();
    if (isMailed) await post(work, "voiceSecondRound", row);
  }
  if (ready.length > 0)
    await recordEvent(work, assessment, {
      kind: "voicesSecondRound",
      after: { numbers: ready.map(({ number }) => number), until: form.until },
    });
  const isAsked = (row: VoiceRow) => ready.includes(row) || (row.second_asked_at !== null && row.taken_back_at === null);
  return { voices: rows.filter(isAsked).map(({ id }) => id) };
}
