/** What services ask about ITIL assessments. */

import type { ProgressQuery, WithAgain } from "#model/contract/again.ts";
import type { ItilAssessment } from "#model/contract/assessments.ts";
import { CONTRACT } from "#model/contract/calls.ts";
import type { Id } from "#model/contract/common.ts";
import { placeOf } from "#model/contract/history.ts";
import type { ItilProgress } from "#model/contract/itil.ts";
import type { ItilOverview } from "#model/contract/overview.ts";
import { levelsAt } from "#model/evidence.ts";
import { itilExtent } from "#model/extent.ts";
import { criteria } from "#model/gates/criteria.ts";
import { type CriterionLevel, findItilScope } from "#model/itil/catalogue.ts";
import { isComputed } from "#model/itil/explain.ts";
import { isScopeReady } from "#model/itil/scope.ts";
import { isSomebodysAnswer } from "#model/lacks.ts";
import { isNoted } from "#model/note.ts";
import { loadFor } from "~/services/faults.server";
import type { AssessmentModel } from "~/services/upstream/assessment-model.server";
import { readProgress } from "~/services/upstream/progress.server";
import { unusableAnswer } from "~/services/upstream/upstream.server";
import type { UserApi } from "~/services/upstream/user-api.server";

/** The progress of an ITIL assessment. @param query what else it is to tell @throws UpstreamFault */
export async function readItilProgress(api: UserApi, assessmentId: Id, query: ProgressQuery = {}): Promise<ItilProgress & WithAgain> {
  const progress = await readProgress(api, assessmentId, query);
  if ("capabilityProgress" in progress) return progress;
  throw unusableAnswer(CONTRACT.assessments.progress, "capabilityProgress");
}

/** The progress of an ITIL assessment, for a screen that needs it. @throws LoadFailure */
export const getItilProgress = (api: UserApi, assessmentId: Id, query?: ProgressQuery) =>
  loadFor("assessment", readItilProgress(api, assessmentId, query));

/** The practices of an assessment in the form that the rules of `model/itil` take. */
export const practicesOf = ({ capabilities = [] }: ItilAssessment) =>
  capabilities.map(({ id, selectionMode }) => ({ id, mode: selectionMode }));

export const itilAssessments: AssessmentModel<ItilAssessment> = {
  unit: "practices and components",
  requested: ({ endorsed }) => (endorsed ? "endorse" : undefined),

  extentOf: ({ selectedScope: scope, capabilities = [], maturities = [] }) =>
    itilExtent({ scope, practices: capabilities.length, components: maturities.length }),

  hasScope(assessment) {
    const scope = findItilScope(assessment.selectedScope);
    return scope !== undefined && isScopeReady(scope, practicesOf(assessment));
  },

  asStored({ id, capabilities, maturities }) {
    return {
      ...{ assessmentType: "ITIL", id },
      capabilities: capabilities?.map(({ id, name, selectionMode }) => ({ id, name, selectionMode })),
      maturities: maturities?.map(({ id, name, isSelected }) => ({ id, name, isSelected })),
    };
  },

  listInScope(assessment, at) {
    const item = (kind: "capability" | "maturity", group: string) => (each: { id: number; code: string; name: string }) => ({
      subject: { kind, id: each.id },
      place: placeOf({ kind, id: each.id }),
      group,
      label: each.name,
      name: each.name,
      codes: [each.code],
      to: at.practiceQuestions(assessment.id, each.code),
    });
    return [
      ...(assessment.capabilities ?? []).map(item("capability", "Practices")),
      ...(assessment.maturities ?? []).filter(({ isSelected }) => isSelected).map(item("maturity", "Maturity components")),
    ];
  },

  async listAnsweredPlaces(api, assessment) {
    const { capabilityProgress, maturityProgress } = await getItilProgress(api, assessment.id);
    return new Set([
      ...capabilityProgress.filter(({ complete }) => complete).map(({ id }) => placeOf({ kind: "capability", id })),
      ...maturityProgress
        .filter((item) => isSomebodysAnswer({ answered: item.complete, computed: isComputed(item) }))
        .map(({ id }) => placeOf({ kind: "maturity", id })),
    ]);
  },

  async listChecked(api, { id: assessmentId }, overview) {
    const { capabilityProgress, maturityProgress } = await readItilProgress(api, assessmentId);
    const { capabilities, maturities } = (overview as ItilOverview | undefined) ?? {};
    const practices = new Map(capabilities?.map((each) => [each.capability.id, each]));
    const components = new Map(maturities?.map((each) => [each.maturity.id, each]));
    return [
      ...capabilityProgress.map(({ id, complete, flagged, evidence }) => {
        const { note, questions } = practices.get(id) ?? {};
        const statements = questions?.map(({ level, answer }) => ({ level, fully: answer?.selection === "Fully" }));
        const place = placeOf({ kind: "capability", id });
        return { place, descoped: false, answered: complete, flagged, evidence, noted: note && isNoted(note), statements };
      }),
      ...maturityProgress.map((item) => {
        const { note } = components.get(item.id) ?? {};
        const computed = isComputed(item);
        return {
          ...{ place: placeOf({ kind: "maturity", id: item.id }), descoped: false, answered: item.complete, computed },
          ...{ flagged: item.flagged, evidence: item.evidence, noted: note && isNoted(note) },
          // Nobody answers what is calculated. A chosen option says that all levels up to its own are met.
          statements:
            computed || !item.complete
              ? []
              : levelsAt({ kind: "maturity", id: item.id }).map((level) => ({ level, fully: level <= (item.currentScore ?? 0) })),
        };
      }),
    ];
  },

  answersIn(overview) {
    const { capabilities, maturities } = overview as ItilOverview;
    return new Map([
      ...capabilities.map(({ capability: { id }, questions }) => {
        const selections = questions.map(({ answer }) => answer?.selection ?? null);
        return [placeOf({ kind: "capability", id }), JSON.stringify(selections)] as const;
      }),
      ...maturities.map(({ maturity: { id }, question }) => {
        return [placeOf({ kind: "maturity", id }), JSON.stringify(question.answer?.optionId ?? null)] as const;
      }),
    ]);
  },

  gateOf: (_, levels) => criteria(levels as CriterionLevel[]),

  firstQuestions({ id, capabilities: [practice] = [] }, at) {
    return practice && at.practiceQuestions(id, practice.code);
  },
};
