/** What waits for the reader (docs/rules/walls.md#for-you). Each kind of row is made by a function of its own. */
import type { ForYou } from "#model/contract/for-you.ts";
import { planKindName } from "#model/engagements.ts";
import { counted, listed } from "#model/words.ts";
import type { UserContext } from "~/services/context.server";
import { loadFor } from "~/services/faults.server";
import { hasExtension, requireExtension } from "~/services/upstream/extensions.server";
import { ignoreFault } from "~/services/upstream/upstream.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import { accessPaths, type ForYouList, type ForYouPage, type ForYouRow } from "~/views/access";
import { shortDate } from "~/views/dates";
import { planPaths } from "~/views/engagement-plan";
import { reviewPaths } from "~/views/peer-review";
import { ratingPaths } from "~/views/rating-paths";

/** What a rating of a model consists of. */
const PLACE_WORDS = { P3M3: "thread", ITIL: "place" } as const;

type Item = ForYou["items"][number];
type Content = Pick<ForYouRow, "words" | "link" | "reason">;

/** By kind. A kind that is not here belongs to a newer upstream, and is left out. */
const KINDS: Readonly<Record<string, (item: Item) => Content | undefined>> = {
  access: aboutAccess,
  review: aboutReview,
  reviewDecided: aboutDecision,
  reviewChanged: aboutWork,
  reviewReplied: aboutReplies,
  plan: aboutPlan,
  rating: aboutRating,
  ratingDone: aboutDoneRating,
};

function aboutAccess({ access }: Item): Content | undefined {
  if (!access) return undefined;
  const { organization, reason, isTakenOff, named, takenOff } = access;
  const { name, id } = organization;
  if (isTakenOff) return { words: `You may no longer see ${name}.`, link: undefined, reason };
  const was = (people: readonly string[], what: string) =>
    people.length === 0 ? [] : [`${listed(people)} ${people.length === 1 ? "was" : "were"} ${what}`];
  const change = access.access === "team" ? ["the whole team may see it again"] : [...was(named, "named"), ...was(takenOff, "taken off")];
  const words = `${name}: ${change.length === 0 ? "the list of those who may see it was changed" : change.join("; ")}.`;
  return { words, link: { to: accessPaths.organization(id), label: `Who may see ${name}` }, reason };
}

function aboutReview({ review }: Item): Content | undefined {
  if (!review) return undefined;
  const { assessment, organization, message, until } = review;
  const name = assessment.name || "an assessment";
  return {
    words: `You are asked for a peer review of ${organization.name} until ${shortDate(until)}.`,
    link: { to: reviewPaths.screen(assessment.id), label: `Peer review of ${name}` },
    reason: message,
  };
}

type News = NonNullable<Item["news"]>;

/** What a line about a peer review begins with, and where it leads. */
function ofReview({ assessment, organization }: News): { subject: string; link: Content["link"] } {
  const name = assessment.name || "an assessment";
  return {
    subject: `${organization.name}, ${name}:`,
    link: { to: reviewPaths.screen(assessment.id), label: `Peer review of ${name}` },
  };
}

const DECIDED: Readonly<Record<string, string>> = {
  approved: "approved in a peer review",
  sentBack: "sent back from a peer review",
  withdrawn: "an approval was withdrawn",
};

function aboutDecision({ news }: Item): Content | undefined {
  const words = news && DECIDED[news.decision ?? ""];
  if (!news || !words) return undefined;
  const { subject, link } = ofReview(news);
  return { words: `${subject} ${words}.`, link, reason: news.text ?? "" };
}

function aboutWork({ news }: Item): Content | undefined {
  if (!news) return undefined;
  const { subject, link } = ofReview(news);
  return { words: `${subject} somebody has worked on it since you approved it.`, link, reason: "" };
}

function aboutReplies({ news }: Item): Content | undefined {
  if (!news) return undefined;
  const { subject, link } = ofReview(news);
  const { replies = 0, settled = 0 } = news;
  const parts = [
    ...(replies > 0 ? [`${counted(replies, "reply", "replies")} to your review points`] : []),
    ...(settled > 0 ? [`${settled} of your review points settled`] : []),
  ];
  return { words: `${subject} ${listed(parts)}.`, link, reason: "" };
}

function aboutPlan({ plan }: Item): Content | undefined {
  if (!plan) return undefined;
  const { engagement, organization, kind, what, day } = plan;
  const name = what ? `${planKindName(kind)} ‘${what}’` : planKindName(kind);
  return {
    words: `${name} for ${organization.name} is yours${day ? `, on ${shortDate(day)}` : ""}.`,
    link: { to: planPaths.screen(engagement.id), label: `Plan of ${engagement.name}` },
    reason: "",
  };
}

function aboutRating({ rating }: Item): Content | undefined {
  if (!rating) return undefined;
  const { assessment, organization, number, until, state, groups } = rating;
  const day = shortDate(until);
  const name = assessment.name || "an assessment";
  const begin = state === "begun" ? "You rate" : "You are asked to rate";
  return {
    words: `${begin} ${name} of ${organization.name} apart: ${listed(groups.map((group) => group.name))}. The last day is ${day}.`,
    link: { to: ratingPaths.own(assessment.id, number), label: `Your rating of ${name}` },
    reason: "",
  };
}

function aboutDoneRating({ ratingDone }: Item): Content | undefined {
  if (!ratingDone) return undefined;
  const { assessment, organization, rater, rated, differing, withoutVerdict } = ratingDone;
  const name = assessment.name || "an assessment";
  const open = [
    ...(differing > 0 ? [`${counted(differing, "differs", "differ")} without a reason`] : []),
    ...(withoutVerdict > 0 ? [`${counted(withoutVerdict, "has", "have")} no verdict yet`] : []),
  ];
  const places = counted(rated, PLACE_WORDS[assessment.model]);
  return {
    words: `${rater} has rated ${places} of ${name} of ${organization.name} apart: ${listed(open)}.`,
    link: { to: ratingPaths.differences(assessment.id), label: `Where ratings of ${name} differ` },
    reason: "",
  };
}

/** The kinds that come with second ratings. */
const OF_RATINGS = ["rating", "ratingDone"];

async function rowsOf(items: readonly Item[]): Promise<ForYouRow[]> {
  const hasRatings = await hasExtension("ratings");
  return items.flatMap((item, index) => {
    if (OF_RATINGS.includes(item.kind) && !hasRatings) return [];
    const content = KINDS[item.kind]?.(item);
    return content ? [{ key: `${item.at} ${index}`, at: item.at, by: item.by ?? "an operator", ...content }] : [];
  });
}

/** The beginning of the list; undefined if nothing waits, where the upstream has no such list, and while it cannot tell. */
export async function readForYou(api: UserApi): Promise<ForYouList | undefined> {
  const list = (await hasExtension("for-you")) ? await api.forYou.list({}).catch(ignoreFault) : undefined;
  if (!list) return undefined;
  const rows = await rowsOf(list.items);
  return rows.length === 0 ? undefined : { rows, total: list.total, all: list.pages > 1 ? accessPaths.forYou() : undefined };
}

/** @throws NotFound where the upstream has no such list; LoadFailure */
export async function loadForYou({ api }: UserContext, query: URLSearchParams): Promise<ForYouPage> {
  await requireExtension("for-you");
  const typed = query.get("page") ?? "";
  const { items, page, pages, total } = await loadFor(
    "dashboard",
    api.forYou.list({ page: /^[1-9]\d{0,5}$/.test(typed) ? Number(typed) : 1 }),
  );
  return { rows: await rowsOf(items), page, pages, total };
}
