import { assessmentChain } from "#api/services/history.ts";
import { refusesMail } from "#api/services/mail-refusals.ts";
import { aboutSheet } from "#api/services/voice-content.ts";
import { dayOf } from "#model/days.ts";
import { leadingProblem } from "#model/leading.ts";
import { shownAddress } from "#model/mail-address.ts";
import { personNameProblem } from "#model/people.ts";
import { lengthInWords, voiceState } from "#model/voices.ts";
import { dayOfLetter, type Letter, type MailRow, type Paragraph, type Writing } from "./letter.ts";

/** The mail that asks somebody for their view, for as long as their sheet is open (docs/rules/voices.md#mails). */
export const voiceLetter = (writing: Writing, mail: MailRow) => letterTo(writing, mail, { isReminder: false });
export const voiceReminderLetter = (writing: Writing, mail: MailRow) => letterTo(writing, mail, { isReminder: true });
/** The mail that asks somebody who has answered to check facts (docs/rules/voices.md#second-round). */
export const voiceSecondRoundLetter = (writing: Writing, mail: MailRow) => letterTo(writing, mail, { isReminder: false });

async function letterTo(
  { db, secrets, publicUrl, now, timeZone, historyKey, catalogue }: Writing,
  { about, generation, caused_by }: MailRow,
  { isReminder }: { isReminder: boolean },
): Promise<Letter | undefined> {
  const row = await db
    .selectFrom("voice")
    .innerJoin("assessment", "assessment.id", "voice.assessment_id")
    .innerJoin("organization", "organization.id", "assessment.organization_id")
    // Somebody else may remind than asked.
    .innerJoin("user as asker", (join) => join.on("asker.id", "=", caused_by))
    .select([
      "voice.reference",
      "voice.generation",
      "voice.name",
      "voice.email",
      "voice.until",
      "voice.message",
      "voice.places",
      "voice.level_from",
      "voice.level_to",
      "voice.assessment_id",
      "voice.closed_at",
      "voice.taken_back_at",
      "voice.second_asked_at",
    ])
    .select(["assessment.status", "assessment.is_archived", "organization.name as organization"])
    .select(["asker.email as by", "asker.first_name"])
    .where("voice.reference", "=", about)
    .where("voice.generation", "=", generation)
    .where("voice.email", "is not", null)
    .where("asker.suspended_at", "is", null)
    .executeTakeFirst();
  if (!row?.by.includes("@")) return undefined;
  // A refusal may have come at the same time, unseen by the person who asked.
  if (await refusesMail({ db, historyKey }, row.email)) return undefined;
  const dates = { until: row.until, closedAt: row.closed_at, takenBackAt: row.taken_back_at };
  const readOnly = row.status === "Completed" || row.is_archived === 1;
  if (voiceState(dates, { today: dayOf(now, timeZone), readOnly }) !== "open") return undefined;
  const name = row.first_name !== null && personNameProblem(row.first_name) === undefined ? row.first_name : undefined;
  const asker = shownAddress(row.by);
  const who = name === undefined ? asker : `${name} (${asker})`;
  // Mail programs would make a link of such a name.
  const organization = leadingProblem(row.organization) === undefined ? row.organization : "your organization";
  const { team, statements } = await aboutSheet({ db, catalogue }, row);
  const asking = `${who}${team === null ? "" : `, on behalf of ${team},`}`;
  const isSecond = row.second_asked_at !== null;
  const length = isSecond || statements === 0 ? "" : `Your sheet has ${lengthInWords(statements)}. `;
  // A colleague who took the sheets over, or who reminds, has not written the message.
  const isByAsker = !isReminder && !(await wasHandedOver(db, row.assessment_id));
  const message: Paragraph[] =
    row.message === "" ? [] : [isByAsker ? `${name ?? asker} writes:` : "The message that came with it:", ...row.message.split(/\n+/)];
  return {
    subject: `${isReminder ? "Reminder: your" : "Your"} ${isSecond ? "check of facts about" : "view of"} ${organization} is asked for`,
    replyTo: { name: name ?? asker, address: row.by },
    paragraphs: [
      `${row.name ?? ""},`,
      isSecond
        ? `You have said how you see the way ${organization} works. ${asking} now ${isReminder ? "waits for" : "asks for"} your check of facts: see the assessor's verdict beside your answers, and say whether you agree. Your answers stay as they are.`
        : isReminder
          ? `${asking} asks for your view of how ${organization} works. You were asked before, and the sheet is still open.`
          : `${asking} asks for your view of how ${organization} works. It goes next to an assessment, and counts in no score.`,
      ...message,
      "Your sheet is here. You need no account, and can come back as often as you like:",
      { link: `${publicUrl}/voice/${secrets.linkOf(row, "voice")}` },
      `${length}You can fill it in until ${dayOfLetter(row.until)}. Its first page says who sees your answers, and for how long your name is kept.`,
      "The link is for you alone: whoever has it can answer in your place.",
      isReminder
        ? "You will not be reminded again. If you do not want such mails at all, say so on the sheet."
        : "You may be reminded once. If you do not want such mails, say so on the sheet.",
      "This mail was sent by the Maturity Assessment Tool.",
    ],
  };
}

/** Whether sheets of an assessment have got another asker. */
const wasHandedOver = async (db: Writing["db"], assessmentId: number): Promise<boolean> =>
  (await db
    .selectFrom("history")
    .select("id")
    .where("chain", "=", assessmentChain(assessmentId))
    .where("kind", "=", "voicesHandedOver")
    .limit(1)
    .executeTakeFirst()) !== undefined;
