/** Voices: the people to ask, and what to ask them about (docs/rules/voices.md#asking). */
import { randomUUID } from "node:crypto";
import type { Selectable } from "kysely";
import type { MailedSecrets } from "#api/auth/mailed-secrets.ts";
import { postMail } from "#api/mail/queue.ts";
import { openMailQuota } from "#api/mail/quota.ts";
import { type FieldError, notFound, refused, refusedField } from "#api/problem.ts";
import { asFlag, type VoiceTable } from "#api/store/database.ts";
import { type Db, isPostgres } from "#api/store/open.ts";
import { type Id, rowNumberIn } from "#model/contract/common.ts";
import type { VoiceTold } from "#model/contract/history.ts";
import type { VoiceDeliveries } from "#model/contract/joining.ts";
import type { VoicesAtLevels } from "#model/contract/voice-levels.ts";
import type {
  Voice,
  VoiceForm,
  VoiceList,
  VoiceSettings,
  VoiceSettingsForm,
  VoicesAsked,
  VoicesForm,
  VoicesQuery,
} from "#model/contract/voices.ts";
import { groupBy } from "#model/group-by.ts";
import { joiningMessages } from "#model/joining.ts";
import { addressIn, personNameProblem } from "#model/people.ts";
import {
  FIRST_ROLES,
  findRole,
  type SheetLevels,
  untilProblem,
  VOICES_MAX,
  type VoiceRefusal,
  type VoiceState,
  voiceMessages,
  voiceState,
} from "#model/voices.ts";
import { type AssessmentRow, getShareableAssessment, isCompleted, refuseArchived } from "./access.ts";
import { assessmentChain, type HistoryEvent, record } from "./history.ts";
import { refusesMail, refusingOf } from "./mail-refusals.ts";
import { voiceMailsOf } from "./mail-states.ts";
import { advance, type PartAddress, versionsByPlace, versionsOf } from "./versions.ts";
import {
  answeredIn,
  levelsOf,
  pageKey,
  placesOf,
  placesToAsk,
  type SheetPlace,
  sheetPages,
  storedKey,
  type VoiceLevelColumns,
} from "./voice-content.ts";
import { moment, todayOf, type Work } from "./work.ts";

export type VoiceRow = Selectable<VoiceTable>;

/** Where the versions of a voice are. */
export const voicePart = (assessmentId: number, id: number): PartAddress<"voice"> => ({
  name: "voice",
  of: assessmentChain(assessmentId),
  place: `voice/${id}`,
});
const settingsPart = (assessmentId: number): PartAddress<"voices"> => ({ name: "voices", of: assessmentChain(assessmentId), place: "" });

/** Where the history tells of a voice: by number, which is all that is left of it in the end. */
const placeInHistory = ({ number }: Pick<VoiceRow, "number">) => `voice/${number}`;
export const recordEvent = (work: Work, { id }: AssessmentRow, event: HistoryEvent) => record(work, assessmentChain(id), event);

/** Whether a sheet can be filled in now. */
export const stateOf = (
  row: Pick<VoiceRow, "until" | "closed_at" | "taken_back_at">,
  assessment: Pick<AssessmentRow, "status" | "is_archived">,
  today: string,
): VoiceState =>
  voiceState(
    { until: row.until, closedAt: row.closed_at, takenBackAt: row.taken_back_at },
    { today, readOnly: assessment.status === "Completed" || assessment.is_archived === 1 },
  );

/** An assessment whose voices the caller may change now. @throws Problem 404, 403, 422 when it is completed or archived */
export async function holdAssessment(work: Work, id: number): Promise<AssessmentRow> {
  const row = await getShareableAssessment(work, id, { forWriting: true });
  refuseArchived(row);
  if (isCompleted(row)) throw refused("The assessment is completed and read-only.");
  return row;
}

/** @throws Problem 404 */
async function holdVoice({ db }: Work, assessmentId: number, id: number): Promise<VoiceRow> {
  const row = await db
    .selectFrom("voice")
    .selectAll()
    .where("assessment_id", "=", assessmentId)
    .where("id", "=", id)
    .$if(isPostgres(db), (query) => query.forUpdate())
    .executeTakeFirst();
  if (!row) throw notFound("The assessment has no such voice.");
  return row;
}

/** The same for what can still be changed. @throws Problem 404, 422 */
async function holdLiving(work: Work, assessmentId: number, id: number): Promise<VoiceRow> {
  const row = await holdVoice(work, assessmentId, id);
  if (row.taken_back_at !== null) throw refused("This sheet was taken back.");
  if (row.forgotten_at !== null) throw refused("The name of this voice was removed, so its sheet can no longer be changed.");
  return row;
}

/** Roles and the tick of an assessment; before somebody stores them, the roles that its model suggests. */
export async function settingsOf(
  db: Db,
  { id: assessmentId, model }: Pick<AssessmentRow, "id" | "model">,
): Promise<{ roles: string[]; showInResults: boolean }> {
  const row = await db.selectFrom("voice_setting").selectAll().where("assessment_id", "=", assessmentId).executeTakeFirst();
  return row
    ? { roles: JSON.parse(row.roles), showInResults: row.show_in_results === 1 }
    : { roles: [...FIRST_ROLES[model]], showInResults: false };
}

/** Lists the voices, and the places that a sheet can ask about. @throws Problem 404, 403 */
export async function listVoices(work: Work, mails: boolean, assessmentId: number, { without }: VoicesQuery): Promise<VoiceList> {
  const assessment = await getShareableAssessment(work, assessmentId, { forWriting: false });
  const { db } = work;
  // Versions come before what they are versions of: see `versionsOf`.
  const versions = await versionsOf(db, [settingsPart(assessmentId)]);
  const places = await placesToAsk(work, assessment);
  const voices = await describeVoices(work, mails, assessment, places);
  const settings = await settingsOf(db, assessment);
  return {
    voices: without === undefined ? voices : voices.map((voice) => ({ ...voice, places: [] })),
    places: places.map(({ place, name, within, descoped, statements }) => ({
      place,
      name,
      within,
      descoped,
      statements: statements.length,
    })),
    ...settings,
    mail: mails,
    versions,
  };
}

/** The voices of an assessment as they go over the wire, by number. @param id of one of them; absent: all */
async function describeVoices(
  work: Work,
  mails: boolean,
  assessment: AssessmentRow,
  places: readonly SheetPlace[],
  id?: number,
): Promise<Voice[]> {
  const { db } = work;
  const wanted = db
    .selectFrom("voice")
    .where("voice.assessment_id", "=", assessment.id)
    .$if(id !== undefined, (query) => query.where("voice.id", "=", id ?? 0));
  const ids = await wanted.select("voice.id").execute();
  const versions = await versionsByPlace(
    db,
    ids.map((row) => voicePart(assessment.id, row.id)),
  );
  const rows = await wanted
    .innerJoin("user", "user.id", "voice.asked_by")
    .selectAll("voice")
    .select("user.email as asker")
    .orderBy("voice.number")
    .execute();
  const pages = await db
    .selectFrom("voice_page")
    .select(["voice_id", "place", "question_id", "choices"])
    .where("assessment_id", "=", assessment.id)
    .$if(id !== undefined, (query) => query.where("voice_id", "=", id ?? 0))
    .execute();
  const pagesOf = groupBy(pages, ({ voice_id }) => voice_id);
  const refusing = await refusingOf(
    work,
    rows.flatMap(({ email }) => email ?? []),
  );
  const today = todayOf(work);
  // Many voices have the same places.
  const sheets = new Map<string, ReturnType<typeof sheetOf>>();
  const sheetFor = (row: VoiceRow) => {
    const key = `${row.level_from} ${row.level_to} ${row.places}`;
    const sheet = sheets.get(key) ?? sheetOf(places, row);
    sheets.set(key, sheet);
    return sheet;
  };
  return rows.map((row) => {
    const { chosen, sheet, total } = sheetFor(row);
    const state = stateOf(row, assessment, today);
    const isRefusing = row.email !== null && refusing.has(row.email);
    // Spreads would take longer than all else here: a list has two hundred voices.
    return {
      id: row.id,
      number: row.number,
      name: row.name,
      role: row.role,
      email: row.email,
      places: chosen,
      until: row.until,
      message: row.message,
      checksFacts: row.checks_facts === 1,
      state,
      total,
      // A sheet has up to a hundred pages, and most voices have stored few.
      answered: (pagesOf.get(row.id) ?? []).reduce((sum, stored) => {
        const page = sheet.get(storedKey(stored));
        return page ? sum + answeredIn(stored, page) : sum;
      }, 0),
      askedAt: row.asked_at,
      askedBy: row.asker,
      firstAnsweredAt: row.first_answered_at,
      lastAnsweredAt: row.last_answered_at,
      doneAt: row.done_at,
      mailedAt: row.mailed_at,
      remindedAt: row.reminded_at,
      refusesMail: isRefusing,
      maySendMail: mails && state === "open" && row.email !== null && !isRefusing && row.reminded_at === null,
      versions: versions.get(`voice/${row.id}`) ?? { voice: 0 },
    };
  });
}

/** The places of a voice, and the pages that they make now. */
function sheetOf(places: readonly SheetPlace[], row: Pick<VoiceRow, "places"> & VoiceLevelColumns) {
  const pages = sheetPages(places, row);
  const sheet = new Map(pages.map((page) => [pageKey(page), page]));
  return { chosen: placesOf(row), sheet, total: pages.reduce((sum, page) => sum + page.total, 0) };
}

/** The levels of a form as they are stored. */
const columnsOf = (levels: SheetLevels | null): VoiceLevelColumns => ({ level_from: levels?.from ?? null, level_to: levels?.to ?? null });

/** @throws Problem 422 for levels of which nothing can be asked */
function requireLevels(offered: readonly SheetPlace[], places: readonly string[], levels: SheetLevels | null): void {
  const isEmpty = (some: SheetLevels | null) => sheetPages(offered, { places: JSON.stringify(places), ...columnsOf(some) }).length === 0;
  // A sheet may be empty for now because its places have left the scope.
  if (isEmpty(levels) && !isEmpty(null)) throw refusedField("levels", voiceMessages.levels);
}

/** One voice as it goes over the wire. @throws Problem 404 */
async function describe(work: Work, mails: boolean, assessment: AssessmentRow, id: number): Promise<Voice> {
  const [voice] = await describeVoices(work, mails, assessment, await placesToAsk(work, assessment), id);
  if (!voice) throw notFound("The assessment has no such voice.");
  return voice;
}

/** @param stored places that the voice has been asked about already @throws Problem 422 for a place that voices cannot be asked about */
function requirePlaces(offered: readonly SheetPlace[], places: readonly string[], stored: readonly string[] = []): void {
  const known = new Set([...offered.flatMap(({ place, descoped }) => (descoped ? [] : [place])), ...stored]);
  const errors = places.flatMap((place, index): FieldError[] =>
    known.has(place) ? [] : [{ path: `places.${index}`, message: "Nobody can be asked about this: it is not in the assessment's scope." }],
  );
  if (errors.length > 0) throw refused("The request is not valid.", errors);
}

/** @throws Problem 422 */
export function requireUntil(work: Work, until: string): void {
  const problem = untilProblem(until, todayOf(work));
  if (problem !== undefined) throw refusedField("until", problem);
}

/** Who is asked, checked. */
interface NewVoice {
  name: string;
  role: string;
  email: string | null;
}

/** Checks one person to ask; gives what is wrong instead. @param taken the addresses that have a sheet */
function checkAsked(
  { name, role, email }: NewVoice,
  { roles, taken }: { roles: readonly string[]; taken: ReadonlySet<string> },
): NewVoice | VoiceRefusal {
  const match = findRole(roles, role);
  const address = email === null || email === "" ? null : addressIn(email);
  if (name === "" || personNameProblem(name) !== undefined) return "name";
  if (match === undefined) return "role";
  if (address === undefined) return "address";
  return address !== null && taken.has(address) ? "twice" : { name, role: match, email: address };
}

/** The addresses that have a sheet of the assessment. @param except a voice */
async function addressesOf(db: Db, assessmentId: number, except = 0): Promise<Set<string>> {
  const rows = await db
    .selectFrom("voice")
    .select("email")
    .where("assessment_id", "=", assessmentId)
    .where("id", "!=", except)
    .where("email", "is not", null)
    .where("taken_back_at", "is", null)
    .execute();
  return new Set(rows.flatMap(({ email }) => email ?? []));
}

/**
 * Asks several people. Each is judged by itself; the others stay with the caller, who holds the team for the quota of mails.
 * @throws Problem 404, 403, 422 for places or a last day that cannot be
 */
export async function askVoices(
  work: Work,
  mails: boolean,
  assessmentId: number,
  { levels = null, ...form }: VoicesForm & Partial<Pick<VoicesAtLevels, "levels">>,
): Promise<VoicesAsked> {
  const { db, user, now } = work;
  const assessment = await holdAssessment(work, assessmentId);
  const offered = await placesToAsk(work, assessment);
  requirePlaces(offered, form.places);
  requireLevels(offered, form.places, levels);
  requireUntil(work, form.until);
  const { roles } = await settingsOf(db, assessment);
  const taken = await addressesOf(db, assessmentId);
  const refusing = await refusingOf(
    work,
    form.voices.flatMap(({ email }) => (email && addressIn(email)) || []),
  );
  const mayPost = mails ? await openMailQuota(db, { userId: user.id, teamId: user.teamId }, now) : () => true;
  const { last } = await db
    .selectFrom("voice")
    .select(({ fn }) => fn.max<number | null>("number").as("last"))
    .where("assessment_id", "=", assessmentId)
    .executeTakeFirstOrThrow();
  let number = last ?? 0;
  const voices: VoicesAsked["voices"] = [];
  const numbers: number[] = [];
  for (const line of form.voices) {
    const checked = checkAsked(line, { roles, taken });
    if (typeof checked === "string") {
      voices.push({ refused: checked });
      continue;
    }
    const isMailed = mails && checked.email !== null && !refusing.has(checked.email);
    const refusal = number >= VOICES_MAX ? "full" : isMailed && !mayPost(checked.email ?? "") ? "quota" : undefined;
    if (refusal !== undefined) {
      voices.push({ refused: refusal });
      continue;
    }
    number += 1;
    numbers.push(number);
    if (checked.email !== null) taken.add(checked.email);
    const email = mails ? checked.email : null;
    const row = await db
      .insertInto("voice")
      .values({
        ...{ reference: randomUUID(), generation: 1, assessment_id: assessmentId, number, name: checked.name, role: checked.role, email },
        ...{ places: JSON.stringify(form.places), ...columnsOf(levels), until: form.until, message: form.message },
        ...{ checks_facts: asFlag(form.checksFacts), asked_by: user.id, asked_at: moment(work), mailed_at: isMailed ? moment(work) : null },
      })
      .returning(["id", "reference", "generation"])
      .executeTakeFirstOrThrow();
    if (isMailed) await post(work, "voice", { ...row, email });
    await advance({ db, madeFrom: undefined }, voicePart(assessmentId, row.id));
    voices.push({ voice: row.id });
  }
  if (numbers.length > 0) {
    const { places, until, checksFacts } = form;
    await recordEvent(work, assessment, {
      kind: "voicesAsked",
      after: { numbers, places, until, checksFacts, ...(levels ? { levels } : {}) },
    });
  }
  return { voices };
}

export async function post(
  { db, user, now }: Work,
  kind: "voice" | "voiceReminder" | "voiceSecondRound",
  row: Pick<VoiceRow, "email" | "reference" | "generation">,
) {
  if (row.email === null) return;
  const { email: recipient, reference: about, generation } = row;
  await postMail(db, { kind, recipient, about, generation, caused_by: user.id }, now);
}

/** What the history tells of a voice. */
const summarise = (row: Pick<VoiceRow, "role" | "places" | "until" | "checks_facts"> & VoiceLevelColumns): VoiceTold => {
  const levels = levelsOf(row);
  return {
    ...{ role: row.role, places: placesOf(row), until: row.until, checksFacts: row.checks_facts === 1 },
    ...(levels ? { levels } : {}),
  };
};

/**
 * Changes a voice, or what its sheet asks. Levels that the form does not name stay. Another address ends the link and gets a new one by mail; a voice that has answered keeps its address.
 * A later last day opens a closed sheet again. The caller holds the team for the quota of mails.
 * @throws Problem 404, 403, 412, 422
 */
export async function changeVoice(
  work: Work,
  mails: boolean,
  assessmentId: number,
  id: number,
  form: VoiceForm & { levels?: SheetLevels | null },
): Promise<Voice> {
  const { db, user, now } = work;
  const assessment = await holdAssessment(work, assessmentId);
  const row = await holdLiving(work, assessmentId, id);
  const offered = await placesToAsk(work, assessment);
  requirePlaces(offered, form.places, placesOf(row));
  const levels = form.levels === undefined ? levelsOf(row) : form.levels;
  if (form.levels !== undefined) requireLevels(offered, form.places, levels);
  if (form.until !== row.until) requireUntil(work, form.until);
  const { roles } = await settingsOf(db, assessment);
  const taken = await addressesOf(db, assessmentId, id);
  // Two sheets may have gone to one address in two forms, before there was one form.
  taken.delete(row.email ?? "");
  const checked = checkAsked(form, { roles, taken });
  if (typeof checked === "string")
    throw refusedField(checked === "address" || checked === "twice" ? "email" : checked, voiceMessages[checked]);
  const email = mails ? checked.email : null;
  // The link would open what the first person answered.
  if (row.first_answered_at !== null && row.email !== null && email !== row.email)
    throw refusedField("email", "This person has answered already. Take the sheet back, and ask the other person anew.");
  const columns = {
    ...{ name: checked.name, role: checked.role, email, places: JSON.stringify(form.places), until: form.until, message: form.message },
    ...{ checks_facts: asFlag(form.checksFacts), ...columnsOf(levels) },
  };
  const changed = (Object.keys(columns) as (keyof typeof columns)[]).filter((name) => row[name] !== columns[name]);
  if (changed.length === 0) return describe(work, mails, assessment, id);
  await advance(work, voicePart(assessmentId, id), () => describe(work, mails, assessment, id));
  const isMoved = changed.includes("email");
  const closed_at = form.until > row.until ? null : row.closed_at;
  const isOpen = stateOf({ ...row, ...columns, closed_at }, assessment, todayOf(work)) === "open";
  const isMailed = isMoved && email !== null && isOpen && !(await refusesMail(work, email));
  if (isMailed && !(await openMailQuota(db, { userId: user.id, teamId: user.teamId }, now))(email))
    throw refusedField("email", voiceMessages.quota);
  const generation = row.generation + (isMoved ? 1 : 0);
  await db
    .updateTable("voice")
    .set({ ...columns, generation, closed_at })
    .$if(isMoved, (query) => query.set({ mailed_at: isMailed ? moment(work) : null }))
    .where("id", "=", id)
    .execute();
  if (isMailed) await post(work, "voice", { email, reference: row.reference, generation });
  const unnamed = { name: "name", email: "address", message: "message" } as const;
  const others = changed.flatMap((name) => (name in unnamed ? [unnamed[name as keyof typeof unnamed]] : []));
  await recordEvent(work, assessment, {
    kind: "voice",
    place: placeInHistory(row),
    before: summarise(row),
    after: { ...summarise({ ...row, ...columns }), ...(others.length > 0 ? { changed: others } : {}) },
  });
  return describe(work, mails, assessment, id);
}

/** Takes a sheet back. Its link ends, and its answers no longer count. @throws Problem 404, 403, 412, 422 */
export async function takeVoiceBack(work: Work, mails: boolean, assessmentId: number, id: number): Promise<Voice> {
  const assessment = await holdAssessment(work, assessmentId);
  const row = await holdVoice(work, assessmentId, id);
  if (row.taken_back_at === null) {
    await advance(work, voicePart(assessmentId, id), () => describe(work, mails, assessment, id));
    await work.db
      .updateTable("voice")
      .set({ taken_back_at: moment(work), generation: row.generation + 1 })
      .where("id", "=", id)
      .execute();
    await recordEvent(work, assessment, { kind: "voiceTakenBack", place: placeInHistory(row) });
  }
  return describe(work, mails, assessment, id);
}

/** Closes a sheet. @throws Problem 404, 403, 412, 422 */
export async function closeVoice(work: Work, mails: boolean, assessmentId: number, id: number): Promise<Voice> {
  const assessment = await holdAssessment(work, assessmentId);
  const row = await holdLiving(work, assessmentId, id);
  if (stateOf(row, assessment, todayOf(work)) === "open") {
    await advance(work, voicePart(assessmentId, id), () => describe(work, mails, assessment, id));
    await close(work, assessment, [row]);
  }
  return describe(work, mails, assessment, id);
}

/** Closes all sheets that are open. @throws Problem 404, 403, 422 */
export async function closeVoices(work: Work, assessmentId: number): Promise<void> {
  const assessment = await holdAssessment(work, assessmentId);
  const rows = await heldOf(work, assessmentId);
  const open = rows.filter((row) => stateOf(row, assessment, todayOf(work)) === "open");
  for (const { id } of open) await advance({ db: work.db, madeFrom: undefined }, voicePart(assessmentId, id));
  await close(work, assessment, open);
}

/** All voices of an assessment, by number, locked until the transaction ends. */
export const heldOf = ({ db }: Work, assessmentId: number): Promise<VoiceRow[]> =>
  db
    .selectFrom("voice")
    .selectAll()
    .where("assessment_id", "=", assessmentId)
    .orderBy("number")
    .$if(isPostgres(db), (query) => query.forUpdate())
    .execute();

async function close(work: Work, assessment: AssessmentRow, rows: readonly VoiceRow[]): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await work.db
    .updateTable("voice")
    .set({ closed_at: moment(work) })
    .where("id", "in", ids)
    .execute();
  await recordEvent(work, assessment, { kind: "voicesClosed", after: { numbers: rows.map(({ number }) => number) } });
}

/** Mails the one reminder of a voice. The caller holds the team for the quota of mails. @throws Problem 404, 403, 422 */
export async function remindVoice(work: Work, mails: boolean, assessmentId: number, id: number): Promise<void> {
  const { db, user, now } = work;
  const assessment = await holdAssessment(work, assessmentId);
  const row = await holdLiving(work, assessmentId, id);
  if (!mails || row.email === null) throw refused("There is no address to which a reminder could be mailed.");
  if (stateOf(row, assessment, todayOf(work)) !== "open") throw refused("This sheet is closed.");
  if (await refusesMail(work, row.email)) throw refused("This person has asked for no more mails.");
  if (row.reminded_at !== null) throw refused("This person was reminded already.");
  if (!(await openMailQuota(db, { userId: user.id, teamId: user.teamId }, now))(row.email)) throw refused(voiceMessages.quota);
  await advance({ db, madeFrom: undefined }, voicePart(assessmentId, id));
  await db
    .updateTable("voice")
    .set({ reminded_at: moment(work) })
    .where("id", "=", id)
    .execute();
  await post(work, "voiceReminder", row);
  await recordEvent(work, assessment, { kind: "voiceReminded", place: placeInHistory(row) });
}

/** What became of the mails to voices. @param sendsMails whether mails are sent, so that something becomes of them @throws Problem 404, 403 */
export async function listVoiceMails(work: Work, sendsMails: boolean, assessmentId: number): Promise<VoiceDeliveries> {
  await getShareableAssessment(work, assessmentId, { forWriting: false });
  const mails = sendsMails ? await voiceMailsOf(work.db, assessmentId) : [];
  return { mails: mails.map(({ mail: _, ...delivery }) => delivery) };
}

/**
 * Posts the newest mail to a voice again that was refused. It counts for the quota of whoever does so, who holds the team.
 * @throws Problem 404, 403, 422
 */
export async function mailVoiceAgain(work: Work, assessmentId: number, id: number): Promise<void> {
  const { db, user, now } = work;
  const assessment = await holdAssessment(work, assessmentId);
  const row = await holdLiving(work, assessmentId, id);
  const [newest] = (await voiceMailsOf(db, assessmentId)).filter(({ voice }) => voice === id);
  if (row.email === null || newest?.state !== "refused") throw refused(joiningMessages.noMailToRepeat);
  if (stateOf(row, assessment, todayOf(work)) !== "open") throw refused("This sheet is closed.");
  if (await refusesMail(work, row.email)) throw refused("This person has asked for no more mails.");
  if (!(await openMailQuota(db, { userId: user.id, teamId: user.teamId }, now))(row.email)) throw refused(voiceMessages.quota);
  await db
    .updateTable("mail")
    .set(({ eb }) => ({
      ...{ failed_at: null, last_error: null, attempts: 0, next_at: moment(work), created_at: moment(work), caused_by: user.id },
      repeats: eb("repeats", "+", 1),
    }))
    .where("id", "=", newest.mail)
    .execute();
  await recordEvent(work, assessment, { kind: "voiceMailedAgain", place: placeInHistory(row) });
}

/** The token of a voice's link. @param renew ends those that were given before @throws Problem 404, 403, 422 */
export async function linkOfVoice(
  work: Work,
  secrets: MailedSecrets,
  assessmentId: number,
  id: number,
  renew: boolean,
): Promise<{ token: string }> {
  const assessment = await holdAssessment(work, assessmentId);
  const row = await holdLiving(work, assessmentId, id);
  const generation = row.generation + (renew ? 1 : 0);
  if (renew) await work.db.updateTable("voice").set({ generation }).where("id", "=", id).execute();
  // Anybody with the link can answer in this person's place, so the history says who took it.
  await recordEvent(work, assessment, { kind: "voiceLink", place: placeInHistory(row), after: { renewed: renew } });
  return { token: secrets.linkOf({ reference: row.reference, generation }, "voice") };
}

/**
 * The tokens of several links, without those that have ended.
 * @param ids as the form has them
 * @throws Problem 404 when one of the voices does not exist, 403, 422
 */
export async function linksOfVoices(
  work: Work,
  secrets: MailedSecrets,
  assessmentId: number,
  ids: readonly Id[],
): Promise<{ links: { voice: number; token: string }[] }> {
  const assessment = await holdAssessment(work, assessmentId);
  const rows = new Map((await heldOf(work, assessmentId)).map((row) => [row.id, row]));
  const wanted = [...new Set(ids.map((id) => rowNumberIn(id) ?? 0))].map((id) => {
    const row = rows.get(id);
    if (!row) throw notFound("The assessment has no such voice.");
    return row;
  });
  const living = wanted.filter(({ taken_back_at, forgotten_at }) => taken_back_at === null && forgotten_at === null);
  if (living.length > 0)
    await recordEvent(work, assessment, { kind: "voiceLink", after: { numbers: living.map(({ number }) => number), renewed: false } });
  return { links: living.map((row) => ({ voice: row.id, token: secrets.linkOf(row, "voice") })) };
}

/** Stores roles and the tick. @throws Problem 404, 403, 412, 422 for a role that is left out although somebody has it */
export async function putVoiceSettings(work: Work, assessmentId: number, form: VoiceSettingsForm): Promise<VoiceSettings> {
  const { db } = work;
  const assessment = await holdAssessment(work, assessmentId);
  const part = settingsPart(assessmentId);
  const stored = await settingsOf(db, assessment);
  const next = { roles: form.roles ?? stored.roles, showInResults: form.showInResults ?? stored.showInResults };
  const describeNow = async (settings: typeof stored): Promise<VoiceSettings> => ({ ...settings, versions: await versionsOf(db, [part]) });
  if (JSON.stringify(next) === JSON.stringify(stored)) return describeNow(stored);
  const used = await db.selectFrom("voice").select("role").distinct().where("assessment_id", "=", assessmentId).execute();
  if (used.some(({ role }) => !next.roles.includes(role))) throw refusedField("roles", voiceMessages.roleUsed);
  await advance(work, part, () => describeNow(stored));
  const columns = { roles: JSON.stringify(next.roles), show_in_results: asFlag(next.showInResults) };
  await db
    .insertInto("voice_setting")
    .values({ assessment_id: assessmentId, ...columns })
    .onConflict((conflict) => conflict.column("assessment_id").doUpdateSet(columns))
    .execute();
  await recordEvent(work, assessment, { kind: "voices", before: stored, after: next });
  return describeNow(next);
}

/** Removes the names of all voices, also of a completed or archived assessment. @throws Problem 404, 403 */
export async function forgetVoices(work: Work, assessmentId: number): Promise<{ forgotten: number }> {
  const assessment = await getShareableAssessment(work, assessmentId, { forWriting: true });
  const rows = (await heldOf(work, assessmentId)).filter(({ forgotten_at }) => forgotten_at === null);
  await forgetRows(work, rows);
  for (const { id } of rows) await advance({ db: work.db, madeFrom: undefined }, voicePart(assessmentId, id));
  if (rows.length > 0) await recordEvent(work, assessment, { kind: "voiceNames", after: { numbers: rows.map(({ number }) => number) } });
  return { forgotten: rows.length };
}

/**
 * Forgets who voices are, in the transaction of the caller, and ends their links. Of mails to them it stays that there were some, because they
 * count in a quota.
 */
export async function forgetRows(
  { db, now }: Pick<Work, "db" | "now">,
  rows: readonly Pick<VoiceRow, "id" | "reference">[],
): Promise<void> {
  if (rows.length === 0) return;
  const at = moment({ now });
  await db
    .updateTable("voice")
    .set(({ eb, fn }) => ({
      ...{ name: null, email: null, message: "", forgotten_at: at },
      generation: eb("generation", "+", 1),
      closed_at: fn.coalesce("closed_at", eb.val(at)),
    }))
    .where(
      "id",
      "in",
      rows.map(({ id }) => id),
    )
    .where("forgotten_at", "is", null)
    .execute();
  await db
    .updateTable("mail")
    .set({ recipient: "", last_error: null })
    .where(
      "about",
      "in",
      rows.map(({ reference }) => reference),
    )
    .execute();
}
