/** Answering ITIL questions: criteria, maturity components and notes. */
import { type FieldError, notFound, refused, refusedField } from "#api/problem.ts";
import { CHOSEN } from "#model/again.ts";
import type { StoredFlag } from "#model/contract/answering.ts";
import type { Subject } from "#model/contract/history.ts";
import type { ItilCapabilityAnswerForm, ItilCapabilityQuestion, ItilMaturityQuestion } from "#model/contract/itil.ts";
import type { Note } from "#model/contract/p3m3.ts";
import { isPracticeStarted, isPracticeState, PRACTICE_SCORES, type PracticeSelection, toPracticeLetters } from "#model/itil/gate.ts";
import { itilProgress } from "#model/itil/progress.ts";
import { type AssessmentRow, getEditableAssessment, getReadableAssessment } from "../access.ts";
import { confirmedAmong, givenBy } from "../again.ts";
import { markStarted } from "../assessments.ts";
import { isFlagged, writeFlag } from "../flags.ts";
import { readFlagsAndEvidence } from "../flags-and-evidence.ts";
import { recordChange } from "../history.ts";
import { readableNote, writeNote } from "../notes.ts";
import { advance, answeredPart, versionsByPlace, versionsOf } from "../versions.ts";
import { moment, type Work } from "../work.ts";
import { getItilState, storeComponent, storePractice } from "./practices.ts";
import {
  answerId,
  answerOf,
  assessedComponents,
  assessedPractices,
  describeComponents,
  describePractice,
  practiceParts,
} from "./questions.ts";

const lettersOf = (criteria: readonly { selection: PracticeSelection }[]) => toPracticeLetters(criteria.map(({ selection }) => selection));

/**
 * The criteria of a practice with what is stored for them.
 * @throws Problem 404 when the assessment does not exist or the practice is not in its scope, 403
 */
export async function getPracticeQuestions(work: Work, id: number, practiceId: number): Promise<ItilCapabilityQuestion[]> {
  const versions = await versionsOf(work.db, practiceParts(id, practiceId));
  const row = await getReadableAssessment(work, id, "ITIL");
  const { state } = await getItilState(work, row);
  const practice = state.practices.find((item) => item.id === practiceId);
  if (!practice) throw notFound("The practice is not in the assessment's scope.");
  return describePractice(practice, { flagged: await isFlagged(work.db, id, { kind: "capability", id: practiceId }), versions });
}

/**
 * Stores the answers to all criteria of a practice; the first ones make the assessment Active.
 * @param expectedId the practice that they have to belong to, where the caller names it
 * @throws Problem 404, 403, 409 without the lock, 412 when somebody else changed them
 * @throws Problem 422 when the answers are not those of one practice in scope, or not a state that the gate allows
 * (docs/rules/itil.md#gate-of-a-practice)
 */
export async function answerPractice(work: Work, id: number, answers: readonly ItilCapabilityAnswerForm[], expectedId?: number) {
  const row = await getEditableAssessment(work, id, "ITIL");
  const stored = await getItilState(work, row);
  const { state } = stored;
  const { practice, criteria } = practiceIn(stored, answers, expectedId);
  const part = answeredPart("answers", id, { kind: "capability", id: practice.id });
  const { rowId: storedAs } = practice;
  const changes = storedAs === undefined || criteria.some(({ selection }, index) => selection !== practice.criteria[index]?.selection);
  const versions = changes
    ? { answers: await advance(work, part, () => getPracticeQuestions(work, id, practice.id)) }
    : await versionsOf(work.db, [part]);
  const selections = criteria.map(({ selection }) => selection);
  if (changes) {
    const confirmed = await confirmedAmong(work, row, { kind: "capability", id: practice.id }, givenBy(criteria, answers));
    await recordChange(work, part, storedAs === undefined ? undefined : lettersOf(practice.criteria), lettersOf(criteria), { confirmed });
  }
  const rowId = changes ? await storePractice(work.db, id, practice.id, selections, moment(work)) : storedAs;
  if (isPracticeStarted(criteria)) await markStarted(work, row);
  return {
    answers: criteria.map(({ id: questionId, selection }, index) => answerOf(rowId, index, questionId, selection)),
    progress: itilProgress(
      { ...state, practices: state.practices.map((item) => (item === practice ? { ...practice, criteria } : item)) },
      await readFlagsAndEvidence(work.db, id),
    ),
    versions,
  };
}

type StoredState = Awaited<ReturnType<typeof getItilState>>;

/**
 * The practice that answers are about, and what they say, whichever store they go to.
 * @param stored what the store holds
 * @throws Problem 422 as of `answerPractice`
 */
export function practiceIn(
  { content, state }: Pick<StoredState, "content" | "state">,
  answers: readonly ItilCapabilityAnswerForm[],
  expectedId?: number,
) {
  const practiceId = content.findPracticeOf(answers[0]?.questionId ?? 0);
  const practice = state.practices.find((item) => item.id === practiceId);
  if (!practice) throw refusedField("0.questionId", "This question is not in the assessment's scope.");
  if (expectedId !== undefined && practiceId !== expectedId)
    throw refusedField("0.questionId", "This question belongs to another practice.");
  return { practice, criteria: criteriaAnswered(answers, practice.criteria, practice.rowId) };
}

function criteriaAnswered<T extends Parameters<typeof isPracticeState>[0][number] & { id: number }>(
  answers: readonly ItilCapabilityAnswerForm[],
  criteria: readonly T[],
  rowId: number | undefined,
): T[] {
  const errors: FieldError[] = [];
  const selections = new Map<number, PracticeSelection>();
  for (const [index, { id, questionId, selection, score }] of answers.entries()) {
    const fault = (field: string, message: string) => errors.push({ path: `${index}.${field}`, message });
    const position = criteria.findIndex((criterion) => criterion.id === questionId);
    if (position === -1) {
      fault("questionId", "All answers must be of one practice.");
      continue;
    }
    if (selections.has(questionId)) fault("questionId", "This question is answered twice.");
    if (score !== PRACTICE_SCORES[selection]) fault("score", "The score does not belong to the selection.");
    if (id !== undefined && (rowId === undefined || id !== answerId(rowId, position)))
      fault("id", "This is not the id of the answer to this question.");
    selections.set(questionId, selection);
  }
  if (errors.length === 0 && selections.size < criteria.length)
    errors.push({ path: "", message: `The practice has ${criteria.length} criteria, and ${selections.size} were answered.` });
  if (errors.length > 0) throw refused("The request is not valid.", errors);
  const answered = criteria.map((criterion) => ({ ...criterion, selection: selections.get(criterion.id) ?? "N/A" }));
  if (!isPracticeState(answered)) throw refused("A level opens only when every criterion below is Fully.");
  return answered;
}

/**
 * The questions about the maturity components; none for the Capability scope. A computed component has its level as its answer.
 * @throws Problem 404, 403
 */
export async function getMaturityQuestions(work: Work, id: number): Promise<ItilMaturityQuestion[]> {
  const row = await getReadableAssessment(work, id, "ITIL");
  const partOf = (componentId: number) => answeredPart("answers", id, { kind: "maturity", id: componentId });
  const versions = await versionsByPlace(work.db, assessedComponents(row).map(partOf));
  return describeComponents(row, await getItilState(work, row), (componentId) => versions.get(partOf(componentId).place));
}

/**
 * Stores the option chosen for a maturity component.
 * @param expectedId the component that it has to belong to, where the caller names it
 * @throws Problem 404, 403, 409 without the lock, 412 when somebody else changed it
 * @throws Problem 422 when the component is computed or not in scope, or the option belongs to another component
 */
export async function answerComponent(
  work: Work,
  id: number,
  answer: { id?: number | undefined; questionId: number; optionId: number; confirmed?: boolean | undefined },
  expectedId?: number,
) {
  const row = await getEditableAssessment(work, id, "ITIL");
  const inStore = await getItilState(work, row);
  const { state } = inStore;
  const { component, option, stored } = componentIn(row, inStore, answer, expectedId);
  const part = answeredPart("answers", id, { kind: "maturity", id: component.id });
  const changes = stored?.level !== option.level;
  const versions = changes
    ? { answers: await advance(work, part, () => getMaturityQuestions(work, id)) }
    : await versionsOf(work.db, [part]);
  if (changes) {
    const given = { id: option.id, selection: CHOSEN, confirmed: answer.confirmed };
    const confirmed = await confirmedAmong(work, row, { kind: "maturity", id: component.id }, [given]);
    await recordChange(work, part, stored?.level, option.level, { confirmed });
  }
  const rowId = changes || !stored ? await storeComponent(work.db, id, component.id, option.level, moment(work)) : stored.id;
  await markStarted(work, row);
  return {
    answer: { id: rowId, questionId: component.questionId, optionId: option.id },
    progress: itilProgress(
      { ...state, componentLevels: new Map([...state.componentLevels, [component.id, option.level]]) },
      await readFlagsAndEvidence(work.db, id),
    ),
    versions,
  };
}

/**
 * The component that an answer is about, and the option that it names, whichever store it goes to.
 * @throws Problem 422 as of `answerComponent`
 */
export function componentIn(
  row: AssessmentRow,
  { content, components }: Pick<StoredState, "content" | "components">,
  answer: { id?: number | undefined; questionId: number; optionId: number },
  expectedId?: number,
) {
  const component = content.components.find(({ questionId }) => questionId === answer.questionId);
  if (!component || !assessedComponents(row).includes(component.id))
    throw refusedField("questionId", "This question is not in the assessment's scope.");
  if (expectedId !== undefined && component.id !== expectedId)
    throw refusedField("questionId", "This question belongs to another component.");
  if (component.computed) throw refusedField("questionId", `${component.name} is computed from the practices and cannot be answered.`);
  const option = component.options.find((item) => item.id === answer.optionId);
  if (!option) throw refusedField("optionId", "This option does not belong to the question.");
  const stored = components.find(({ componentId }) => componentId === component.id);
  if (answer.id !== undefined && answer.id !== stored?.id) throw refusedField("id", "This is not the id of the answer to this question.");
  return { component, option, stored };
}

type ItilSubject = Exclude<Subject, { kind: "thread" }>;

function requireInScope(row: AssessmentRow, { kind, id }: ItilSubject): void {
  const inScope = kind === "capability" ? assessedPractices(row).includes(id) : assessedComponents(row).includes(id);
  if (!inScope) throw notFound(`The ${kind === "capability" ? "practice" : "component"} is not in the assessment's scope.`);
}

/** The note of a practice or a component. @throws Problem 404, 403 */
export async function getItilNote(work: Work, id: number, subject: ItilSubject): Promise<Note> {
  const row = await getReadableAssessment(work, id, "ITIL");
  requireInScope(row, subject);
  return readableNote(work, row, subject);
}

/** Stores the note of a practice or a component. @throws Problem 404, 403, 409, 412, 422 */
export async function writeItilNote(work: Work, id: number, subject: ItilSubject, body: string): Promise<Note> {
  requireInScope(await getEditableAssessment(work, id, "ITIL"), subject);
  return writeNote(work, id, subject, body);
}

/** Flags a practice for later, or takes the flag off. @throws Problem 404, 403, 409, 412, 422 */
export async function flagPractice(work: Work, id: number, practiceId: number, flagged: boolean): Promise<StoredFlag> {
  const subject = { kind: "capability", id: practiceId } as const;
  requireInScope(await getEditableAssessment(work, id, "ITIL"), subject);
  return writeFlag(work, id, subject, flagged);
}
