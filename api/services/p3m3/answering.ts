/** Answering P3M3 questions: statements, answers, diagnostics, descoping and notes. */

import { type FieldError, notFound, refused, refusedField } from "#api/problem.ts";
import { asFlag } from "#api/store/database.ts";
import type { StoredFlag, StoredReason } from "#model/contract/answering.ts";
import { placeOf } from "#model/contract/history.ts";
import type { Note, P3m3AnswerForm, P3m3Question } from "#model/contract/p3m3.ts";
import {
  EMPTY_THREAD,
  isThreadStarted,
  isThreadState,
  THREAD_SCORES,
  type ThreadSelections,
  threadSelectionsFrom,
  toThreadLetters,
} from "#model/p3m3/gate.ts";
import { p3m3Progress } from "#model/p3m3/progress.ts";
import { descopeRefusal } from "#model/p3m3/scope.ts";
import { type AssessmentRow, getEditableAssessment, getReadableAssessment } from "../access.ts";
import { confirmedAmong, givenBy } from "../again.ts";
import { markStarted } from "../assessments.ts";
import { isFlagged, writeFlag } from "../flags.ts";
import { readFlagsAndEvidence } from "../flags-and-evidence.ts";
import { assessmentChain, record, recordChange } from "../history.ts";
import { readableNote, writeNote } from "../notes.ts";
import { advance, answeredPart, versionsOf } from "../versions.ts";
import { moment, type Work } from "../work.ts";
import { getP3m3State } from "./assessments.ts";
import { describeThread, marksOf, threadParts, threadsWithContent } from "./questions.ts";
import { answerId, answersOf, findThread, scopeIds, scopeOf, storeThread } from "./threads.ts";

const placeIn = (row: AssessmentRow, perspectiveId: number, threadId: number) => ({
  scope: scopeOf(row),
  perspectiveId,
  threadId,
});

function requireInScope(row: AssessmentRow, perspectiveId: number, threadId: number): void {
  const { perspectiveIds, threadIds } = scopeIds(row);
  if (!perspectiveIds.includes(perspectiveId) || !threadIds.includes(threadId))
    throw notFound("The thread is not in the assessment's scope.");
}

/**
 * The five questions of a thread with what is stored for them.
 * @throws Problem 404 when the assessment does not exist or the thread is not in its scope, 403
 */
export async function getThreadQuestions(work: Work, id: number, perspectiveId: number, threadId: number): Promise<P3m3Question[]> {
  const row = await getReadableAssessment(work, id, "P3M3");
  requireInScope(row, perspectiveId, threadId);
  const content = await work.catalogue.getP3m3(work.db, row.pack_seq);
  const item = threadsWithContent(row, content).find(
    ({ perspective, thread }) => perspective.id === perspectiveId && thread.id === threadId,
  );
  if (!item) throw notFound("There are no statements for this thread.");
  const versions = await versionsOf(work.db, threadParts(id, perspectiveId, threadId));
  const attributes = item.statements.flatMap(({ diagnostics }) => diagnostics.map((diagnostic) => diagnostic.id));
  return describeThread(item, {
    thread: await findThread(work.db, id, perspectiveId, threadId),
    marks: await marksOf(work.db, id, attributes),
    flagged: await isFlagged(work.db, id, { kind: "thread", perspectiveId, threadId }),
    versions,
  });
}

/**
 * Stores the five answers of a thread; the first ones make the assessment Active.
 * @param expected the thread that they have to belong to, where the caller names it
 * @throws Problem 404, 403, 409 without the lock, 412 when somebody else changed them
 * @throws Problem 422 when the answers are not those of one thread in scope, or not a state that the gate allows
 * (docs/rules/gate.md#which-states-exist)
 */
export async function answerThread(
  work: Work,
  id: number,
  answers: readonly P3m3AnswerForm[],
  expected?: { perspectiveId: number; threadId: number },
) {
  const row = await getEditableAssessment(work, id, "P3M3");
  const state = await getP3m3State(work, row);
  const { scope, threads } = state;
  const { place, statements, stored, selections } = threadIn(row, state, answers, expected);
  const { perspectiveId, threadId } = place;
  const record = { perspectiveId, threadId, selections, descoped: false };
  const part = answeredPart("answers", id, { kind: "thread", perspectiveId, threadId });
  const changes = !stored || toThreadLetters(stored.selections) !== toThreadLetters(selections);
  const versions = changes
    ? { answers: await advance(work, part, () => getThreadQuestions(work, id, perspectiveId, threadId)) }
    : await versionsOf(work.db, [part]);
  if (changes) {
    const given = statements.map(({ id: questionId, level }) => ({ id: questionId, selection: selections[level - 1] ?? "N/A" }));
    const confirmed = await confirmedAmong(work, row, { kind: "thread", perspectiveId, threadId }, givenBy(given, answers));
    await recordChange(work, part, stored && toThreadLetters(stored.selections), toThreadLetters(selections), { confirmed });
  }
  const rowId = changes ? await storeThread(work.db, id, record, moment(work)) : stored.id;
  if (isThreadStarted(selections)) await markStarted(work, row);
  return {
    answers: answersOf(rowId, selections, statements),
    progress: p3m3Progress(scope, [...threads.filter((thread) => thread !== stored), record], await readFlagsAndEvidence(work.db, id)),
    versions,
  };
}

/**
 * The thread that answers are about, and what they say, whichever store they go to.
 * @param state its threads are those of the store
 * @throws Problem 422 as of `answerThread`
 */
export function threadIn(
  row: AssessmentRow,
  { content, scope, threads }: Awaited<ReturnType<typeof getP3m3State>>,
  answers: readonly P3m3AnswerForm[],
  expected?: { perspectiveId: number; threadId: number },
) {
  const place = content.findQuestion(answers[0]?.questionId ?? 0);
  const inScope =
    place &&
    place.scope === row.selected_scope &&
    scope.perspectives.some((perspective) => perspective.id === place.perspectiveId) &&
    scope.threads.some((thread) => thread.id === place.threadId);
  if (!inScope) throw refusedField("0.questionId", "This question is not in the assessment's scope.");
  if (expected && (place.perspectiveId !== expected.perspectiveId || place.threadId !== expected.threadId))
    throw refusedField("0.questionId", "This question belongs to another thread.");
  const statements = content.statements(place);
  const stored = threads.find((thread) => thread.perspectiveId === place.perspectiveId && thread.threadId === place.threadId);
  if (stored?.descoped) throw refused("The thread is descoped.");
  return { place, statements, stored, selections: selectionsIn(answers, statements, stored?.id) };
}

function selectionsIn(
  answers: readonly P3m3AnswerForm[],
  statements: readonly { id: number; level: number }[],
  rowId: number | undefined,
): ThreadSelections {
  const errors: FieldError[] = [];
  const selections = [...EMPTY_THREAD];
  const levels = new Set<number>();
  for (const [index, { id, questionId, selection, score }] of answers.entries()) {
    const fault = (field: string, message: string) => errors.push({ path: `${index}.${field}`, message });
    const level = statements.find((statement) => statement.id === questionId)?.level;
    if (level === undefined) {
      fault("questionId", "All five answers must be of one thread.");
      continue;
    }
    if (levels.has(level)) fault("questionId", "This question is answered twice.");
    if (score !== THREAD_SCORES[selection]) fault("score", "The score does not belong to the selection.");
    if (id !== undefined && (rowId === undefined || id !== answerId(rowId, level)))
      fault("id", "This is not the id of the answer to this question.");
    levels.add(level);
    selections[level - 1] = selection;
  }
  if (errors.length > 0) throw refused("The request is not valid.", errors);
  const five = threadSelectionsFrom(selections);
  if (!isThreadState(five)) throw refused("These five answers cannot stand together.", [{ path: "", message: five.join(", ") }]);
  return five;
}

/**
 * Marks a diagnostic attribute as positive or as an improvement, or takes the mark back (null):
 * docs/rules/notes-and-diagnostics.md#diagnostics.
 * @throws Problem 404, 403, 409 without the lock, 412 when somebody else changed the thread's marks, 422 when it is not an attribute of
 * this question
 */
export async function markDiagnostic(
  work: Work,
  id: number,
  questionId: number,
  mark: { diagnosticId: number; isPositive: boolean | null },
) {
  const row = await getEditableAssessment(work, id, "P3M3");
  const content = await work.catalogue.getP3m3(work.db, row.pack_seq);
  const diagnostic = content.findDiagnostic(mark.diagnosticId);
  const question = content.findQuestion(questionId);
  if (!question || question.scope !== row.selected_scope) throw notFound("The question does not exist.");
  requireInScope(row, question.perspectiveId, question.threadId);
  if (diagnostic?.questionId !== questionId) throw refusedField("diagnosticId", "This attribute does not belong to the question.");
  if ((await findThread(work.db, id, question.perspectiveId, question.threadId))?.descoped) throw refused("The thread is descoped.");
  const { perspectiveId, threadId } = question;
  const part = answeredPart("marks", id, { kind: "thread", perspectiveId, threadId });
  const stored = (await marksOf(work.db, id, [mark.diagnosticId])).get(mark.diagnosticId) ?? null;
  if (stored === mark.isPositive) return { ...mark, versions: await versionsOf(work.db, [part]) };
  const marks = await advance(work, part, () => getThreadQuestions(work, id, perspectiveId, threadId));
  const markOf = (isPositive: boolean | null) => ({ diagnosticId: mark.diagnosticId, isPositive });
  await recordChange(work, part, markOf(stored), markOf(mark.isPositive));
  if (mark.isPositive === null) {
    await work.db.deleteFrom("diagnostic_mark").where("assessment_id", "=", id).where("diagnostic_id", "=", mark.diagnosticId).execute();
  } else {
    const is_positive = asFlag(mark.isPositive);
    await work.db
      .insertInto("diagnostic_mark")
      .values({ assessment_id: id, diagnostic_id: mark.diagnosticId, is_positive })
      .onConflict((conflict) => conflict.columns(["assessment_id", "diagnostic_id"]).doUpdateSet({ is_positive }))
      .execute();
  }
  return { ...mark, versions: { marks } };
}

/**
 * Descopes a thread, which clears its answers and marks and keeps its note, or rescopes it without answers (docs/rules/descoping.md).
 * @param reason why it is descoped
 * @throws Problem 404, 403, 409 without the lock, 422 when it is mandatory for a certified assessment or the last of its perspective
 */
export async function setDescoped(work: Work, id: number, perspectiveId: number, threadId: number, descoped: boolean, reason = "") {
  const row = await getEditableAssessment(work, id, "P3M3");
  requireInScope(row, perspectiveId, threadId);
  const { content, scope, threads } = await getP3m3State(work, row);
  const stored = (thread: number) => threads.find((record) => record.perspectiveId === perspectiveId && record.threadId === thread);
  const present = stored(threadId);
  if ((present?.descoped ?? false) === descoped) return;
  let before: unknown;
  if (descoped) {
    const siblings = scope.threads.map((thread) => ({ id: thread.id, descoped: stored(thread.id)?.descoped ?? false }));
    const refusal = descopeRefusal({ id: threadId }, siblings, row.certified === 1);
    if (refusal) throw refused(refusal);
    const marks = content
      .statements(placeIn(row, perspectiveId, threadId))
      .flatMap(({ diagnostics }) => diagnostics.map((diagnostic) => diagnostic.id));
    before = {
      answers: toThreadLetters(present?.selections ?? EMPTY_THREAD),
      marks: Object.fromEntries(await marksOf(work.db, id, marks)),
    };
    if (marks.length > 0)
      await work.db.deleteFrom("diagnostic_mark").where("assessment_id", "=", id).where("diagnostic_id", "in", marks).execute();
  } else if (present?.reason) before = { reason: present.reason };
  const reasonChanges = (present?.reason ?? "") !== reason;
  const subject = { kind: "thread", perspectiveId, threadId } as const;
  for (const name of ["answers", "marks", ...(reasonChanges ? (["reason"] as const) : [])] as const)
    await advance(work, answeredPart(name, id, subject), () => getThreadQuestions(work, id, perspectiveId, threadId));
  const after = reason === "" ? undefined : { reason };
  await record(work, assessmentChain(id), { kind: descoped ? "descoped" : "rescoped", place: placeOf(subject), before, after });
  await storeThread(work.db, id, { perspectiveId, threadId, selections: EMPTY_THREAD, descoped }, moment(work), reason);
}

/** Says why a thread is descoped. @throws Problem 404, 403, 409, 412, 422 when it is not descoped */
export async function writeReason(work: Work, id: number, perspectiveId: number, threadId: number, reason: string): Promise<StoredReason> {
  const row = await getEditableAssessment(work, id, "P3M3");
  requireInScope(row, perspectiveId, threadId);
  const stored = await findThread(work.db, id, perspectiveId, threadId);
  if (!stored?.descoped) throw refused("The thread is not descoped.");
  const part = answeredPart("reason", id, { kind: "thread", perspectiveId, threadId });
  const present = { reason: stored.reason, versions: await versionsOf(work.db, [part]) };
  if (stored.reason === reason) return present;
  const version = await advance(work, part, async () => present);
  await recordChange(work, part, stored.reason, reason);
  await storeThread(work.db, id, stored, moment(work), reason);
  return { reason, versions: { reason: version } };
}

/** Flags a thread for later, or takes the flag off. @throws Problem 404, 403, 409, 412, 422 */
export async function flagThread(work: Work, id: number, perspectiveId: number, threadId: number, flagged: boolean): Promise<StoredFlag> {
  requireInScope(await getEditableAssessment(work, id, "P3M3"), perspectiveId, threadId);
  return writeFlag(work, id, { kind: "thread", perspectiveId, threadId }, flagged);
}

/** The note of a thread. @throws Problem 404, 403 */
export async function getThreadNote(work: Work, id: number, perspectiveId: number, threadId: number): Promise<Note> {
  const row = await getReadableAssessment(work, id, "P3M3");
  requireInScope(row, perspectiveId, threadId);
  return readableNote(work, row, { kind: "thread", perspectiveId, threadId });
}

/** Stores the note of a thread. @throws Problem 404, 403, 409, 412, 422 */
export async function writeThreadNote(work: Work, id: number, note: { perspectiveId: number; threadId: number; body: string }) {
  const row = await getEditableAssessment(work, id, "P3M3");
  requireInScope(row, note.perspectiveId, note.threadId);
  return writeNote(work, id, { kind: "thread", perspectiveId: note.perspectiveId, threadId: note.threadId }, note.body);
}
