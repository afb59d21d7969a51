/** The stamp of a result (docs/upstream-contract.md#stamp). */
import { createHash, randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Stamp } from "#model/contract/assessments.ts";
import { getReadableAssessment } from "./access.ts";
import { organizationChain, teamChain } from "./history.ts";
import { benchmarkMark } from "./p3m3/benchmark-snapshot.ts";
import { todayOf, type Work } from "./work.ts";

/** Settings, catalogue and code are the same as long as the process runs. */
const PROCESS = randomUUID();

/**
 * What changes whenever the calls that a result page is made from may give the caller something else. Nearly every write adds to a chain of the
 * history, and chains only grow. Rows are read for what operators change without an entry.
 * @throws Problem 404, 403
 */
export async function readStamp(work: Work, id: number): Promise<Stamp> {
  const { db, user, isInternal, now } = work;
  const { team_id, ...row } = await getReadableAssessment(work, id);
  const organization = await db.selectFrom("organization").selectAll().where("id", "=", row.organization_id).executeTakeFirst();
  const creator = await db.selectFrom("user").select("email").where("id", "=", row.created_by).executeTakeFirst();
  const common = await db
    .selectFrom("history_head")
    .select(["chain", "seq"])
    .where("chain", "in", [organizationChain(row.organization_id), teamChain(team_id), teamChain(user.teamId)])
    .orderBy("chain")
    .execute();
  // A result names other assessments of its organization, and compares with them.
  const assessments = await db
    .selectFrom("assessment")
    .innerJoin("history_head", (join) => join.on("history_head.chain", "=", sql<string>`'assessment/' || cast(assessment.id as text)`))
    .select(({ fn }) => [fn.countAll<number | string>().as("chains"), fn.sum<number | string>("history_head.seq").as("entries")])
    .where("assessment.organization_id", "=", row.organization_id)
    .executeTakeFirst();
  const made = [
    ...[PROCESS, todayOf(work), user, isInternal, row, organization, creator, common],
    ...[Number(assessments?.chains), Number(assessments?.entries), await benchmarkMark(db, now)],
  ];
  return { stamp: createHash("sha256").update(JSON.stringify(made)).digest("base64url") };
}
