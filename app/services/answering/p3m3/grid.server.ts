/** The grid of a perspective: a row for each of its threads (docs/rules/gate.md#grid). */
import type { Id } from "#model/contract/common.ts";
import { placeOf } from "#model/contract/history.ts";
import type { P3m3Overview } from "#model/contract/overview.ts";
import { getAssessmentOf, notFoundIn } from "~/services/answering/addressed.server";
import { codeIn } from "~/services/answering/answering-model.server";
import { inProgress } from "~/services/answering/concerns.server";
import type { GridPlace } from "~/services/answering/items/load-grid.server";
import { requireLevel, threadForm } from "~/services/answering/p3m3/item.server";
import { idsOf, isFlagged, threadView } from "~/services/answering/p3m3/questions.server";
import { p3m3ProgressView } from "~/services/answering/progress-view.server";
import type { AnswerStore } from "~/services/answering/store.server";
import { requireExtension } from "~/services/upstream/extensions.server";
import { getP3m3Progress } from "~/services/upstream/p3m3-assessments.server";

interface PerspectiveAddress {
  assessmentId: Id;
  /** In any case. */
  perspectiveCode: string;
}

/**
 * The grid of the perspective that an address names.
 * @throws NotFound for a perspective that is unknown or not in scope, and where the upstream gives no overview; LoadFailure; Redirect for an
 * assessment of the other model
 */
export async function getThreadGrid(
  store: AnswerStore,
  { assessmentId, perspectiveCode }: PerspectiveAddress,
): Promise<GridPlace<"ladder">> {
  // A whole grid is read in one call.
  await requireExtension("overview");
  const { api, paths } = store;
  const assessment = await getAssessmentOf(api, assessmentId, "P3M3", (other) => store.startOf(other).href);
  const perspective = assessment.perspectives?.find(({ code }) => code.toLowerCase() === perspectiveCode.toLowerCase());
  if (!perspective) throw notFoundIn(store, assessment, "Perspective", "perspective");
  const level = await requireLevel(assessment);
  const { id, threads = [] } = assessment;
  const group = { code: perspective.code, name: perspective.name };
  return {
    ...{ store, assessment, group, here: paths.grid(id, group.code), only: { perspectiveIds: [perspective.id] } },
    items: threads.map((thread) => ({ id: thread.id, codes: [group.code, thread.code] })),
    form: threadForm(level),
    readProgress: async () => p3m3ProgressView(assessment, await getP3m3Progress(api, id), paths),
    rowsIn({ threads: all }: P3m3Overview) {
      return all
        .filter((each) => each.perspective.id === perspective.id)
        .map(({ thread, descoped, questions, note, evidence }) => {
          const code = codeIn(threads, thread.id);
          const { questions: statements, answers, marks } = threadView(questions);
          return {
            row: {
              ...{ id: thread.id, code, name: thread.name, group, statements, answers },
              place: placeOf({ kind: "thread", perspectiveId: perspective.id, threadId: thread.id }),
              gate: { kind: "ladder", selectedLevel: level },
              isAnswered: !descoped,
              isWritable: !descoped,
              extras: { marks, descoped },
              links: { here: paths.questions(id, group.code, code), save: paths.questionsSave(id, group.code, code) },
            },
            ...{ note, questionIds: idsOf(questions), known: inProgress({ flagged: isFlagged(questions), evidence }) },
          };
        });
    },
    // The next perspective that has something to answer, or the summary (docs/rules/gate.md#next-button).
    nextIn({ groups }) {
      const following = groups.slice(groups.findIndex((each) => each.id === perspective.id) + 1).find(({ total }) => total > 0);
      return following
        ? { label: "Next perspective", href: paths.grid(id, following.code) }
        : { label: store.lastLabel ?? "View summary", href: store.summaryOf(assessment) };
    },
  };
}
