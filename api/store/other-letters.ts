import { type RawBuilder, sql } from "kysely";
import { type Db, isPostgres } from "./open.ts";

/** Whether a column of text holds other letters than those of ASCII. */
export function hasOtherLetters(db: Db, column: string): RawBuilder<boolean> {
  const text = sql.ref(column);
  return isPostgres(db) ? sql`octet_length(${text}) <> char_length(${text})` : sql`length(cast(${text} as blob)) <> length(${text})`;
}
