/** Extension `bulk`: many changes in one transaction, each by the way of a single one (docs/upstream-contract.md#bulk). */
import { setImmediate as turn } from "node:timers/promises";
import type { z } from "zod";
import { Problem, refusedBySchema, refusedField } from "#api/problem.ts";
import type { BulkChange, BulkOrigin, BulkResult, BulkWritten } from "#model/contract/bulk.ts";
import type { Versions } from "#model/contract/common.ts";
import { subjectAt } from "#model/contract/history.ts";
import { itilCapabilityAnswers, itilMaturityAnswerForm } from "#model/contract/itil.ts";
import { p3m3Answers } from "#model/contract/p3m3.ts";
import { PRACTICE_SCORES, type PracticeSelection } from "#model/itil/gate.ts";
import { THREAD_SCORES, type ThreadSelection } from "#model/p3m3/gate.ts";
import { getEditableAssessment } from "./access.ts";
import { assessmentChain, chainEnd, record } from "./history.ts";
import { answerComponent, answerPractice, writeItilNote } from "./itil/answering.ts";
import { answerThread, writeThreadNote } from "./p3m3/answering.ts";
import type { Work } from "./work.ts";

/**
 * Stores answers and notes of many threads, practices or components. Must be called in a transaction, which ends with the first refusal,
 * so that nothing is stored. The history gets an entry for each change, and then one for all of them.
 * @param origin where the changes come from
 * @returns the versions of what was written, in the order given
 * @throws Problem as for a single change, with the change that it is about: 404, 403, 409 without the lock, 412, 422
 */
export async function storeMany(
  work: Work,
  id: number,
  { changes, origin }: { changes: readonly BulkChange[]; origin?: BulkOrigin | undefined },
): Promise<BulkResult> {
  await getEditableAssessment(work, id);
  const chain = assessmentChain(id);
  const before = await chainEnd(work.db, chain);
  const [, second] = changes.flatMap(({ answers }, index) => (answers?.some(({ confirmed }) => confirmed) ? [index] : []));
  // Assessors cannot defend answers that they have not read (docs/rules/assess-again.md#confirming).
  if (second !== undefined) throw refusedField(`changes.${second}.answers`, "Answers of only one place can be confirmed at once.");
  const named = new Set<string>();
  const stored: BulkResult["changes"] = [];
  for (const [index, change] of changes.entries()) {
    if (named.has(change.place)) throw refusedField(`changes.${index}.place`, "This place is named twice.");
    named.add(change.place);
    try {
      stored.push({ place: change.place, versions: await storeChange({ ...work, madeFrom: change.versions }, id, change) });
    } catch (error) {
      throw error instanceof Problem ? aboutChange(error, index, change) : error;
    }
    // A hundred changes take a while. The process answers others in between, as long as they do not need the store.
    await turn();
  }
  if ((await chainEnd(work.db, chain)) > before) {
    const after: BulkWritten = { first: before + 1, ...(origin === undefined ? {} : { origin }) };
    await record(work, chain, { kind: "bulk", after });
  }
  return { changes: stored };
}

/** Stores answers and note of one place, by the calls for it. @throws Problem 404, 403, 409, 412, 422 */
export async function storeChange(work: Work, id: number, { place, answers, note }: BulkChange): Promise<Versions> {
  const subject = subjectAt(place);
  const versions: Versions = {};
  if (answers && subject) {
    const answered = await (subject.kind === "thread"
      ? answerThread(work, id, scored(p3m3Answers, answers, THREAD_SCORES), subject)
      : subject.kind === "capability"
        ? answerPractice(work, id, scored(itilCapabilityAnswers, answers, PRACTICE_SCORES), subject.id)
        : answerComponent(work, id, parsed(itilMaturityAnswerForm, answers[0]), subject.id));
    Object.assign(versions, answered.versions);
  }
  if (note !== undefined && subject) {
    const noted = await (subject.kind === "thread"
      ? writeThreadNote(work, id, { ...subject, body: note })
      : writeItilNote(work, id, subject, note));
    Object.assign(versions, noted.versions);
  }
  return versions;
}

type Answers = NonNullable<BulkChange["answers"]>;

/** The answers as the call for a single thread or practice takes them, with the score of each. @throws Problem 422 for those of another kind */
export function scored<S extends z.ZodType>(
  schema: S,
  answers: Answers,
  scores: Readonly<Partial<Record<ThreadSelection | PracticeSelection, number | null>>>,
): z.output<S> {
  return parsed(
    schema,
    answers.map((answer) => ("selection" in answer ? { ...answer, score: scores[answer.selection] } : answer)),
  );
}

export function parsed<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (!result.success) throw refusedBySchema(result.error);
  return result.data;
}

/** The refusal of one change, as one of the whole: it says which change it is about. */
function aboutChange(
  { message, status, errors = [{ path: "", message }], ...rest }: Problem,
  index: number,
  { place }: BulkChange,
): Problem {
  const { detail, retryAfterSeconds, present } = rest;
  const under = errors.map((error) => ({ ...error, path: `changes.${index}${error.path && `.${error.path}`}` }));
  return new Problem(status, message, {
    errors: under,
    ...(detail === undefined ? {} : { detail }),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    ...(present === undefined ? {} : { present: { place, present } }),
  });
}
