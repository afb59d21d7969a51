/** Copies all rows of one store into another, of either kind, and checks that nothing was lost on the way. */
import { createHash } from "node:crypto";
import { sql } from "kysely";
import { StoreError } from "./fault.ts";
import { type Db, inTransaction, isPostgres, type Store } from "./open.ts";
import { findMark, removeMark, requireSamePurpose } from "./purpose.ts";
import { numberedColumn, PRIMARY_KEYS, TABLES, type TableName } from "./tables.ts";

type Row = Record<string, unknown>;
/** Receives a line of progress. */
export type Report = (line: string) => void;

const BATCH = 500;
const TELL_EVERY = 50_000;

/** The number of rows, and a sum of their hashes, which does not depend on their order. */
interface Contents {
  rows: number;
  sum: bigint;
}

/**
 * Copies every table in one transaction of the target, reads the copy back and compares. Both stores must be up to date. The target gets
 * the mark of the source (docs/rules/sign-in-and-session.md#the-demos-mark).
 * @param replace removes what the target holds; otherwise the target has to be empty
 * @returns the number of rows
 * @throws StoreError when the target is not empty or was made for another purpose, or when the copy differs; nothing of the copy is kept then
 */
export async function copyStore(
  source: Db,
  target: Store,
  { replace = false, report = () => {} }: { replace?: boolean; report?: Report } = {},
) {
  return inTransaction(target, async (db) => {
    const marked = await findMark(db);
    await removeMark(db);
    const occupied = await findTableWithRows(db);
    requireSamePurpose((await findMark(source)) ?? "real", marked ?? (occupied && "real"));
    if (occupied && !replace)
      throw new StoreError(`The target is not empty: its table ${occupied} has rows. With --replace they are removed.`);
    if (occupied) for (const table of [...TABLES].reverse()) await sql`delete from ${sql.table(table)}`.execute(db);
    let rows = 0;
    for (const table of TABLES) {
      const total = await countRows(source, table);
      const copied = nothing();
      for await (const batch of batchesOf(source, table)) {
        for (const row of batch) add(copied, row);
        await sql`insert into ${sql.table(table)} (${columns(batch)}) values ${values(batch)}`.execute(db);
        if (copied.rows % TELL_EVERY === 0) report(`${table}: ${copied.rows} of ${total}`);
      }
      await continueNumbering(db, table);
      const arrived = nothing();
      for await (const batch of batchesOf(db, table)) for (const row of batch) add(arrived, row);
      if (arrived.rows !== copied.rows || arrived.sum !== copied.sum)
        throw new StoreError(`${table}: ${copied.rows} rows were sent, and what arrived differs. Nothing was kept.`);
      report(`${table}: ${copied.rows} ${copied.rows === 1 ? "row" : "rows"}, read back and alike`);
      rows += copied.rows;
    }
    return rows;
  });
}

async function findTableWithRows(db: Db): Promise<TableName | undefined> {
  for (const table of [...TABLES].reverse())
    if ((await sql`select 1 from ${sql.table(table)} limit 1`.execute(db)).rows.length > 0) return table;
  return undefined;
}

const nothing = (): Contents => ({ rows: 0, sum: 0n });

function add(contents: Contents, row: Row): void {
  const text = JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)));
  contents.sum = BigInt.asUintN(128, contents.sum + createHash("sha256").update(text).digest().readBigUInt64BE());
  contents.rows += 1;
}

async function countRows(db: Db, table: TableName): Promise<number> {
  return Number((await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(db)).rows[0]?.n ?? 0);
}

/** All rows in the order of their key, a few hundred at a time, so that a large store does not have to fit into memory. */
async function* batchesOf(db: Db, table: TableName): AsyncGenerator<Row[]> {
  const key = PRIMARY_KEYS[table];
  const columns = sql.join(key.map((column) => sql.ref(column)));
  for (let last: Row | undefined; ; ) {
    const after = last && sql`where (${columns}) > (${sql.join(key.map((column) => last?.[column]))})`;
    const { rows } =
      await sql<Row>`select * from ${sql.table(table)} ${after ?? sql``} order by ${columns} limit ${sql.lit(BATCH)}`.execute(db);
    if (rows.length > 0) yield rows;
    if (rows.length < BATCH) return;
    last = rows.at(-1);
  }
}

const columns = ([first = {}]: Row[]) => sql.join(Object.keys(first).map((name) => sql.ref(name)));
const values = (rows: Row[]) => sql.join(rows.map((row) => sql`(${sql.join(Object.values(row))})`));

/** PostgreSQL does not notice ids that an insert names. Without this, its next row would get an id that is taken. */
async function continueNumbering(db: Db, table: TableName): Promise<void> {
  const column = numberedColumn(table);
  if (!column || !isPostgres(db)) return;
  const sequence = sql`pg_get_serial_sequence(${sql.lit(`"${table}"`)}, ${sql.lit(column)})`;
  await sql`select setval(${sequence}, coalesce(max(${sql.ref(column)}), 1), max(${sql.ref(column)}) is not null) from ${sql.table(table)}`.execute(
    db,
  );
}
