import { sql } from "kysely";
import type { Db } from "#api/store/open.ts";
import type { FlagsAndEvidence } from "#model/flags-and-evidence.ts";

/** The places of an assessment that are flagged, and how many entries of evidence each place has. Every save reads them: with one query. */
export async function readFlagsAndEvidence(db: Db, assessmentId: number): Promise<FlagsAndEvidence> {
  const entries = db
    .selectFrom("evidence_place")
    .select(["place", ({ fn }) => fn.countAll<number | string>().as("entries")])
    .where("assessment_id", "=", assessmentId)
    .groupBy("place");
  const rows = await db
    .selectFrom("flag")
    .select(["place", sql<number | string | null>`null`.as("entries")])
    .where("assessment_id", "=", assessmentId)
    .unionAll(entries)
    .execute();
  const [flags, evidence] = [new Set<string>(), new Map<string, number>()];
  for (const row of rows)
    if (row.entries === null) flags.add(row.place);
    else evidence.set(row.place, Number(row.entries));
  return { flags, evidence };
}
