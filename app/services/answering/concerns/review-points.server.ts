/** What colleagues wrote for each other (docs/rules/peer-review.md#next-to-what-they-are-about). */
import type { ReviewPoint } from "#model/contract/peer-review.ts";
import { groupBy } from "#model/group-by.ts";
import { subjectOf } from "#model/peer-review.ts";
import { counted } from "#model/words.ts";
import type { ConcernSource } from "~/services/answering/concerns/concern.server";
import { hasExtension } from "~/services/upstream/extensions.server";
import { listInScope } from "~/services/upstream/models.server";
import { ignoreFault } from "~/services/upstream/upstream.server";
import type { PointBeside, PointsBeside } from "~/views/answering/concerns/review-points";
import { paths } from "~/views/paths";
import { pointAnchor, reviewPaths } from "~/views/peer-review";

export const reviewPoints: ConcernSource<"reviewPoints"> = {
  async onQuestions({ context, assessment, place, at }) {
    if (!(await hasExtension("peer-review"))) return () => undefined;
    const { id } = assessment;
    const list = await context.api.peerReview.points({ id, about: place }).catch(ignoreFault);
    // Somebody who only looks at questions may be their reviewer. While they are answered, nothing is offered that nobody uses.
    if (!list || (list.total === 0 && at === paths)) return () => undefined;
    const all = reviewPaths.screen(id, { about: place });
    const beside = ({ id: point, text, by, firstName, settled, replies }: ReviewPoint): PointBeside => ({
      ...{ id: pointAnchor(point), to: `${all}#${pointAnchor(point)}`, head: `${firstName ?? by} · ${settled ? "settled" : "open"}`, text },
      reply: replies.length > 0 ? `Reply, ${replies.length} so far` : "Reply",
    });
    const byStatement = groupBy(list.points, ({ about }) => subjectOf(about).statement);
    const besides = [...byStatement].map(([statement, points]): [number | undefined, PointsBeside] => [
      statement,
      { words: counted(points.length, "review point"), points: points.map(beside) },
    ]);
    const statements = Object.fromEntries(besides.flatMap(([statement, points]) => (statement ? [[statement - 1, points]] : [])));
    const whole = besides.find(([statement]) => statement === undefined)?.[1];
    const here = listInScope(assessment, at).find((item) => item.place === place)?.to ?? "";
    const write = list.may.includes("write") ? reviewPaths.write(id, place, here) : "";
    return () => ({ statements, whole, write });
  },
  async rows({ context, assessment }) {
    const { id } = assessment;
    const counts = (await hasExtension("peer-review")) ? await context.api.peerReview.counts({ id }).catch(ignoreFault) : undefined;
    const open = (counts?.at ?? []).filter((at) => at.open > 0).map((at) => ({ ...subjectOf(at.about), n: at.open }));
    const byPlace = groupBy(open, ({ place }) => place);
    return {
      inRow({ place }) {
        const here = byPlace.get(place);
        if (!here) return undefined;
        const inCells = here.flatMap(({ statement, n }) => (statement === undefined ? [] : [[statement - 1, counted(n, "review point")]]));
        return {
          words: counted(
            here.reduce((sum, { n }) => sum + n, 0),
            "review point",
          ),
          to: reviewPaths.screen(id, { about: place }),
          inCells: Object.fromEntries(inCells),
        };
      },
    };
  },
};
