/**
 * All chains of a team in one list, as far as the reader sees what they are about (docs/rules/history.md#of-a-team).
 *
 * An entry is in a scope: an organization, or the team itself. With a filter of kinds it is in a stream for each scope and kind. Each stream lies in
 * order in an index, so a page costs one look for each stream, and reads only those streams whose next entries are the first of all: those of any
 * other come after a whole page. How much is stored does not matter.
 */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { notFound } from "#api/problem.ts";
import type { Db } from "#api/store/open.ts";
import { role } from "#model/contract/common.ts";
import type { HistoryKind } from "#model/contract/history.ts";
import type {
  TeamHistory,
  TeamHistoryEntry,
  TeamHistoryExport,
  TeamHistoryExportQuery,
  TeamHistoryFile,
  TeamHistoryQuery,
} from "#model/contract/team-history.ts";
import { entryAddress } from "#model/history.ts";
import { formsOfAddress } from "#model/mail-address.ts";
import { ownAssessments, ownOrganizations, ratedApart } from "./access.ts";
import { titleOf } from "./editions.ts";
import { assessmentChain, describeEntry, organizationChain, readPlace, record, recordReading, teamChain } from "./history.ts";
import { describePeopleEntries } from "./people-history.ts";
import type { Work } from "./work.ts";

/** How many entries a page has, and a part of a file. */
const PAGE = 50;
const PART = 1_000;
/** How many organizations can be chosen from a list. */
const CHOICES = 500;
/** How many streams of a part are read at once. */
const AT_ONCE = 20;
/** Where in the history it is recorded that somebody read it. */
const HISTORY = "history";

type Filter = Pick<TeamHistoryQuery, "organization" | "by" | "kind" | "from" | "to">;
/** Where one list ends: an entry by its moment and its number. */
interface Point {
  at: string;
  id: number;
}
interface Stream {
  scope: number;
  kind: string | null;
}
type Direction = "asc" | "desc";

/** A page of the history of the caller's team, the newest first. @throws Problem 404 when the caller sees no such organization */
export async function listTeamHistory(work: Work, { before, after, ...filter }: TeamHistoryQuery): Promise<TeamHistory> {
  const lists = await openStreams(work, filter);
  await recordReading(work, chainOf(work, filter), HISTORY);
  const direction: Direction = before === undefined && after !== undefined ? "asc" : "desc";
  const from = before ?? after;
  const point = from === undefined ? undefined : pointIn(from);
  const { db } = work;
  const cut = { direction, point, count: PAGE + 1 };
  const streams = (await firstStreams(lists, cut).execute(db)).rows;
  const ids = await idsIn(db, lists, streams, cut);
  const rows = await rowsOf(db, ids.slice(0, PAGE));
  return {
    entries: await describe(work, direction === "asc" ? rows.toReversed() : rows),
    more: ids.length > PAGE,
    people: await peopleOf(db, work.user.teamId),
    organizations: await ownOrganizations(work)
      .select(["organization.id", "organization.name"])
      .orderBy("organization.name")
      .orderBy("organization.id")
      .limit(CHOICES)
      .execute(),
  };
}

/**
 * A part of all entries that match, in the order of the streams.
 * @throws Problem 404 when the caller sees no such organization
 */
export async function exportTeamHistory(work: Work, { after, ...filter }: TeamHistoryExportQuery): Promise<TeamHistoryExport> {
  const lists = await openStreams(work, filter);
  await recordReading(work, chainOf(work, filter), HISTORY);
  const [scope, kindIndex, ...point] = after?.split(".") ?? [];
  const start = after === undefined ? undefined : { scope: Number(scope), kind: lists.kinds?.[Number(kindIndex)] ?? null };
  const from = start && pointIn(point.join("."));
  const streams = await streamsFrom(work.db, lists, start);
  const ids: number[] = [];
  for (const stream of streams.slice(0, AT_ONCE)) {
    if (ids.length > PART) break;
    const point = stream.scope === start?.scope && stream.kind === start.kind ? from : undefined;
    ids.push(...(await idsIn(work.db, lists, [stream], { direction: "asc", point, count: PART + 1 - ids.length })));
  }
  const rows = await rowsOf(work.db, ids.slice(0, PART));
  const more = ids.length > PART || streams.length > AT_ONCE;
  const last = rows.at(-1);
  const kindAt = (kind: string) => (lists.kinds ? lists.kinds.indexOf(kind as HistoryKind) : 0);
  return {
    entries: await describe(work, rows),
    next: more && last ? `${last.scope}.${kindAt(last.kind)}.${entryAddress(last)}` : null,
  };
}

/**
 * Records that a file is taken out.
 * @throws Problem 404 when the caller does not see an organization that is in it
 */
export async function noteTeamHistoryFile(work: Work, { what, organization, organizations = [] }: TeamHistoryFile): Promise<void> {
  const ids = [...new Set([...organizations, ...(organization === undefined ? [] : [organization])].map(Number))];
  const seen = ids.length === 0 ? [] : await ownOrganizations(work).select("organization.id").where("organization.id", "in", ids).execute();
  if (seen.length !== ids.length) throw noOrganization();
  for (const id of ids) work.organizations?.add(id);
  await record(work, chainOf(work, { organization: organization === undefined ? undefined : Number(organization) }), {
    kind: "file",
    place: HISTORY,
    after: what,
  });
}

const noOrganization = () => notFound("The organization does not exist.");

/** What is done with one organization alone is recorded there. */
const chainOf = ({ user }: Work, { organization }: Pick<Filter, "organization">) =>
  organization === undefined ? teamChain(user.teamId) : organizationChain(Number(organization));

/** Where a cursor points. */
function pointIn(cursor: string): Point {
  const [milliseconds, id] = cursor.split(".").map(Number);
  return { at: new Date(Math.min(milliseconds ?? 0, LATEST)).toISOString(), id: id ?? 0 };
}
/** The latest moment of four digits for the year. */
const LATEST = Date.parse("9999-12-31T23:59:59.999Z");

interface Streams {
  /** A query that gives the streams. */
  all: RawBuilder<Stream>;
  kinds: readonly HistoryKind[] | undefined;
  /** What entries of each stream have to match. */
  matches: RawBuilder<SqlBool>;
}

const idsIn = async (db: Db, streams: Streams, among: readonly Stream[], cut: Cut): Promise<number[]> =>
  among.length === 0 ? [] : (await firstEntries(streams, among, cut).execute(db)).rows.map(({ id }) => id);

/** The streams that a filter asks for. @throws Problem 404 when the caller sees no such organization */
export async function openStreams(work: Work, { organization, by, kind, from, to }: Filter): Promise<Streams> {
  const { db, user } = work;
  const seen = ownOrganizations(work).select("organization.id as scope");
  if (organization !== undefined) {
    const one = await seen.where("organization.id", "=", Number(organization)).executeTakeFirst();
    if (!one) throw noOrganization();
  }
  const scopes =
    organization === undefined
      ? sql`select scope from ${seen} as seen union all select ${sql.lit(-user.teamId)} as scope`
      : sql`select ${sql.lit(Number(organization))} as scope`;
  const kinds = kind && [...new Set(kind)].sort();
  const all = kinds
    ? sql<Stream>`select scopes.scope, kinds.kind from (${scopes}) as scopes cross join (${sql.join(
        kinds.map((each) => sql`select cast(${each} as text) as kind`),
        sql` union all `,
      )}) as kinds`
    : sql<Stream>`select scopes.scope, null as kind from (${scopes}) as scopes`;
  const person =
    by === undefined ? undefined : await db.selectFrom("user").select("id").where("email", "in", formsOfAddress(by)).executeTakeFirst();
  const apart = await ratedApart(work);
  const ids = sql.join(apart.map((id) => sql.lit(id)));
  const conditions = [
    // Nothing of what the reader rates apart, nor of the actions that come from it.
    ...(apart.length === 0
      ? []
      : [
          sql<SqlBool>`entry.chain not in (${sql.join(apart.map((id) => sql.lit(assessmentChain(id))))})`,
          sql<SqlBool>`entry.place not in (select 'action/' || action.id from action where action.assessment_id in (${ids}))`,
        ]),
    ...(by === undefined ? [] : [sql<SqlBool>`entry.user_id = ${sql.lit(person?.id ?? 0)}`]),
    ...(from === undefined ? [] : [sql<SqlBool>`entry.at >= ${new Date(from).toISOString()}`]),
    ...(to === undefined ? [] : [sql<SqlBool>`entry.at < ${new Date(to).toISOString()}`]),
  ];
  return { all, kinds, matches: sql.join([sql`1 = 1`, ...conditions], sql` and `) as RawBuilder<SqlBool> };
}

/** A part of each stream: in which direction, beyond which point, and how many entries. */
interface Cut {
  direction: Direction;
  point: Point | undefined;
  count: number;
}

/** The entries of a stream that match and lie beyond a point, as what follows `select … from`. */
const entriesOf = (
  { kinds, matches }: Streams,
  { scope, kind }: { scope: RawBuilder<unknown>; kind: RawBuilder<unknown> },
  { direction, point }: Pick<Cut, "direction" | "point">,
) => sql`history as entry where entry.scope = ${scope} ${kinds ? sql`and entry.kind = ${kind}` : sql``} and ${matches}
  ${point ? sql`and (entry.at, entry.id) ${direction === "asc" ? sql`>` : sql`<`} (${point.at}, ${sql.lit(point.id)})` : sql``}`;

const orderOf = ({ direction }: Pick<Cut, "direction">, of: string) =>
  sql`order by ${sql.ref(`${of}.at`)} ${sql.raw(direction)}, ${sql.ref(`${of}.id`)} ${sql.raw(direction)}`;

/** The stream of a row of the query. */
const OF_ROW = { scope: sql`stream.scope`, kind: sql`stream.kind` };

/** The query for the streams whose next entries are the first of all. Whatever a page holds is in one of them. */
export const firstStreams = (streams: Streams, cut: Cut) => sql<Stream>`with stream as (${streams.all}),
  head as (select stream.scope, stream.kind,
    (select entry.id from ${entriesOf(streams, OF_ROW, cut)} ${orderOf(cut, "entry")} limit 1) as id from stream)
  select head.scope, head.kind from head inner join history on history.id = head.id ${orderOf(cut, "history")} limit ${sql.lit(cut.count)}`;

/** The query for the first entries of some streams, in order. */
export const firstEntries = (streams: Streams, among: readonly Stream[], cut: Cut) => {
  const each = among.map(({ scope, kind }) => {
    const of = { scope: sql.lit(scope), kind: sql`${kind}` };
    return sql`select * from (select entry.id, entry.at from ${entriesOf(streams, of, cut)} ${orderOf(cut, "entry")} limit ${sql.lit(cut.count)}) as stream`;
  });
  return sql<Point>`select id, at from (${sql.join(each, sql` union all `)}) as entries ${orderOf(cut, "entries")} limit ${sql.lit(cut.count)}`;
};

/** The next streams with entries, from one on. */
async function streamsFrom(db: Db, streams: Streams, start: Stream | undefined): Promise<Stream[]> {
  const from = start
    ? sql`(stream.scope > ${sql.lit(start.scope)} or (stream.scope = ${sql.lit(start.scope)} and coalesce(stream.kind, '') >= ${start.kind ?? ""}))`
    : sql`1 = 1`;
  const { rows } = await sql<Stream>`with stream as (${streams.all}) select stream.scope, stream.kind from stream
    where ${from} and exists (select 1 from ${entriesOf(streams, OF_ROW, { direction: "asc", point: undefined })})
    order by stream.scope, stream.kind limit ${sql.lit(AT_ONCE + 1)}`.execute(db);
  return rows;
}

type Row = Awaited<ReturnType<typeof rowsOf>>[number];

/** Entries in the order of their numbers. */
async function rowsOf(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("history")
    .innerJoin("user", "user.id", "history.user_id")
    .select(["history.id", "chain", "seq", "at", "kind", "place", "content", "erased", "scope", "user.email"])
    .where("history.id", "in", ids)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** What belongs to a model, and is not in the chain of an assessment. */
const OF_A_MODEL: readonly string[] = ["earlier", "targets", "action", "actionRemark"] satisfies HistoryKind[];

async function describe(work: Work, rows: readonly Row[]): Promise<TeamHistoryEntry[]> {
  const { db, user } = work;
  const assessmentOf = ({ chain }: Row) => (chain.startsWith("assessment/") ? Number(chain.slice("assessment/".length)) : undefined);
  const numbers = [...new Set(rows.flatMap((row) => assessmentOf(row) ?? []))];
  const scopes = [...new Set(rows.flatMap(({ scope }) => (scope > 0 ? [scope] : [])))];
  const assessments =
    numbers.length === 0
      ? []
      : await ownAssessments(work)
          .select(["assessment.id", "assessment.name", "assessment.model", "assessment.edition_number", "assessment.first_edition_id"])
          .where("assessment.id", "in", numbers)
          .execute();
  const organizations =
    scopes.length === 0
      ? []
      : await ownOrganizations(work).select(["organization.id", "organization.name"]).where("organization.id", "in", scopes).execute();
  const ofTeam = rows.filter(({ chain }) => chain.startsWith("team/"));
  const people = new Map((await describePeopleEntries(work, ofTeam)).map((entry, index) => [ofTeam[index], entry]));
  const named = await addressesIn(db, rows);
  const hasAll = role.options.every((each) => user.roles.includes(each));
  return rows.flatMap((row): TeamHistoryEntry[] => {
    const organization = organizations.find(({ id }) => id === row.scope) ?? null;
    const assessment = assessments.find(({ id }) => id === assessmentOf(row));
    // Somebody changed meanwhile who may see it.
    if (row.scope > 0 && !organization) return [];
    const of = assessment ? { id: assessment.id, name: titleOf(assessment) ?? "", model: assessment.model } : null;
    const isClosed = of ? !user.roles.includes(of.model) : OF_A_MODEL.includes(row.kind) && !hasAll;
    const about = { cursor: entryAddress(row), organization, assessment: of };
    if (isClosed) return [{ id: row.seq, at: row.at, kind: row.kind, place: "", by: row.email, ...about, closed: true }];
    const entry = people.get(row);
    if (entry) return [{ ...entry, place: readPlace(row).place, ...about }];
    const { isOperators, place } = readPlace(row);
    return [{ ...withAddresses(describeEntry(row), named), ...about, place, ...(isOperators ? { by: null } : {}) }];
  });
}

interface AccessSide {
  people?: number[];
}
const sides = (entry: { before?: unknown; after?: unknown }) => [entry.before, entry.after] as (AccessSide | undefined)[];

/** The addresses of those who were named in entries about access, which know them by number. */
async function addressesIn(db: Db, rows: readonly Row[]): Promise<ReadonlyMap<number, string>> {
  const numbers = rows.flatMap((row) => (row.kind === "access" ? sides(describeEntry(row)).flatMap((side) => side?.people ?? []) : []));
  if (numbers.length === 0) return new Map();
  const people = await db
    .selectFrom("user")
    .select(["id", "email"])
    .where("id", "in", [...new Set(numbers)])
    .execute();
  return new Map(people.map(({ id, email }) => [id, email]));
}

function withAddresses<E extends { kind: string; before?: unknown; after?: unknown }>(entry: E, named: ReadonlyMap<number, string>): E {
  if (entry.kind !== "access") return entry;
  const [before, after] = sides(entry).map((side) => side && { ...side, people: side.people?.map((id) => named.get(id) ?? null) });
  return { ...entry, ...(before ? { before } : {}), ...(after ? { after } : {}) };
}

/** Everybody with an entry of the team itself, which signing in makes, by address. Steps from one number to the next. */
async function peopleOf(db: Db, teamId: number): Promise<string[]> {
  const scope = sql.lit(-teamId);
  const { rows } = await sql<{ email: string }>`with recursive person(id) as (
      select min(user_id) from history where scope = ${scope}
      union all
      select (select min(user_id) from history where scope = ${scope} and user_id > person.id) from person where person.id is not null
    ) select email from person inner join "user" on "user".id = person.id order by email`.execute(db);
  return rows.map(({ email }) => email);
}
