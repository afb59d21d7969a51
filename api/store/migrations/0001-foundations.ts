import type { Kysely, Migration } from "kysely";
import { isPostgres } from "../open.ts";

/** Teams and users, sign-in, organizations, assessments, P3M3 answers, notes, locks, idempotency keys and content packs. */
export const foundations: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables as they were then, not today's types
  async up(db: Kysely<any>) {
    const { schema } = db;
    const postgres = isPostgres(db);
    const identity = (table: ReturnType<typeof schema.createTable>, name: string) =>
      table.addColumn(name, postgres ? "serial" : "integer", (column) =>
        postgres ? column.primaryKey() : column.primaryKey().autoIncrement(),
      );

    await identity(schema.createTable("team"), "id")
      .addColumn("name", "text", (c) => c.unique())
      .execute();

    await identity(schema.createTable("user"), "id")
      .addColumn("email", "text", (c) => c.notNull().unique())
      .addColumn("first_name", "text")
      .addColumn("roles", "text", (c) => c.notNull())
      .addColumn("team_id", "integer", (c) => c.notNull().references("team.id"))
      .execute();
    await schema.createIndex("user_by_team").on("user").column("team_id").execute();

    await schema
      .createTable("entry_token")
      .addColumn("hash", "text", (c) => c.primaryKey())
      .addColumn("user_id", "integer", (c) => c.notNull().references("user.id").onDelete("cascade"))
      .addColumn("expires_at", "text", (c) => c.notNull())
      .addColumn("used_at", "text")
      .execute();
    await schema.createIndex("entry_token_by_end").on("entry_token").column("expires_at").execute();

    await schema
      .createTable("refresh_token")
      .addColumn("hash", "text", (c) => c.primaryKey())
      .addColumn("user_id", "integer", (c) => c.notNull().references("user.id").onDelete("cascade"))
      .addColumn("expires_at", "text", (c) => c.notNull())
      .addColumn("replaced_at", "text")
      .execute();
    await schema.createIndex("refresh_token_by_end").on("refresh_token").column("expires_at").execute();

    await schema
      .createTable("setting")
      .addColumn("name", "text", (c) => c.primaryKey())
      .addColumn("value", "text", (c) => c.notNull())
      .execute();

    await identity(schema.createTable("content_pack"), "seq")
      .addColumn("id", "text", (c) => c.notNull())
      .addColumn("version", "text", (c) => c.notNull())
      .addColumn("model", "text", (c) => c.notNull())
      .addColumn("json", "text", (c) => c.notNull())
      .addColumn("hash", "text", (c) => c.notNull())
      .addColumn("imported_at", "text", (c) => c.notNull())
      .addUniqueConstraint("content_pack_once", ["id", "version"])
      .execute();

    await identity(schema.createTable("organization"), "id")
      .addColumn("team_id", "integer", (c) => c.notNull().references("team.id"))
      .addColumn("name", "text", (c) => c.notNull())
      .addColumn("business_unit", "text")
      .addColumn("benchmark_consent", "integer", (c) => c.notNull())
      .addColumn("country_id", "integer", (c) => c.notNull())
      .addColumn("industry_id", "integer", (c) => c.notNull())
      .addColumn("size_id", "integer", (c) => c.notNull())
      .execute();
    await schema.createIndex("organization_by_team").on("organization").column("team_id").execute();

    await identity(schema.createTable("assessment"), "id")
      .addColumn("organization_id", "integer", (c) => c.notNull().references("organization.id"))
      .addColumn("pack_seq", "integer", (c) => c.notNull().references("content_pack.seq"))
      .addColumn("model", "text", (c) => c.notNull())
      .addColumn("name", "text", (c) => c.notNull())
      .addColumn("selected_scope", "text", (c) => c.notNull())
      .addColumn("selected_level", "integer")
      .addColumn("created_by", "integer", (c) => c.notNull().references("user.id"))
      .addColumn("status", "text", (c) => c.notNull())
      .addColumn("is_archived", "integer", (c) => c.notNull().defaultTo(0))
      .addColumn("is_test", "integer", (c) => c.notNull())
      .addColumn("certified", "integer", (c) => c.notNull())
      .addColumn("endorsed", "integer", (c) => c.notNull())
      .addColumn("perspective_ids", "text")
      .addColumn("thread_ids", "text")
      .addColumn("practices", "text")
      .addColumn("date_started", "text", (c) => c.notNull())
      .addColumn("date_completed", "text")
      .execute();
    await schema.createIndex("assessment_by_organization").on("assessment").column("organization_id").execute();

    await identity(schema.createTable("thread_answer"), "id")
      .addColumn("assessment_id", "integer", (c) => c.notNull().references("assessment.id"))
      .addColumn("perspective_id", "integer", (c) => c.notNull())
      .addColumn("thread_id", "integer", (c) => c.notNull())
      .addColumn("selections", "text", (c) => c.notNull())
      .addColumn("descoped", "integer", (c) => c.notNull())
      .addColumn("updated_at", "text", (c) => c.notNull())
      .addUniqueConstraint("thread_answer_once", ["assessment_id", "perspective_id", "thread_id"])
      .execute();

    await schema
      .createTable("diagnostic_mark")
      .addColumn("assessment_id", "integer", (c) => c.notNull().references("assessment.id"))
      .addColumn("diagnostic_id", "integer", (c) => c.notNull())
      .addColumn("is_positive", "integer", (c) => c.notNull())
      .addPrimaryKeyConstraint("diagnostic_mark_key", ["assessment_id", "diagnostic_id"])
      .execute();

    await schema
      .createTable("note")
      .addColumn("assessment_id", "integer", (c) => c.notNull().references("assessment.id"))
      .addColumn("kind", "text", (c) => c.notNull())
      .addColumn("first_id", "integer", (c) => c.notNull())
      .addColumn("second_id", "integer", (c) => c.notNull())
      .addColumn("body", "text", (c) => c.notNull())
      .addColumn("updated_at", "text", (c) => c.notNull())
      .addPrimaryKeyConstraint("note_key", ["assessment_id", "kind", "first_id", "second_id"])
      .execute();

    await schema
      .createTable("perspective_score")
      .addColumn("assessment_id", "integer", (c) => c.notNull().references("assessment.id"))
      .addColumn("perspective_id", "integer", (c) => c.notNull())
      .addColumn("score", "double precision", (c) => c.notNull())
      .addPrimaryKeyConstraint("perspective_score_key", ["assessment_id", "perspective_id"])
      .execute();
    await schema.createIndex("perspective_score_by_perspective").on("perspective_score").column("perspective_id").execute();

    await schema
      .createTable("lock")
      .addColumn("assessment_id", "integer", (c) => c.primaryKey().references("assessment.id"))
      .addColumn("user_id", "integer", (c) => c.notNull().references("user.id"))
      .addColumn("locked_at", "text", (c) => c.notNull())
      .addColumn("expires_at", "text", (c) => c.notNull())
      .execute();

    await schema
      .createTable("idempotency_key")
      .addColumn("user_id", "integer", (c) => c.notNull().references("user.id").onDelete("cascade"))
      .addColumn("key", "text", (c) => c.notNull())
      .addColumn("request", "text", (c) => c.notNull())
      .addColumn("body_hash", "text", (c) => c.notNull())
      .addColumn("status", "integer", (c) => c.notNull())
      .addColumn("body", "text")
      .addColumn("created_at", "text", (c) => c.notNull())
      .addPrimaryKeyConstraint("idempotency_key_key", ["user_id", "key"])
      .execute();
    await schema.createIndex("idempotency_key_by_age").on("idempotency_key").column("created_at").execute();
  },
};
