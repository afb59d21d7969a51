/** The answers of P3M3 assessments as they are stored. */

import type { P3m3Content } from "#api/content/catalogue.ts";
import { asFlag } from "#api/store/database.ts";
import type { Db } from "#api/store/open.ts";
import type { P3m3Answer } from "#model/contract/p3m3.ts";
import { findP3m3Scope, type P3m3Scope } from "#model/p3m3/catalogue.ts";
import {
  EMPTY_THREAD,
  fromThreadLetters,
  THREAD_SCORES,
  type ThreadSelection,
  type ThreadSelections,
  toThreadLetters,
} from "#model/p3m3/gate.ts";
import type { P3m3ScopeItems, ThreadRecord } from "#model/p3m3/progress.ts";
import type { AssessmentRow } from "../access.ts";

/** The selections of a stored thread. @throws RangeError when the row holds anything but five known letters */
function selectionsIn(letters: string): ThreadSelections {
  const selections = fromThreadLetters(letters);
  if (!selections) throw new RangeError(`not the letters of a thread: ${letters}`);
  return selections;
}

/** A thread with the ids of its row and its assessment. */
export interface StoredThread extends ThreadRecord {
  id: number;
  /** Why it is descoped. */
  reason: string;
  assessmentId: number;
}

const columns = ["id", "assessment_id", "perspective_id", "thread_id", "selections", "descoped", "reason"] as const;

const asThread = (row: {
  id: number;
  assessment_id: number;
  perspective_id: number;
  thread_id: number;
  selections: string;
  descoped: number;
  reason: string;
}): StoredThread => ({
  id: row.id,
  assessmentId: row.assessment_id,
  perspectiveId: row.perspective_id,
  threadId: row.thread_id,
  selections: selectionsIn(row.selections),
  descoped: row.descoped === 1,
  reason: row.reason,
});

/** The stored threads of some assessments. */
export async function listThreads(db: Db, assessmentIds: readonly number[]): Promise<StoredThread[]> {
  const rows = await db
    .selectFrom("thread_answer")
    .select(columns)
    .where("assessment_id", "in", [...assessmentIds])
    .execute();
  return rows.map(asThread);
}

/** One stored thread; undefined when nothing is stored for it. */
export async function findThread(db: Db, assessmentId: number, perspectiveId: number, threadId: number): Promise<StoredThread | undefined> {
  const row = await db
    .selectFrom("thread_answer")
    .select(columns)
    .where("assessment_id", "=", assessmentId)
    .where("perspective_id", "=", perspectiveId)
    .where("thread_id", "=", threadId)
    .executeTakeFirst();
  return row && asThread(row);
}

/** Stores a thread. @param reason why it is descoped @returns the id of the row */
export async function storeThread(db: Db, assessmentId: number, thread: ThreadRecord, at: string, reason = ""): Promise<number> {
  const content = { selections: toThreadLetters(thread.selections), descoped: asFlag(thread.descoped), reason, updated_at: at };
  const { id } = await db
    .insertInto("thread_answer")
    .values({ assessment_id: assessmentId, perspective_id: thread.perspectiveId, thread_id: thread.threadId, ...content })
    .onConflict((conflict) => conflict.columns(["assessment_id", "perspective_id", "thread_id"]).doUpdateSet(content))
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** The id of a thread's answer at a level; it follows from the id of the row. */
export function answerId(rowId: number, level: number): number {
  return rowId * EMPTY_THREAD.length + level - 1;
}

/** The five answers of a stored thread on the wire, level 1 first. */
export function answersOf(rowId: number, selections: ThreadSelections, questions: readonly { id: number; level: number }[]): P3m3Answer[] {
  return questions.map(({ id, level }) => {
    const selection = selections[level - 1] as ThreadSelection;
    return { id: answerId(rowId, level), questionId: id, selection, score: THREAD_SCORES[selection] };
  });
}

const idsOf = (json: string | null): number[] => (json === null ? [] : (JSON.parse(json) as number[]));

/** The ids of the saved scope; none before it is saved. */
export function scopeIds(row: AssessmentRow): { perspectiveIds: number[]; threadIds: number[] } {
  return { perspectiveIds: idsOf(row.perspective_ids), threadIds: idsOf(row.thread_ids) };
}

/** The model scope that the profile names. @throws RangeError when P3M3 has no such scope */
export function scopeOf({ id, selected_scope }: AssessmentRow): P3m3Scope {
  const scope = findP3m3Scope(selected_scope);
  if (!scope) throw new RangeError(`assessment ${id} has no scope of P3M3: ${selected_scope}`);
  return scope;
}

/** What an assessment covers, in catalogue order. */
export function scopeItems(row: AssessmentRow, content: P3m3Content): P3m3ScopeItems {
  const { perspectiveIds, threadIds } = scopeIds(row);
  const item = ({ id, code, name }: { id: number; code: string; name: string }) => ({ id, code, name });
  return {
    perspectives: content.perspectives.filter(({ id }) => perspectiveIds.includes(id)).map(item),
    threads: content.threads.filter(({ id }) => threadIds.includes(id)).map(item),
  };
}
