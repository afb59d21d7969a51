/** What services ask about P3M3 assessments. */

import type { ProgressQuery, WithAgain } from "#model/contract/again.ts";
import type { P3m3Assessment } from "#model/contract/assessments.ts";
import { CONTRACT } from "#model/contract/calls.ts";
import type { Id } from "#model/contract/common.ts";
import { placeOf } from "#model/contract/history.ts";
import type { P3m3Overview } from "#model/contract/overview.ts";
import type { P3m3Progress } from "#model/contract/p3m3.ts";
import { p3m3Extent } from "#model/extent.ts";
import { ladder } from "#model/gates/ladder.ts";
import { isSomebodysAnswer } from "#model/lacks.ts";
import { isNoted } from "#model/note.ts";
import { loadFor } from "~/services/faults.server";
import type { AssessmentModel } from "~/services/upstream/assessment-model.server";
import { confirmed } from "~/services/upstream/lost-answers.server";
import { readProgress } from "~/services/upstream/progress.server";
import { unusableAnswer } from "~/services/upstream/upstream.server";
import type { UserApi } from "~/services/upstream/user-api.server";

/** The progress of a P3M3 assessment. @param query what else it is to tell @throws UpstreamFault */
export async function readP3m3Progress(api: UserApi, assessmentId: Id, query: ProgressQuery = {}): Promise<P3m3Progress & WithAgain> {
  const progress = await readProgress(api, assessmentId, query);
  if ("perspectivesProgress" in progress) return progress;
  throw unusableAnswer(CONTRACT.assessments.progress, "perspectivesProgress");
}

/** The progress of a P3M3 assessment, for a screen that needs it. @throws LoadFailure */
export const getP3m3Progress = (api: UserApi, assessmentId: Id, query?: ProgressQuery) =>
  loadFor("assessment", readP3m3Progress(api, assessmentId, query));

/**
 * Descopes a thread, or brings it back, and reads whether it was done where no answer came.
 * @param reason stored where the upstream keeps reasons; "" for none
 * @throws UpstreamFault when it was not done, OutcomeUnknown when nobody knows
 */
export function setThreadDescoped(
  api: UserApi,
  { id, perspectiveId, threadId }: { id: Id; perspectiveId: number; threadId: number },
  intent: "descope" | "rescope",
  reason: string,
  threads: P3m3Assessment["threads"],
): Promise<void> {
  const isDone = async () => {
    const within = (await readP3m3Progress(api, id)).perspectivesProgress.find((each) => each.id === perspectiveId)?.threads;
    const thread = within?.find((each) => identify(threads, each).id === threadId);
    return (thread?.descoped === true) === (intent === "descope");
  };
  return confirmed(() => api.p3m3[intent]({ id, perspectiveId, threadId, body: reason === "" ? {} : { reason } }), isDone);
}

/**
 * The id and code of a perspective or thread in progress. An upstream may leave them out (docs/upstream-contract.md#assessments); then the
 * name tells which of the assessment is meant.
 */
export function identify(
  list: P3m3Assessment["threads"],
  { id, code, name }: { id?: number | undefined; code?: string | undefined; name: string },
): { id: number; code: string } {
  const item = list?.find((each) => (id === undefined ? each.name === name : each.id === id));
  return { id: id ?? item?.id ?? 0, code: code ?? item?.code ?? "" };
}

export const p3m3Assessments: AssessmentModel<P3m3Assessment> = {
  unit: "threads",
  requested: ({ certified }) => (certified ? "certify" : undefined),
  hasScope: ({ perspectives, threads }) => Boolean(perspectives?.length && threads?.length),
  extentOf: ({ selectedScope: scope, perspectives = [], threads = [] }) =>
    p3m3Extent({ scope, perspectives: perspectives.length, threads: threads.length }),

  asStored({ perspectives, threads, selectedLevel }) {
    const items = (list: P3m3Assessment["threads"]) => list?.map(({ id, name, code }) => ({ id, name, code }));
    return { assessmentType: "P3M3", perspectives: items(perspectives), threads: items(threads), selectedLevel };
  },

  listInScope({ id, perspectives = [], threads = [] }, at) {
    return perspectives.flatMap((perspective) =>
      threads.map((thread) => {
        const subject = { kind: "thread", perspectiveId: perspective.id, threadId: thread.id } as const;
        return {
          subject,
          place: placeOf(subject),
          group: perspective.name,
          label: thread.name,
          name: `${perspective.name} / ${thread.name}`,
          codes: [perspective.code, thread.code],
          to: at.questions(id, perspective.code, thread.code),
        };
      }),
    );
  },

  async listAnsweredPlaces(api, assessment) {
    const { perspectivesProgress } = await getP3m3Progress(api, assessment.id);
    const places = perspectivesProgress.map(({ id: perspectiveId, threads }) => {
      const answered = threads.filter(isSomebodysAnswer);
      return answered.map((thread) => placeOf({ kind: "thread", perspectiveId, threadId: identify(assessment.threads, thread).id }));
    });
    return new Set(places.flat());
  },

  async listChecked(api, assessment, overview) {
    const { perspectivesProgress } = await readP3m3Progress(api, assessment.id);
    const placeIn = (perspectiveId: number, threadId: number) => placeOf({ kind: "thread", perspectiveId, threadId });
    const known = new Map(
      (overview as P3m3Overview | undefined)?.threads.map((each) => [placeIn(each.perspective.id, each.thread.id), each]),
    );
    return perspectivesProgress.flatMap((perspective) =>
      perspective.threads.map((thread) => {
        const { descoped, answered, flagged, evidence } = thread;
        const place = placeIn(identify(assessment.perspectives, perspective).id, identify(assessment.threads, thread).id);
        const { note, questions } = known.get(place) ?? {};
        const statements = questions?.map(({ level, answer }) => ({ level, fully: answer?.selection === "Fully" }));
        return { place, descoped, answered, flagged, evidence, noted: note && isNoted(note), statements };
      }),
    );
  },

  answersIn: (overview) =>
    new Map(
      (overview as P3m3Overview).threads.map(({ perspective, thread, descoped, questions }) => [
        placeOf({ kind: "thread", perspectiveId: perspective.id, threadId: thread.id }),
        JSON.stringify([descoped, questions.map(({ answer }) => answer?.selection ?? null)]),
      ]),
    ),

  gateOf: ({ selectedLevel }) => ladder(selectedLevel ?? 1),

  firstQuestions({ id, perspectives: [perspective] = [], threads: [thread] = [] }, at) {
    return perspective && thread ? at.questions(id, perspective.code, thread.code) : undefined;
  },
};
