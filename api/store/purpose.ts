/** The purpose of a database: the demo or real data. It is marked when it is made (docs/rules/sign-in-and-session.md#the-demos-mark). */
import { sql } from "kysely";
import { ConfigurationError } from "#model/environment.ts";
import { StoreError } from "./fault.ts";
import { type Db, isPostgres, nameOf } from "./open.ts";

/** The demo lets anybody sign in as anybody, so it never shares a database with real data. */
export type Purpose = "demo" | "real";

const MARK = "purpose";

/** The mark; undefined in a database that an older version made, which counts as real. */
export async function findMark(db: Db): Promise<Purpose | undefined> {
  const row = await db.selectFrom("setting").select("value").where("name", "=", MARK).executeTakeFirst();
  return row && (row.value === "demo" ? "demo" : "real");
}

/** Marks a database that has no mark yet. */
export async function mark(db: Db, purpose: Purpose): Promise<void> {
  await db.insertInto("setting").values({ name: MARK, value: purpose }).execute();
}

/** Removes the mark, so that a copy can bring its own. */
export async function removeMark(db: Db): Promise<void> {
  await db.deleteFrom("setting").where("name", "=", MARK).execute();
}

/**
 * Checks that a database was made for this purpose. An empty one passes: it is marked when its tables are made.
 * @param url of the database, for the message
 * @throws ConfigurationError when it was made for the other purpose
 */
export async function requirePurpose(db: Db, purpose: Purpose, url: string): Promise<void> {
  if (!(await isMade(db)) || purpose === ((await findMark(db)) ?? "real")) return;
  const name = nameOf(url);
  throw new ConfigurationError(
    purpose === "demo"
      ? [
          `The database ${name} was not made for the demo. It may hold real data, so it was left as it is.`,
          "Let DATABASE_URL name another one for the demo or, if this one is left over from an older demo, delete it.",
        ].join("\n")
      : [
          `The database ${name} was made for the demo, where anybody may sign in as anybody. It was left as it is.`,
          "Let DATABASE_URL name another one, or set DEMO=1 to go on with the demo.",
        ].join("\n"),
  );
}

/**
 * Prevents a copy from putting the demo in the place of real data, or real data in the place of the demo.
 * @param replaced the purpose of what is replaced; undefined when nothing is
 * @throws StoreError when the two differ
 */
export function requireSamePurpose(source: Purpose, replaced: Purpose | undefined): void {
  if (replaced === undefined || replaced === source) return;
  throw new StoreError(
    [
      source === "demo"
        ? "What is to be copied comes from the demo, and would replace a database that was not made for it."
        : "What is to be copied does not come from the demo, and would replace the demo's database, where anybody may sign in as anybody.",
      "Nothing was changed. Name another database to copy it into.",
    ].join("\n"),
  );
}

async function isMade(db: Db): Promise<boolean> {
  const query = isPostgres(db)
    ? sql`select 1 where to_regclass('setting') is not null`
    : sql`select 1 from sqlite_master where name = 'setting'`;
  return (await query.execute(db)).rows.length > 0;
}
