/** Opens the store, SQLite or PostgreSQL, and makes transactions behave alike on both. */
import { resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { DatabaseSync } from "@photostructure/sqlite";
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresAdapter,
  type QueryResult,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
} from "kysely";
import { LRUCache } from "lru-cache";
import type { Database } from "./database.ts";
import { isBusy } from "./fault.ts";
import { type Patience, postgresDialect } from "./postgres.ts";
import { makePrivate } from "./private-files.ts";
import { TransactionGuard } from "./transaction-guard.ts";

/** The store's own handle: every query is on its own. */
export type Store = Kysely<Database>;
/** The store's own handle or that of a transaction. */
export type Db = Kysely<Database>;

const guards = new WeakMap<Store, TransactionGuard>();

/**
 * Runs `work` in one transaction. Everything is stored, or nothing if it throws.
 * @throws Error when `work` uses the store's own handle instead of its argument
 */
export function inTransaction<T>(store: Store, work: (db: Db) => Promise<T>): Promise<T> {
  const guard = guards.get(store);
  if (!guard) throw new Error("A transaction needs the store's own handle.");
  return store.transaction().execute((db) => guard.run(() => work(db)));
}

/** Whether rows can be locked one by one. SQLite has only one writer at a time. */
export function isPostgres(db: Db): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

/**
 * Opens `file:…` (SQLite; the folder is created) or `postgres://…`. Nothing is migrated yet: see `migrate`.
 * @param patience with PostgreSQL; commands, whose statements may take long, set no limits
 * @throws Error when the file cannot be opened; an unreachable PostgreSQL shows with the first query
 */
export function openStore(url: string, patience: Patience = {}): Store {
  const guard = new TransactionGuard();
  const store = new Kysely<Database>({
    dialect: url.startsWith("file:") ? sqliteDialect(url, guard) : postgresDialect(url, guard, patience),
  });
  guards.set(store, guard);
  return store;
}

/** The path behind a `file:` URL; relative ones are relative to the working folder. */
export function sqlitePath(url: string): string {
  const path = url.slice("file:".length);
  if (path === ":memory:") return path;
  return path.startsWith("//") ? fileURLToPath(url) : resolve(path);
}

/** The name of a database in messages: the path of its file, or its address without password and options. */
export function nameOf(url: string): string {
  return url.startsWith("file:") ? sqlitePath(url) : (url.split("?", 1)[0] ?? "").replace(/\/\/([^:@/]*):[^@/]*@/, "//$1:…@");
}

const STATEMENTS_KEPT = 300;
const OPENING_WAITS_MS = 2000;
/** How long a statement waits for another process that is writing, before it fails. */
const STATEMENT_WAITS_MS = 2000;
/** The longest pause between two attempts. */
const PAUSE_MS = 50;

function sqliteDialect(url: string, guard: TransactionGuard): SqliteDialect {
  const path = sqlitePath(url);
  if (path !== ":memory:") makePrivate(path);
  // Opening may wait for another process. From then on SQLite's own way of waiting, which blocks the event loop, is off.
  const database = new DatabaseSync(path, { timeout: OPENING_WAITS_MS, enableForeignKeyConstraints: true });
  turnJournalOn(database);
  database.exec("pragma synchronous = full; pragma busy_timeout = 0");
  return new (class extends SqliteDialect {
    override createDriver() {
      return new ImmediateSqliteDriver(asKyselyDatabase(database), database, guard);
    }
    override createAdapter() {
      return new TransactionalDdlAdapter();
    }
  })({ database: asKyselyDatabase(database) });
}

/** Lets others read while one writes. A file that can only be read stays as it is: commands that only read still serve. */
function turnJournalOn(database: DatabaseInstance): void {
  try {
    database.exec("pragma journal_mode = wal");
  } catch (error) {
    if (!String(error).includes("readonly")) throw error;
  }
}

type DatabaseInstance = InstanceType<typeof DatabaseSync>;

const namesOf = (statement: ReturnType<DatabaseInstance["prepare"]>) => statement.columns().map(({ name }) => name);

/** Gives the database the interface that Kysely expects, and keeps prepared statements. */
function asKyselyDatabase(database: DatabaseInstance): SqliteDatabase {
  const kept = new LRUCache<string, ReturnType<SqliteDatabase["prepare"]>>({ max: STATEMENTS_KEPT });
  return {
    close: () => {
      kept.clear();
      if (!database.isOpen) return;
      // Prepared statements hold the file open until they are garbage collected, and SQLite then leaves its journal behind.
      try {
        database.exec("pragma wal_checkpoint(truncate)");
      } catch {
        // The disk is full, read-only or damaged. The journal has all that was stored, and the next process that opens the file reads it.
      } finally {
        database.close();
      }
    },
    prepare(sql) {
      const known = kept.get(sql);
      if (known) return known;
      const statement = database.prepare(sql);
      let names = namesOf(statement);
      const asRow = (values: readonly unknown[]) => {
        // Another process may have added a column.
        if (values.length !== names.length) names = namesOf(statement);
        const row: Record<string, unknown> = {};
        names.forEach((name, index) => {
          row[name] = values[index];
        });
        return row;
      };
      const prepared = {
        reader: names.length > 0,
        all: (parameters: readonly unknown[]) => (statement.all(...parameters) as unknown[][]).map(asRow),
        run: (parameters: readonly unknown[]) => {
          const { changes, lastInsertRowid } = statement.run(...parameters);
          return { changes: BigInt(changes), lastInsertRowid: BigInt(lastInsertRowid) };
        },
        *iterate(parameters: readonly unknown[]) {
          for (const values of statement.iterate(...parameters) as Iterable<unknown[]>) yield asRow(values);
        },
      };
      // Rows that SQLite's binding puts together itself take twice the time.
      if (prepared.reader) statement.setReturnArrays(true);
      // Data definition runs only once, and kept statements must stay valid when tables change.
      if (/^(select|insert|update|delete|with)\b/i.test(sql)) kept.set(sql, prepared);
      return prepared;
    },
  };
}

/** SQLite can roll back data definition. With `begin immediate`, two processes that start together migrate one after the other. */
class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true;
  }
}

/**
 * The connection, with a patience that costs nobody else anything. While a statement waits for a writer in another process, the event loop
 * goes on, and others can borrow the connection to read. Inside a transaction nothing has to wait: it is the only writer.
 */
class PatientConnection implements DatabaseConnection {
  readonly #connection: DatabaseConnection;
  readonly #isInTransaction: () => boolean;
  /** Lends the connection until a pause is over. */
  readonly #lend: (pause: Promise<void>) => Promise<void>;

  constructor(connection: DatabaseConnection, isInTransaction: () => boolean, lend: (pause: Promise<void>) => Promise<void>) {
    this.#connection = connection;
    this.#isInTransaction = isInTransaction;
    this.#lend = lend;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    for (const deadline = Date.now() + STATEMENT_WAITS_MS; ; )
      try {
        return await this.#connection.executeQuery<R>(query);
      } catch (error) {
        if (!isBusy(error) || this.#isInTransaction() || Date.now() >= deadline) throw error;
        await this.#lend(setTimeout(1 + Math.random() * PAUSE_MS));
      }
  }

  streamQuery<R>(query: CompiledQuery, chunkSize?: number): AsyncIterableIterator<QueryResult<R>> {
    return this.#connection.streamQuery<R>(query, chunkSize);
  }
}

class ImmediateSqliteDriver extends SqliteDriver {
  readonly #database: DatabaseInstance;
  readonly #guard: TransactionGuard;

  constructor(wrapped: SqliteDatabase, database: DatabaseInstance, guard: TransactionGuard) {
    super({ database: wrapped });
    this.#database = database;
    this.#guard = guard;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    this.#guard.refuseInside();
    const connection = await super.acquireConnection();
    return new PatientConnection(
      connection,
      () => this.#database.isTransaction,
      async (pause) => {
        await super.releaseConnection();
        await pause;
        await super.acquireConnection();
      },
    );
  }

  /** Deferred transactions fail with SQLITE_BUSY as soon as two processes write; immediate ones wait their turn. */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
  }

  /** On some faults, such as a full disk, SQLite has already ended the transaction; rolling back would then hide the fault. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.isTransaction) await super.rollbackTransaction(connection);
  }
}
