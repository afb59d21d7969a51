/** Scores of assessments that were made elsewhere, entered by hand (docs/rules/earlier-scores.md). */
import type { Selectable } from "kysely";
import { forbidden, notFound, refused, refusedField } from "#api/problem.ts";
import type { EarlierScoresTable } from "#api/store/database.ts";
import type { Db } from "#api/store/open.ts";
import type { Role } from "#model/contract/common.ts";
import type { EarlierScores, EarlierScoresForm } from "#model/contract/earlier-scores.ts";
import { assessedDayProblem, EARLIER_SCORES_MAX, scoredItems, tooManyEarlier } from "#model/earlier-scores.ts";
import { getOwnOrganization, getReadableOrganization } from "./access.ts";
import { organizationChain, recordChange } from "./history.ts";
import { advance, type PartAddress, versionsByPlace, versionsOf } from "./versions.ts";
import { todayOf, type Work } from "./work.ts";

type Content = Omit<EarlierScores, "id" | "versions">;

const placeOf = (id: number) => `earlier/${id}`;
const partOf = (organizationId: number, id: number): PartAddress => ({
  name: "earlier",
  of: organizationChain(organizationId),
  place: placeOf(id),
});

function contentOf({ model, scope, date, source, maturity, scores }: Selectable<EarlierScoresTable>): Content {
  return { model, scope, date, source, maturity, scores: JSON.parse(scores) };
}

/** Which rows of an organization a query reads. */
interface RowFilter {
  models: readonly Role[];
  /** The last day from which they may be; absent: all. */
  until?: string | undefined;
}

const rowsOf = (db: Db, organizationId: number, { models, until }: RowFilter) =>
  db
    .selectFrom("earlier_scores")
    .where("organization_id", "=", organizationId)
    .where("model", "in", [...models])
    .$if(until !== undefined, (query) => query.where("date", "<=", until ?? ""));

/** Whether there is such a row. */
export const hasEarlierScores = async (db: Db, organizationId: number, wanted: RowFilter): Promise<boolean> =>
  (await rowsOf(db, organizationId, wanted).select("id").limit(1).executeTakeFirst()) !== undefined;

/** The rows of an organization, the newest first. */
export async function earlierScoresOf(db: Db, organizationId: number, wanted: RowFilter): Promise<(Content & { id: number })[]> {
  if (wanted.models.length === 0) return [];
  const rows = await rowsOf(db, organizationId, wanted).selectAll().orderBy("date", "desc").orderBy("id", "desc").execute();
  return rows.map((row) => ({ id: row.id, ...contentOf(row) }));
}

/** Those of the models that the caller works with. @throws Problem 404 */
export async function listEarlierScores(work: Work, organizationId: number): Promise<{ rows: EarlierScores[] }> {
  await getReadableOrganization(work, organizationId);
  const scores = await earlierScoresOf(work.db, organizationId, { models: work.user.roles });
  // Versions come before what they are versions of: see `versionsOf`.
  const parts = scores.map(({ id }) => partOf(organizationId, id));
  const versions = await versionsByPlace(work.db, parts);
  const rows = await earlierScoresOf(work.db, organizationId, { models: work.user.roles });
  return { rows: rows.map((row) => ({ ...row, versions: versions.get(placeOf(row.id)) ?? { earlier: 0 } })) };
}

/** Requires the organization for a write, and what a schema cannot know. @throws Problem 404, 403, 422 */
async function requireOwn(work: Work, organizationId: number, { model, date }: Pick<EarlierScoresForm, "model" | "date">): Promise<void> {
  await getOwnOrganization(work, organizationId, { forWriting: true });
  requireRole(work, model);
  const problem = assessedDayProblem(date, todayOf(work));
  if (problem) throw refusedField("date", problem);
}

function requireRole({ user }: Work, model: Role): void {
  if (!user.roles.includes(model)) throw forbidden(`Assessments of ${model} are closed to you.`);
}

/** The form as it is stored: scores in the order of the model, so that equal rows are equal texts. */
function normalised({ model, scope, date, source, maturity, scores }: EarlierScoresForm): Content {
  const given = new Map(scores.map(({ code, score }) => [code, score]));
  const inOrder = scoredItems(model).flatMap(({ code }) => {
    const score = given.get(code);
    return score === undefined ? [] : [{ code, score }];
  });
  return { model, scope, date, source, maturity, scores: inOrder };
}

const columnsOf = ({ scores, ...content }: Content) => ({ ...content, scores: JSON.stringify(scores) });

/** Adds a row. @throws Problem 404, 403, 422 */
export async function addEarlierScores(work: Work, organizationId: number, form: EarlierScoresForm): Promise<EarlierScores> {
  await requireOwn(work, organizationId, form);
  const { count } = await work.db
    .selectFrom("earlier_scores")
    .select(({ fn }) => fn.countAll<number | string>().as("count"))
    .where("organization_id", "=", organizationId)
    .where("model", "=", form.model)
    .executeTakeFirstOrThrow();
  if (Number(count) >= EARLIER_SCORES_MAX) throw refused(tooManyEarlier(form.model));
  const content = normalised(form);
  const { id } = await work.db
    .insertInto("earlier_scores")
    .values({ organization_id: organizationId, ...columnsOf(content) })
    .returning("id")
    .executeTakeFirstOrThrow();
  const part = partOf(organizationId, id);
  const earlier = await advance({ ...work, madeFrom: undefined }, part);
  await recordChange(work, part, undefined, content);
  return { id, ...content, versions: { earlier } };
}

/** Changes a row, except its model. @throws Problem 404, 403, 412 when somebody else changed it, 422 */
export async function changeEarlierScores(work: Work, organizationId: number, id: number, form: EarlierScoresForm): Promise<EarlierScores> {
  await requireOwn(work, organizationId, form);
  const stored = await getStored(work, organizationId, id);
  if (stored.model !== form.model) throw refusedField("model", "Earlier scores keep their model.");
  const content = normalised(form);
  const part = partOf(organizationId, id);
  if (JSON.stringify(stored) === JSON.stringify(content)) return describe(work.db, organizationId, id, stored);
  const earlier = await advance(work, part, () => describe(work.db, organizationId, id, stored));
  await recordChange(work, part, stored, content);
  await work.db.updateTable("earlier_scores").set(columnsOf(content)).where("id", "=", id).execute();
  return { id, ...content, versions: { earlier } };
}

/** Removes a row; what it was stays in the history. @throws Problem 404, 403, 412 when somebody else changed it */
export async function removeEarlierScores(work: Work, organizationId: number, id: number): Promise<void> {
  await getOwnOrganization(work, organizationId, { forWriting: true });
  const stored = await getStored(work, organizationId, id);
  const part = partOf(organizationId, id);
  await advance(work, part, () => describe(work.db, organizationId, id, stored));
  await recordChange(work, part, stored, undefined);
  await work.db.deleteFrom("earlier_scores").where("id", "=", id).execute();
}

async function describe(db: Db, organizationId: number, id: number, content: Content): Promise<EarlierScores> {
  return { id, ...content, versions: await versionsOf(db, [partOf(organizationId, id)]) };
}

/** @throws Problem 404 when the organization has no such row, 403 when the caller does not work with its model */
async function getStored(work: Work, organizationId: number, id: number): Promise<Content> {
  const row = await work.db
    .selectFrom("earlier_scores")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) throw notFound("There are no such earlier scores.");
  requireRole(work, row.model);
  return contentOf(row);
}
