/** The grid of a group of practices: a row for each of them (docs/rules/gate.md#grid). */
import type { Id } from "#model/contract/common.ts";
import { placeOf } from "#model/contract/history.ts";
import type { ItilOverview } from "#model/contract/overview.ts";
import { getAssessmentOf, notFoundIn } from "~/services/answering/addressed.server";
import { inProgress } from "~/services/answering/concerns.server";
import { type GridPlace, gridsIn } from "~/services/answering/items/load-grid.server";
import { PRACTICE_FORM } from "~/services/answering/itil/item.server";
import { isFlagged, listPracticeGroups, practiceView } from "~/services/answering/itil/questions.server";
import { itilProgressView, practiceGroups } from "~/services/answering/progress-view.server";
import type { AnswerStore } from "~/services/answering/store.server";
import { requireExtension } from "~/services/upstream/extensions.server";
import { getItilProgress } from "~/services/upstream/itil-assessments.server";
import { COMPONENTS } from "~/views/answering/itil";

interface GroupAddress {
  assessmentId: Id;
  /** In any case. */
  group: string;
}

/**
 * The grid of the group of practices that an address names.
 * @throws NotFound for a group that is unknown or has no practice in scope, and where the upstream gives no overview; LoadFailure; Redirect
 * for an assessment of the other model
 */
export async function getPracticeGrid(store: AnswerStore, address: GroupAddress): Promise<GridPlace<"criteria">> {
  // A whole grid is read in one call.
  await requireExtension("overview");
  const { api, paths } = store;
  const [assessment, catalogue] = await Promise.all([
    getAssessmentOf(api, address.assessmentId, "ITIL", (other) => store.startOf(other).href),
    listPracticeGroups(api),
  ]);
  const { id, capabilities = [] } = assessment;
  const practiceGroup = practiceGroups(capabilities, catalogue).find(({ code }) => code === address.group.toLowerCase());
  if (!practiceGroup) throw notFoundIn(store, assessment, "Group", "group of practices");
  const { items: practices, ...group } = practiceGroup;
  return {
    ...{
      store,
      assessment,
      group,
      here: paths.practiceGrid(id, group.code),
      only: { capabilityIds: practices.map((practice) => practice.id) },
    },
    items: practices.map((practice) => ({ id: practice.id, codes: [practice.code] })),
    form: PRACTICE_FORM,
    readProgress: async () => itilProgressView(assessment, await getItilProgress(api, id), catalogue, paths),
    rowsIn({ capabilities: all }: ItilOverview) {
      return practices.flatMap((practice) => {
        const read = all.find(({ capability }) => capability.id === practice.id);
        if (!read) return [];
        const questions = read.questions.toSorted((a, b) => a.level - b.level);
        const { criteria: statements, answers } = practiceView(questions);
        const { code, name } = practice;
        return [
          {
            row: {
              ...{ id: practice.id, code, name, group, statements, answers },
              place: placeOf({ kind: "capability", id: practice.id }),
              gate: { kind: "criteria" as const },
              ...{ isAnswered: true, isWritable: true, extras: {} },
              links: { here: paths.practiceQuestions(id, code), save: paths.practiceQuestionsSave(id, code) },
            },
            ...{ note: read.note, questionIds: questions.map((question) => question.id) },
            known: inProgress({ flagged: isFlagged(questions), evidence: read.evidence }),
          },
        ];
      });
    },
    nextIn(progress) {
      const grids = gridsIn(progress);
      const following = grids[grids.findIndex(({ code }) => code === group.code) + 1];
      const component = progress.groups.find(({ code }) => code === COMPONENTS)?.items[0];
      if (following) return { label: "Next group", href: following.href };
      if (component) return { label: "Assess Maturity Components", href: component.href };
      return { label: store.lastLabel ?? "View Summary", href: store.summaryOf(assessment) };
    },
  };
}
