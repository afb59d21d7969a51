/**
 * The ITIL questions of one practice or maturity component: what is stored, and what the screen shows
 * (docs/rules/itil.md#questions-screen-of-itil).
 */

import { confirmedPractice } from "#model/again.ts";
import type { ItilAssessment } from "#model/contract/assessments.ts";
import type { Id } from "#model/contract/common.ts";
import { placeOf } from "#model/contract/history.ts";
import type { ItilCapabilityQuestion, ItilMaturityQuestion, ItilProgress } from "#model/contract/itil.ts";
import { howToRate, SCALE_SOURCE } from "#model/how-to-rate.ts";
import { isComputed, practiceFacts } from "#model/itil/explain.ts";
import { PRACTICE_SELECTIONS, toPracticeLetters } from "#model/itil/gate.ts";
import { optionKey } from "#model/voices.ts";
import { getAssessmentOf, notFoundIn } from "~/services/answering/addressed.server";
import type { ConcernItem } from "~/services/answering/concerns/concern.server";
import { askAlong, loadOnQuestions } from "~/services/answering/concerns.server";
import { openScreen } from "~/services/answering/frame.server";
import { readNoteView } from "~/services/answering/notes.server";
import { itilProgressView, listFoundations } from "~/services/answering/progress-view.server";
import type { UserContext } from "~/services/context.server";
import { loadFor } from "~/services/faults.server";
import { homeOf, titleOf } from "~/services/upstream/assessments.server";
import { getItilProgress } from "~/services/upstream/itil-assessments.server";
import { findHelp, listCapabilities, listMaturities } from "~/services/upstream/reference-lists.server";
import { richText, withRichTexts } from "~/services/upstream/rich-text.server";
import type { WriteOptions } from "~/services/upstream/upstream.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import { type ItilQuestionsPage, lettersOf } from "~/views/answering/itil";
import { type AnsweringPaths, answeringPaths, isViewed, paths } from "~/views/paths";

export interface ItemAddress {
  assessmentId: Id;
  /** Of a practice or of a component, in any case. */
  practiceCode: string;
}

/**
 * The practice or component that an address names.
 * @throws NotFound for one that is unknown or not in scope; LoadFailure; Redirect for an assessment of the other model
 */
export async function getItilItem(api: UserApi, { assessmentId, practiceCode }: ItemAddress): Promise<ItilItem> {
  const assessment = await getAssessmentOf(api, assessmentId, "ITIL");
  const same = (item: { code: string }) => item.code.toLowerCase() === practiceCode.toLowerCase();
  const practice = assessment.capabilities?.find(same);
  if (practice) return practiceItem(api, assessment, practice);
  const component = assessment.maturities?.find((item) => item.isSelected && same(item));
  if (component) return componentItem(api, assessment, component);
  throw notFoundIn(assessment, "Practice", "practice or maturity component");
}

/** What an item is called by its address and on screen. */
interface ItemNames {
  id: number;
  code: string;
  name: string;
}

/** A practice, which the wire calls a capability. */
function practiceItem(api: UserApi, assessment: ItilAssessment, { id, code, name }: ItemNames) {
  const at = { assessmentId: assessment.id, capabilityId: id };
  const { capability: notes } = api.itil.notes;
  return {
    ...{ kind: "practice" as const, assessment, id, code, name },
    subject: { kind: "capability" as const, id },
    findHelp: () => findHelp(listCapabilities(api), id),
    readNote: () => notes.get(at),
    writeNote: (body: string, options: WriteOptions) => notes.put({ body: { ...at, body } }, options),
  };
}

/** A maturity component, which the wire calls a maturity. */
function componentItem(api: UserApi, assessment: ItilAssessment, { id, code, name }: ItemNames) {
  const at = { assessmentId: assessment.id, maturityId: id };
  const { maturity: notes } = api.itil.notes;
  return {
    ...{ kind: "component" as const, assessment, id, code, name },
    subject: { kind: "maturity" as const, id },
    findHelp: () => findHelp(listMaturities(api), id),
    readNote: () => notes.get(at),
    writeNote: (body: string, options: WriteOptions) => notes.put({ body: { ...at, body } }, options),
  };
}

export type ItilItem = ReturnType<typeof practiceItem> | ReturnType<typeof componentItem>;

/**
 * Everything that the questions screen shows for one practice or component. Takes the lock if the assessment may be changed
 * (docs/rules/locks-and-saving.md#taking-the-lock).
 * @throws NotFound, LoadFailure; Redirect for home while another user holds the lock
 */
export async function loadItilQuestions(context: UserContext, request: Request, place: ItemAddress): Promise<ItilQuestionsPage> {
  const item = await getItilItem(context.api, place);
  const { assessment, code, name, subject } = item;
  const at = answeringPaths(isViewed(request));
  const here = at.practiceQuestions(assessment.id, code);
  const readProgress = askAlong(assessment, "questions", placeOf(subject)).then((query) =>
    getItilProgress(context.api, assessment.id, query),
  );
  const [{ frame, links, hasGrid }, questions, progress, note, help, catalogue, onQuestions] = await Promise.all([
    openScreen(context, request, assessment, "Questions", paths.practiceQuestions(assessment.id, code), subject),
    loadFor("assessment", readQuestions(context.api, item).then(withRichTexts)),
    readProgress,
    readNoteView(item.readNote()),
    item.findHelp(),
    listPracticeGroups(context.api),
    loadOnQuestions({ context, request, assessment, place: placeOf(subject), here, at }, readProgress),
  ]);
  const view = itilProgressView(assessment, progress, catalogue, at);
  return {
    ...(questions.kind === "practice" ? practiceView(questions.questions) : componentView(assessment.id, questions.question, progress, at)),
    assessment: { id: assessment.id, name: titleOf(assessment), scope: assessment.selectedScope ?? "Not provided" },
    item: { code, name, help },
    score: [...progress.capabilityProgress, ...progress.maturityProgress].find((each) => each.code === code)?.currentScore ?? null,
    ...note,
    progress: view,
    concerns: onQuestions(itemOf(questions)),
    place: { group: view.groups.find(({ items }) => items.some((each) => each.code === code))?.code ?? "", item: code },
    next: nextPlace(item, at),
    ...frame,
    choices: context.choices.get(),
    howToRate: [...howToRate(item.kind === "practice" ? "ITIL" : "component"), SCALE_SOURCE],
    links: {
      ...links,
      here,
      save: paths.practiceQuestionsSave(assessment.id, code),
      exit: homeOf(assessment),
    },
    hasGrid,
  };
}

/** What is on the screen, for concerns. */
function itemOf(itemQuestions: ItemQuestions): ConcernItem {
  if (itemQuestions.kind === "practice") {
    const { questions } = itemQuestions;
    return {
      statements: questions.map(({ id: questionId }) => ({ questionId, choices: PRACTICE_SELECTIONS })),
      compared: questions.map(({ id }) => id),
      flagged: isFlagged(itemQuestions),
      confirmAll: (proposals) => confirmAll(proposals, questions),
      ...{ isChoice: false, computed: false, descoped: false },
    };
  }
  const { id: questionId, options, computed = false } = itemQuestions.question;
  return {
    statements: [{ questionId, choices: options.map(({ level }) => (level === undefined ? "" : optionKey({ level }))) }],
    compared: options.map(({ id }) => id),
    ...{ isChoice: true, computed, descoped: false, flagged: undefined, confirmAll: () => undefined },
  };
}

/** The answers that confirming all proposals for a practice gives, as letters; undefined for none. */
function confirmAll(proposals: string, questions: readonly ItilCapabilityQuestion[]): string | undefined {
  const proposalAt = (index: number) => PRACTICE_SELECTIONS.find((each) => each.charAt(0) === proposals[index]);
  const all = toPracticeLetters(confirmedPractice(questions.map(({ level }, index) => ({ level, proposal: proposalAt(index) }))));
  return /^N*$/.test(all) ? undefined : all;
}

export type ItemQuestions =
  | { kind: "practice"; questions: ItilCapabilityQuestion[] }
  | { kind: "component"; question: ItilMaturityQuestion };

/** The questions of an item as they are stored now. @throws UpstreamFault */
export async function readQuestions(api: UserApi, { assessment, kind, id, code, name }: ItilItem): Promise<ItemQuestions> {
  if (kind === "practice") {
    const questions = await api.itil.questions.capability({ id: assessment.id, capabilityId: id });
    return { kind, questions: questions.toSorted((a, b) => a.level - b.level) };
  }
  const all = await api.itil.questions.maturity({ id: assessment.id });
  const question = all.find((each) => each.maturity.id === id || each.code === code);
  // A component without a question may still be computed, and have a note.
  return { kind, question: question ?? { id: 0, code, maturity: { id, name }, options: [], answer: null } };
}

/** An item's questions, its answers in the form in which changes to them are posted, and its note. @throws UpstreamFault */
export async function readItilItem(api: UserApi, item: ItilItem) {
  const [questions, { body }] = await Promise.all([readQuestions(api, item).then(withRichTexts), item.readNote()]);
  return { questions, answers: storedAnswers(questions), note: body };
}

/** Whether a practice is flagged for later. */
export const isFlagged = (questions: ItemQuestions | undefined) =>
  questions?.kind === "practice" && questions.questions.some(({ flagged }) => flagged === true);

/** The stored answers of an item as a short text, to be compared and sent back. */
export function storedAnswers(questions: ItemQuestions): string {
  if (questions.kind === "component") return questions.question.answer === null ? "" : String(questions.question.answer.optionId);
  return lettersOf(criteriaOf(questions.questions));
}

const criteriaOf = (questions: readonly ItilCapabilityQuestion[]) =>
  questions.map(({ level, answer }) => ({ level, selection: answer?.selection ?? ("N/A" as const) }));

/** The criteria of a practice with its answers, as a questions screen and a grid show them. */
export function practiceView(questions: readonly ItilCapabilityQuestion[]) {
  return {
    kind: "practice" as const,
    criteria: questions.map(({ level, code, statement, dimension, psf, hint }) => ({
      level,
      code,
      statement: richText(statement),
      dimension,
      psf,
      hint: richText(hint),
    })),
    answers: storedAnswers({ kind: "practice", questions: [...questions] }),
  };
}

function componentView(assessmentId: Id, question: ItilMaturityQuestion, progress: ItilProgress, at: AnsweringPaths) {
  const { code } = question;
  const computed = question.computed ?? isComputed({ code });
  const component = progress.maturityProgress.find((item) => item.code === code);
  return {
    kind: "component" as const,
    computed,
    options: question.options.map(({ id, level, name, statement }) => ({ id: String(id), level, name, statement: richText(statement) })),
    answers: storedAnswers({ kind: "component", question }),
    restsOn: component ? listFoundations(assessmentId, component, progress, at) : [],
  };
}

/**
 * The criteria that hold a practice at its level, or that are not answered yet (docs/rules/itil.md#what-holds-a-level).
 * @throws UpstreamFault
 */
export async function explainPractice(api: UserApi, assessmentId: Id, practiceId: number) {
  const questions = await api.itil.questions.capability({ id: assessmentId, capabilityId: practiceId }).then(withRichTexts);
  return practiceFacts(
    questions.map(({ code, level, statement, hint, answer }) => ({
      code,
      level,
      statement: richText(statement),
      hint: richText(hint),
      selection: answer?.selection ?? ("N/A" as const),
    })),
  );
}

/** The practices of the catalogue, each with its group. Empty if the list cannot be read: screens then show one group. */
export const listPracticeGroups = (api: UserApi) => listCapabilities(api).catch(() => []);

/** The next practice or component, or the screen that follows the last one (docs/rules/itil.md#questions-screen-of-itil). */
function nextPlace({ assessment, kind, id }: ItilItem, at: AnsweringPaths = paths): { label: string; href: string } {
  const practices = assessment.capabilities ?? [];
  const components = (assessment.maturities ?? []).filter(({ isSelected }) => isSelected);
  const to = (label: string, { code }: { code: string }) => ({ label, href: at.practiceQuestions(assessment.id, code) });
  const after = (items: readonly { id: number }[]) => items.findIndex((each) => each.id === id) + 1;
  if (kind === "practice") {
    const practice = practices[after(practices)];
    if (practice) return to("Next Practice", practice);
    if (components[0]) return to("Assess Maturity Components", components[0]);
  } else {
    const component = components[after(components)];
    if (component) return to("Next component", component);
  }
  return assessment.status === "Completed"
    ? { label: "View Result", href: paths.result(assessment.id, "ITIL") }
    : { label: "View Summary", href: at.summary(assessment.id, "ITIL") };
}

/** The path that `Next` leads to after a form was saved without script. @throws NotFound, LoadFailure, Redirect */
export async function getNextItemPath(api: UserApi, place: ItemAddress): Promise<string> {
  return nextPlace(await getItilItem(api, place)).href;
}
