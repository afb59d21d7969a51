/** The questions of threads with what is stored for them, as they go over the wire. */
import type { P3m3Content, P3m3Statement } from "#api/content/catalogue.ts";
import type { Db } from "#api/store/open.ts";
import type { Ref, Versions } from "#model/contract/common.ts";
import type { Diagnostic, P3m3Question } from "#model/contract/p3m3.ts";
import { isThreadStarted } from "#model/p3m3/gate.ts";
import type { AssessmentRow } from "../access.ts";
import { answeredPart, type PartAddress } from "../versions.ts";
import { answersOf, type StoredThread, scopeIds, scopeOf } from "./threads.ts";

/** A thread in scope with its statements. */
export interface ThreadContent {
  perspective: Ref;
  thread: Ref;
  statements: readonly P3m3Statement[];
}

/** What is stored about a thread. */
interface StoredAbout {
  thread: StoredThread | undefined;
  marks: ReadonlyMap<number, boolean>;
  flagged: boolean;
  versions: Versions | undefined;
}

/** The threads in the assessment's scope that the pack has statements for, in catalogue order. */
export function threadsWithContent(row: AssessmentRow, content: P3m3Content): ThreadContent[] {
  const { perspectiveIds, threadIds } = scopeIds(row);
  const scope = scopeOf(row);
  return content.perspectives
    .filter(({ id }) => perspectiveIds.includes(id))
    .flatMap((perspective) =>
      content.threads
        .filter(({ id }) => threadIds.includes(id))
        .map((thread) => ({
          perspective: { id: perspective.id, name: perspective.name },
          thread: { id: thread.id, name: thread.name },
          statements: content.statements({ scope, perspectiveId: perspective.id, threadId: thread.id }),
        })),
    )
    .filter(({ statements }) => statements.length > 0);
}

/** The parts of a thread whose versions its questions carry. */
export const threadParts = (id: number, perspectiveId: number, threadId: number): PartAddress[] =>
  (["answers", "marks", "flag", "reason"] as const).map((name) => answeredPart(name, id, { kind: "thread", perspectiveId, threadId }));

/** The five questions of a thread. */
export function describeThread({ perspective, thread, statements }: ThreadContent, stored: StoredAbout): P3m3Question[] {
  const { thread: row, marks, flagged, versions } = stored;
  const answers = row && isThreadStarted(row.selections) ? answersOf(row.id, row.selections, statements) : [];
  return statements.map(({ id, level, statement, hint, diagnostics }) => ({
    id,
    level,
    statement,
    hint,
    thread,
    perspective,
    diagnostics: diagnostics.map((diagnostic): Diagnostic => ({ ...diagnostic, isPositive: marks.get(diagnostic.id) ?? null })),
    answer: answers.find((answer) => answer.questionId === id) ?? null,
    flagged,
    ...(row?.descoped ? { reason: row.reason } : {}),
    versions,
  }));
}

/** The marks of an assessment by diagnostic attribute. @param diagnosticIds only these */
export async function marksOf(db: Db, assessmentId: number, diagnosticIds?: readonly number[]): Promise<Map<number, boolean>> {
  if (diagnosticIds?.length === 0) return new Map();
  let query = db.selectFrom("diagnostic_mark").select(["diagnostic_id", "is_positive"]).where("assessment_id", "=", assessmentId);
  if (diagnosticIds) query = query.where("diagnostic_id", "in", [...diagnosticIds]);
  return new Map((await query.execute()).map(({ diagnostic_id, is_positive }) => [diagnostic_id, is_positive === 1]));
}
