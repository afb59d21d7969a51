/** The list `For you`. Each builder gives the rows of one kind (docs/rules/walls.md#for-you). */
import type { ForYou, ForYouQuery } from "#model/contract/for-you.ts";
import { pageOf } from "#model/paging.ts";
import { FOR_YOU_AT_ONCE } from "#model/walls.ts";
import { accessNews } from "./access-news.ts";
import { planRowsOfMine } from "./engagement-plan.ts";
import { ratingsDone } from "./ratings/done.ts";
import { ratingsAsked } from "./ratings/requests.ts";
import { reviewNews } from "./review-news.ts";
import { reviewsAsked } from "./review-requests.ts";
import type { Work } from "./work.ts";

type Item = ForYou["items"][number];

/** Gives what waits of one kind. Each is bounded by itself. None but `ratingsDone` looks at answers. */
const BUILDERS: readonly ((work: Work) => Promise<Item[]>)[] = [
  accessNews,
  reviewsAsked,
  (work) => reviewNews(work),
  planRowsOfMine,
  ratingsAsked,
  ratingsDone,
];

/** A page of what waits for the caller, the newest first. */
export async function listForYou(work: Work, { page: request }: ForYouQuery): Promise<ForYou> {
  const items: Item[] = [];
  for (const build of BUILDERS) items.push(...(await build(work)));
  items.sort((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0));
  const { page, pages, shown } = pageOf(items, FOR_YOU_AT_ONCE, request);
  return { items: shown, page, pages, total: items.length };
}
