/** What of peer reviews is news to somebody, until they look at it (docs/rules/peer-review.md#who-is-told). Nothing of it is computed from results. */
import { type RawBuilder, sql } from "kysely";
import type { ForYou } from "#model/contract/for-you.ts";
import type { HistoryKind } from "#model/contract/history.ts";
import { NEWS_DAYS } from "#model/peer-review.ts";
import { getShareableAssessment, isNotApart, ownAssessments } from "./access.ts";
import { titleOf } from "./editions.ts";
import { isNewestOfPerson, wasNotWithdrawn } from "./review-requests.ts";
import type { Work } from "./work.ts";

type Item = ForYou["items"][number];
const DAY_MS = 24 * 60 * 60_000;
/** The most rows that are read of one kind. */
const NEWS_MAX = 200;

/**
 * The assessments that the caller is told of, with when they looked at the peer review of each.
 * @param id of the only one
 * @param among gives the ids of those in which the caller has a part: a team may have very many others
 */
const reviewed = (work: Work, id: number | undefined, among: RawBuilder<number>) =>
  ownAssessments(work)
    .leftJoin("review_look", (join) =>
      join.onRef("review_look.assessment_id", "=", "assessment.id").on("review_look.user_id", "=", work.user.id),
    )
    .where("assessment.id", "in", among)
    .where("assessment.is_archived", "=", 0)
    .where("assessment.model", "in", [...work.user.roles])
    // Whoever rates apart learns nothing of what others think.
    .where(isNotApart(work))
    .$if(id !== undefined, (query) => query.where("assessment.id", "=", id ?? 0));

const ABOUT = [
  "assessment.id as assessmentId",
  "assessment.name",
  "assessment.model",
  "assessment.edition_number",
  "assessment.first_edition_id",
  "organization.id as organizationId",
  "organization.name as organization",
] as const;

interface About {
  assessmentId: number;
  name: string;
  model: "P3M3" | "ITIL";
  edition_number: number;
  first_edition_id: number | null;
  organizationId: number;
  organization: string;
}

const describe = (row: About) => ({
  assessment: { id: row.assessmentId, name: titleOf({ ...row, id: row.assessmentId }) ?? "", model: row.model },
  organization: { id: row.organizationId, name: row.organization },
});

/** Whether something that happened then is news: the caller has not looked since, and it is not long ago. */
const isNews = ({ now }: Work, at: RawBuilder<string | null>) =>
  sql<boolean>`(${at} > coalesce(review_look.at, '') and ${at} > ${new Date(now.getTime() - NEWS_DAYS * DAY_MS).toISOString()})`;

/** Decisions of others, told to whoever has asked, and to whoever was asked and has decided. */
async function decided(work: Work, id: number | undefined): Promise<Item[]> {
  const { user } = work;
  const at = sql<string>`coalesce(review_decision.withdrawn_at, review_decision.at)`;
  const among = sql<number>`(select assessment_id from review_request where asked_by = ${user.id}
    union select assessment_id from review_request where user_id = ${user.id})`;
  const rows = await reviewed(work, id, among)
    .innerJoin("review_decision", "review_decision.assessment_id", "assessment.id")
    .innerJoin("user as decider", "decider.id", "review_decision.user_id")
    .select([
      ...ABOUT,
      "review_decision.approved",
      "review_decision.body",
      "review_decision.withdrawn_at",
      "decider.email as by",
      at.as("at"),
    ])
    .where("review_decision.user_id", "!=", user.id)
    .where(isNews(work, at))
    .where(isNewestOfPerson("review_decision"))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("review_request")
          .select("review_request.id")
          .whereRef("review_request.assessment_id", "=", "review_decision.assessment_id")
          .where("review_request.at", "<=", at)
          .where(({ or, and, eb }) =>
            or([
              and([eb("asked_by", "=", user.id), wasNotWithdrawn]),
              and([eb("review_request.user_id", "=", user.id), eb("ended_at", "is not", null), eb("ended_why", "is", null)]),
            ]),
          ),
      ),
    )
    .orderBy("review_decision.id", "desc")
    .limit(NEWS_MAX)
    .execute();
  return rows.map((row) => ({
    ...{ kind: "reviewDecided", at: row.at, by: row.by },
    news: {
      ...describe(row),
      decision: row.withdrawn_at !== null ? "withdrawn" : row.approved ? "approved" : "sentBack",
      text: row.withdrawn_at === null ? row.body : "",
    },
  }));
}

/** Changes of what an approval covers. Those that it covers only in part, such as profiles and notes, are left out. */
const WORKED_ON: readonly HistoryKind[] = ["answers", "marks", "reason", "descoped", "rescoped", "evidence", "scope", "wording"];

/** Assessments that others have worked on since the caller approved them, as the history has it. Whether what they did still counts is not asked. */
async function changed(work: Work, id: number | undefined): Promise<Item[]> {
  const { user, db } = work;
  const entry = sql<number | null>`(select entry.id from history as entry
    where entry.chain = 'assessment/' || assessment.id and entry.kind in (${sql.join(WORKED_ON)}) and entry.user_id != ${user.id}
      and substr(entry.place, 1, 14) != 'wording/cover-' and entry.place != 'wording/issued'
      and entry.at > review_decision.at and ${isNews(work, sql`entry.at`)}
    order by entry.at desc, entry.seq desc limit 1)`;
  const approvals = await reviewed(work, id, sql<number>`(select assessment_id from review_decision where user_id = ${user.id})`)
    .innerJoin("review_decision", "review_decision.assessment_id", "assessment.id")
    .select([...ABOUT, entry.as("entry")])
    .where("review_decision.user_id", "=", user.id)
    .where("approved", "=", 1)
    // The newest of each person alone has it, unless it was withdrawn.
    .where("content", "is not", null)
    .orderBy("review_decision.id", "desc")
    .limit(NEWS_MAX)
    .execute();
  const entries = approvals.flatMap((row) => (row.entry === null ? [] : [Number(row.entry)]));
  if (entries.length === 0) return [];
  const doers = new Map(
    (
      await db
        .selectFrom("history")
        .innerJoin("user", "user.id", "history.user_id")
        .select(["history.id", "at", "email"])
        .where("history.id", "in", entries)
        .execute()
    ).map((each) => [each.id, each]),
  );
  return approvals.flatMap((row) => {
    const doer = row.entry === null ? undefined : doers.get(Number(row.entry));
    return doer ? [{ kind: "reviewChanged", at: doer.at, by: doer.email, news: describe(row) }] : [];
  });
}

/** Replies to the caller's points, and points that others have settled: one item for each assessment. */
async function replied(work: Work, id: number | undefined): Promise<Item[]> {
  const { user } = work;
  const ownPoints = () =>
    reviewed(work, id, sql<number>`(select assessment_id from review_point where user_id = ${user.id})`)
      .innerJoin("review_point", "review_point.assessment_id", "assessment.id")
      .where("review_point.user_id", "=", user.id);
  const replies = await ownPoints()
    .innerJoin("review_reply", "review_reply.point_id", "review_point.id")
    .innerJoin("user", "user.id", "review_reply.user_id")
    .select([...ABOUT, "review_reply.at", "user.email as by"])
    .where("review_reply.user_id", "!=", user.id)
    .where(isNews(work, sql.ref("review_reply.at")))
    .orderBy("review_reply.id", "desc")
    .limit(NEWS_MAX)
    .execute();
  const settled = await ownPoints()
    .innerJoin("user", "user.id", "review_point.settled_by")
    .select([...ABOUT, "review_point.settled_at", "user.email as by"])
    .where("review_point.settled_by", "!=", user.id)
    .where(isNews(work, sql.ref("review_point.settled_at")))
    .orderBy("review_point.settled_at", "desc")
    .limit(NEWS_MAX)
    .execute();
  const items = new Map<number, Item & { news: { replies: number; settled: number } }>();
  const count = (row: About, at: string, by: string, what: "replies" | "settled") => {
    const item = items.get(row.assessmentId) ?? { kind: "reviewReplied", at, by, news: { ...describe(row), replies: 0, settled: 0 } };
    item.news[what] += 1;
    items.set(row.assessmentId, at > item.at ? { ...item, at, by } : item);
  };
  for (const row of replies) count(row, row.at, row.by, "replies");
  for (const row of settled) if (row.settled_at !== null) count(row, row.settled_at, row.by, "settled");
  return [...items.values()];
}

/**
 * What became of the peer reviews that the caller asked for, gave, or wrote points in, since they looked at each, within 30 days.
 * @param id of the only assessment to ask about
 */
export async function reviewNews(work: Work, id?: number): Promise<Item[]> {
  if (work.user.roles.length === 0) return [];
  return [...(await decided(work, id)), ...(await changed(work, id)), ...(await replied(work, id))];
}

/** The moment of the newest of an assessment's news for the caller; null without any. */
export async function newestNews(work: Work, id: number): Promise<string | null> {
  const items = await reviewNews(work, id);
  return items.reduce<string | null>((newest, { at }) => (newest === null || at > newest ? at : newest), null);
}

/** Notes until which moment the caller has looked at a peer review. An earlier one changes nothing. @throws Problem 404, 403 */
export async function lookAt(work: Work, id: number, { until }: { until: string }): Promise<void> {
  const { db, user } = work;
  await getShareableAssessment(work, id, { forWriting: true });
  const at = new Date(Math.min(Date.parse(until), work.now.getTime())).toISOString();
  await db
    .insertInto("review_look")
    .values({ assessment_id: id, user_id: user.id, at })
    .onConflict((conflict) => conflict.columns(["assessment_id", "user_id"]).doUpdateSet({ at }).where("review_look.at", "<", at))
    .execute();
}

/** Who gets a mail about a decision of the caller: whoever has asked, each with the newest of their requests. */
export async function askersOf({ db, user }: Work, id: number): Promise<{ reference: string; email: string }[]> {
  const rows = await db
    .selectFrom("review_request")
    .innerJoin("user as asker", "asker.id", "review_request.asked_by")
    .select(["reference", "asker.email"])
    .where("assessment_id", "=", id)
    .where("asked_by", "!=", user.id)
    .where(wasNotWithdrawn)
    .where("asker.team_id", "=", user.teamId)
    .where("asker.suspended_at", "is", null)
    .where("asker.is_unconfirmed", "=", 0)
    .orderBy("review_request.id")
    .execute();
  return [...new Map(rows.map((row) => [row.email, row])).values()];
}
