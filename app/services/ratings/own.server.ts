/** A rating as its rater sees it: what was asked, how far it is, and what ends it (docs/rules/second-ratings.md#rating). */
import { randomUUID } from "node:crypto";
import type { Id } from "#model/contract/common.ts";
import type { Rating, RatingSheet } from "#model/contract/ratings.ts";
import { progressOfRating } from "~/services/answering/rating-progress.server";
import { whyOver } from "~/services/answering/rating-store.server";
import type { UserContext } from "~/services/context.server";
import { loadFor } from "~/services/faults.server";
import { readForm } from "~/services/http/posted.server";
import { askerName, groupsOf } from "~/services/ratings/words.server";
import { titleOf } from "~/services/upstream/assessments.server";
import { carryOut } from "~/services/upstream/carry-out.server";
import { requireExtension } from "~/services/upstream/extensions.server";
import type { ProgressView } from "~/views/answering";
import { shortDate } from "~/views/dates";
import { ratingPaths } from "~/views/rating-paths";
import { type BeginReply, type OwnGroup, type OwnRatingPage, RATING, RATING_INTENTS, seenField } from "~/views/ratings";
import type { Reply } from "~/views/shell";

const isAnswerable = ({ state }: Rating) => state !== "asked" && state !== "declined";

/** Whether the differences are open to the rater: in charge from the beginning, otherwise once nothing is rated blind any more. */
const isReadByRater = ({ kind, state }: Rating) => state === "done" || state === "ended" || (kind === "charge" && state === "begun");

/** A request as its rater reads it. */
function aboutRequest(rating: Rating): string[] {
  const isOpen = rating.state === "asked" || rating.state === "begun";
  const who = `${askerName(rating)} asks you for this until ${shortDate(rating.until)}.`;
  const kind =
    rating.kind === "charge"
      ? "You are in charge: your rating is meant to become the verdict. It changes nothing until whoever edits the assessment uses it."
      : `This is a second opinion: you ${isOpen ? "rate" : "rated"} without seeing the verdict. It changes nothing until whoever edits the assessment uses it.`;
  const before =
    rating.kind === "opinion" && rating.state === "asked"
      ? ["Do not look at its answers or results before you begin: you are asked whether you have."]
      : [];
  return [who, kind, ...before];
}

/** The group of the progress that a group of a rating is. */
const groupIn = (view: ProgressView | undefined, group: string) =>
  view?.groups.find(({ id, code }) => group === code || group === `perspective/${id}`);

function ownGroups({ rating, assessment }: RatingSheet, view: ProgressView | undefined): OwnGroup[] {
  const mayFinish = rating.may.includes("done");
  return groupsOf(rating).map((group) => {
    const shown = groupIn(view, group.group);
    const items = shown?.items.filter(({ state }) => state !== "descoped") ?? [];
    const open = items.find(({ state }) => state !== "answered" && state !== "complete") ?? items[0];
    return {
      ...group,
      questions: open?.href,
      grid: shown?.grid,
      done: mayFinish && !group.isDone ? ratingPaths.own(assessment.id, rating.number, { confirm: "done", group: group.group }) : undefined,
    };
  });
}

/** The question that an address asks for. */
function confirmIn({ rating }: RatingSheet, query: URLSearchParams): OwnRatingPage["confirm"] {
  if (query.get("confirm") === "give-back" && rating.may.includes("giveBack")) return { kind: "give-back" };
  const left = rating.groups.filter(({ doneAt }) => doneAt === null);
  const group = left.find((each) => each.group === query.get("group"));
  if (query.get("confirm") !== "done" || !group || !rating.may.includes("done")) return undefined;
  const { seen, total, answered } = group;
  const about = { group: group.group, name: group.name, open: total - answered };
  return { kind: "done", ...about, counts: rating.kind === "opinion" && seen === false, isLast: left.length === 1 };
}

/** @throws NotFound where the upstream has no ratings, or the reader has no such rating; Forbidden, LoadFailure */
export async function loadOwnRating({ api }: UserContext, assessmentId: Id, number: Id, query: URLSearchParams): Promise<OwnRatingPage> {
  await requireExtension("ratings");
  const sheet = await loadFor("assessment", api.ratings.get({ id: assessmentId, number }));
  const { rating, assessment, seenAnyway } = sheet;
  const here = ratingPaths.own(assessment.id, rating.number);
  const view = isAnswerable(rating) ? await progressOfRating(api, assessment, rating.number) : undefined;
  return {
    assessment: { id: assessment.id, name: titleOf(assessment), scope: assessment.selectedScope ?? "Not provided" },
    number: rating.number,
    isOpinion: rating.kind === "opinion",
    words: aboutRequest(rating),
    groups: ownGroups(sheet, view),
    begin: rating.may.includes("begin")
      ? rating.groups.map(({ group, name }) => ({ group, name, seenAnyway: seenAnyway.includes(group) }))
      : undefined,
    mayDecline: rating.may.includes("decline"),
    giveBack: rating.may.includes("giveBack") ? ratingPaths.own(assessment.id, rating.number, { confirm: "give-back" }) : undefined,
    confirm: confirmIn(sheet, query),
    over: isAnswerable(rating) || rating.state === "declined" ? whyOver(rating) : undefined,
    afterDone:
      rating.kind === "opinion" && rating.may.includes("answer") && rating.groups.some(({ doneAt }) => doneAt !== null)
        ? "What you change in a group that you are done with no longer counts for the agreement."
        : undefined,
    differences: isReadByRater(rating) ? ratingPaths.differences(assessment.id) : undefined,
    here,
  };
}

const YES_OR_NO = /^(yes|no)$/;

/**
 * Begins, declines, finishes a group, or gives back.
 * @returns what is missing before a second opinion begins
 * @throws Redirect, unless something is missing; NotFound, Forbidden, LoadFailure, SessionOver
 */
export async function changeOwnRating(context: UserContext, assessmentId: Id, number: Id, request: Request): Promise<Reply<BeginReply>> {
  await requireExtension("ratings");
  const { api } = context;
  const form = await readForm(request);
  const { rating, assessment } = await loadFor("assessment", api.ratings.get({ id: assessmentId, number }));
  const { id } = assessment;
  const back = ratingPaths.own(id, rating.number);
  const stored = async () => (await api.ratings.get({ id, number })).rating;
  const over = { gone: "There is no such rating any more.", back };
  switch (form.get(RATING.intent)) {
    case RATING_INTENTS.decline:
      return carryOut(context, {
        ...{ write: () => api.ratings.decline({ id, number }), isDone: async () => (await stored()).state === "declined" },
        ...{ success: { title: "You have declined." }, ...over },
      });
    case RATING_INTENTS.giveBack:
      return carryOut(context, {
        ...{ write: () => api.ratings.giveBack({ id, number }), isDone: async () => (await stored()).why === "givenBack" },
        ...{ success: { title: "You have given the rating back." }, ...over },
      });
    case RATING_INTENTS.done: {
      const group = String(form.get(RATING.group) ?? "");
      const { name = group } = rating.groups.find((each) => each.group === group) ?? {};
      return carryOut(context, {
        write: () => api.ratings.done({ id, number, body: { group } }),
        isDone: async () => (await stored()).groups.some((each) => each.group === group && each.doneAt !== null),
        ...{ success: { title: `You are done with ${name}.` }, ...over },
      });
    }
    default: {
      const questions = rating.kind === "opinion" ? rating.groups : [];
      const chosen = Object.fromEntries(questions.map(({ group }) => [group, String(form.get(seenField(group)) ?? "")]));
      const missing = questions.filter(({ group }) => !YES_OR_NO.test(chosen[group] ?? ""));
      if (missing.length > 0) {
        const errors = Object.fromEntries(missing.map(({ group }) => [group, "Please say yes or no."]));
        return [{ id: randomUUID(), errors, chosen }, { status: 400 }];
      }
      const seen = questions.map(({ group }) => ({ group, seen: chosen[group] === "yes" }));
      return carryOut(context, {
        ...{ write: () => api.ratings.begin({ id, number, body: { seen } }), isDone: async () => (await stored()).state === "begun" },
        ...{ success: { title: "You have begun." }, ...over },
      });
    }
  }
}
