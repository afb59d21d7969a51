/** What somebody does with the sheet that they were asked to fill in (docs/rules/voices.md#the-sheet). */
import type { KeyObject } from "node:crypto";
import type { Selectable } from "kysely";
import type { z } from "zod";
import type { MailedSecrets, SecretRow } from "#api/auth/mailed-secrets.ts";
import type { Catalogue } from "#api/content/catalogue.ts";
import { conflict, notFound, refused, refusedField, unauthorized } from "#api/problem.ts";
import { asFlag, type VoicePageTable } from "#api/store/database.ts";
import { type Db, isPostgres } from "#api/store/open.ts";
import type { VoiceContact } from "#model/contract/joining.ts";
import type { VoiceRound } from "#model/contract/second-round.ts";
import type { logo } from "#model/contract/style.ts";
import type { VoiceMails, VoicePage, VoicePageForm, VoiceSender, VoiceSheet } from "#model/contract/voices.ts";
import { personNameProblem } from "#model/people.ts";
import { asksLevel, CANNOT_TELL, VOICE_TEXTS_MAX, voiceMessages } from "#model/voices.ts";
import { type AssessmentRow, isSeen } from "./access.ts";
import { titleOf } from "./editions.ts";
import { assessmentChain } from "./history.ts";
import { allowMailsTo, howRefused, refuseMailsTo, refusesMail } from "./mail-refusals.ts";
import { logoDigestOf, logoOf } from "./style.ts";
import { outwardName } from "./team-name.ts";
import { asUser, USER_COLUMNS } from "./users.ts";
import { advance, type PartAddress, versionsOf } from "./versions.ts";
import {
  agreesIn,
  answeredIn,
  assessmentRow,
  byPage,
  choicesIn,
  choicesOut,
  firstOf,
  pageKey,
  placesToAsk,
  type SheetPage,
  secondPages,
  seesVerdicts,
  sheetPages,
  textsIn,
  textsOut,
  verdictsOf,
} from "./voice-content.ts";
import { stateOf, type VoiceRow } from "./voices.ts";
import { moment, todayOf, type Work } from "./work.ts";

/** What a call of a voice works with. */
export interface VoiceWork {
  db: Db;
  now: Date;
  timeZone: string;
  catalogue: Catalogue;
  historyKey: KeyObject;
  madeFrom?: Work["madeFrom"];
  voice: VoiceRow;
  assessment: AssessmentRow;
}

type PageRow = Selectable<VoicePageTable>;

const pagePart = ({ voice, assessment }: VoiceWork, place: string): PartAddress<"voicePage"> => ({
  name: "voicePage",
  of: assessmentChain(assessment.id),
  place: `voice/${voice.id}/${place}`,
});

const isOpen = (work: VoiceWork) => stateOf(work.voice, work.assessment, todayOf(work)) === "open";

/** @throws Problem 409 */
function requireOpen(work: VoiceWork): void {
  if (!isOpen(work)) throw conflict("The sheet is closed.");
}

/**
 * The sheet that a secret was made for.
 * @param forWriting whether nobody may close or change it, or submit the assessment, until the transaction ends
 * @throws Problem 401 when it is unknown, renewed, taken back or forgotten
 */
export async function admitVoice(
  { db, reference, generation }: { db: Db } & SecretRow,
  { forWriting = false } = {},
): Promise<Pick<VoiceWork, "voice" | "assessment">> {
  const isLocking = forWriting && isPostgres(db);
  const storedVoice = await db.selectFrom("voice").select("assessment_id").where("reference", "=", reference).executeTakeFirst();
  // The assessment comes first, as in every change that its assessors make.
  const assessment = await assessmentRow(db, storedVoice?.assessment_id ?? 0)
    .$if(isLocking, (query) => query.forShare("assessment"))
    .executeTakeFirst();
  const voice = await db
    .selectFrom("voice")
    .selectAll()
    .where("reference", "=", reference)
    .$if(isLocking, (query) => query.forUpdate())
    .executeTakeFirst();
  if (!assessment || !voice || voice.generation !== generation || voice.taken_back_at !== null || voice.forgotten_at !== null)
    throw unauthorized("The link is unknown, renewed or taken back.");
  return { voice, assessment };
}

/** The sheet that a link opens. It uses nothing up. @throws Problem 401 */
export async function openLink(db: Db, secrets: MailedSecrets, token: string): Promise<VoiceRow> {
  const reference = secrets.referenceIn(token);
  const row =
    reference && (await db.selectFrom("voice").select(["reference", "generation"]).where("reference", "=", reference).executeTakeFirst());
  if (!row || !secrets.isLinkOf(row, token, "voice")) throw unauthorized("The link is unknown, renewed or taken back.");
  return (await admitVoice({ db, ...row })).voice;
}

/** The pages of the sheet. */
async function pagesOf(work: VoiceWork): Promise<SheetPage[]> {
  const pages = sheetPages(await placesToAsk(work, work.assessment), work.voice);
  return work.voice.second_asked_at === null ? pages : secondPages(pages, byPage(await storedPages(work)));
}

/** What the voice has filled in, without texts. */
const storedPages = ({ db, voice }: VoiceWork) =>
  db.selectFrom("voice_page").select(["place", "question_id", "choices", "agrees", "verdicts"]).where("voice_id", "=", voice.id).execute();

/** Which round the sheet is in, and what is checked in the second (docs/rules/voices.md#second-round). */
export async function readRound(work: VoiceWork): Promise<VoiceRound> {
  const second = work.voice.second_asked_at !== null;
  if (!second || !isOpen(work)) return { second, pages: [] };
  const filled = byPage(await storedPages(work));
  return {
    second,
    pages: (await pagesOf(work)).map((page) => ({ place: page.place, checked: agreesIn(filled.get(pageKey(page)), page) !== null })),
  };
}

export async function readSheet(work: VoiceWork): Promise<VoiceSheet> {
  const { db, voice, assessment } = work;
  const closed = !isOpen(work);
  const asker = await askerOf(work);
  const organization = await db
    .selectFrom("organization")
    .select("name")
    .where("id", "=", assessment.organization_id)
    .executeTakeFirstOrThrow();
  const stored = closed ? [] : await storedPages(work);
  const filled = byPage(stored);
  const pages = closed ? [] : await pagesOf(work);
  return {
    ...{ sheet: voice.reference, organization: organization.name, assessment: titleOf(assessment), assessmentType: assessment.model },
    ...{ name: voice.name, role: voice.role, message: voice.message, until: voice.until, checksFacts: seesVerdicts(voice) },
    askedBy: asker ? { name: asker.first_name, email: asker.email } : null,
    ...{ closed, doneAt: voice.done_at, mails: voice.email !== null && !(await refusesMail(work, voice.email)) },
    pages: pages.map((page) => ({
      ...{ place: page.place, name: page.name, within: page.within },
      ...{ total: page.total, answered: answeredIn(filled.get(pageKey(page)), page) },
    })),
  };
}

/** Whoever asked; undefined once they are suspended, removed, or in another team. */
const askerOf = ({ db, voice, assessment }: VoiceWork) =>
  db
    .selectFrom("user")
    .select(["email", "first_name"])
    .where("id", "=", voice.asked_by)
    .where("team_id", "=", assessment.team_id)
    .where("suspended_at", "is", null)
    .where("email", "like", "%@%")
    .executeTakeFirst();

/**
 * Whom the voice can turn to whose asker is gone: the first, leads before others, who may change the assessment. Names that lead somewhere are left out
 * (docs/rules/voices.md#the-sheet).
 */
export async function readContact(work: VoiceWork): Promise<VoiceContact> {
  const { db, assessment } = work;
  if (await askerOf(work)) return { contact: null };
  const rows = await db
    .selectFrom("user")
    .select(USER_COLUMNS)
    .where("team_id", "=", assessment.team_id)
    .where("suspended_at", "is", null)
    .where("permission", "!=", "viewer")
    .where("email", "like", "%@%")
    .orderBy("email")
    .execute();
  const writers = rows.map(asUser).filter(({ roles }) => roles.includes(assessment.model));
  for (const user of [...writers].sort((one, other) => Number(other.permission === "lead") - Number(one.permission === "lead"))) {
    const seen = await db
      .selectFrom("organization")
      .select("organization.id")
      .where("organization.id", "=", assessment.organization_id)
      .where(isSeen({ user }))
      .executeTakeFirst();
    if (!seen) continue;
    const name = user.firstName !== null && personNameProblem(user.firstName) === undefined ? user.firstName : null;
    return { contact: { name, email: user.email } };
  }
  return { contact: null };
}

/** @throws Problem 404, 409 when the sheet is closed */
async function getPage(work: VoiceWork, place: string): Promise<SheetPage> {
  requireOpen(work);
  const page = (await pagesOf(work)).find((each) => each.place === place);
  if (!page) throw notFound("The sheet has no such page.");
  return page;
}

const storedPage = ({ db, voice }: VoiceWork, { place, statements }: SheetPage): Promise<PageRow | undefined> =>
  db
    .selectFrom("voice_page")
    .selectAll()
    .where("voice_id", "=", voice.id)
    .where("place", "=", place)
    .where("question_id", "=", firstOf(statements))
    .executeTakeFirst();

/** @throws Problem 404, 409 */
export async function readPage(work: VoiceWork, place: string): Promise<VoicePage> {
  const page = await getPage(work, place);
  // Versions come before what they are versions of: see `versionsOf`.
  const versions = await versionsOf(work.db, [pagePart(work, place)]);
  return { ...describe(work, page, await storedPage(work, page)), versions };
}

function describe({ voice }: VoiceWork, page: SheetPage, stored: PageRow | undefined): VoicePage {
  const { place, name, within, help, statements, levels } = page;
  const choices = choicesIn(stored, statements);
  const texts = textsIn(stored, statements);
  const checksFacts = seesVerdicts(voice);
  return {
    ...{ place, name, within, ...(help === undefined ? {} : { help }) },
    statements: statements.flatMap((statement, index) => {
      if (!asksLevel(levels, statement.level)) return [];
      // Options are read by level, answers of a statement from the highest on.
      const offered = statement.level === null ? statement.choices : statement.choices.toReversed();
      const verdict = checksFacts ? statement.choices.find(({ key }) => key === statement.verdict)?.name : undefined;
      const shown = {
        questionId: statement.questionId,
        statement: statement.statement,
        choices: [...offered],
        choice: choices[index] ?? null,
      };
      const { comment, seen } = texts[index] ?? { comment: "", seen: "" };
      return [{ ...shown, comment, seen, ...(verdict === undefined ? {} : { verdict }) }];
    }),
    ...(checksFacts ? { check: { agrees: agreesIn(stored, page), reason: stored?.reason ?? "", verdicts: verdictsOf(page) } } : {}),
  };
}

/** Stores what a page is filled in with. @throws Problem 404, 409 when the sheet is closed, 412, 422 */
export async function putPage(work: VoiceWork, place: string, form: VoicePageForm): Promise<VoicePage> {
  const { db, voice, assessment } = work;
  const page = await getPage(work, place);
  const { statements, levels } = page;
  const stored = await storedPage(work, page);
  const choices = choicesIn(stored, statements);
  const texts = textsIn(stored, statements);
  const seen = new Set<number>();
  for (const [index, { questionId, choice, comment, seen: where }] of form.answers.entries()) {
    const at = statements.findIndex((statement) => statement.questionId === questionId);
    const statement = statements[at];
    if (!statement || !asksLevel(levels, statement.level) || seen.has(questionId))
      throw refusedField(`answers.${index}.questionId`, "The page has no such statement, or it is named twice.");
    seen.add(questionId);
    if (choice !== null && choice !== CANNOT_TELL && !statement.choices.some(({ key }) => key === choice))
      throw refusedField(`answers.${index}.choice`, "Please select one of the options.");
    choices[at] = choice;
    texts[at] = { comment, seen: where };
  }
  // The check may have ended while the page was open, or the voice may have checked newer verdicts elsewhere: that stays.
  const isNewer = form.check?.verdicts !== verdictsOf(page) && agreesIn(stored, page) !== null;
  const check = seesVerdicts(voice) && !isNewer ? form.check : undefined;
  const columns = {
    question_id: firstOf(statements),
    choices: choicesOut(choices, statements),
    texts: textsOut(texts),
    ...(check ? checkOut(check) : { agrees: stored?.agrees ?? null, verdicts: stored?.verdicts ?? null, reason: stored?.reason ?? "" }),
  };
  const row: PageRow = { voice_id: voice.id, place, assessment_id: assessment.id, ...columns };
  // Who has seen the verdict changes no answer any more.
  if (
    voice.second_asked_at !== null &&
    (columns.choices !== (stored?.choices ?? columns.choices) || columns.texts !== (stored?.texts ?? null))
  )
    throw conflict(voiceMessages.firstRoundOver);
  const part = pagePart(work, place);
  const isSame = (Object.keys(columns) as (keyof typeof columns)[]).every((name) => (stored ?? EMPTY)[name] === columns[name]);
  if (isSame || (stored === undefined && isBlank(columns)))
    return { ...describe(work, page, stored), versions: await versionsOf(db, [part]) };
  await requireRoom(work, row);
  const voicePage = await advance(work, part, async () => ({ ...describe(work, page, stored), versions: await versionsOf(db, [part]) }));
  await db
    .insertInto("voice_page")
    .values(row)
    .onConflict((conflicting) => conflicting.columns(["voice_id", "place", "question_id"]).doUpdateSet(columns))
    .execute();
  const at = moment(work);
  await db
    .updateTable("voice")
    .set({ first_answered_at: voice.first_answered_at ?? at, last_answered_at: at })
    .where("id", "=", voice.id)
    .execute();
  return { ...describe(work, page, row), versions: { voicePage } };
}

/** A check as it is stored: it says something about the verdicts that the voice has seen, and about no others. */
const checkOut = ({ agrees, reason, verdicts }: NonNullable<VoicePageForm["check"]>) =>
  agrees === null ? { agrees, reason, verdicts: null } : { agrees: asFlag(agrees), reason, verdicts };

const EMPTY: Pick<PageRow, "question_id" | "choices" | "texts" | "agrees" | "verdicts" | "reason"> = {
  ...{ question_id: 0, choices: "", texts: null, agrees: null, verdicts: null, reason: "" },
};

/** Whether nothing is filled in. */
const isBlank = ({ choices, texts, agrees, reason }: Omit<typeof EMPTY, "question_id" | "verdicts">) =>
  /^-*$/.test(choices) && texts === null && agrees === null && reason === "";

/** @throws Problem 422 when the texts of a sheet become more than it may hold */
async function requireRoom({ db, voice }: VoiceWork, { place, question_id, texts, reason }: PageRow): Promise<void> {
  const rows = await db
    .selectFrom("voice_page")
    .select(["place", "texts", "reason"])
    .where("voice_id", "=", voice.id)
    .where(({ or, eb }) => or([eb("place", "!=", place), eb("question_id", "!=", question_id)]))
    .where(({ or, eb }) => or([eb("texts", "is not", null), eb("reason", "!=", "")]))
    .execute();
  const size = [...rows, { texts, reason }].reduce((sum, row) => sum + (row.texts?.length ?? 0) + row.reason.length, 0);
  if (size > VOICE_TEXTS_MAX) throw refused(voiceMessages.texts);
}

/** Notes that the voice is done. @throws Problem 409 when the sheet is closed */
export async function finishSheet(work: VoiceWork): Promise<VoiceSheet> {
  requireOpen(work);
  const done_at = moment(work);
  await work.db.updateTable("voice").set({ done_at }).where("id", "=", work.voice.id).execute();
  return readSheet({ ...work, voice: { ...work.voice, done_at } });
}

/** Keeps the voice's address from being mailed at by any voice's mail, now and later. */
export async function refuseMails(work: VoiceWork): Promise<void> {
  if (work.voice.email !== null) await refuseMailsTo(work, work.voice.email, work.voice);
}

/** Whether the voice's address gets mails about sheets. */
export const readMails = async (work: VoiceWork): Promise<VoiceMails> => ({
  mails: work.voice.email === null ? "none" : await howRefused(work, work.voice.email, work.voice),
});

/** Lets mails reach the voice's address again, if this link kept them from it. @throws Problem 409 */
export async function allowMails(work: VoiceWork): Promise<void> {
  const { email } = work.voice;
  if (email !== null && !(await allowMailsTo(work, email, work.voice))) throw conflict("Only the link that said so takes it back.");
}

/** The team that asks, as it calls itself. */
export async function readSender({ db, assessment: { team_id } }: VoiceWork): Promise<VoiceSender> {
  return { team: await outwardName(db, team_id), logo: await logoDigestOf(db, team_id) };
}

/** Its logo. @throws Problem 404 when it has none */
export const readSenderLogo = ({ db, assessment }: VoiceWork): Promise<z.infer<typeof logo>> => logoOf(db, assessment.team_id);
