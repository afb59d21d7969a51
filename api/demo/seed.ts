/** The demo's data. It is the same in every demo, and made by the API's own functions, so that it obeys every rule. */
import type { Role } from "#model/contract/common.ts";
import { placeOf, type Subject } from "#model/contract/history.ts";
import { dayOf } from "#model/days.ts";
import { COMPONENTS, PRACTICES } from "#model/itil/catalogue.ts";
import { PRACTICE_SCORES } from "#model/itil/gate.ts";
import { PRIMARY, SUPPORTING } from "#model/itil/scope.ts";
import { PERSPECTIVES, THREADS } from "#model/p3m3/catalogue.ts";
import { selectionsBehind } from "#model/p3m3/explain.ts";
import { EMPTY_THREAD, THREAD_SCORES } from "#model/p3m3/gate.ts";
import { threadsOffered } from "#model/p3m3/scope.ts";
import { aboutStatement } from "#model/peer-review.ts";
import { CANNOT_TELL } from "#model/voices.ts";
import { addAction, addRemark, changeAction } from "../services/actions.ts";
import { completeAssessment, createAssessment, setArchived, updateAssessment } from "../services/assessments.ts";
import { addEarlierScores } from "../services/earlier-scores.ts";
import { makeEdition } from "../services/editions.ts";
import { addPlanRows } from "../services/engagement-plan.ts";
import { createEngagement, putEngagementState, putMember } from "../services/engagements.ts";
import { addEvidence } from "../services/evidence.ts";
import { inviteToTeam } from "../services/invitations.ts";
import { answerComponent, answerPractice, getMaturityQuestions, getPracticeQuestions, writeItilNote } from "../services/itil/answering.ts";
import { releaseLock, takeLock } from "../services/locks.ts";
import { createOrganization } from "../services/organizations.ts";
import { answerThread, flagThread, getThreadQuestions, markDiagnostic, setDescoped, writeThreadNote } from "../services/p3m3/answering.ts";
import { takeSnapshot } from "../services/p3m3/benchmark-snapshot.ts";
import { decide, getPeerReview } from "../services/peer-review.ts";
import { askForRating, beginRating, finishGroup } from "../services/ratings/requests.ts";
import { answerRating, getRatingOverview, noteRating } from "../services/ratings/store.ts";
import { COUNTRIES, INDUSTRIES, SIZES } from "../services/reference.ts";
import { addPoint, replyTo, settlePoint } from "../services/review-points.ts";
import { askForReview } from "../services/review-requests.ts";
import { writeLogo, writeStyle } from "../services/style.ts";
import { putTargets } from "../services/targets.ts";
import { createUser, findUserByEmail } from "../services/users.ts";
import { admitVoice, finishSheet, putPage, readPage } from "../services/voice-sheet.ts";
import { askVoices, closeVoice, putVoiceSettings, remindVoice } from "../services/voices.ts";
import { changeAccess, createBehindWall } from "../services/walls.ts";
import { todayOf, type Work } from "../services/work.ts";
import { inTransaction, type Store } from "../store/open.ts";
import { FORMER_VERSION } from "./former-packs.ts";
import {
  DEMO_ORGANIZATIONS,
  DEMO_WALLED,
  DEMO_YEARS,
  type DemoAction,
  type DemoEdition,
  type DemoEngagement,
  type DemoEvidence,
  type DemoItil,
  type DemoOrganization,
  type DemoP3m3,
  type DemoRating,
  type DemoReview,
  PARTICIPANTS,
  PARTICIPATING_TEAMS,
} from "./organizations.ts";
import { DEMO_LOGO, DEMO_STYLE } from "./style.ts";
import { DEMO_INVITATIONS, DEMO_USERS } from "./users.ts";
import type { DemoVoice, DemoVoices } from "./voices.ts";

const DAY_MS = 24 * 60 * 60_000;

/** What every write of the demo works with. */
type Seeding = Pick<Work, "db" | "catalogue" | "historyKey" | "timeZone">;

/** Seeds the demo. One that was seeded before gets the people who are new, or were removed. */
export async function seedDemo(store: Store, surroundings: Omit<Seeding, "db">, now: Date): Promise<void> {
  await inTransaction(store, async (db) => {
    const seeding = { ...surroundings, db };
    const isSeeded = (await findUserByEmail(db, DEMO_USERS[0]?.email ?? "")) !== undefined;
    for (const user of DEMO_USERS) if (!(await findUserByEmail(db, user.email))) await createUser(db, user);
    // Whom a visitor has suspended is there again.
    const addresses = DEMO_USERS.map(({ email }) => email);
    await db
      .updateTable("user")
      .set({ suspended_at: null })
      .where("email", "in", addresses)
      .where("suspended_at", "is not", null)
      .execute();
    if (isSeeded) return;
    await seedStyle(seeding, now);
    await seedInvitations(seeding, now);
    for (const organization of DEMO_ORGANIZATIONS) await seedOrganization(seeding, now, organization);
    // Organizations of other teams that gave consent, so that benchmarks have something to compare with from the first day.
    for (const [index, organization] of PARTICIPANTS.entries()) {
      const number = (index % PARTICIPATING_TEAMS) + 1;
      const email = `participant${number}@demo.example`;
      if (index < PARTICIPATING_TEAMS) await createUser(db, { email, roles: ["P3M3", "ITIL"], team: `Benchmark participants ${number}` });
      await seedOrganization(seeding, now, { ...organization, by: email });
    }
    await seedOrganization(seeding, now, DEMO_YEARS);
    await seedOrganization(seeding, now, DEMO_WALLED);
    await takeSnapshot(db, now);
  });
}

/** One for somebody whom nobody knows, and one for somebody who is alone in their team. */
async function seedInvitations(seeding: Seeding, now: Date): Promise<void> {
  const work: Work = { ...seeding, user: await demoUser(seeding.db, DEMO_INVITATIONS.by), isInternal: false, internalAccounts: [], now };
  for (const { permission, roles, ...person } of DEMO_INVITATIONS.people)
    await inviteToTeam(work, true, { people: [person], permission, roles });
}

async function seedStyle(seeding: Seeding, now: Date): Promise<void> {
  const { by, ...style } = DEMO_STYLE;
  const work: Work = { ...seeding, user: await demoUser(seeding.db, by), isInternal: false, internalAccounts: [], now };
  await writeStyle(work, style);
  await writeLogo(work, { png: DEMO_LOGO });
}

async function demoUser(db: Work["db"], email: string): Promise<Work["user"]> {
  const user = await findUserByEmail(db, email);
  if (!user) throw new Error(`There is no demo user ${email}.`);
  return user;
}

async function seedOrganization(seeding: Seeding, now: Date, organization: DemoOrganization): Promise<void> {
  const { db } = seeding;
  const user = await demoUser(db, organization.by);
  const at = (daysAgo: number): Work => ({
    ...seeding,
    user,
    isInternal: false,
    internalAccounts: [],
    now: new Date(now.getTime() - daysAgo * DAY_MS),
  });
  const named = (list: readonly { id: number; name: string }[], name: string) => {
    const item = list.find((item) => item.name === name);
    if (!item) throw new Error(`No reference list has ${name}.`);
    return item;
  };
  const { wall } = organization;
  const form = {
    ...organization,
    country: named(COUNTRIES, organization.country),
    industry: named(INDUSTRIES, organization.industry),
    size: named(SIZES, organization.size),
  };
  const { id } = wall ? await createBehindWall(at(wall.madeDaysAgo), form) : await createOrganization(at(0), form);
  if (wall) await nameWhom({ ...at(wall.changedDaysAgo), user: await demoUser(db, wall.by), mails: MAILS }, id, wall);
  /** The latest edition of each assessment, by name. */
  const made = new Map<string, number>();
  const previousOf = ({ previous }: DemoP3m3 | DemoItil) => (previous === undefined ? {} : { previousId: made.get(previous) ?? null });
  for (const assessment of organization.p3m3) made.set(assessment.name, await seedP3m3(at, id, assessment, previousOf(assessment)));
  for (const { daysAgo, scope = null, maturity = null, scores, ...earlier } of organization.earlier ?? [])
    await addEarlierScores(at(0), id, {
      ...{ ...earlier, scope, maturity, date: todayOf(at(daysAgo)) },
      scores: Object.entries(scores).map(([code, score]) => ({ code, score })),
    });
  for (const { model, scope = null, targets } of organization.targets ?? [])
    await putTargets(at(0), id, {
      ...{ model, scope },
      targets: targets.map(([code, score, inDays, reason]) => ({ code, score, date: todayOf(at(-inDays)), reason })),
    });
  for (const assessment of organization.itil ?? []) made.set(assessment.name, await seedItil(at, id, assessment, previousOf(assessment)));
  const putOff: (() => Promise<unknown>)[] = [];
  for (const action of organization.actions ?? []) putOff.push(await seedAction(at, id, action, made.get(action.from ?? "") ?? null));
  for (const rating of organization.ratings ?? []) await seedRating({ ...seeding, now }, made, organization.p3m3, rating);
  for (const review of organization.reviews ?? []) await seedReview({ ...seeding, now }, made.get(review.of) ?? 0, review);
  for (const change of putOff) await change();
  for (const engagement of organization.engagements ?? []) await seedEngagement(at, id, engagement, made);
}

/** @param made the assessments of the organization, by name */
async function seedEngagement(
  at: (daysAgo: number) => Work,
  organizationId: number,
  demo: DemoEngagement,
  made: ReadonlyMap<string, number>,
) {
  const { startInDays, endInDays, state, people, members, plan, ...texts } = demo;
  const work = at(0);
  const day = (inDays: number) => todayOf(at(-inDays));
  const idOf = async (email: string) => (await demoUser(work.db, email)).id;
  const parts = await Promise.all(people.map(async ([email, part]) => ({ id: await idOf(email), part })));
  const { id } = await createEngagement(work, organizationId, { ...texts, start: day(startInDays), end: day(endInDays), people: parts });
  for (const [name, unit, responsible, inDays] of members)
    await putMember(work, id, made.get(name) ?? 0, { unit, responsible: await idOf(responsible), day: day(inDays) });
  const rows = await Promise.all(
    plan.map(async ({ withWhom = [], topics = [], who = [], inDays, ...row }) => ({
      ...{ ...row, withWhom, topics, day: day(inDays) },
      who: await Promise.all(who.map(idOf)),
    })),
  );
  await addPlanRows(work, id, { rows });
  await putEngagementState(work, id, { state });
}

/** Names people for an organization behind a wall. */
async function nameWhom(work: Work, organizationId: number, { named, reason }: NonNullable<DemoOrganization["wall"]>): Promise<void> {
  const people: number[] = [];
  for (const email of named) people.push((await demoUser(work.db, email)).id);
  await changeAccess(work, organizationId, { access: "named", people, reason });
}

/** A code of the demo as a place of an assessment. */
function placeOfCode(code: string): string {
  const [perspective, thread] = code.split("/");
  const of = (list: readonly { id: number; code: string }[], wanted: string | undefined) => list.find((each) => each.code === wanted)?.id;
  const [perspectiveId, threadId] = [of(PERSPECTIVES, perspective), of(THREADS, thread)];
  if (perspectiveId && threadId) return placeOf({ kind: "thread", perspectiveId, threadId });
  const [practice, component] = [of(PRACTICES, code), of(COMPONENTS, code)];
  return placeOf(practice ? { kind: "capability", id: practice } : { kind: "maturity", id: component ?? 0 });
}

/** @returns puts the action off, if the demo does */
async function seedAction(at: (daysAgo: number) => Work, organizationId: number, demo: DemoAction, assessmentId: number | null) {
  const { title, why, owner, addedDaysAgo, inDays, effort = null, effect = null, became, remarks = [], places = [], putOff } = demo;
  const day = (days: number | undefined) => (days === undefined ? null : todayOf(at(-days)));
  const due = day(putOff?.fromInDays ?? inDays);
  const form = { title, why, owner, assessmentId, places: places.map(placeOfCode), due, effort, effect, state: "open" as const };
  const id = Number((await addAction(at(addedDaysAgo), organizationId, form)).id);
  if (became) await changeAction(at(became[1]), organizationId, id, { ...form, state: became[0] });
  for (const [daysAgo, text] of remarks) await addRemark(at(daysAgo), organizationId, id, { text });
  return async () => putOff && changeAction(at(putOff.daysAgo), organizationId, id, { ...form, due: day(inDays) });
}

/** What a point of the demo is about, as on the wire. */
function subjectOfPoint(about: string): string {
  if (about === "" || about.startsWith("wording/")) return about;
  const [code = "", statement] = about.split(" ");
  return statement === undefined ? placeOfCode(code) : aboutStatement(placeOfCode(code), Number(statement));
}

/** Writes points, asks and decides, in the order of the days. */
async function seedReview(
  { now, ...seeding }: Seeding & { now: Date },
  id: number,
  { points = [], requests = [], decided = [] }: DemoReview,
): Promise<void> {
  const as = async (email: string, daysAgo: number): Promise<Work> => ({
    ...{ ...seeding, user: await demoUser(seeding.db, email), isInternal: false, internalAccounts: [], mails: MAILS },
    now: new Date(now.getTime() - daysAgo * DAY_MS),
  });
  /** What was done, with the day: the history is in order of time. */
  const deeds: { daysAgo: number; run: () => Promise<unknown> }[] = [];
  for (const { by, daysAgo, about, text, replies = [], settled } of points) {
    let point = 0;
    deeds.push({
      daysAgo,
      run: async () => {
        point = (await addPoint(await as(by, daysAgo), id, { about: subjectOfPoint(about), text })).id;
      },
    });
    for (const [who, when, words] of replies)
      deeds.push({ daysAgo: when, run: async () => replyTo(await as(who, when), id, point, { text: words }) });
    if (settled) deeds.push({ daysAgo: settled[1], run: async () => settlePoint(await as(...settled), id, point) });
  }
  for (const { by, daysAgo, decision, text } of decided)
    deeds.push({
      daysAgo,
      run: async () => {
        const work = await as(by, daysAgo);
        await decide(work, id, { decision, text, seen: (await getPeerReview(work, id)).seen });
      },
    });
  for (const { by, whom, daysAgo, inDays, message } of requests)
    deeds.push({
      daysAgo,
      run: async () => {
        const work = await as(by, daysAgo);
        const people = [(await demoUser(work.db, whom)).id];
        await askForReview(work, id, { people, message, until: todayOf(await as(by, -inDays)) });
      },
    });
  for (const { run } of deeds.sort((one, other) => other.daysAgo - one.daysAgo)) await run();
}

/**
 * Asks for a rating, begins it, answers as far as the demo says, and says that it is done. Most threads come out as the verdict does.
 * @param made the assessments of the organization, by name
 */
async function seedRating(
  { now, ...seeding }: Seeding & { now: Date },
  made: ReadonlyMap<string, number>,
  assessments: readonly DemoP3m3[],
  { of, by, whom, kind, askedDaysAgo, begunDaysAgo, openDays, doneDaysAgo, answered, notes = [], ...demo }: DemoRating,
): Promise<void> {
  const as = async (email: string, daysAgo: number): Promise<Work> => ({
    ...{ ...seeding, user: await demoUser(seeding.db, email), isInternal: false, internalAccounts: [] },
    now: new Date(now.getTime() - daysAgo * DAY_MS),
  });
  const [id, verdict, rater] = [made.get(of) ?? 0, assessments.find(({ name }) => name === of), await as(whom, begunDaysAgo)];
  const groups = PERSPECTIVES.filter(({ code }) => demo.groups.includes(code)).map((perspective) => `perspective/${perspective.id}`);
  const until = todayOf(await as(by, askedDaysAgo - openDays));
  const { id: number } = await askForRating(await as(by, askedDaysAgo), id, { person: rater.user.id, kind, groups, until });
  await beginRating(rater, id, number, { seen: groups.map((group) => ({ group, seen: false })) });
  const overview = await getRatingOverview(rater, id, number, {});
  const threads = overview.assessmentType === "P3M3" ? overview.threads.slice(0, answered) : [];
  for (const { perspective, thread, questions } of threads) {
    const [perspectiveId, threadId] = [Number(perspective.id), Number(thread.id)];
    const code = PERSPECTIVES.find((each) => each.id === perspectiveId)?.code ?? "";
    const score = scoreNear(verdict?.centre[code] ?? 2.5, perspectiveId, threadId, verdict?.salt ?? 0);
    const apart = [0.5, -0.5, 1, -1, 1.5][Math.floor(noise(number, threadId, perspectiveId) * 16)] ?? 0;
    const answers = answersScoring(
      Math.min(5, Math.max(0, score + apart)),
      questions.map((question) => ({ id: Number(question.id) })),
    );
    await answerRating(rater, id, number, { place: placeOf({ kind: "thread", perspectiveId, threadId }), answers });
  }
  for (const [code, body] of notes) await noteRating(rater, id, number, { place: placeOfCode(code), body });
  if (doneDaysAgo === undefined) return;
  for (const group of groups) await finishGroup(await as(whom, doneDaysAgo), id, number, group);
}

/** A number from 0 to 1 that looks random, but is always the same for the same place. */
function noise(...place: number[]): number {
  const mixed = place.reduce((hash, part) => Math.imul(hash ^ (part + 0x9e3779b9), 0x85ebca6b) ^ (hash >>> 13), 0x2545f491);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
}

/** A score around a centre, most often near it, so that some threads are ahead and some behind. */
function scoreNear(centre: number, perspectiveId: number, threadId: number, salt: number): number {
  const spread = noise(salt, perspectiveId, threadId) + noise(threadId, salt, perspectiveId) - 1;
  return Math.min(5, Math.max(0, Math.round((centre + 1.75 * spread) * 2) / 2));
}

/** @returns the assessment, or the edition that has replaced it */
async function seedP3m3(
  at: (daysAgo: number) => Work,
  organizationId: number,
  demo: DemoP3m3,
  previous: { previousId?: number | null },
): Promise<number> {
  const started = at(demo.startedDaysAgo);
  const profile = {
    ...demo.profile,
    assessmentType: "P3M3" as const,
    name: demo.name,
    selectedScope: demo.scope,
    isTestAssessment: demo.isTest ?? false,
  };
  const { id } = await createAssessment(started, organizationId, { ...profile, ...previous, certified: demo.certified ?? false });
  if (demo.onFormerPack) await putOnFormerPack(started, id, "P3M3");
  if (demo.until === "created") return id;
  const perspectives = PERSPECTIVES.filter(({ code }) => demo.perspectives?.includes(code) ?? true);
  const threads = threadsOffered(demo.scope).filter(({ code }) => demo.threads?.includes(code) ?? true);
  await takeLock(started, id);
  await updateAssessment(started, id, { ...profile, perspectives, threads, selectedLevel: demo.level ?? 2 });
  const places = perspectives.flatMap((perspective) => threads.map((thread) => ({ perspective, thread })));
  const answered = demo.until === "drafted" ? [] : places.slice(0, Math.ceil(places.length * (demo.answeredShare ?? 1)));
  for (const { perspective, thread } of answered) {
    const questions = await getThreadQuestions(started, id, perspective.id, thread.id);
    const descoped = demo.descoped?.find(
      ([perspectiveCode, threadCode]) => perspectiveCode === perspective.code && threadCode === thread.code,
    );
    if (descoped) {
      await setDescoped(started, id, perspective.id, thread.id, true, descoped[2]);
      continue;
    }
    const score = scoreNear(demo.centre[perspective.code] ?? 2.5, perspective.id, thread.id, demo.salt);
    await answerThread(started, id, answersScoring(score, questions));
    if (!demo.withAttributes) continue;
    // The highest level that is met shows strengths, the level above it shows what to improve.
    const stoppedAt = Math.min(questions.length - 1, Math.floor(score));
    const marks = [
      questions[stoppedAt - 1]?.diagnostics.map(({ id: diagnosticId }) => ({ diagnosticId, isPositive: true })),
      questions[stoppedAt]?.diagnostics.slice(0, 1).map(({ id: diagnosticId }) => ({ diagnosticId, isPositive: score >= 5 })),
    ];
    for (const [offset, group] of marks.entries())
      for (const mark of group ?? []) await markDiagnostic(started, id, questions[stoppedAt - 1 + offset]?.id ?? 0, mark);
  }
  for (const [perspectiveCode, threadCode, body] of demo.notes ?? []) {
    const place = places.find(({ perspective, thread }) => perspective.code === perspectiveCode && thread.code === threadCode);
    if (place) await writeThreadNote(started, id, { perspectiveId: place.perspective.id, threadId: place.thread.id, body });
  }
  for (const [perspectiveCode, threadCode] of demo.flagged ?? []) {
    const place = places.find(({ perspective, thread }) => perspective.code === perspectiveCode && thread.code === threadCode);
    if (place) await flagThread(started, id, place.perspective.id, place.thread.id, true);
  }
  await seedEvidence(started, id, demo.evidence, (code) => {
    const place = places.find(({ perspective, thread }) => `${perspective.code}/${thread.code}` === code);
    return place && { kind: "thread", perspectiveId: place.perspective.id, threadId: place.thread.id };
  });
  await finish(at, id, demo);
  if (demo.edition === undefined) return id;
  const { scores } = demo.edition;
  return seedEdition(at, id, demo.edition, async (work, editionId) => {
    for (const [perspectiveCode, threadCode, score] of scores) {
      const place = places.find(({ perspective, thread }) => perspective.code === perspectiveCode && thread.code === threadCode);
      if (!place) throw new Error(`${perspectiveCode} / ${threadCode} is not in scope.`);
      const questions = await getThreadQuestions(work, editionId, place.perspective.id, place.thread.id);
      await answerThread(work, editionId, answersScoring(score, questions));
    }
  });
}

/** As if the assessment had been created when the former content was the newest. */
async function putOnFormerPack({ db }: Work, id: number, model: Role): Promise<void> {
  const { seq } = await db
    .selectFrom("content_pack")
    .select("seq")
    .where("model", "=", model)
    .where("version", "=", FORMER_VERSION)
    .executeTakeFirstOrThrow();
  await db.updateTable("assessment").set({ pack_seq: seq }).where("id", "=", id).execute();
}

/** Answers a practice so that it reaches a level. The last criterion of the level above is not met. */
async function answerPracticeAt(work: Work, id: number, practiceId: number, reached: number): Promise<void> {
  const questions = await getPracticeQuestions(work, id, practiceId);
  const last = questions.findLast(({ level }) => level === reached + 1)?.id;
  const answers = questions.map(({ id: questionId, level }) => {
    const selection = level > reached + 1 ? "N/A" : questionId === last ? "Rarely" : "Fully";
    return { questionId, selection, score: PRACTICE_SCORES[selection] } as const;
  });
  await answerPractice(work, id, answers);
}

/** The answers to a thread's questions that come to a score. */
function answersScoring(score: number, questions: readonly { id: number }[]) {
  const selections = selectionsBehind(score) ?? EMPTY_THREAD;
  return questions.map(({ id: questionId }, index) => {
    const selection = selections[index] ?? "N/A";
    return { questionId, selection, score: THREAD_SCORES[selection] };
  });
}

/** Makes a corrected edition and submits it. @param correct what it corrects @returns its id */
async function seedEdition(
  at: (daysAgo: number) => Work,
  ofId: number,
  { reason, madeDaysAgo, completedDaysAgo }: DemoEdition,
  correct: (work: Work, editionId: number) => Promise<void>,
): Promise<number> {
  const { id } = await makeEdition(at(madeDaysAgo), ofId, { reason });
  const work = at(completedDaysAgo);
  await takeLock(work, id);
  await correct(work, id);
  await completeAssessment(work, id);
  return id;
}

/** @param find the subject of a code; undefined if it is not in scope */
async function seedEvidence(work: Work, id: number, entries: readonly DemoEvidence[] = [], find: (code: string) => Subject | undefined) {
  const day = (offset: number) => dayOf(new Date(work.now.getTime() + offset * DAY_MS), work.timeZone);
  for (const { kind, what, where, who, daysAgo, goodForDays, remark = "", places } of entries)
    await addEvidence(work, id, {
      ...{ kind, what, where, who, remark },
      date: day(-daysAgo),
      goodUntil: goodForDays === undefined ? null : day(goodForDays - daysAgo),
      places: places.flatMap(([code, supports = [], against = []]) => {
        const subject = find(code);
        return subject ? [{ place: placeOf(subject), supports, against }] : [];
      }),
    });
}

/** The demo has a mail of each kind. */
const MAILS = true;

/** Asks people of the client, fills in their sheets and closes them. Those whose sheets are alike are asked together: facts are checked last. */
async function seedVoices(at: (daysAgo: number) => Work, id: number, demo: DemoVoices): Promise<void> {
  const [asking, filling] = [at(demo.askedDaysAgo), at(demo.filledInDaysAgo)];
  const ids = new Map<DemoVoice, number>();
  const plain = demo.people.filter(({ checks, levels }) => !checks && !levels);
  const withLevels = demo.people.flatMap((each) => (each.checks || !each.levels ? [] : [[each]]));
  for (const people of [plain, ...withLevels, demo.people.filter(({ checks }) => checks)]) {
    const [first] = people;
    if (!first) continue;
    const { voices } = await askVoices(asking, MAILS, id, {
      voices: people.map(({ name, role, isMailed }) => ({
        ...{ name, role },
        email: isMailed ? `${name.toLowerCase().replace(" ", ".")}@client.example` : null,
      })),
      ...{
        places: demo.places.map(placeOfCode),
        until: todayOf(at(demo.askedDaysAgo - demo.openDays)),
        message: demo.message,
        checksFacts: first.checks !== undefined,
      },
      levels: first.levels ?? null,
    });
    for (const [index, { voice, refused }] of voices.entries()) {
      const person = people[index];
      if (!person || voice === undefined) throw new Error(`${person?.name} cannot be asked: ${refused}.`);
      ids.set(person, Number(voice));
    }
  }
  for (const [person, voice] of ids) {
    await fillIn(filling, voice, demo.places, person);
    if (demo.reminded?.includes(person.name)) await remindVoice(filling, MAILS, id, voice);
    if (!demo.stillOpen?.includes(person.name)) await closeVoice(filling, MAILS, id, voice);
  }
  if (demo.showInResults) await putVoiceSettings(filling, id, { showInResults: true });
}

/** Fills in somebody's sheet. Higher levels are met less often, and now and then somebody cannot tell. */
async function fillIn(filling: Work, id: number, codes: readonly string[], person: DemoVoice): Promise<void> {
  const { db, now, timeZone, catalogue, historyKey } = filling;
  const { view = 0, comments = [], checks = [], filledIn = codes.length } = person;
  const row = await db.selectFrom("voice").select(["reference", "generation"]).where("id", "=", id).executeTakeFirstOrThrow();
  const work = async () => ({ db, now, timeZone, catalogue, historyKey, ...(await admitVoice({ db, ...row })) });
  for (const [placeNumber, code] of codes.slice(0, filledIn).entries()) {
    const place = placeOfCode(code);
    const { statements, check: checking } = await readPage(await work(), place);
    const answers = statements.map(({ questionId, choices }, index) => {
      const [, , comment = "", seen = ""] =
        comments.find(([of, level]) => of === code && level === (choices.length > 3 ? 0 : index + 1)) ?? [];
      const random = noise(id, placeNumber, index);
      // From 0, the worst, to 1, the best.
      const share = Math.min(1, Math.max(0, 1 - (index + 1) / (statements.length + 2) + view / 4 + (random - 0.5) / 2));
      const keys = choices.map(({ key }) => key);
      // The highest answer of a statement comes first, options of a component come by level.
      const worstFirst = statements.length > 1 ? keys.toReversed() : keys;
      const choice = random > 0.92 && comment === "" ? CANNOT_TELL : (worstFirst[Math.round(share * (keys.length - 1))] ?? null);
      return { questionId, choice, comment, seen };
    });
    const checked = checks.find(([of]) => of === code);
    const check = checked && { agrees: checked[1] === undefined, reason: checked[1] ?? "", verdicts: checking?.verdicts ?? "" };
    await putPage(await work(), place, { answers, ...(check ? { check } : {}) });
  }
  if (filledIn === codes.length) await finishSheet(await work());
}

/** Completes and archives an assessment as far as the demo says, on the day it says. It releases the first lock before that. */
async function finish(
  at: (daysAgo: number) => Work,
  id: number,
  demo: Pick<DemoP3m3 | DemoItil, "until" | "startedDaysAgo" | "completedDaysAgo" | "voices">,
) {
  const started = at(demo.startedDaysAgo);
  await releaseLock(started, id);
  if (demo.voices) await seedVoices(at, id, demo.voices);
  if (demo.until !== "completed" && demo.until !== "archived") return;
  const ended = at(demo.completedDaysAgo ?? 1);
  await takeLock(ended, id);
  await completeAssessment(ended, id);
  if (demo.until === "archived") await setArchived(ended, id, true);
}

/** @returns the assessment, or the edition that has replaced it */
async function seedItil(
  at: (daysAgo: number) => Work,
  organizationId: number,
  demo: DemoItil,
  previous: { previousId?: number | null },
): Promise<number> {
  const started = at(demo.startedDaysAgo);
  const profile = {
    ...demo.profile,
    assessmentType: "ITIL" as const,
    name: demo.name,
    selectedScope: demo.scope,
    isTestAssessment: demo.isTest ?? false,
  };
  const { id } = await createAssessment(started, organizationId, { ...profile, ...previous, endorsed: demo.endorsed ?? false });
  if (demo.onFormerPack) await putOnFormerPack(started, id, "ITIL");
  if (demo.until === "created") return id;
  await takeLock(started, id);
  const levels = { ...demo.primary, ...demo.supporting };
  const practices = PRACTICES.filter(({ code }) => levels[code] !== undefined);
  const capabilities = practices.map((practice) => ({
    id: practice.id,
    name: practice.name,
    selectionMode: demo.primary[practice.code] ? PRIMARY : SUPPORTING,
  }));
  await updateAssessment(started, id, { ...profile, capabilities });
  const answered = demo.until === "drafted" ? [] : practices.slice(0, Math.ceil(practices.length * (demo.answeredShare ?? 1)));
  for (const practice of answered) await answerPracticeAt(started, id, practice.id, levels[practice.code] ?? 1);
  for (const { id: questionId, code, options } of await getMaturityQuestions(started, id)) {
    const option = options.find(({ level }) => level === demo.components?.[code]);
    if (option && demo.until !== "drafted") await answerComponent(started, id, { questionId, optionId: option.id });
  }
  for (const [code, body] of demo.notes ?? []) {
    const practice = practices.find((item) => item.code === code);
    const component = COMPONENTS.find((item) => item.code === code);
    if (practice) await writeItilNote(started, id, { kind: "capability", id: practice.id }, body);
    else if (component) await writeItilNote(started, id, { kind: "maturity", id: component.id }, body);
  }
  await seedEvidence(started, id, demo.evidence, (code) => {
    const [practice, component] = [practices.find((item) => item.code === code), COMPONENTS.find((item) => item.code === code)];
    if (practice) return { kind: "capability", id: practice.id };
    return component && { kind: "maturity", id: component.id };
  });
  await finish(at, id, demo);
  if (demo.edition === undefined) return id;
  const corrected = Object.entries(demo.edition.levels);
  return seedEdition(at, id, demo.edition, async (work, editionId) => {
    for (const { id: practiceId, code } of practices)
      for (const [of, level] of corrected) if (of === code) await answerPracticeAt(work, editionId, practiceId, level);
  });
}
