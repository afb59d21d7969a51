/** The stamp of a result (docs/upstream-contract.md#stamp). */
import { createHash, randomUUID } from "node:crypto";
import type { Stamp } from "#model/contract/assessments.ts";
import { getReadableAssessment } from "./access.ts";
import { ASSESSMENT_CHAIN, organizationChain, teamChain } from "./history.ts";
import { benchmarkMark } from "./p3m3/benchmark-snapshot.ts";
import { todayOf, type Work } from "./work.ts";

/** Settings, catalogue and code are the same as long as the process runs. */
const PROCESS = randomUUID();

/**
 * Gives a text that changes as soon as a result may look different to the caller. Nearly every write adds to a chain of the history, and chains
 * only grow. Rows are read too, because operators change some without an entry.
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
    .innerJoin("history_head", (join) => join.on("history_head.chain", "=", ASSESSMENT_CHAIN))
    .select(({ fn }) => [fn.countAll<number | string>().as("chains"), fn.sum<number | string>("history_head.seq").as("entries")])
    .where("assessment.organization_id", "=", row.organization_id)
    .executeTakeFirst();
  const made = [
    ...[PROCESS, todayOf(work), user, isInternal, row, organization, creator, common],
    ...[Number(assessments?.chains), Number(assessments?.entries), await benchmarkMark(db, now)],
  ];
  return { stamp: createHash("sha256").update(JSON.stringify(made)).digest("base64url") };
}
