/** The connections to PostgreSQL: how many there are, how long they wait for an answer, and what happens to one without an answer. */
import { Socket } from "node:net";
import {
  type DatabaseConnection,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type PostgresPool,
  type PostgresPoolClient,
} from "kysely";
import type pg from "pg";
import type { TransactionGuard } from "./transaction-guard.ts";

/** How long PostgreSQL is waited for. */
export interface Patience {
  /** Milliseconds that one statement may take; without it there is no limit. */
  statementMs?: number | undefined;
}

const INT8 = 20;
/** A server that does not answer must be a fault, not a call that waits for ever. */
const CONNECTING_MS = 5_000;
/** How much later than PostgreSQL itself this side gives a statement up: an answer that says why is better than none. */
const GRACE_MS = 1_000;
/**
 * PostgreSQL rolls a transaction back whose process says nothing for this many times as long as a statement may take. Its locks would keep
 * everybody else waiting.
 */
const STATEMENTS_OF_SILENCE = 4;
const KEEP_ALIVE_AFTER_MS = 10_000;
/** How long closing waits for what is under way and for PostgreSQL to close its side. */
const CLOSING_MS = 3_000;

/** What the driver says of a statement that got no answer in time. */
const SILENCE = "Query read timeout";

/** Whether PostgreSQL gave no answer within the time that a statement may take. */
export const isSilence = (error: unknown): boolean => error instanceof Error && error.message === SILENCE;

/** Makes the dialect for a database. @param guard of the store that it is for */
export function postgresDialect(url: string, guard: TransactionGuard, patience: Patience): PostgresDialect {
  const pool = () => openPool(url, patience);
  return new (class extends PostgresDialect {
    override createDriver() {
      return new GuardedPostgresDriver({ pool }, guard);
    }
  })({ pool });
}

/** Opens the connections. Without PostgreSQL, the package is never loaded: it would be a tenth of a later start. */
async function openPool(url: string, { statementMs }: Patience): Promise<PostgresPool> {
  const { default: pg } = await import("pg");
  const sockets = new Set<Socket>();
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: Math.min(CONNECTING_MS, statementMs ?? CONNECTING_MS),
    application_name: "maturity-assessment-tool",
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    ...(statementMs === undefined
      ? {}
      : {
          statement_timeout: statementMs,
          query_timeout: statementMs + GRACE_MS,
          idle_in_transaction_session_timeout: STATEMENTS_OF_SILENCE * statementMs,
        }),
    stream: () => {
      const socket = new Socket();
      sockets.add(socket);
      return socket.once("close", () => sockets.delete(socket));
    },
    // Counts arrive as 64-bit integers; all of them fit into a number.
    types: { getTypeParser: (oid, format) => (oid === INT8 ? Number : pg.types.getTypeParser(oid, format)) },
  });
  // The pool replaces a connection that breaks while idle; without a listener its error would end the process.
  pool.on("error", () => undefined);
  // The same holds for one that breaks during a transaction: the query gets the error, but the connection emits it as well.
  pool.on("connect", (client) => client.on("error", () => undefined));
  return {
    connect: async () => new GuardedClient(await pool.connect()),
    end: async () => {
      const cut = setTimeout(() => {
        for (const socket of sockets) socket.destroy();
      }, CLOSING_MS);
      await pool.end();
      await Promise.all([...sockets].map((socket) => new Promise((resolve) => socket.once("close", resolve))));
      clearTimeout(cut);
    },
  };
}

/** A connection on loan from the pool. One that fell silent is thrown away: back in the pool, it would keep the next call waiting too. */
class GuardedClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient;
  #silence: unknown;

  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  readonly query = (async (sql: string, parameters: unknown[]) => {
    // A rollback would wait behind the statement that got no answer.
    if (this.#silence) throw this.#silence;
    try {
      return await this.#client.query(sql, parameters);
    } catch (error) {
      if (isSilence(error)) this.#silence = error;
      throw error;
    }
    // Kysely's interface has a second form, for cursors, which this store does not use.
  }) as unknown as PostgresPoolClient["query"];

  release(): void {
    this.#client.release(this.#silence !== undefined);
  }
}

class GuardedPostgresDriver extends PostgresDriver {
  readonly #guard: TransactionGuard;

  constructor(config: PostgresDialectConfig, guard: TransactionGuard) {
    super(config);
    this.#guard = guard;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    this.#guard.refuseInside();
    return super.acquireConnection();
  }
}
