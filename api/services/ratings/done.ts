/** Who is told that a rating is done (docs/rules/second-ratings.md#who-is-told). */
import type { ForYou } from "#model/contract/for-you.ts";
import { groupBy } from "#model/group-by.ts";
import { shownAddress } from "#model/mail-address.ts";
import { isNotApart, learnsRaters, ofCaller, ownAssessments } from "../access.ts";
import { openColleagueMail } from "../colleague-mail.ts";
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
  const items: ForYou["items"] = [];
  const read = groupBy(
    rows.filter((row) => learnsRaters(work, row)),
    ({ id }) => id,
  );
  for (const some of read.values()) {
    const [row] = some;
    if (!row) continue;
    const assessment = { id: row.id, name: titleOf(row) ?? "", model: row.model };
    const organization = { id: row.organization_id, name: row.organization };
    const ratings = await ratingsOf(work, row.id);
    const rated = await readRated(work, row, ratings);
    for (const { number, kind, ended_at, email, first_name } of some) {
      const rating = ratings.find((each) => each.number === number);
      const counts = rating && openIn(rated, rating);
      if (!counts || ended_at === null || counts.differing + counts.withoutVerdict === 0) continue;
      const ratingDone = { assessment, organization, number, kind, rater: first_name ?? shownAddress(email), ...counts };
      items.push({ kind: "ratingDone", at: ended_at, by: email, ratingDone });
    }
  }
  return items;
}

/** Posts the mail to whoever asked, once a rating is done. */
export async function mailRatingDone(work: Work, { id, asked_by }: RatingRow): Promise<void> {
  const { db, user } = work;
  const asker = await db
    .selectFrom("user")
    .select("email")
    .where("id", "=", asked_by)
    .where("team_id", "=", user.teamId)
    .where("suspended_at", "is", null)
    .where("is_unconfirmed", "=", 0)
    .executeTakeFirst();
  if (!asker) return;
  const post = await openColleagueMail(work);
  await post({ kind: "ratingDone", recipient: asker.email, about: String(id), generation: 0 });
}
