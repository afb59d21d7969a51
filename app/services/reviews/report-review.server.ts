/** What the screen of the report has of the peer review (docs/rules/peer-review.md#on-the-reports-screen). */
import { randomUUID } from "node:crypto";
import type { Id } from "#model/contract/common.ts";
import type { ReviewPoint } from "#model/contract/peer-review.ts";
import { groupBy } from "#model/group-by.ts";
import { isCurrent, newestOfEach, subjectOf } from "#model/peer-review.ts";
import type { UserContext } from "~/services/context.server";
import { subjectsOf } from "~/services/reviews/about.server";
import { decisionsIn, nameOf, pointView } from "~/services/reviews/review.server";
import { getAssessment } from "~/services/upstream/assessments.server";
import { beforeDelivery, uncountedInWords } from "~/services/upstream/before-delivery.server";
import { hasExtension } from "~/services/upstream/extensions.server";
import { ignoreFault } from "~/services/upstream/upstream.server";
import { shortDate } from "~/views/dates";
import { type ReportReview, reviewPaths } from "~/views/peer-review";

/** What a point is about that is about a text of the report. */
const TEXTS = "wording";
/** The characters of all points that the screen has room for, with their replies: it has the texts themselves, too. */
const ROOM = 60_000;

/** Undefined where the upstream has no peer reviews, and while it cannot tell: the report is whole without. @throws LoadFailure */
export async function loadReportReview(context: UserContext, assessmentId: Id): Promise<ReportReview | undefined> {
  if (!(await hasExtension("peer-review"))) return undefined;
  const { api } = context;
  const assessment = await getAssessment(api, assessmentId, "result");
  const { id } = assessment;
  const [review, list, subjects] = await Promise.all([
    api.peerReview.get({ id }).catch(ignoreFault),
    api.peerReview.points({ id, about: TEXTS }).catch(ignoreFault),
    subjectsOf(assessment),
  ]);
  if (!review || !list) return undefined;
  const newest = newestOfEach(review.decisions);
  const own = review.requests.find(({ person }) => person.email.toLowerCase() === context.user.email.toLowerCase());
  const views = await decisionsIn(assessment, { decisions: newest, fourEyes: review.fourEyes });
  const shown = thatHaveRoom(list.points);
  return {
    decisions: newest.flatMap((decision, index) => {
      const view = views[index];
      if (!view) return [];
      return [
        isCurrent(decision) && uncountedInWords(review.fourEyes, decision.by) === undefined
          ? { ...view, approver: { by: decision.by, name: decision.firstName ?? undefined } }
          : view,
      ];
    }),
    before: beforeDelivery(review),
    request:
      own && `${nameOf(own)} asks you for a peer review until ${shortDate(own.until)}${own.message === "" ? "." : `: ‘${own.message}’`}`,
    decide: review.may.includes("sendBack")
      ? { words: review.may.includes("approve") ? "Send back, or approve" : "Send back", to: `${reviewPaths.screen(id)}#decide` }
      : undefined,
    open: review.openPoints,
    points: Object.fromEntries(
      [...groupBy(shown, ({ about }) => subjectOf(about).text ?? "")].map(([part, points]) => [
        part,
        points.map((point) => pointView(point, subjects, (more) => reviewPaths.screen(id, more))),
      ]),
    ),
    further: list.total - shown.length,
    mayWrite: list.may.includes("write"),
    isUsed: review.openPoints + review.decisions.length + review.requests.length + list.total > 0,
    formId: randomUUID(),
    all: reviewPaths.screen(id),
  };
}

const charactersOf = ({ text, replies }: ReviewPoint): number =>
  text.length + replies.reduce((characters, reply) => characters + reply.text.length, 0);

/** The first points, until the screen is full. */
function thatHaveRoom(points: readonly ReviewPoint[]): ReviewPoint[] {
  let characters = 0;
  return points.filter((point) => {
    characters += charactersOf(point);
    return characters <= ROOM;
  });
}
