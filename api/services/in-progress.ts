/** Everything of a team that is in progress, in one list (docs/rules/in-progress.md). However long it is, it takes the same number of statements. */
import { sql } from "kysely";
import type { HistoryKind } from "#model/contract/history.ts";
import type { InProgress, InProgressQuery } from "#model/contract/in-progress.ts";
import { holdsWords } from "#model/home-lists.ts";
import { IN_PROGRESS_AT_ONCE, type InProgressOrder, NOBODY_EDITS } from "#model/in-progress.ts";
import { formsOfAddress } from "#model/mail-address.ts";
import { pageOf } from "#model/paging.ts";
import { apartIn, isNotApart, isOpenTo, isSeen, ofCaller, ownAssessments } from "./access.ts";
import { describeAll } from "./assessments.ts";
import { firstOf, titleOf } from "./editions.ts";
import { listLocksAmong } from "./locks.ts";
import type { Work } from "./work.ts";

/** How many organizations can be chosen from a list. */
const CHOICES = 500;

/** A second rating changes nothing either, until it is used. */
const RATED: readonly HistoryKind[] = ["ratingAsked", "ratingBegun", "ratingDeclined", "ratingDone", "ratingEnded"];
/** What is recorded of an assessment, and changes nothing in it. */
const NO_CHANGE: readonly HistoryKind[] = [
  "read",
  "file",
  "lockAsked",
  "lockWithdrawn",
  "lockKept",
  "lockHandedOver",
  "lockTakenOver",
  ...RATED,
];

/** When an assessment was changed last: the index of its chain by time gives it. */
const lastChange = sql<string | null>`(select entry.at from history as entry
  where entry.chain = 'assessment/' || assessment.id and entry.kind not in (${sql.join(NO_CHANGE)})
  order by entry.at desc, entry.seq desc limit 1)`;

/** The open assessments of the caller's team that the caller may see and works with. */
const openAssessments = (work: Work, { tests, archived }: Pick<InProgressQuery, "tests" | "archived">) =>
  ownAssessments(work)
    .where("assessment.status", "!=", "Completed")
    .where("assessment.model", "in", [...work.user.roles])
    .$if(tests === undefined, (query) => query.where("assessment.is_test", "=", 0))
    .$if(archived === undefined, (query) => query.where("assessment.is_archived", "=", 0));

/** Reads of each what filters and order need. */
const rowsOf = (work: Work, query: InProgressQuery) =>
  openAssessments(work, query)
    .select([
      ...(["assessment.id", "assessment.name", "assessment.model", "selected_scope", "is_archived", "date_started"] as const),
      ...(["edition_number", "first_edition_id", "organization.id as organization_id", "organization.name as organization"] as const),
      apartIn(work).as("apart"),
      // When one that the caller rates apart was changed, depends on its answers.
      sql<string | null>`case when ${isNotApart(work)} then ${lastChange} end`.as("changed_at"),
    ])
    .execute();

type Row = Awaited<ReturnType<typeof rowsOf>>[number];

const { compare } = new Intl.Collator("en-GB", { numeric: true });
const changedAt = ({ changed_at, date_started }: Row) => changed_at ?? date_started;
const newestFirst = (one: Row, other: Row) =>
  changedAt(one) < changedAt(other) ? 1 : changedAt(one) > changedAt(other) ? -1 : other.id - one.id;

const ORDERS: Record<InProgressOrder, (one: Row, other: Row) => number> = {
  changed: newestFirst,
  oldest: (one, other) => newestFirst(other, one),
  client: (one, other) => compare(one.organization, other.organization) || compare(one.name, other.name) || newestFirst(one, other),
  name: (one, other) => compare(one.name, other.name) || newestFirst(one, other),
};

/** A page of what is in progress in the caller's team. */
export async function listInProgress(work: Work, query: InProgressQuery): Promise<InProgress> {
  const { db, user, now } = work;
  if (user.roles.length === 0) return { rows: [], page: 1, pages: 1, matches: 0, total: 0, organizations: [], editors: [] };
  const all = await rowsOf(work, query);
  const locks = await listLocksAmong(db, openAssessments(work, query).select("assessment.id"), now);
  const editorOf = ({ id, is_archived, apart }: Row) =>
    is_archived === 1 || apart !== null ? undefined : locks.get(id)?.lease?.holder.email;
  const { organization, model, by, q } = query;
  const editors = by === undefined ? [] : formsOfAddress(by);
  const fits = (row: Row): boolean => {
    const editor = editorOf(row);
    return (
      (organization === undefined || row.organization_id === Number(organization)) &&
      (model === undefined || row.model === model) &&
      (by === undefined ||
        (by === NOBODY_EDITS ? editor === undefined && row.apart === null : editor !== undefined && editors.includes(editor))) &&
      holdsWords(q, [String(row.id), titleOf(row), row.selected_scope, row.organization])
    );
  };
  const fitting = all.filter(fits).sort(ORDERS[query.order]);
  const { page, pages, shown } = pageOf(fitting, IN_PROGRESS_AT_ONCE, query.page);
  const described = await describe(work, shown);
  const engagements = await engagementsOf(work, shown);
  return {
    rows: shown.flatMap((row) => {
      const assessment = described.get(row.id);
      return assessment
        ? [
            {
              ...{ assessment, changedAt: changedAt(row), engagement: engagements.get(row.id) ?? null },
              organization: { id: row.organization_id, name: row.organization },
            },
          ]
        : [];
    }),
    ...{ page, pages, matches: fitting.length, total: all.length },
    organizations: [...new Map(all.map((row) => [row.organization_id, row.organization]))]
      .map(([id, name]) => ({ id, name }))
      .sort((one, other) => compare(one.name, other.name))
      .slice(0, CHOICES),
    editors: [...new Set(all.flatMap((row) => editorOf(row) ?? []))].sort(compare),
  };
}

/** The assessments of a page as a list has them, by their ids. No thread has a score before the end. */
async function describe(work: Work, shown: readonly Row[]) {
  if (shown.length === 0) return new Map();
  const rows = await ownAssessments(work)
    .selectAll("assessment")
    .select(ofCaller(work))
    .where(
      "assessment.id",
      "in",
      shown.map(({ id }) => id),
    )
    .execute();
  const assessments = await describeAll(work, rows);
  return new Map(assessments.map((each) => [each.id, each.assessmentType === "P3M3" ? { ...each, threads: undefined } : each]));
}

/** The engagements of some assessments by their ids, with who is responsible there: only somebody who may see the organization. */
async function engagementsOf(work: Work, shown: readonly Row[]): Promise<ReadonlyMap<number, InProgress["rows"][number]["engagement"]>> {
  if (shown.length === 0) return new Map();
  const members = await work.db
    .selectFrom("engagement_member")
    .innerJoin("engagement", "engagement.id", "engagement_member.engagement_id")
    .innerJoin("organization", "organization.id", "engagement.organization_id")
    .leftJoin("user", (join) =>
      join
        .onRef("user.id", "=", "engagement_member.responsible")
        .onRef("user.team_id", "=", "organization.team_id")
        .on("user.suspended_at", "is", null)
        .on(isOpenTo(sql.ref("user.id"))),
    )
    .where(isSeen(work))
    .where("engagement_member.assessment_id", "in", shown.map(firstOf))
    .select(["assessment_id", "unit", "day", "engagement.id", "engagement.name", "user.id as userId", "user.email", "user.first_name"])
    .execute();
  const byFirst = new Map(members.map((member) => [member.assessment_id, member]));
  return new Map(
    shown.flatMap((row) => {
      const member = byFirst.get(firstOf(row));
      if (!member) return [];
      const { id, name, unit, day, userId, email, first_name } = member;
      const responsible = userId === null || email === null ? null : { id: userId, email, firstName: first_name };
      return [[row.id, { id, name, unit, day, responsible }]];
    }),
  );
}
