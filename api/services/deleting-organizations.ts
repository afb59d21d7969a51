/** What an operator does to delete a client (docs/trust.md#how-it-is-deleted). */
import { type RawBuilder, sql } from "kysely";
import type { Db } from "#api/store/open.ts";
import { TABLES, type TableName } from "#api/store/tables.ts";
import { organizationChain } from "./history.ts";

/** No organization has this number. */
export class UnknownOrganization extends Error {
  override name = "UnknownOrganization";
}

type Rows = (organizationId: number) => RawBuilder<boolean>;

const assessments = (id: number) => sql`(select id from assessment where organization_id = ${id})`;
const engagements = (id: number) => sql`(select id from engagement where organization_id = ${id})`;
const chains = (id: number) =>
  sql`(select 'assessment/' || id from assessment where organization_id = ${id} union all select ${organizationChain(id)})`;
const ofAssessments: Rows = (id) => sql`assessment_id in ${assessments(id)}`;

/** Which rows of each table belong to an organization; null where a table holds nothing of a single client. */
export const ROWS_OF_ORGANIZATION: { readonly [T in TableName]: Rows | null } = {
  setting: null,
  team: null,
  team_style: null,
  user: null,
  entry_token: null,
  session_family: null,
  refresh_token: null,
  mail: (id) =>
    sql`(kind in ('voice', 'voiceReminder') and about in (select reference from voice where assessment_id in ${assessments(id)}))
      or (kind = 'access' and about in (select reference from access_change where organization_id = ${id}))
      or (kind in ('review', 'reviewDecided') and about in (select reference from review_request where assessment_id in ${assessments(id)}))`,
  // It is of an address, whoever writes to it.
  mail_refusal: null,
  invitation: null,
  join_link: null,
  address_change: null,
  sign_in: null,
  content_pack: null,
  // Scores without a name: taking one out of a group would give it away (docs/rules/benchmark.md).
  benchmark_group: null,
  organization: (id) => sql`id = ${id}`,
  access_change: (id) => sql`organization_id = ${id}`,
  naming: (id) => sql`organization_id = ${id}`,
  earlier_scores: (id) => sql`organization_id = ${id}`,
  target_set: (id) => sql`organization_id = ${id}`,
  action: (id) => sql`organization_id = ${id}`,
  action_remark: (id) => sql`action_id in (select id from action where organization_id = ${id})`,
  assessment: (id) => sql`organization_id = ${id}`,
  engagement: (id) => sql`organization_id = ${id}`,
  engagement_person: (id) => sql`engagement_id in ${engagements(id)}`,
  engagement_member: ofAssessments,
  engagement_text: (id) => sql`engagement_id in ${engagements(id)}`,
  plan_row: (id) => sql`engagement_id in ${engagements(id)}`,
  plan_person: (id) => sql`row_id in (select id from plan_row where engagement_id in ${engagements(id)})`,
  thread_answer: ofAssessments,
  practice_answer: ofAssessments,
  component_answer: ofAssessments,
  diagnostic_mark: ofAssessments,
  note: ofAssessments,
  flag: ofAssessments,
  evidence: ofAssessments,
  evidence_place: ofAssessments,
  report_text: ofAssessments,
  report_note: ofAssessments,
  report_version: ofAssessments,
  review_point: ofAssessments,
  review_reply: ofAssessments,
  review_request: ofAssessments,
  review_decision: ofAssessments,
  rating: ofAssessments,
  rating_group: ofAssessments,
  rating_answer: ofAssessments,
  rating_departure: ofAssessments,
  review_look: ofAssessments,
  voice: ofAssessments,
  voice_page: ofAssessments,
  voice_setting: ofAssessments,
  perspective_score: ofAssessments,
  lock: ofAssessments,
  lock_wish: ofAssessments,
  lock_holder: ofAssessments,
  outbox: ofAssessments,
  outbox_delivery: (id) => sql`outbox_id in (select id from outbox where assessment_id in ${assessments(id)})`,
  part_version: (id) => sql`part like ${`organization/${id}/%`} or exists
    (select 1 from assessment where organization_id = ${id} and part_version.part like 'assessment/' || assessment.id || '/%')
    or exists (select 1 from rating inner join assessment on assessment.id = rating.assessment_id
      where organization_id = ${id} and part_version.part like 'rating/' || rating.id || '/%')`,
  history: (id) => sql`chain in ${chains(id)}`,
  history_head: (id) => sql`chain in ${chains(id)}`,
  // Answers to writes may hold the name, and nothing says which do.
  idempotency_key: () => sql`1 = 1`,
};

async function getOrganization(db: Db, id: number) {
  const organization = await db.selectFrom("organization").select("name").where("id", "=", id).executeTakeFirst();
  if (!organization) throw new UnknownOrganization(`There is no organization ${id}. The number of an organization is in its address.`);
  return organization;
}

/** The name of an organization, and how many assessments go with it. @throws UnknownOrganization */
export async function describeDeletion(db: Db, id: number): Promise<{ name: string; assessments: number }> {
  const { name } = await getOrganization(db, id);
  const { n } = await db
    .selectFrom("assessment")
    .select(({ fn }) => fn.countAll<number>().as("n"))
    .where("organization_id", "=", id)
    .executeTakeFirstOrThrow();
  return { name, assessments: Number(n) };
}

/**
 * Deletes an organization with all that is stored of it, in the transaction of the caller. The histories of its assessments go as a whole. In
 * the history of its team, and of former ones, what was changed about it is erased; the entries and their seals stay, so the history is whole.
 * @throws UnknownOrganization
 */
export async function deleteOrganization(db: Db, id: number): Promise<void> {
  await getOrganization(db, id);
  await db.updateTable("history").set({ content: null }).where("kind", "=", "organization").where("scope", "=", id).execute();
  // A table that refers to others is emptied before them.
  for (const table of TABLES.toReversed()) {
    const rows = ROWS_OF_ORGANIZATION[table];
    if (rows) await sql`delete from ${sql.table(table)} where ${rows(id)}`.execute(db);
  }
}
