/** What a rater answers and notes: the same questions, gate and rules as the verdict, in a store of their own (docs/rules/second-ratings.md#rating). */
import { notFound, refused, refusedField } from "#api/problem.ts";
import type { Assessment } from "#model/contract/assessments.ts";
import { placeOf, type Subject, subjectAt } from "#model/contract/history.ts";
import { itilCapabilityAnswers, itilMaturityAnswerForm } from "#model/contract/itil.ts";
import type { Overview } from "#model/contract/overview.ts";
import { type Note, p3m3Answers } from "#model/contract/p3m3.ts";
import type { RatingAnswered, RatingAnswersForm, RatingOverviewQuery, RatingProgress, RatingSheet } from "#model/contract/ratings.ts";
import { PRACTICE_SCORES, toPracticeLetters } from "#model/itil/gate.ts";
import { itilProgress, practiceCounts } from "#model/itil/progress.ts";
import { THREAD_SCORES, toThreadLetters } from "#model/p3m3/gate.ts";
import { p3m3Progress, questionCounts } from "#model/p3m3/progress.ts";
import { RATING_NOTES_MAX, ratingMessages } from "#model/ratings.ts";
import { isWithin } from "#model/text.ts";
import type { AssessmentRow } from "../access.ts";
import { describeAll } from "../assessments.ts";
import { parsed, scored } from "../bulk.ts";
import { componentIn, practiceIn } from "../itil/answering.ts";
import { stateOf as itilStateOf } from "../itil/practices.ts";
import { assessedComponents, assessedPractices, describeComponents, describePractice } from "../itil/questions.ts";
import { threadIn } from "../p3m3/answering.ts";
import { describeThread, threadsWithContent } from "../p3m3/questions.ts";
import { scopeItems } from "../p3m3/threads.ts";
import { advance, versionsByPlace, versionsOf } from "../versions.ts";
import { moment, type Work } from "../work.ts";
import { narrowed, placesOf, type RatingStore, readStore } from "./places.ts";
import { describeRatings, hasSeen } from "./requests.ts";
import { getOwnRating, type RatingRow, ratedPart, refuseOver } from "./rows.ts";

/** The caller's own rating, with the assessment as far as its scope goes. @throws Problem 404, 403 */
export async function getRatingSheet(work: Work, id: number, number: number): Promise<RatingSheet> {
  const { assessment, rating } = await getOwnRating(work, id, number, { isChange: false });
  const places = await placesOf(work, assessment);
  const [described] = await describeRatings(work, assessment, [rating], places);
  if (!described) throw notFound();
  return {
    rating: described,
    assessment: await describeRated(work, assessment, rating),
    seenAnyway: (await hasSeen(work, id)) ? rating.groups.map(({ name }) => name) : [],
  };
}

/** Name and scope of the assessment, with how many questions the rater has answered. */
async function describeRated(work: Work, row: AssessmentRow, rating: RatingRow): Promise<Assessment> {
  const within = narrowed(row, groupNames(rating));
  const store = await readStore(work.db, row, rating.id);
  // As to somebody who rates apart, whether or not the rating is blind: nothing of the verdict belongs to these screens.
  const [head] = await describeAll(work, [{ ...row, apart: rating.number }]);
  if (!head) throw notFound();
  if (head.assessmentType === "P3M3") {
    const scope = scopeItems(within, await work.catalogue.getP3m3(work.db, row.pack_seq));
    return { ...head, perspectives: questionCounts(scope, store.threads), threads: [...scope.threads] };
  }
  const state = await itilState(work, within, store);
  return {
    ...head,
    capabilities: state.state.practices.map(({ id, code, name, mode, criteria }) => ({
      ...{ id, code, name, selectionMode: mode },
      ...practiceCounts(criteria),
    })),
    maturities: itilProgress(state.state).maturityProgress.map(({ id, code, name, complete }) => ({
      ...{ id, code, name, isSelected: true, answeredQuestions: complete ? 1 : 0, totalQuestions: 1 },
    })),
  };
}

const groupNames = ({ groups }: RatingRow): string[] => groups.map(({ name }) => name);

/** The content of an assessment joined with what a rating holds. */
async function itilState(work: Work, within: AssessmentRow, { practices, components }: RatingStore) {
  const content = await work.catalogue.getItil(work.db, within.pack_seq);
  return { content, components, state: itilStateOf(within, content, practices, components) };
}

async function p3m3State(work: Work, within: AssessmentRow, { threads }: RatingStore) {
  const content = await work.catalogue.getP3m3(work.db, within.pack_seq);
  return { content, scope: scopeItems(within, content), threads };
}

async function progressOf(work: Work, within: AssessmentRow, store: RatingStore): Promise<RatingProgress> {
  if (within.model === "ITIL") return itilProgress((await itilState(work, within, store)).state);
  const { scope, threads } = await p3m3State(work, within, store);
  return p3m3Progress(scope, threads);
}

/** How far the caller's own rating is answered. @throws Problem 404, 403 */
export async function getRatingProgress(work: Work, id: number, number: number): Promise<RatingProgress> {
  const { assessment, rating } = await getOwnRating(work, id, number, { isChange: false });
  return progressOf(work, narrowed(assessment, groupNames(rating)), await readStore(work.db, assessment, rating.id));
}

/** Its questions, with what the rater has answered and noted. @throws Problem 404, 403 */
export async function getRatingOverview(work: Work, id: number, number: number, query: RatingOverviewQuery): Promise<Overview> {
  const { assessment, rating } = await getOwnRating(work, id, number, { isChange: false });
  const overview = await overviewOf(work, assessment, rating, query);
  const { place } = query;
  const isEmpty =
    overview.assessmentType === "P3M3" ? overview.threads.length === 0 : overview.capabilities.length + overview.maturities.length === 0;
  if (place !== undefined && isEmpty) throw notFound(ratingMessages.notRated);
  return overview;
}

async function overviewOf(
  work: Work,
  row: AssessmentRow,
  rating: RatingRow,
  { place, perspectiveIds, capabilityIds }: RatingOverviewQuery,
): Promise<Overview> {
  const { db } = work;
  const within = narrowed(row, groupNames(rating));
  const isWanted = (subject: Subject): boolean =>
    (place === undefined || placeOf(subject) === place) &&
    (subject.kind !== "thread" || (perspectiveIds?.map(Number).includes(subject.perspectiveId) ?? true)) &&
    (subject.kind !== "capability" || (capabilityIds?.map(Number).includes(subject.id) ?? true));
  // Versions come before what they are versions of: see `versionsOf`.
  const versionsAt = (places: readonly string[]) =>
    versionsByPlace(
      db,
      places.flatMap((each) => (["answers", "note"] as const).map((name) => ratedPart(name, rating.id, each))),
    );
  const noteAt = (store: RatingStore, versions: Awaited<ReturnType<typeof versionsAt>>, at: string) => ({
    note: { body: store.notes.get(at) ?? "", versions: { note: versions.get(at)?.note ?? 0 } },
  });
  if (row.model === "P3M3") {
    const content = await work.catalogue.getP3m3(db, row.pack_seq);
    const items = threadsWithContent(within, content)
      .map((item) => ({ item, subject: { kind: "thread", perspectiveId: item.perspective.id, threadId: item.thread.id } as const }))
      .filter(({ subject }) => isWanted(subject));
    const versions = await versionsAt(items.map(({ subject }) => placeOf(subject)));
    const store = await readStore(db, row, rating.id);
    const threads = new Map(store.threads.map((thread) => [placeOf({ kind: "thread", ...thread }), thread]));
    return {
      assessmentType: "P3M3",
      threads: items.map(({ item, subject }) => {
        const at = placeOf(subject);
        const thread = threads.get(at);
        const stored = { thread, marks: new Map<number, boolean>(), flagged: false, versions: { answers: versions.get(at)?.answers ?? 0 } };
        return {
          ...{ perspective: item.perspective, thread: item.thread, descoped: thread?.descoped ?? false },
          questions: describeThread(item, stored).map(({ reason: _, ...question }) => question),
          ...noteAt(store, versions, at),
        };
      }),
    };
  }
  const practices = assessedPractices(within).filter((each) => isWanted({ kind: "capability", id: each }));
  const components = assessedComponents(within).filter((each) => isWanted({ kind: "maturity", id: each }));
  const placeOfPractice = (each: number) => placeOf({ kind: "capability", id: each });
  const placeOfComponent = (each: number) => placeOf({ kind: "maturity", id: each });
  const versions = await versionsAt([...practices.map(placeOfPractice), ...components.map(placeOfComponent)]);
  const store = await readStore(db, row, rating.id);
  const stored = await itilState(work, within, store);
  const answersAt = (at: string) => ({ answers: versions.get(at)?.answers ?? 0 });
  return {
    assessmentType: "ITIL",
    capabilities: stored.state.practices
      .filter(({ id }) => practices.includes(id))
      .map((practice) => ({
        capability: { id: practice.id, name: practice.name },
        questions: describePractice(practice, { flagged: false, versions: answersAt(placeOfPractice(practice.id)) }),
        ...noteAt(store, versions, placeOfPractice(practice.id)),
      })),
    maturities: describeComponents(within, stored, (each) => answersAt(placeOfComponent(each)))
      .filter(({ maturity }) => components.includes(maturity.id))
      .map((question) => ({
        maturity: question.maturity,
        question,
        ...noteAt(store, versions, placeOfComponent(question.maturity.id)),
      })),
  };
}

/** The caller's own rating, to be written to. @throws Problem 404, 403, 422 when it is over or not begun */
async function getWritable(work: Work, id: number, number: number, place: string) {
  const { assessment, rating } = await getOwnRating(work, id, number, { isChange: true });
  refuseOver(rating, work);
  if (rating.begun_at === null) throw refused(ratingMessages.notBegun);
  const rated = (await placesOf(work, narrowed(assessment, groupNames(rating)))).find((each) => each.place === place);
  if (!rated) throw refusedField("place", ratingMessages.notRated);
  if (rated.descoped) throw refused(ratingMessages.descoped);
  return { assessment, rating };
}

/**
 * Stores answers in the caller's own rating. Nothing of the assessment changes.
 * @throws Problem 404, 403, 412, 422 as for the verdict, and when the rating is over
 */
export async function answerRating(work: Work, id: number, number: number, { place, answers }: RatingAnswersForm): Promise<RatingAnswered> {
  const { db } = work;
  const { assessment, rating } = await getWritable(work, id, number, place);
  const within = narrowed(assessment, groupNames(rating));
  const store = await readStore(db, assessment, rating.id);
  const letters = await lettersOf(work, within, store, place, answers);
  const part = ratedPart("answers", rating.id, place);
  const stored = await db
    .selectFrom("rating_answer")
    .select("answers")
    .where("rating_id", "=", rating.id)
    .where("place", "=", place)
    .executeTakeFirst();
  const changes = stored?.answers !== letters;
  const versions = changes
    ? { answers: await advance(work, part, () => overviewOf(work, assessment, rating, { place })) }
    : await versionsOf(db, [part]);
  if (changes) await put(work, rating, place, { answers: letters });
  return { progress: await progressOf(work, within, changes ? await readStore(db, assessment, rating.id) : store), versions };
}

/** The answers as they are stored, if the gate allows them. @throws Problem 422 */
async function lettersOf(work: Work, within: AssessmentRow, store: RatingStore, place: string, answers: RatingAnswersForm["answers"]) {
  const subject = subjectAt(place);
  if (subject?.kind === "thread")
    return toThreadLetters(
      threadIn(within, await p3m3State(work, within, store), scored(p3m3Answers, answers, THREAD_SCORES), subject).selections,
    );
  const state = await itilState(work, within, store);
  if (subject?.kind === "capability") {
    const { criteria } = practiceIn(state, scored(itilCapabilityAnswers, answers, PRACTICE_SCORES), subject.id);
    return toPracticeLetters(criteria.map(({ selection }) => selection));
  }
  return String(componentIn(within, state, parsed(itilMaturityAnswerForm, answers[0]), subject?.id).option.level);
}

async function put(work: Work, rating: RatingRow, place: string, content: { answers: string } | { note: string }): Promise<void> {
  const values = { ...content, updated_at: moment(work) };
  await work.db
    .insertInto("rating_answer")
    .values({ assessment_id: rating.assessment_id, rating_id: rating.id, place, answers: null, note: "", ...values })
    .onConflict((conflict) => conflict.columns(["rating_id", "place"]).doUpdateSet(values))
    .execute();
}

/** Stores a note in the caller's own rating; an empty text clears it. @throws Problem 404, 403, 412, 422 */
export async function noteRating(work: Work, id: number, number: number, { place, body }: { place: string; body: string }): Promise<Note> {
  const { db } = work;
  const { rating } = await getWritable(work, id, number, place);
  const part = ratedPart("note", rating.id, place);
  const notes = await db.selectFrom("rating_answer").select(["place", "note"]).where("rating_id", "=", rating.id).execute();
  const stored = notes.find((each) => each.place === place)?.note ?? "";
  const present = { body: stored, versions: await versionsOf(db, [part]) };
  if (stored === body) return present;
  const all = [body, ...notes.filter((each) => each.place !== place).map((each) => each.note)].join("");
  if (body !== "" && !isWithin(all, RATING_NOTES_MAX)) throw refusedField("body", ratingMessages.manyCharacters);
  const note = await advance(work, part, async () => present);
  await put(work, rating, place, { note: body });
  return { body, versions: { note } };
}
