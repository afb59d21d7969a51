/** What an operator can measure of the store (docs/operating.md#measure). */
import { sql } from "kysely";
import type { ApiConfig } from "#api/config.ts";
import { expectsBackups, findBackupAge } from "#api/store/newest-backup.ts";
import { type Db, isPostgres } from "#api/store/open.ts";

type Counts = Record<string, number>;

/**
 * The figures of a store. Each read counts them anew. Labels are states: never an id, a name or an address.
 * @returns the type and the text of Prometheus' format; the text throws an error of the database when that cannot be read
 */
export async function createMeters(
  db: Db,
  config: Pick<ApiConfig, "databaseUrl" | "backupFolder" | "demo">,
  clock: () => Date,
): Promise<{ contentType: string; metrics: () => Promise<string> }> {
  const { Gauge, Registry } = await import("prom-client");
  const registry = new Registry();
  const registers = [registry];
  const byState = (name: string, help: string, count: () => Promise<Counts>) =>
    new Gauge({
      ...{ name, help, registers, labelNames: ["state"] },
      async collect() {
        for (const [state, n] of Object.entries(await count())) this.set({ state }, n);
      },
    });
  byState("mails", "Mails of the last 30 days by what became of them.", () => countMails(db));
  byState("outbox_requests", "Requests for certification and validation, one for each way that they go.", () => countRequests(db));
  if (expectsBackups(config))
    new Gauge({
      name: "backup_age_seconds",
      help: "The age of the newest backup; +Inf where there is none, such as on a disk that is not mounted.",
      registers,
      async collect() {
        // A folder that cannot be read has no backup that anybody could use.
        const newest = await findBackupAge(config, clock()).catch(() => undefined);
        this.set(newest?.seconds ?? Number.POSITIVE_INFINITY);
      },
    });
  new Gauge({
    name: "store_bytes",
    help: "The size of the database.",
    registers,
    async collect() {
      this.set(await sizeOf(db));
    },
  });
  return { contentType: registry.contentType, metrics: () => registry.metrics() };
}

async function countMails(db: Db): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select
      sum(case when sent_at is not null then 1 else 0 end) as "sent",
      sum(case when failed_at is not null then 1 else 0 end) as "given up",
      sum(case when dropped_at is not null then 1 else 0 end) as "not needed",
      sum(case when sent_at is null and failed_at is null and dropped_at is null then 1 else 0 end) as "waiting"
    from mail
  `.execute(db);
  return asNumbers(rows[0]);
}

/** A request that no way is set up for waits, too. */
async function countRequests(db: Db): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select
      sum(case when sent_at is not null then 1 else 0 end) as "sent",
      sum(case when failed_at is not null then 1 else 0 end) as "given up",
      sum(case when sent_at is null and failed_at is null then 1 else 0 end) as "waiting"
    from outbox left join outbox_delivery on outbox_delivery.outbox_id = outbox.id
  `.execute(db);
  return asNumbers(rows[0]);
}

/** PostgreSQL gives sums as texts, and both databases none of no rows. */
const asNumbers = (row: Counts | undefined): Counts =>
  Object.fromEntries(Object.entries(row ?? {}).map(([state, n]) => [state, Number(n ?? 0)]));

async function sizeOf(db: Db): Promise<number> {
  const { rows } = isPostgres(db)
    ? await sql<{ n: number }>`select pg_database_size(current_database()) as n`.execute(db)
    : await sql<{ n: number }>`select page_count * page_size as n from pragma_page_count(), pragma_page_size()`.execute(db);
  return Number(rows[0]?.n);
}
