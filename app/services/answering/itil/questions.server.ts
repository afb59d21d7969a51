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
import type { AskedItem } from "~/services/answering/concerns/concern.server";
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
  const found = await getAssessmentOf(api, assessmentId, "ITIL");
  const same = (item: { code: string }) => item.code.toLowerCase() === practiceCode.toLowerCase();
  const practice = found.capabilities?.find(same);
  if (practice) return practiceItem(api, found, practice);
  const component = found.maturities?.find((item) => item.isSelected && same(item));
  if (component) return componentItem(api, found, component);
  throw notFoundIn(found, "Practice", "practice or maturity component");
}

/** What an item is called by its address and on screen. */
interface ItemNames {
  id: number;
  code: string;
  name: string;
}

/** A practice, which the wire calls a capability. */
function practiceItem(api: UserApi, found: ItilAssessment, { id, code, name }: ItemNames) {
  const at = { assessmentId: found.id, capabilityId: id };
  const { capability: notes } = api.itil.notes;
  return {
    ...{ kind: "practice" as const, found, id, code, name },
    subject: { kind: "capability" as const, id },
    findHelp: () => findHelp(listCapabilities(api), id),
    readNote: () => notes.get(at),
    writeNote: (body: string, options: WriteOptions) => notes.put({ body: { ...at, body } }, options),
  };
}

/** A maturity component, which the wire calls a maturity. */
function componentItem(api: UserApi, found: ItilAssessment, { id, code, name }: ItemNames) {
  const at = { assessmentId: found.id, maturityId: id };
  const { maturity: notes } = api.itil.notes;
  return {
    ...{ kind: "component" as const, found, id, code, name },
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
  const { found, code, name, subject } = item;
  const at = answeringPaths(isViewed(request));
  const here = at.practiceQuestions(found.id, code);
  const readProgress = askAlong(found, "questions", placeOf(subject)).then((asked) => getItilProgress(context.api, found.id, asked));
  const [{ frame, links, hasGrid }, asked, progress, note, help, catalogue, onQuestions] = await Promise.all([
    openScreen(context, request, found, "Questions", paths.practiceQuestions(found.id, code), subject),
    loadFor("assessment", readQuestions(context.api, item).then(withRichTexts)),
    readProgress,
    readNoteView(item.readNote()),
    item.findHelp(),
    listPracticeGroups(context.api),
    loadOnQuestions({ context, request, assessment: found, place: placeOf(subject), here, at }, readProgress),
  ]);
  const view = itilProgressView(found, progress, catalogue, at);
  return {
    ...(asked.kind === "practice" ? practiceView(asked.questions) : componentView(found.id, asked.question, progress, at)),
    assessment: { id: found.id, name: titleOf(found), scope: found.selectedScope ?? "Not provided" },
    item: { code, name, help },
    score: [...progress.capabilityProgress, ...progress.maturityProgress].find((each) => each.code === code)?.currentScore ?? null,
    ...note,
    progress: view,
    concerns: onQuestions(askedItem(asked)),
    place: { group: view.groups.find(({ items }) => items.some((each) => each.code === code))?.code ?? "", item: code },
    next: nextPlace(item, at),
    ...frame,
    choices: context.choices.get(),
    howToRate: [...howToRate(item.kind === "practice" ? "ITIL" : "component"), SCALE_SOURCE],
    links: {
      ...links,
      here,
      save: paths.practiceQuestionsSave(found.id, code),
      exit: homeOf(found),
    },
    hasGrid,
  };
}

/** What is on the screen, for concerns. */
function askedItem(asked: ItemQuestions): AskedItem {
  if (asked.kind === "practice") {
    const { questions } = asked;
    return {
      statements: questions.map(({ id: questionId }) => ({ questionId, choices: PRACTICE_SELECTIONS })),
      compared: questions.map(({ id }) => id),
      flagged: isFlagged(asked),
      confirmAll: (proposals) => confirmAll(proposals, questions),
      ...{ isChoice: false, computed: false, descoped: false },
    };
  }
  const { id: questionId, options, computed = false } = asked.question;
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
export async function readQuestions(api: UserApi, { found, kind, id, code, name }: ItilItem): Promise<ItemQuestions> {
  if (kind === "practice") {
    const questions = await api.itil.questions.capability({ id: found.id, capabilityId: id });
    return { kind, questions: questions.toSorted((a, b) => a.level - b.level) };
  }
  const all = await api.itil.questions.maturity({ id: found.id });
  const question = all.find((each) => each.maturity.id === id || each.code === code);
  // A component without a question may still be computed, and have a note.
  return { kind, question: question ?? { id: 0, code, maturity: { id, name }, options: [], answer: null } };
}

/** An item's questions, its answers in the form in which changes to them are posted, and its note. @throws UpstreamFault */
export async function readItilItem(api: UserApi, item: ItilItem) {
  const [asked, { body }] = await Promise.all([readQuestions(api, item).then(withRichTexts), item.readNote()]);
  return { asked, answers: storedAnswers(asked), note: body };
}

/** Whether a practice is flagged for later. */
export const isFlagged = (asked: ItemQuestions | undefined) =>
  asked?.kind === "practice" && asked.questions.some(({ flagged }) => flagged === true);

/** The stored answers of an item as a short text, to be compared and sent back. */
export function storedAnswers(asked: ItemQuestions): string {
  if (asked.kind === "component") return asked.question.answer === null ? "" : String(asked.question.answer.optionId);
  return lettersOf(criteriaOf(asked.questions));
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
function nextPlace({ found, kind, id }: ItilItem, at: AnsweringPaths = paths): { label: string; href: string } {
  const practices = found.capabilities ?? [];
  const components = (found.maturities ?? []).filter(({ isSelected }) => isSelected);
  const to = (label: string, { code }: { code: string }) => ({ label, href: at.practiceQuestions(found.id, code) });
  const after = (items: readonly { id: number }[]) => items.findIndex((each) => each.id === id) + 1;
  if (kind === "practice") {
    const practice = practices[after(practices)];
    if (practice) return to("Next Practice", practice);
    if (components[0]) return to("Assess Maturity Components", components[0]);
  } else {
    const component = components[after(components)];
    if (component) return to("Next component", component);
  }
  return found.status === "Completed"
    ? { label: "View Result", href: paths.result(found.id, "ITIL") }
    : { label: "View Summary", href: at.summary(found.id, "ITIL") };
}

/** The path that `Next` leads to after a form was saved without script. @throws NotFound, LoadFailure, Redirect */
export async function getNextItemPath(api: UserApi, place: ItemAddress): Promise<string> {
  return nextPlace(await getItilItem(api, place)).href;
}
