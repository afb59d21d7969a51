/** What colleagues write about an assessment (docs/rules/peer-review.md#review-points). Nobody needs the lock. */
import { type Selectable, sql } from "kysely";
import { forbidden, notFound, refusedField } from "#api/problem.ts";
import type { ReviewPointTable } from "#api/store/database.ts";
import type {
  ReviewPoint,
  ReviewPointCounts,
  ReviewPointForm,
  ReviewPoints,
  ReviewPointsQuery,
  ReviewTextForm,
} from "#model/contract/peer-review.ts";
import { groupBy } from "#model/group-by.ts";
import { formsOfAddress } from "#model/mail-address.ts";
import { POINT_CHARACTERS_MAX, POINTS_MAX, pageOfPoints, REPLIES_MAX, reviewMessages, subjectOf } from "#model/peer-review.ts";
import { reaches } from "#model/permissions.ts";
import { type AssessmentRow, getReadableAssessment, getShareableAssessment, mayWrite, refuseArchived } from "./access.ts";
import { placesInScope } from "./evidence.ts";
import { assessmentChain, type HistoryEvent, record } from "./history.ts";
import { modelOf } from "./models.ts";
import { count } from "./teams.ts";
import { advance, type PartAddress, versionsByPlace } from "./versions.ts";
import { moment, type Work } from "./work.ts";

type Row = Selectable<ReviewPointTable>;
type Asked = Pick<ReviewPointsQuery, "about" | "state" | "by">;

const placeOf = (id: number) => `point/${id}`;
const partOf = (assessmentId: number, id: number): PartAddress<"point"> => ({
  name: "point",
  of: assessmentChain(assessmentId),
  place: placeOf(id),
});

/** The history keeps that a point was there, and where, but not what it said (docs/rules/peer-review.md#in-the-history). */
const recordPoint = (work: Work, { assessment_id, id, about }: Pick<Row, "assessment_id" | "id" | "about">, kind: HistoryEvent["kind"]) =>
  record(work, assessmentChain(assessment_id), { kind, place: placeOf(id), after: { about } });

/** The points of an assessment that fit, by number, with the characters of each and of its replies. */
function sizes({ db }: Work, assessmentId: number, { about, state, by }: Asked) {
  let query = db
    .selectFrom("review_point")
    .innerJoin("user", "user.id", "review_point.user_id")
    .where("review_point.assessment_id", "=", assessmentId);
  if (about === "whole") query = query.where("about", "=", "");
  else if (about !== undefined)
    // What else could stand for a character is in no address.
    query = query.where(({ or, eb }) =>
      or([eb("about", "=", about), sql<boolean>`substr(about, 1, ${sql.lit(about.length + 1)}) = ${`${about}/`}`]),
    );
  if (state !== undefined) query = query.where("settled_at", state === "open" ? "is" : "is not", null);
  if (by !== undefined) query = query.where("user.email", "in", formsOfAddress(by));
  return query
    .select(["review_point.id", sql<number>`length(review_point.body)`.as("own")])
    .select(({ selectFrom, fn }) =>
      selectFrom("review_reply")
        .select(fn.coalesce(fn.sum<number | string>(sql`length(review_reply.body)`), sql.lit(0)).as("n"))
        .whereRef("review_reply.point_id", "=", "review_point.id")
        .as("replies"),
    )
    .orderBy(sql`case when settled_at is null then 0 else 1 end`)
    .orderBy("review_point.id", "desc")
    .execute();
}

/** A page of the points that fit. @throws Problem 404, 403 */
export async function listPoints(work: Work, id: number, query: ReviewPointsQuery): Promise<ReviewPoints> {
  const { db } = work;
  const assessment = await getReadableAssessment(work, id);
  const all = await sizes(work, id, query);
  const { page, pages, from, to } = pageOfPoints(
    all.map(({ own, replies }) => own + Number(replies ?? 0)),
    query.page,
  );
  const people = await db
    .selectFrom("review_point")
    .innerJoin("user", "user.id", "review_point.user_id")
    .select("email")
    .distinct()
    .where("assessment_id", "=", id)
    .orderBy("email")
    .execute();
  return {
    points: await describe(
      work,
      assessment,
      all.slice(from, to).map((row) => row.id),
    ),
    ...{ page, pages, total: all.length, people: people.map(({ email }) => email) },
    may: isWritable(assessment) ? ["write"] : [],
  };
}

/** Whether the caller may write about an assessment. */
const isWritable = (row: AssessmentRow) => mayWrite(row) && row.is_archived === 0;

async function describe(work: Work, assessment: AssessmentRow, ids: readonly number[]): Promise<ReviewPoint[]> {
  if (ids.length === 0) return [];
  const { db, user } = work;
  // Versions come before what they are versions of: see `versionsOf`.
  const versions = await versionsByPlace(
    db,
    ids.map((id) => partOf(assessment.id, id)),
  );
  const rows = await db
    .selectFrom("review_point")
    .innerJoin("user", "user.id", "review_point.user_id")
    .leftJoin("user as settler", "settler.id", "review_point.settled_by")
    .select(["review_point.id", "about", "body", "review_point.user_id", "at", "user.email", "user.first_name", "settled_at"])
    .select(["settler.email as settler", "settler.first_name as settlerName"])
    .where("review_point.id", "in", ids)
    .execute();
  const replies = groupBy(
    await db
      .selectFrom("review_reply")
      .innerJoin("user", "user.id", "review_reply.user_id")
      .select(["review_reply.id", "point_id", "body", "at", "user.email", "user.first_name"])
      .where("point_id", "in", ids)
      .orderBy("review_reply.id")
      .execute(),
    ({ point_id }) => point_id,
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    if (!row) return [];
    const [isOpen, isOwn, replied] = [row.settled_at === null, row.user_id === user.id, replies.get(id) ?? []];
    const may = [
      "reply",
      ...(isOpen ? ["settle"] : []),
      ...(isOpen && isOwn && replied.length === 0 ? ["correct"] : []),
      ...(isOwn || reaches(user.permission, "lead") ? ["remove"] : []),
    ];
    return [
      {
        ...{ id, about: row.about, text: row.body, by: row.email, firstName: row.first_name, at: row.at },
        settled:
          row.settled_at === null || row.settler === null ? null : { by: row.settler, firstName: row.settlerName, at: row.settled_at },
        replies: replied.map((reply) => ({ by: reply.email, firstName: reply.first_name, at: reply.at, text: reply.body })),
        may: isWritable(assessment) ? may : [],
        versions: versions.get(placeOf(id)) ?? { point: 0 },
      },
    ];
  });
}

/** How many points of an assessment are open. */
export const countOpenPoints = ({ db }: Work, id: number): Promise<number> =>
  count(db.selectFrom("review_point").where("assessment_id", "=", id).where("settled_at", "is", null));

/** How many points there are, and where. @throws Problem 404, 403 */
export async function countPoints(work: Work, id: number): Promise<ReviewPointCounts> {
  await getReadableAssessment(work, id);
  const rows = await work.db
    .selectFrom("review_point")
    .select([
      "about",
      ({ fn }) => fn.countAll<number | string>().as("n"),
      ({ fn }) => fn.count<number | string>("settled_at").as("settled"),
    ])
    .where("assessment_id", "=", id)
    .groupBy("about")
    .execute();
  const at = rows
    .map(({ about, n, settled }) => ({ about, open: Number(n) - Number(settled), settled: Number(settled) }))
    .sort((one, other) => (one.about < other.about ? -1 : 1));
  const sum = (name: "open" | "settled") => at.reduce((total, each) => total + each[name], 0);
  return { open: sum("open"), settled: sum("settled"), at };
}

/** An assessment that the caller may write about now. @throws Problem 404, 403, 422 */
async function getWritable(work: Work, id: number): Promise<AssessmentRow> {
  const assessment = await getShareableAssessment(work, id, { forWriting: true });
  refuseArchived(assessment);
  return assessment;
}

/** @throws Problem 422 when it is not in scope, or is no statement there */
async function requireSubject(work: Work, assessment: AssessmentRow, about: string): Promise<void> {
  const { place, statement } = subjectOf(about);
  if (place === undefined) return;
  if (!placesInScope(assessment).has(place)) throw refusedField("about", reviewMessages.outOfScope);
  if (statement === undefined) return;
  const [contents] = await modelOf(assessment).statements(work, [assessment]);
  if (statement > (contents?.get(place)?.statements.length ?? 0)) throw refusedField("about", reviewMessages.noStatement);
}

/** @param instead the text that goes @throws Problem 422 when the assessment holds as many characters as it may */
async function requireRoomFor({ db }: Work, assessmentId: number, text: string, instead = ""): Promise<void> {
  const written = async (table: "review_point" | "review_reply") =>
    Number(
      (
        await db
          .selectFrom(table)
          .select(({ fn }) => fn.sum<number | string | null>(sql`length(body)`).as("n"))
          .where("assessment_id", "=", assessmentId)
          .executeTakeFirstOrThrow()
      ).n ?? 0,
    );
  if ((await written("review_point")) + (await written("review_reply")) + text.length - instead.length > POINT_CHARACTERS_MAX)
    throw refusedField("text", reviewMessages.manyCharacters);
}

/** Adds a point. @throws Problem 404, 403, 422 */
export async function addPoint(work: Work, id: number, { about, text }: ReviewPointForm): Promise<{ id: number }> {
  const { db, user } = work;
  const assessment = await getWritable(work, id);
  await requireSubject(work, assessment, about);
  if ((await count(db.selectFrom("review_point").where("assessment_id", "=", id))) >= POINTS_MAX)
    throw refusedField("text", reviewMessages.manyPoints);
  await requireRoomFor(work, id, text);
  const row = await db
    .insertInto("review_point")
    .values({ assessment_id: id, about, body: text, user_id: user.id, at: moment(work), settled_by: null, settled_at: null })
    .returning("id")
    .executeTakeFirstOrThrow();
  await advance({ ...work, madeFrom: undefined }, partOf(id, row.id));
  await recordPoint(work, { assessment_id: id, id: row.id, about }, "reviewPoint");
  return row;
}

/** A point of an assessment that the caller may write about. @throws Problem 404, 403, 422 */
async function getPoint(work: Work, id: number, pointId: number): Promise<Row> {
  await getWritable(work, id);
  const row = await work.db
    .selectFrom("review_point")
    .selectAll()
    .where("id", "=", pointId)
    .where("assessment_id", "=", id)
    .executeTakeFirst();
  if (!row) throw notFound("The assessment has no such review point.");
  return row;
}

/** Gives the next version of a point. @throws Problem 412, with the point as it is */
async function advancePoint(work: Work, row: Row): Promise<void> {
  await advance(work, partOf(row.assessment_id, row.id), async () => {
    const assessment = await getReadableAssessment(work, row.assessment_id);
    return (await describe(work, assessment, [row.id]))[0];
  });
}

/** Adds a reply. A settled point is open again. @throws Problem 404, 403, 422 */
export async function replyTo(work: Work, id: number, pointId: number, { text }: ReviewTextForm): Promise<{ id: number }> {
  const { db, user } = work;
  const row = await getPoint(work, id, pointId);
  if ((await count(db.selectFrom("review_reply").where("point_id", "=", pointId))) >= REPLIES_MAX)
    throw refusedField("text", reviewMessages.manyReplies);
  await requireRoomFor(work, id, text);
  await advance({ ...work, madeFrom: undefined }, partOf(id, pointId));
  await recordPoint(work, row, "reviewReply");
  await db.updateTable("review_point").set({ settled_by: null, settled_at: null }).where("id", "=", pointId).execute();
  return db
    .insertInto("review_reply")
    .values({ assessment_id: id, point_id: pointId, body: text, user_id: user.id, at: moment(work) })
    .returning("id")
    .executeTakeFirstOrThrow();
}

/**
 * Corrects the text of the caller's own point while it is open and nobody has replied. The history does not keep what it said.
 * @throws Problem 404, 403 for somebody else's, 412, 422
 */
export async function correctPoint(work: Work, id: number, pointId: number, { text }: ReviewTextForm): Promise<void> {
  const { db, user } = work;
  const row = await getPoint(work, id, pointId);
  if (row.user_id !== user.id) throw forbidden("Only its author may correct a review point.");
  if (row.body === text) return;
  if ((await count(db.selectFrom("review_reply").where("point_id", "=", pointId))) > 0)
    throw refusedField("text", reviewMessages.repliedMeanwhile);
  if (row.settled_at !== null) throw refusedField("text", reviewMessages.settledMeanwhile);
  await requireRoomFor(work, id, text, row.body);
  await advancePoint(work, row);
  await recordPoint(work, row, "reviewPointCorrected");
  await db.updateTable("review_point").set({ body: text }).where("id", "=", pointId).execute();
}

/** Settles a point. One that is settled stays so. @throws Problem 404, 403, 412 when somebody replied meanwhile, 422 */
export async function settlePoint(work: Work, id: number, pointId: number): Promise<void> {
  const row = await getPoint(work, id, pointId);
  if (row.settled_at !== null) return;
  await advancePoint(work, row);
  await recordPoint(work, row, "reviewPointSettled");
  await work.db
    .updateTable("review_point")
    .set({ settled_by: work.user.id, settled_at: moment(work) })
    .where("id", "=", pointId)
    .execute();
}

/** Removes a point with its replies. @throws Problem 404, 403 for somebody else's, unless as a lead, 412, 422 */
export async function removePoint(work: Work, id: number, pointId: number): Promise<void> {
  const { db, user } = work;
  const row = await getPoint(work, id, pointId);
  if (row.user_id !== user.id && !reaches(user.permission, "lead")) throw forbidden("Only its author or a lead may remove a review point.");
  await advancePoint(work, row);
  await recordPoint(work, row, "reviewPointRemoved");
  await db.deleteFrom("review_reply").where("point_id", "=", pointId).execute();
  await db.deleteFrom("review_point").where("id", "=", pointId).execute();
}
