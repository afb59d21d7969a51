/** The address that people use, as the server knows it: commands that print links to it run with other settings, or with none. */
import type { Db } from "#api/store/open.ts";

const NAME = "public-url";

/** Notes the server's PUBLIC_URL. @param publicUrl undefined for a server that has none */
export async function notePublicUrl(db: Db, publicUrl: string | undefined): Promise<void> {
  if ((await findPublicUrl(db)) === publicUrl) return;
  if (publicUrl === undefined) await db.deleteFrom("setting").where("name", "=", NAME).execute();
  else
    await db
      .insertInto("setting")
      .values({ name: NAME, value: publicUrl })
      .onConflict((conflict) => conflict.column("name").doUpdateSet({ value: publicUrl }))
      .execute();
}

/** The PUBLIC_URL of the server that started last; undefined when it had none, or none has started. */
export async function findPublicUrl(db: Db): Promise<string | undefined> {
  return (await db.selectFrom("setting").select("value").where("name", "=", NAME).executeTakeFirst())?.value;
}
