/** The record of who did what when (docs/rules/history.md). It is only ever added to, in the transaction of what it records. */
import { randomBytes } from "node:crypto";
import type { HistoryTable } from "#api/store/database.ts";
import { type Db, inTransaction, isPostgres, type Store } from "#api/store/open.ts";
import { pack, unpack } from "#api/store/packed.ts";
import type { History, HistoryEntry, HistoryKind } from "#model/contract/history.ts";
import { commitmentTo, sealOf } from "./history-chain.ts";
import type { Part } from "./versions.ts";
import { moment, type Work } from "./work.ts";

/** The entries of an assessment, or of the people and organizations of a team. */
export const assessmentChain = (id: number) => `assessment/${id}`;
export const teamChain = (id: number) => `team/${id}`;

/** What happened. */
export interface Happening {
  kind: HistoryKind;
  /** Where in the chain, such as `thread/2/7`. Absent: the whole. */
  place?: string;
  /** What was stored before, and what is now. */
  before?: unknown;
  after?: unknown;
}

/** What of an entry can be erased. */
type Content = Pick<Happening, "before" | "after">;

/** What an entry is made with. */
export type Recording = Pick<Work, "db" | "user" | "now" | "historyKey">;

/** Adds an entry to a chain. It must be called in a transaction. */
export async function record(
  { db, user, now, historyKey }: Recording,
  chain: string,
  { kind, place = "", before, after }: Happening,
): Promise<void> {
  const head = (await findHead(db, chain)) ?? (await startChain(db, chain));
  const content = pack({ ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) });
  const salt = randomBytes(16).toString("base64url");
  const link = { chain, seq: head.seq + 1, at: moment({ now }), kind, place, user_id: user.id, commitment: commitmentTo(salt, content) };
  const seal = sealOf(historyKey, head.seal, link);
  await db
    .insertInto("history")
    .values({ ...link, salt, content, seal })
    .execute();
  await db.updateTable("history_head").set({ seq: link.seq, seal }).where("chain", "=", chain).execute();
}

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

/** Adds the entry for a change of a part. */
export function recordChange(work: Work, { name, of, place }: Part, before: unknown, after: unknown): Promise<void> {
  return record(work, of, { kind: name, place, before, after });
}

const READ_AGAIN_MS = 60 * 60_000;

/** Notes that somebody outside the team read an assessment, once an hour (docs/rules/history.md#what-is-recorded). */
export async function recordReading(work: Work, store: Store, assessmentId: number): Promise<void> {
  const chain = assessmentChain(assessmentId);
  const last = await store
    .selectFrom("history")
    .select("at")
    .where("chain", "=", chain)
    .where("kind", "=", "read")
    .where("user_id", "=", work.user.id)
    .orderBy("seq", "desc")
    .executeTakeFirst();
  if (last && work.now.getTime() - new Date(last.at).getTime() < READ_AGAIN_MS) return;
  await inTransaction(store, (db) => record({ ...work, db }, chain, { kind: "read" }));
}

/** Which entries are asked for; those that are given must all fit. */
export interface HistoryFilter {
  /** Only entries before the one with this number. */
  before?: number | undefined;
  kind?: HistoryKind | undefined;
  place?: string | undefined;
  /** An e-mail address. */
  by?: string | undefined;
  /** A day in UTC, as 2026-11-05. */
  day?: string | undefined;
}

/** How many entries are given at once. */
const PAGE = 50;

/** The newest entries of an assessment that fit, newest first. */
export async function listHistory(db: Db, assessmentId: number, { before, kind, place, by, day }: HistoryFilter): Promise<History> {
  const chain = assessmentChain(assessmentId);
  let query = entriesWithPeople(db).where("chain", "=", chain);
  if (before !== undefined) query = query.where("seq", "<", before);
  if (kind !== undefined) query = query.where("kind", "=", kind);
  if (place !== undefined) query = query.where("place", "=", place);
  if (day !== undefined) query = query.where("at", ">=", day).where("at", "<", `${day}U`);
  if (by !== undefined) query = query.where("user_id", "in", db.selectFrom("user").select("id").where("email", "=", by.toLowerCase()));
  const rows = await query
    .orderBy("seq", "desc")
    .limit(PAGE + 1)
    .execute();
  const people = await db
    .selectFrom("user")
    .select("email")
    .where("id", "in", db.selectFrom("history").select("user_id").where("chain", "=", chain).distinct())
    .orderBy("email")
    .execute();
  return {
    entries: rows.slice(0, PAGE).map(describeEntry),
    more: rows.length > PAGE,
    people: people.map(({ email }) => email),
  };
}

const entriesWithPeople = (db: Db) =>
  db
    .selectFrom("history")
    .innerJoin("user", "user.id", "history.user_id")
    .select(["history.id", "chain", "seq", "at", "kind", "place", "content", "user.email"]);

type Row = Pick<HistoryTable, "seq" | "at" | "kind" | "place" | "content"> & { email: string };

function describeEntry({ seq, at, kind, place, content, email }: Row): HistoryEntry {
  return { id: seq, at, kind, place, by: email, ...(content === null ? { erased: true } : (unpack(content) as Content)) };
}

/** All entries, the oldest first, of one chain or of all. */
export async function* exportHistory(db: Db, chain?: string): AsyncGenerator<HistoryEntry & { chain: string }> {
  for (let after = 0; ; ) {
    let query = entriesWithPeople(db).where("history.id", ">", after);
    if (chain !== undefined) query = query.where("chain", "=", chain);
    const rows = await query.orderBy("history.id").limit(1000).execute();
    for (const row of rows) yield { chain: row.chain, ...describeEntry(row) };
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}
