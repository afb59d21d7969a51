/** Practices and maturity components: how they are loaded and saved (docs/rules/itil.md#questions-screen-of-itil). */
import type { WithAgain } from "#model/contract/again.ts";
import type { Id } from "#model/contract/common.ts";
import { placeOf } from "#model/contract/history.ts";
import type { ItilCapabilityQuestion, ItilMaturityQuestion, ItilProgress } from "#model/contract/itil.ts";
import { criteria } from "#model/gates/criteria.ts";
import { options } from "#model/gates/options.ts";
import { isComputed } from "#model/itil/explain.ts";
import { PRACTICE_SCORES, PRACTICE_SELECTIONS } from "#model/itil/gate.ts";
import { optionKey } from "#model/voices.ts";
import { getAssessmentOf, notFoundIn } from "~/services/answering/addressed.server";
import { inProgress } from "~/services/answering/concerns.server";
import type { ItemAdapter, ItemForm, StoredQuestions } from "~/services/answering/items/adapter.server";
import {
  type Addressed,
  isFlagged,
  listPracticeGroups,
  practiceView,
  readComponent,
  readPractice,
  storedLetters,
  storedOption,
} from "~/services/answering/itil/questions.server";
import { itilProgressView, listFoundations } from "~/services/answering/progress-view.server";
import type { AnswerStore } from "~/services/answering/store.server";
import { BadRequest } from "~/services/faults.server";
import { readItilProgress } from "~/services/upstream/itil-assessments.server";
import { findHelp, listCapabilities, listMaturities } from "~/services/upstream/reference-lists.server";
import { richText } from "~/services/upstream/rich-text.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import type { ProgressView } from "~/views/answering";
import { levelsIn } from "~/views/answering/itil";
import { type AnsweringPaths, paths } from "~/views/paths";
import { switchWord } from "~/views/saving";

export interface ItemAddress {
  assessmentId: Id;
  /** Of a practice or of a component, in any case. */
  practiceCode: string;
}

export type PracticeAdapter = ItemAdapter<"criteria", ItilProgress & WithAgain>;
export type ComponentAdapter = ItemAdapter<"options", ItilProgress & WithAgain>;

/**
 * The practice or component that an address names, to be loaded and saved.
 * @throws NotFound for one that is unknown or not in scope; LoadFailure; Redirect for an assessment of the other model
 */
export async function getItilItem(
  store: AnswerStore,
  { assessmentId, practiceCode }: ItemAddress,
): Promise<PracticeAdapter | ComponentAdapter> {
  const assessment = await getAssessmentOf(store.api, assessmentId, "ITIL", (other) => store.startOf(other).href);
  const same = (item: { code: string }) => item.code.toLowerCase() === practiceCode.toLowerCase();
  const practice = assessment.capabilities?.find(same);
  if (practice) return practiceItem(store, { ...practice, assessment });
  const component = assessment.maturities?.find((item) => item.isSelected && same(item));
  if (component) return componentItem(store, { ...component, assessment });
  throw notFoundIn(store, assessment, "Practice", "practice or maturity component");
}

/** How the form of a practice is read. It says which levels its criteria have. */
export const PRACTICE_FORM: ItemForm<"criteria"> = {
  kind: "criteria",
  gateIn(posted) {
    const levels = posted("levels");
    if (levels === undefined) return undefined;
    const all = levelsIn(levels);
    if (!all) throw new BadRequest();
    return criteria(all);
  },
  countIn: (base) => base.length,
};

/** How the form of a component is read. It does not name all options; the upstream refuses any other. */
const COMPONENT_FORM: ItemForm<"options"> = {
  kind: "options",
  gateIn: () => ({ ...options([], false), isState: () => true }),
  countIn: () => 1,
};

/** What practices and components share. */
function itilItem(store: AnswerStore, api: UserApi, { assessment, code }: Addressed) {
  return {
    ...{ store, assessment, codes: [code] },
    here: (at: AnsweringPaths) => at.practiceQuestions(assessment.id, code),
    save: store.paths.practiceQuestionsSave(assessment.id, code),
    readProgress: (query?: Parameters<typeof readItilProgress>[2]) => readItilProgress(api, assessment.id, query),
    viewOf: async (progress: ItilProgress, at?: AnsweringPaths) =>
      itilProgressView(assessment, progress, await listPracticeGroups(api), at),
  };
}

/** A practice, which the wire calls a capability. */
function practiceItem(store: AnswerStore, practice: Addressed): PracticeAdapter {
  const { assessment, id } = practice;
  const subject = { kind: "capability", id } as const;
  const api = store.apiAt(placeOf(subject));
  const note = { assessmentId: assessment.id, capabilityId: id };
  return {
    ...{ ...itilItem(store, api, practice), kind: "criteria", form: PRACTICE_FORM, subject },
    readQuestions: async () => storedPractice({ ...store, api }, practice, await readPractice(api, assessment.id, id)),
    readNote: () => api.itil.notes.capability.get(note),
    writeNote: (body, write) => api.itil.notes.capability.put({ body: { ...note, body } }, write),
    findHelp: async () => ({ help: await findHelp(listCapabilities(api), id), groupHelp: undefined }),
    findNext: async () => nextPlace(practice, "practice", store.paths).href,
  };
}

/** A maturity component, which the wire calls a maturity. */
function componentItem(store: AnswerStore, component: Addressed): ComponentAdapter {
  const { assessment, id } = component;
  const subject = { kind: "maturity", id } as const;
  const api = store.apiAt(placeOf(subject));
  const note = { assessmentId: assessment.id, maturityId: id };
  return {
    ...{ ...itilItem(store, api, component), kind: "options", form: COMPONENT_FORM, subject },
    readQuestions: async () => storedComponent({ ...store, api }, component, await readComponent(api, component)),
    readNote: () => api.itil.notes.maturity.get(note),
    writeNote: (body, write) => api.itil.notes.maturity.put({ body: { ...note, body } }, write),
    findHelp: async () => ({ help: await findHelp(listMaturities(api), id), groupHelp: undefined }),
    findNext: async () => nextPlace(component, "component", store.paths).href,
  };
}

/** Where an item is in the progress, and what its screen says above it. */
function placeIn({ assessment, code, id, name }: Addressed, view: ProgressView) {
  const group = view.groups.find(({ items }) => items.some((each) => each.code === code));
  return {
    subtitle: (what: string) => `${assessment.selectedScope ?? "Not provided"} – ${what}`,
    item: { id, code, name, group: { code: group?.code ?? "", name: group?.name ?? "" }, isWritable: true },
  };
}

function storedPractice(
  { api, lastLabel }: AnswerStore,
  practice: Addressed,
  questions: ItilCapabilityQuestion[],
): StoredQuestions<"criteria", ItilProgress & WithAgain> {
  const { assessment, id } = practice;
  const madeFrom = questions[0]?.versions;
  const gate = criteria(questions.map(({ level }) => level));
  const answers = storedLetters(questions);
  return {
    ...{ questions, versions: madeFrom },
    values: { answers, flag: switchWord(isFlagged(questions)) },

    show(_, view, at) {
      const { subtitle, item } = placeIn(practice, view);
      return {
        ...{ subtitle: subtitle("Capability practice"), next: nextPlace(practice, "practice", at, lastLabel) },
        item: { ...item, gate: { kind: "criteria" }, statements: practiceView(questions).criteria, answers, isAnswered: true, extras: {} },
        request: {
          statements: questions.map(({ id: questionId }) => ({ questionId, choices: PRACTICE_SELECTIONS })),
          compared: questions.map(({ id }) => id),
          ...{
            isChoice: false,
            computed: false,
            descoped: false,
            known: inProgress({ flagged: isFlagged(questions) }),
            confirmAll: gate.confirmAll,
          },
        },
      };
    },

    async answer(target, { isConfirmed, changeKey }) {
      if (!gate.isState(target)) throw new BadRequest();
      const given = gate.read(target);
      const body = questions.map(({ id: questionId, answer }, index) => {
        const { selection } = given[index] ?? { selection: "N/A" as const };
        const written = { id: answer?.id, questionId, selection, score: PRACTICE_SCORES[selection] };
        return isConfirmed(index) ? { ...written, confirmed: true } : written;
      });
      return (await api.itil.answer.capability({ id: assessment.id, body }, { madeFrom, changeKey })).progress;
    },

    write: {
      flag: ({ target }, { changeKey }) =>
        api.itil.flag({ id: assessment.id, capabilityId: id, body: { flagged: target === "on" } }, { madeFrom, changeKey }),
    },
  };
}

function storedComponent(
  { api, lastLabel }: AnswerStore,
  component: Addressed,
  question: ItilMaturityQuestion,
): StoredQuestions<"options", ItilProgress & WithAgain> {
  const { assessment, code } = component;
  const answers = storedOption(question);
  const computed = question.computed ?? isComputed({ code: question.code });
  return {
    ...{ questions: question, versions: question.versions },
    values: { answers, flag: switchWord(false) },

    show(progress, view, at) {
      const { subtitle, item } = placeIn(component, view);
      const scored = progress.maturityProgress.find((each) => each.code === question.code);
      const own = [...progress.capabilityProgress, ...progress.maturityProgress].find((each) => each.code === code);
      return {
        ...{ subtitle: subtitle("Maturity component"), next: nextPlace(component, "component", at, lastLabel) },
        item: {
          ...{ ...item, statements: [], answers, isAnswered: !computed },
          gate: {
            ...{ kind: "options", computed },
            options: question.options.map(({ id, level, name, statement }) => ({
              ...{ id: String(id), level, name, statement: richText(statement) },
            })),
          },
          extras: {
            restsOn: scored ? listFoundations(assessment.id, scored, progress, at) : [],
            score: own?.currentScore ?? null,
          },
        },
        request: {
          statements: [
            {
              questionId: question.id,
              choices: question.options.map(({ level }) => (level === undefined ? "" : optionKey({ level }))),
            },
          ],
          compared: question.options.map(({ id }) => id),
          ...{ isChoice: true, computed, descoped: false, known: {}, confirmAll: () => undefined },
        },
      };
    },

    async answer(target, { isConfirmed, changeKey }) {
      const optionId = Number(target);
      if (!Number.isInteger(optionId) || optionId < 1) throw new BadRequest();
      const { id: questionId, answer, versions } = question;
      const body = { id: answer?.id, questionId, optionId, ...(isConfirmed(0) ? { confirmed: true } : {}) };
      return (await api.itil.answer.maturity({ id: assessment.id, body }, { madeFrom: versions, changeKey })).progress;
    },

    write: {},
  };
}

/** The next practice or component, or the screen that follows the last one (docs/rules/itil.md#questions-screen-of-itil). */
function nextPlace({ assessment, id }: Addressed, kind: "practice" | "component", at: AnsweringPaths, lastLabel = "View Summary") {
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
    : { label: lastLabel, href: at.summary(assessment.id, "ITIL") };
}
