/** The record of who did what when (docs/rules/history.md). It is only ever added to, in the transaction of what it records. */
import { randomBytes } from "node:crypto";
import type { z } from "zod";
import type { HistoryTable } from "#api/store/database.ts";
import { type Db, inTransaction, isPostgres } from "#api/store/open.ts";
import { pack, unpack } from "#api/store/packed.ts";
import { evidencePlaces } from "#model/contract/evidence.ts";
import {
  type ConfirmedAnswers,
  type FromRating,
  type History,
  type HistoryEntry,
  type HistoryKind,
  type historyQuery,
  subjectAt,
  type Takeover,
} from "#model/contract/history.ts";
import { formsOfAddress } from "#model/mail-address.ts";
import { withoutRaters } from "#model/ratings.ts";
import { commitmentTo, sealOf } from "./history-chain.ts";
import { setupOnWire } from "./recorded-setup.ts";
import type { PartAddress } from "./versions.ts";
import { moment, type Work } from "./work.ts";

/** The entries of an assessment, of the earlier scores of an organization, or of the people and organizations of a team. */
export const assessmentChain = (id: number) => `assessment/${id}`;
export const organizationChain = (id: number) => `organization/${id}`;
export const teamChain = (id: number) => `team/${id}`;

/** What happened. */
export interface HistoryEvent {
  kind: HistoryKind;
  /** Where in the chain, such as `thread/2/7`. Absent: the whole. */
  place?: string;
  /** What was stored before, and what is now. */
  before?: unknown;
  after?: unknown;
  /** Of a change of answers: those that were confirmed. */
  confirmed?: ConfirmedAnswers | undefined;
  /** Of evidence that somebody took over: from when it is. */
  takenOver?: Takeover | undefined;
  /** In the chain of a team: the organization that it is about, if it is. Only those read it in the history of the team who see that. */
  organization?: number;
}

/** What else an entry tells where somebody assesses again (docs/rules/assess-again.md#in-the-history). */
type EventContext = Pick<HistoryEvent, "confirmed" | "takenOver">;

/** What of an entry can be erased. */
type Content = Pick<HistoryEvent, "before" | "after" | keyof EventContext> & { fromRating?: FromRating };

/** What an entry is made with. */
export type RecordContext = Pick<Work, "db" | "now" | "historyKey" | "fromRating"> & { user: Pick<Work["user"], "id"> };

/** Adds an entry to a chain. It must be called in a transaction. */
export async function record(
  { db, user, now, historyKey, fromRating }: RecordContext,
  chain: string,
  { kind, place = "", before, after, confirmed, takenOver, organization }: HistoryEvent,
): Promise<void> {
  const head = await holdHead(db, chain);
  const content = pack({
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
    ...(confirmed ? { confirmed } : {}),
    ...(takenOver ? { takenOver } : {}),
    ...(fromRating ? { fromRating } : {}),
  });
  const salt = randomBytes(16).toString("base64url");
  const link = { chain, seq: head.seq + 1, at: moment({ now }), kind, place, user_id: user.id, commitment: commitmentTo(salt, content) };
  const seal = sealOf(historyKey, head.seal, link);
  await db
    .insertInto("history")
    .values({ ...link, salt, content, seal, scope: organization ?? scopeOf(db, chain, place) })
    .execute();
  await db.updateTable("history_head").set({ seq: link.seq, seal }).where("chain", "=", chain).execute();
}

const numberIn = (text: string) => Number(text.slice(text.indexOf("/") + 1));

/** Whose history an entry is in (`HistoryTable`). */
function scopeOf(db: Db, chain: string, place: string) {
  if (chain.startsWith("assessment/")) return db.selectFrom("assessment").select("organization_id").where("id", "=", numberIn(chain));
  if (chain.startsWith("organization/")) return numberIn(chain);
  return place.startsWith("organization/") ? numberIn(place) : -numberIn(chain);
}

/** The end of a chain, which nobody else may move before this transaction ends. A chain that is new begins. */
const holdHead = async (db: Db, chain: string) => (await findHead(db, chain)) ?? startChain(db, chain);

/** The end of a chain, which nobody else may move before this transaction ends; undefined when there is no chain yet. */
function findHead(db: Db, chain: string) {
  return db
    .selectFrom("history_head")
    .select(["seq", "seal"])
    .where("chain", "=", chain)
    .$if(isPostgres(db), (query) => query.forUpdate())
    .executeTakeFirst();
}

/** Begins a chain. If another transaction does so at the same time, waits until that has ended. */
async function startChain(db: Db, chain: string): Promise<{ seq: number; seal: string }> {
  await db
    .insertInto("history_head")
    .values({ chain, seq: 0, seal: "" })
    .onConflict((conflict) => conflict.column("chain").doNothing())
    .execute();
  return (await findHead(db, chain)) ?? { seq: 0, seal: "" };
}

/** The number of the newest entry of a chain, 0 for a new one. Nobody else may add to it before the transaction ends. */
export const chainEnd = async (db: Db, chain: string): Promise<number> => (await holdHead(db, chain)).seq;

/** Adds the entry for a change of a part. */
export function recordChange(
  work: Work,
  { name, of, place }: PartAddress,
  before: unknown,
  after: unknown,
  context?: EventContext,
): Promise<void> {
  return record(work, of, { kind: name, place, before, after, ...context });
}

const READ_AGAIN_MS = 60 * 60_000;

/**
 * Notes that somebody outside the team read what a chain is about, once an hour (docs/rules/history.md#what-is-recorded). A read has no
 * transaction, so it gets one.
 * @param place where in the chain
 */
export async function recordReading(work: Work, chain: string, place = ""): Promise<void> {
  if (await hasReadLately(work, chain, place)) return;
  const add = async (db: Db) => {
    // A page makes its calls at the same time. The first one makes the note, and the others have waited for it.
    await holdHead(db, chain);
    if (!(await hasReadLately({ ...work, db }, chain, place))) await record({ ...work, db }, chain, { kind: "read", place });
  };
  await (work.db.isTransaction ? add(work.db) : inTransaction(work.db, add));
}

async function hasReadLately({ db, user, now }: Work, chain: string, place: string): Promise<boolean> {
  const last = await db
    .selectFrom("history")
    .select("at")
    .where("chain", "=", chain)
    .where("kind", "=", "read")
    .where("place", "=", place)
    .where("user_id", "=", user.id)
    .orderBy("seq", "desc")
    .executeTakeFirst();
  return last !== undefined && now.getTime() - new Date(last.at).getTime() < READ_AGAIN_MS;
}

/** A filter of entries. An entry has to match all parts that are present. */
export type HistoryFilter = z.output<typeof historyQuery>;

/** How many entries one answer holds. */
const PAGE = 50;

/** What tells of second ratings, or of whose they are. */
export const OF_RATINGS: readonly HistoryKind[] = [
  "ratingAsked",
  "ratingBegun",
  "ratingDeclined",
  "ratingDone",
  "ratingEnded",
  "departure",
];

/** The entries of an assessment that fit, the newest first: the newest of all, those before one, or those that follow one. */
export async function listHistory(
  db: Db,
  assessmentId: number,
  filter: HistoryFilter,
  { withRatings = true }: { withRatings?: boolean } = {},
): Promise<History> {
  const chain = assessmentChain(assessmentId);
  const isForwards = filter.before === undefined && filter.after !== undefined;
  const evidence = filter.place === undefined ? [] : await evidenceFor(db, chain, filter.place);
  const rows = await entriesOf(db, chain, filter, evidence)
    .$if(!withRatings, (query) => query.where("kind", "not in", [...OF_RATINGS]))
    .orderBy("seq", isForwards ? "asc" : "desc")
    .limit(PAGE + 1)
    .execute();
  const shown = rows.slice(0, PAGE);
  return {
    entries: (isForwards ? shown.reverse() : shown).map(describeEntry).map((entry) => (withRatings ? entry : withoutWhoseRating(entry))),
    more: rows.length > PAGE,
    people: await peopleIn(db, chain, withRatings ? [] : OF_RATINGS),
  };
}

/** An entry as it is read by those who do not learn who rated. */
function withoutWhoseRating({ fromRating: _, ...entry }: HistoryEntry): HistoryEntry {
  const { before, after } = entry;
  if (entry.kind !== "note") return entry;
  return {
    ...entry,
    ...(typeof before === "string" ? { before: withoutRaters(before) } : {}),
    ...(typeof after === "string" ? { after: withoutRaters(after) } : {}),
  };
}

/** How many changes of evidence are looked through for those of one place. */
const EVIDENCE_LOOK = 2_000;

/** The places in the history of evidence that serves a thread, practice or component, or did when it was changed. */
async function evidenceFor(db: Db, chain: string, place: string): Promise<string[]> {
  if (subjectAt(place) === undefined) return [];
  const rows = await db
    .selectFrom("history")
    .select(["place", "content"])
    .where("chain", "=", chain)
    // By the index of places.
    .where("place", ">=", "evidence/")
    .where("place", "<", "evidence0")
    .where("content", "is not", null)
    .orderBy("seq", "desc")
    .limit(EVIDENCE_LOOK)
    .execute();
  const serves = (given: unknown) => evidencePlaces.safeParse(given).data?.places.some((each) => each.place === place) === true;
  const places = new Set<string>();
  for (const row of rows) {
    if (places.has(row.place)) continue;
    const { before, after } = unpack(row.content ?? "{}") as Content;
    if (serves(after) || serves(before)) places.add(row.place);
  }
  return [...places];
}

/** The entries of a chain that fit. @param alsoAt further places that match */
export function entriesOf(
  db: Db,
  chain: string,
  { before, after, kind, place, by, from, to }: HistoryFilter,
  alsoAt: readonly string[] = [],
) {
  let query = entriesWithPeople(db).where("chain", "=", chain);
  if (before !== undefined) query = query.where("seq", "<", Number(before));
  else if (after !== undefined) query = query.where("seq", ">", Number(after));
  if (kind !== undefined) query = query.where("kind", "in", kind);
  if (place !== undefined) query = query.where("place", "in", [place, ...alsoAt]);
  if (from !== undefined) query = query.where("at", ">=", new Date(from).toISOString());
  if (to !== undefined) query = query.where("at", "<", new Date(to).toISOString());
  // By number, which is what the index has.
  if (by !== undefined)
    query = query.where("user_id", "in", ({ selectFrom }) => selectFrom("user").select("id").where("email", "in", formsOfAddress(by)));
  return query;
}

/** The newest entries of one kind at a place of a chain, the oldest of them first, and whether there are more. */
export async function changesAt(db: Db, chain: string, kind: HistoryKind, place: string): Promise<Pick<History, "entries" | "more">> {
  const rows = await entriesOf(db, chain, { kind: [kind], place })
    .orderBy("seq", "desc")
    .limit(PAGE + 1)
    .execute();
  return { entries: rows.slice(0, PAGE).reverse().map(describeEntry), more: rows.length > PAGE };
}

/** Everybody with an entry in a chain, by address. Steps from one number to the next, so that a long chain is not read through. */
async function peopleIn(db: Db, chain: string, without: readonly HistoryKind[]): Promise<string[]> {
  const people = await db
    .withRecursive("person(id)", (query) =>
      query
        .selectFrom("history")
        .select(({ fn }) => fn.min<number | null>("user_id").as("id"))
        .where("chain", "=", chain)
        .$if(without.length > 0, (each) => each.where("kind", "not in", [...without]))
        .unionAll(
          query
            .selectFrom("person")
            .select(({ selectFrom }) =>
              selectFrom("history")
                .select(({ fn }) => fn.min<number | null>("user_id").as("id"))
                .where("chain", "=", chain)
                .$if(without.length > 0, (each) => each.where("kind", "not in", [...without]))
                .whereRef("user_id", ">", "person.id")
                .as("id"),
            )
            .where("person.id", "is not", null),
        ),
    )
    .selectFrom("person")
    .innerJoin("user", "user.id", "person.id")
    .select("email")
    .orderBy("email")
    .execute();
  return people.map(({ email }) => email);
}

const entriesWithPeople = (db: Db) =>
  db
    .selectFrom("history")
    .innerJoin("user", "user.id", "history.user_id")
    .select(["history.id", "chain", "seq", "at", "kind", "place", "content", "erased", "user.email"]);

type Row = Pick<HistoryTable, "seq" | "at" | "kind" | "place" | "content"> & { erased: "thinned" | null; email: string };

/** An entry as callers read it, by its number in its chain. */
export function describeEntry({ seq, at, kind, place, content, erased, email }: Row): HistoryEntry {
  const gone = erased === null ? { erased: true } : { erased: true, thinned: true };
  return { id: seq, at, kind, place, by: email, ...(content === null ? gone : onWire(kind, unpack(content) as Content)) };
}

/** Entries about profile and scope were recorded by columns once. Their chains are sealed, so they are translated where they are read. */
function onWire(kind: string, content: Content): Content {
  if (kind !== "profile" && kind !== "scope") return content;
  return Object.fromEntries(
    Object.entries(content).map(([side, value]) => [side, typeof value === "object" && value !== null ? setupOnWire(value) : value]),
  );
}

/** Commands about people. Without a place it was an operator's: the entry names the person concerned, and nobody who did it. */
const OPERATORS: readonly string[] = ["name", "roles", "permission", "team", "suspended", "readmitted", "removed"] satisfies HistoryKind[];
const OPERATOR = "operator/";

/** The place of what an operator did to something that has one, such as an invitation. */
export const byOperator = (place: string) => `${OPERATOR}${place}`;

/** What an entry about people is about, and whether an operator did it. */
export function readPlace({ kind, place }: { kind: string; place: string }): { place: string; isOperators: boolean } {
  if (place.startsWith(OPERATOR)) return { place: place.slice(OPERATOR.length), isOperators: true };
  return { place, isOperators: place === "" && OPERATORS.includes(kind) };
}

/** An entry as it is exported, with its chain, and the person that an operator's command was about. */
export type HistoryExportEntry = HistoryEntry & { chain: string; person?: string };

/** All entries, the oldest first, of one chain or of all. */
export async function* exportHistory(db: Db, chain?: string): AsyncGenerator<HistoryExportEntry> {
  for (let after = 0; ; ) {
    let query = entriesWithPeople(db).where("history.id", ">", after);
    if (chain !== undefined) query = query.where("chain", "=", chain);
    const rows = await query.orderBy("history.id").limit(1000).execute();
    for (const row of rows)
      yield {
        chain: row.chain,
        ...describeEntry(row),
        ...(readPlace(row).isOperators ? { by: "operator", person: row.email } : {}),
      };
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}
