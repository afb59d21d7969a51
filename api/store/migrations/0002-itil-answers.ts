import type { Kysely, Migration } from "kysely";
import { isPostgres } from "../open.ts";

/** Answers to the criteria of practices and to the maturity components. */
export const itilAnswers: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables as they were then, not today's types
  async up(db: Kysely<any>) {
    const { schema } = db;
    const postgres = isPostgres(db);
    const identity = (table: ReturnType<typeof schema.createTable>) =>
      table.addColumn("id", postgres ? "serial" : "integer", (column) =>
        postgres ? column.primaryKey() : column.primaryKey().autoIncrement(),
      );

    await identity(schema.createTable("practice_answer"))
      .addColumn("assessment_id", "integer", (c) => c.notNull().references("assessment.id"))
      .addColumn("practice_id", "integer", (c) => c.notNull())
      .addColumn("selections", "text", (c) => c.notNull())
      .addColumn("updated_at", "text", (c) => c.notNull())
      .addUniqueConstraint("practice_answer_once", ["assessment_id", "practice_id"])
      .execute();

    await identity(schema.createTable("component_answer"))
      .addColumn("assessment_id", "integer", (c) => c.notNull().references("assessment.id"))
      .addColumn("component_id", "integer", (c) => c.notNull())
      .addColumn("level", "integer", (c) => c.notNull())
      .addColumn("updated_at", "text", (c) => c.notNull())
      .addUniqueConstraint("component_answer_once", ["assessment_id", "component_id"])
      .execute();
  },
};
