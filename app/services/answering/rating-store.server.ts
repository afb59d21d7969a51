/** The answers and notes of a second rating. They need no lock: only the rater writes them (docs/rules/second-ratings.md#rating). */
import type { Assessment } from "#model/contract/assessments.ts";
import { CONTRACT } from "#model/contract/calls.ts";
import type { Id } from "#model/contract/common.ts";
import type { ItilOverview, Overview, P3m3Overview } from "#model/contract/overview.ts";
import type { Rating } from "#model/contract/ratings.ts";
import { RATING_ENDS, ratingMessages } from "#model/ratings.ts";
import { browserStoreOwner } from "~/services/answering/frame.server";
import type { AnswerStore } from "~/services/answering/store.server";
import { BadRequest, loadFor, Redirect } from "~/services/faults.server";
import { unusableAnswer, type WriteOptions } from "~/services/upstream/upstream.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import { answeringPathsOf, ratingPaths } from "~/views/rating-paths";

/** Why a rating is over, in a sentence; undefined while it can be answered. */
export function whyOver({ may, state, why }: Pick<Rating, "may" | "state" | "why">): string | undefined {
  if (may.includes("answer")) return undefined;
  const known = RATING_ENDS.find((each) => each === why);
  if (known) return ratingMessages.overBecause[known];
  return state === "done"
    ? "You have said that you are done. The assessment was submitted or archived since, so nothing can be changed."
    : ratingMessages.over;
}

type AnswersOf = Parameters<UserApi["ratings"]["answer"]>[0]["body"]["answers"];

/** The overview of either model: what the other has is absent. */
type AnyOverview = Partial<Pick<P3m3Overview, "threads"> & Pick<ItilOverview, "capabilities" | "maturities">>;

/** Marks belong to the assessment, so a rater has no diagnostics to mark. */
function withoutDiagnostics(overview: Overview): Overview {
  const { threads } = overview as AnyOverview;
  const without = threads?.map((thread) => ({
    ...thread,
    questions: thread.questions.map((question) => ({ ...question, diagnostics: [] })),
  }));
  return { ...overview, ...(without && { threads: without }) };
}

/**
 * The calls that the screens make, answered by a rating: its assessment has what is rated alone.
 * @param place whose questions and note are meant, such as `thread/2/7`; undefined where a screen has several
 */
function callsOf(api: UserApi, number: Id, place?: string): UserApi {
  const overviewOf = async (id: Id) => {
    const read: AnyOverview = withoutDiagnostics(await api.ratings.overview({ id, number, place }));
    const { threads = [], capabilities = [], maturities = [] } = read;
    const [item] = [...threads, ...capabilities, ...maturities];
    if (!item) throw unusableAnswer(CONTRACT.ratings.overview, "place");
    return { threads, capabilities, maturities, note: item.note };
  };
  const answer = (id: Id, answers: AnswersOf, options?: WriteOptions) =>
    api.ratings.answer({ id, number, body: { place: place ?? "", answers } }, options);
  const notes = {
    get: async ({ assessmentId }: { assessmentId: Id }) => (await overviewOf(assessmentId)).note,
    async put({ body: { assessmentId: id, body } }: { body: { assessmentId: Id; body: string } }, options?: WriteOptions) {
      await api.ratings.note({ id, number, body: { place: place ?? "", body } }, options);
      return undefined;
    },
  };
  const assessments: Pick<UserApi["assessments"], "get" | "progress" | "overview"> = {
    get: async ({ id }) => (await api.ratings.get({ id, number })).assessment,
    progress: ({ id }) => api.ratings.progress({ id, number }),
    overview: async ({ id, perspectiveIds, capabilityIds }) =>
      withoutDiagnostics(await api.ratings.overview({ id, number, perspectiveIds, capabilityIds })),
  };
  const p3m3: Pick<UserApi["p3m3"], "questions" | "answer" | "notes"> = {
    async questions({ id }) {
      return (await overviewOf(id)).threads[0]?.questions ?? [];
    },
    async answer({ id, body }, options) {
      return { answers: [], ...(await answer(id, body, options)) } as Awaited<ReturnType<UserApi["p3m3"]["answer"]>>;
    },
    notes,
  };
  const itil: Pick<UserApi["itil"], "questions" | "answer" | "notes"> = {
    questions: {
      async capability({ id }) {
        return (await overviewOf(id)).capabilities[0]?.questions ?? [];
      },
      async maturity({ id }) {
        return (await overviewOf(id)).maturities.map(({ question }) => question);
      },
    },
    answer: {
      async capability({ id, body }, options) {
        return { answers: [], ...(await answer(id, body, options)) } as unknown as Awaited<
          ReturnType<UserApi["itil"]["answer"]["capability"]>
        >;
      },
      async maturity({ id, body }, options) {
        return (await answer(id, [body], options)) as unknown as Awaited<ReturnType<UserApi["itil"]["answer"]["maturity"]>>;
      },
    },
    notes: { capability: notes, maturity: notes },
  };
  return {
    ...api,
    assessments: { ...api.assessments, ...assessments },
    p3m3: { ...api.p3m3, ...p3m3 },
    itil: { ...api.itil, ...itil },
  };
}

/** @param number of the rating, as its address names it */
export function ratingStore(api: UserApi, number: Id): AnswerStore {
  const paths = answeringPathsOf(number);
  const own = ({ id }: Pick<Assessment, "id">) => ratingPaths.own(id, number);
  return {
    api: callsOf(api, number),
    apiAt: (place) => callsOf(api, number, place),
    paths,
    pathsAt: () => paths,
    nameOf: (assessmentId) => `${assessmentId}/rating/${number}`,
    concerns: ["notes"],
    parts: ["answers", "note"],
    async open(context, _request, assessment) {
      const { rating } = await loadFor("assessment", api.ratings.get({ id: assessment.id, number }));
      if (rating.state === "asked" || rating.state === "declined") throw new Redirect(own(assessment));
      const screens = { current: undefined, more: [], moreLabel: "More", ofResult: [] };
      return {
        frame: {
          ...{ readOnly: whyOver(rating), viewed: undefined, pageId: undefined, handover: undefined, owner: browserStoreOwner(context) },
          screens: { ...screens, links: [{ name: "Second ratings", href: own(assessment), label: "Back to your rating" }] },
        },
        links: { search: undefined, history: undefined, result: undefined, again: undefined },
        hasGrid: true,
      };
    },
    exitOf: own,
    summaryOf: own,
    startOf: (assessment) => ({ href: own(assessment), label: "Go to your rating" }),
    aboutNotes: async () => undefined,
    lastLabel: "Your rating",
    around: (_context, _assessmentId, _pageId, write) => write(),
    noteSaved() {},
    handOver() {
      throw new BadRequest();
    },
  };
}
