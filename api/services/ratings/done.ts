/** Who is told that a rating is done (docs/rules/second-ratings.md#who-is-told). */
import { postMail } from "#api/mail/queue.ts";
import { openMailQuota } from "#api/mail/quota.ts";
import type { ForYou } from "#model/contract/for-you.ts";
import { shownAddress } from "#model/mail-address.ts";
import { isNotApart, learnsRaters, ofCaller, ownAssessments } from "../access.ts";
import { titleOf } from "../editions.ts";
import type { Work } from "../work.ts";
import { readRated } from "./differences.ts";
import { type RatingRow, ratingsOf } from "./rows.ts";

type Rated = Awaited<ReturnType<typeof readRated>>;

/** How many places a rating has a score for, and what of that is open: another score than the verdict without a reason, and no verdict. */
function openIn({ places, shownOf, departures }: Rated, rating: RatingRow) {
  const counts = { rated: 0, differing: 0, withoutVerdict: 0 };
  for (const each of places) {
    const score = each.scoreOf(shownOf(rating, each)?.answers ?? null);
    if (score === null) continue;
    counts.rated += 1;
    const verdict = each.scoreOf(each.verdict);
    if (verdict === null) counts.withoutVerdict += 1;
    else if (verdict !== score && !departures.some(({ place }) => place === each.place)) counts.differing += 1;
  }
  return counts;
}

/** The most ratings that one person is told of: what is open is counted in each. */
const DONE_MAX = 20;

/** The done ratings that the caller asked for, as long as something is open in them, and the assessment goes on. */
export async function ratingsDone(work: Work): Promise<ForYou["items"]> {
  const { user } = work;
  if (user.roles.length === 0) return [];
  const rows = await ownAssessments(work)
    .innerJoin("rating", "rating.assessment_id", "assessment.id")
    .innerJoin("user as rater", "rater.id", "rating.user_id")
    .selectAll("assessment")
    .select(ofCaller(work))
    .select(["organization.name as organization", "rating.number", "rating.kind", "rating.ended_at", "rater.email", "rater.first_name"])
    .where("rating.asked_by", "=", user.id)
    .where("rating.ended_at", "is not", null)
    .where("rating.ended_why", "is", null)
    .where("assessment.is_archived", "=", 0)
    .where("assessment.status", "!=", "Completed")
    .where("assessment.model", "in", [...user.roles])
    // Whoever rates apart learns nothing of what others think.
    .where(isNotApart(work))
    .orderBy("rating.id", "desc")
    .limit(DONE_MAX)
    .execute();
  const read = new Map<number, { ratings: RatingRow[]; rated: Rated }>();
  const items: ForYou["items"] = [];
  for (const row of rows) {
    if (!learnsRaters(work, row) || row.ended_at === null) continue;
    const ratings = read.get(row.id)?.ratings ?? (await ratingsOf(work, row.id));
    const rated = read.get(row.id)?.rated ?? (await readRated(work, row, ratings));
    read.set(row.id, { ratings, rated });
    const rating = ratings.find(({ number }) => number === row.number);
    const counts = rating && openIn(rated, rating);
    if (!counts || counts.differing + counts.withoutVerdict === 0) continue;
    items.push({
      ...{ kind: "ratingDone", at: row.ended_at, by: row.email },
      ratingDone: {
        assessment: { id: row.id, name: titleOf(row) ?? "", model: row.model },
        organization: { id: row.organization_id, name: row.organization },
        ...{ number: row.number, kind: row.kind, rater: row.first_name ?? shownAddress(row.email), ...counts },
      },
    });
  }
  return items;
}

/** Posts the mail to whoever asked, once a rating is done. Over the rater's quota, what waits for the asker still tells. */
export async function mailRatingDone({ db, user, now, mails }: Work, { id, asked_by }: RatingRow): Promise<void> {
  if (!mails) return;
  const asker = await db
    .selectFrom("user")
    .select("email")
    .where("id", "=", asked_by)
    .where("team_id", "=", user.teamId)
    .where("suspended_at", "is", null)
    .where("is_unconfirmed", "=", 0)
    .executeTakeFirst();
  if (!asker) return;
  const mayPost = await openMailQuota(db, { userId: user.id, teamId: user.teamId }, now);
  if (!mayPost(asker.email)) return;
  await postMail(db, { kind: "ratingDone", recipient: asker.email, about: String(id), generation: 0, caused_by: user.id }, now);
}
