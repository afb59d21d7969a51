/** The rules that a team has given itself (docs/rules/peer-review.md#four-eyes). The caller holds the team. */
import { refusedField } from "#api/problem.ts";
import { asFlag } from "#api/store/database.ts";
import { unpack } from "#api/store/packed.ts";
import { role } from "#model/contract/common.ts";
import type { TeamRules, TeamRulesForm } from "#model/contract/peer-review.ts";
import { reviewMessages } from "#model/peer-review.ts";
import { record, teamChain } from "./history.ts";
import { activeWith } from "./review-people.ts";
import { advance, type PartAddress, versionsOf } from "./versions.ts";
import type { Work } from "./work.ts";

const partOf = ({ user }: Work): PartAddress => ({ name: "teamRules", of: `team/${user.teamId}`, place: "" });

/** The rules of the caller's team. */
export async function readTeamRules(work: Work): Promise<TeamRules> {
  const { db, user } = work;
  // Versions come before what they are versions of: see `versionsOf`.
  const versions = await versionsOf(db, [partOf(work)]);
  const newest = await db
    .selectFrom("history")
    .innerJoin("user", "user.id", "history.user_id")
    .select(["at", "email", "first_name", "content"])
    .where("chain", "=", teamChain(user.teamId))
    .where("kind", "=", "teamRules")
    .orderBy("seq", "desc")
    .limit(1)
    .executeTakeFirst();
  const { after } = unpack(newest?.content ?? "{}") as { after?: { reason?: string } };
  return {
    fourEyes: (await storedRules(work)).fourEyes,
    tooFew: await modelsOfTooFew(work),
    changed: newest ? { by: newest.email, firstName: newest.first_name, at: newest.at, reason: after?.reason ?? "" } : null,
    versions,
  };
}

const storedRules = async ({ db, user }: Work) => ({
  fourEyes: (await db.selectFrom("team").select("four_eyes").where("id", "=", user.teamId).executeTakeFirstOrThrow()).four_eyes === 1,
});

/** The models that somebody of the team works with, but not two who are active. A team where nobody does has too few for all. */
async function modelsOfTooFew(work: Work): Promise<TeamRules["tooFew"]> {
  const counts = await Promise.all(role.options.map(async (model) => ({ model, n: await activeWith(work, work.user.teamId, model) })));
  const used = counts.filter(({ n }) => n > 0);
  return (used.length === 0 ? counts : used).filter(({ n }) => n < 2).map(({ model }) => model);
}

/** Changes the rules. @throws Problem 412, 422 when too few people could approve, or nobody says why a rule is switched off */
export async function writeTeamRules(work: Work, { fourEyes, reason }: TeamRulesForm): Promise<TeamRules> {
  const { db, user } = work;
  const before = await storedRules(work);
  if (before.fourEyes === fourEyes) return readTeamRules(work);
  const [tooFew] = fourEyes ? await modelsOfTooFew(work) : [];
  if (tooFew) throw refusedField("fourEyes", reviewMessages.fewPeople(tooFew));
  if (!fourEyes && reason === "") throw refusedField("reason", reviewMessages.reason);
  await advance(work, partOf(work), () => readTeamRules(work));
  await record(work, teamChain(user.teamId), { kind: "teamRules", before, after: { fourEyes, reason } });
  await db
    .updateTable("team")
    .set({ four_eyes: asFlag(fourEyes) })
    .where("id", "=", user.teamId)
    .execute();
  return readTeamRules(work);
}
