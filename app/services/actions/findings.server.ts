/** What an action begins with, from the finding that its address names (docs/rules/actions.md#where-an-action-begins). */
import type { Assessment, ItilAssessment, P3m3Assessment } from "#model/contract/assessments.ts";
import { subjectAt } from "#model/contract/history.ts";
import { nextSteps } from "#model/itil/explain.ts";
import { formatScore } from "#model/rounding.ts";
import { counted } from "#model/words.ts";
import type { UserContext } from "~/services/context.server";
import { loadFor } from "~/services/faults.server";
import { findStep } from "~/services/results/files/client-report/report-page.server";
import { getItilProgress } from "~/services/upstream/itil-assessments.server";
import { getP3m3Progress, identify } from "~/services/upstream/p3m3-assessments.server";
import { plainTextOf, withRichTexts } from "~/services/upstream/rich-text.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import { type ActionBegun, FINDINGS } from "~/views/action-links";

/**
 * The words of a finding, looked up where the assessment has them now.
 * @param of the finding, @param places what it is about, both as an address names them
 * @returns undefined for a finding that there is not, or not any more
 * @throws LoadFailure, SessionOver
 */
export async function findBeginning(
  context: UserContext,
  assessment: Assessment,
  of: string,
  places: readonly string[],
): Promise<ActionBegun | undefined> {
  const step = FINDINGS.step("");
  if (of.startsWith(step)) return findStep(context, assessment, of.slice(step.length));
  const model: FindingsOf<Assessment> = MODELS[assessment.assessmentType];
  return loadFor("assessment", model.find(context.api, assessment, of, places[0] ?? ""));
}

interface FindingsOf<Own extends Assessment> {
  /** @param place the first that it is about; empty for none */
  find(api: UserApi, assessment: Own, of: string, place: string): Promise<ActionBegun | undefined>;
}

async function inP3m3(api: UserApi, assessment: P3m3Assessment, of: string, place: string): Promise<ActionBegun | undefined> {
  const lifted = assessment.perspectives?.find(({ code }) => of === FINDINGS.lift(code));
  if (lifted) {
    const { perspectivesProgress, maturityScore } = await getP3m3Progress(api, assessment.id);
    const perspective = perspectivesProgress.find((each) => identify(assessment.perspectives, each).id === lifted.id);
    if (!perspective) return undefined;
    return {
      title: `Raise ${perspective.name} to level ${maturityScore + 1}`,
      why: `It scores ${formatScore(perspective.currentScore)}, and holds the maturity at ${maturityScore}.`,
    };
  }
  const subject = subjectAt(place);
  if (!subject || !("threadId" in subject)) return undefined;
  const perspective = assessment.perspectives?.find(({ id }) => id === subject.perspectiveId);
  const thread = assessment.threads?.find(({ id }) => id === subject.threadId);
  if (!perspective || !thread) return undefined;
  const questions = await api.p3m3.questions({ id: assessment.id, p: perspective.id, t: thread.id }).then(withRichTexts);
  if (of === FINDINGS.descoped)
    return { title: `Make ${thread.name} of ${perspective.name} ready to be assessed`, why: questions[0]?.reason ?? "" };
  const statements = questions.flatMap(({ diagnostics }) => diagnostics.map(({ statement }) => plainTextOf(statement)));
  const title = statements.find((statement) => FINDINGS.statement(statement) === of);
  return title === undefined ? undefined : { title, why: `To improve in ${thread.name} of ${perspective.name}.` };
}

async function inItil(api: UserApi, assessment: ItilAssessment, of: string, place: string): Promise<ActionBegun | undefined> {
  if (of.startsWith(FINDINGS.lift(""))) {
    const step = nextSteps(await getItilProgress(api, assessment.id)).find(({ item }) => FINDINGS.lift(item.code) === of);
    if (!step) return undefined;
    const { item, to, criteria } = step;
    return {
      title: `Bring ${item.name} to level ${to}`,
      why:
        criteria === undefined
          ? `It holds the maturity at ${to - 1}.`
          : `${counted(criteria, "criterion", "criteria")} of level ${to} to meet.`,
    };
  }
  const subject = subjectAt(place);
  const practice = subject?.kind === "capability" ? assessment.capabilities?.find(({ id }) => id === subject.id) : undefined;
  if (!practice) return undefined;
  const questions = await api.itil.questions.capability({ id: assessment.id, capabilityId: practice.id }).then(withRichTexts);
  const criterion = questions.find(({ statement }) => FINDINGS.statement(plainTextOf(statement)) === of);
  if (!criterion) return undefined;
  return {
    title: plainTextOf(criterion.hint || criterion.statement),
    why: `Holds ${practice.name} below level ${criterion.level}.`,
  };
}

const MODELS: { P3M3: FindingsOf<P3m3Assessment>; ITIL: FindingsOf<ItilAssessment> } = { P3M3: { find: inP3m3 }, ITIL: { find: inItil } };
