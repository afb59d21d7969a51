/** The ITIL questions of one practice or maturity component, as they are stored (docs/rules/itil.md#questions-screen-of-itil). */
import type { ItilAssessment } from "#model/contract/assessments.ts";
import type { Id } from "#model/contract/common.ts";
import type { ItilCapabilityQuestion, ItilMaturityQuestion } from "#model/contract/itil.ts";
import { practiceFacts } from "#model/itil/explain.ts";
import { toPracticeLetters } from "#model/itil/gate.ts";
import { listCapabilities } from "~/services/upstream/reference-lists.server";
import { richText, withRichTexts } from "~/services/upstream/rich-text.server";
import type { UserApi } from "~/services/upstream/user-api.server";

/** A practice or component of an assessment. */
export interface Addressed {
  assessment: ItilAssessment;
  id: number;
  code: string;
  name: string;
}

/** The criteria of a practice as they are stored now, by level. @throws UpstreamFault */
export async function readPractice(api: UserApi, assessmentId: Id, practiceId: number): Promise<ItilCapabilityQuestion[]> {
  const questions = await api.itil.questions.capability({ id: assessmentId, capabilityId: practiceId });
  return questions.toSorted((a, b) => a.level - b.level);
}

/** The question of a component as it is stored now. One without a question may still be computed, and have a note. @throws UpstreamFault */
export async function readComponent(api: UserApi, { assessment, id, code, name }: Addressed): Promise<ItilMaturityQuestion> {
  const all = await api.itil.questions.maturity({ id: assessment.id });
  const question = all.find((each) => each.maturity.id === id || each.code === code);
  return question ?? { id: 0, code, maturity: { id, name }, options: [], answer: null };
}

/** The same with their texts, for a practice or a component. @throws UpstreamFault */
export const readItilQuestions = (api: UserApi, kind: "capability" | "maturity", item: Addressed) =>
  kind === "capability"
    ? readPractice(api, item.assessment.id, item.id).then(async (questions) => ({ kind, questions: await withRichTexts(questions) }))
    : readComponent(api, item).then(async (question) => ({ kind, question: await withRichTexts(question) }));

/** Whether a practice is flagged for later. */
export const isFlagged = (questions: readonly ItilCapabilityQuestion[]) => questions.some(({ flagged }) => flagged === true);

/** The stored answers of a practice, as letters by level. */
export const storedLetters = (questions: readonly ItilCapabilityQuestion[]): string =>
  toPracticeLetters(questions.map(({ answer }) => answer?.selection ?? "N/A"));

/** The option that is stored for a component, by its id; empty for none. */
export const storedOption = ({ answer }: Pick<ItilMaturityQuestion, "answer">): string => (answer === null ? "" : String(answer.optionId));

/** The criteria of a practice with its answers, as a questions screen and a grid show them. */
export function practiceView(questions: readonly ItilCapabilityQuestion[]) {
  return {
    criteria: questions.map(({ level, code, statement, dimension, psf, hint }) => ({
      ...{ level, code, dimension, psf },
      statement: richText(statement),
      hint: richText(hint),
    })),
    answers: storedLetters(questions),
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
