/** The tables of the store, for code that copies it as a whole. */
import type { Database } from "./database.ts";

export type TableName = keyof Database;

/** Every table with the columns of its primary key. A table comes after those that it refers to. */
export const PRIMARY_KEYS: { readonly [T in TableName]: readonly (keyof Database[T] & string)[] } = {
  setting: ["name"],
  team: ["id"],
  team_style: ["team_id"],
  user: ["id"],
  entry_token: ["hash"],
  session_family: ["id"],
  refresh_token: ["hash"],
  content_pack: ["seq"],
  organization: ["id"],
  access_change: ["id"],
  naming: ["id"],
  earlier_scores: ["id"],
  target_set: ["organization_id", "model", "scope"],
  assessment: ["id"],
  action: ["id"],
  action_remark: ["id"],
  engagement: ["id"],
  engagement_person: ["engagement_id", "user_id"],
  engagement_member: ["assessment_id"],
  engagement_text: ["engagement_id", "part"],
  plan_row: ["id"],
  plan_person: ["row_id", "user_id"],
  thread_answer: ["id"],
  practice_answer: ["id"],
  component_answer: ["id"],
  diagnostic_mark: ["assessment_id", "diagnostic_id"],
  note: ["assessment_id", "kind", "first_id", "second_id"],
  flag: ["assessment_id", "place"],
  evidence: ["id"],
  evidence_place: ["evidence_id", "place"],
  report_text: ["assessment_id", "part"],
  report_note: ["assessment_id", "place"],
  report_version: ["id"],
  review_point: ["id"],
  review_reply: ["id"],
  review_request: ["id"],
  review_decision: ["id"],
  rating: ["id"],
  rating_group: ["id"],
  rating_answer: ["id"],
  rating_departure: ["assessment_id", "place"],
  review_look: ["assessment_id", "user_id"],
  voice: ["id"],
  voice_page: ["voice_id", "place", "question_id"],
  voice_setting: ["assessment_id"],
  perspective_score: ["assessment_id", "perspective_id"],
  benchmark_group: ["id"],
  lock: ["assessment_id"],
  lock_wish: ["assessment_id"],
  lock_holder: ["assessment_id", "user_id"],
  idempotency_key: ["user_id", "key"],
  part_version: ["part"],
  history: ["id"],
  history_head: ["chain"],
  outbox: ["id"],
  outbox_delivery: ["id"],
  mail: ["id"],
  mail_refusal: ["hash"],
  invitation: ["id"],
  join_link: ["id"],
  address_change: ["id"],
  sign_in: ["id"],
};

/** The tables, those that others refer to first. */
export const TABLES = Object.keys(PRIMARY_KEYS) as TableName[];

/** The column that the database numbers itself; undefined where the application sets the key. */
export function numberedColumn(table: TableName): string | undefined {
  const [column] = PRIMARY_KEYS[table];
  if (table === "session_family") return undefined;
  return column === "id" || column === "seq" ? column : undefined;
}
