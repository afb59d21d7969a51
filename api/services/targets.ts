/** Targets: which scores an organization wants to reach (docs/rules/targets.md). */
import type { z } from "zod";
import { forbidden } from "#api/problem.ts";
import type { Role } from "#model/contract/common.ts";
import type { TargetSet, TargetsForm, targetsQuery } from "#model/contract/targets.ts";
import { scoredItems } from "#model/earlier-scores.ts";
import { findP3m3Scope } from "#model/p3m3/catalogue.ts";
import { type Target, targetsPlace } from "#model/targets.ts";
import { getOwnOrganization, getReadableOrganization } from "./access.ts";
import { latestScores } from "./comparison.ts";
import { titleOf } from "./editions.ts";
import { organizationChain, recordChange } from "./history.ts";
import { advance, type PartAddress, versionsByPlace } from "./versions.ts";
import type { Work } from "./work.ts";

/** Which targets are meant. */
interface Scope {
  model: Role;
  /** Of P3M3. */
  scope: string | null;
}

const partOf = (organizationId: number, { model, scope }: Scope): PartAddress => ({
  name: "targets",
  of: organizationChain(organizationId),
  place: targetsPlace(model, scope),
});

/** The scope as it is stored: it is part of the key, so ITIL has an empty one. */
const scopeColumn = ({ scope }: Scope) => scope ?? "";

/** The targets of an organization, of the models that the caller works with. @throws Problem 404, 403 */
export async function listTargets(
  work: Work,
  organizationId: number,
  query: z.output<typeof targetsQuery>,
): Promise<{ sets: TargetSet[] }> {
  await getReadableOrganization(work, organizationId);
  const models = work.user.roles.filter((role) => query.model === undefined || role === query.model);
  if (models.length === 0) return { sets: [] };
  const read = () =>
    work.db
      .selectFrom("target_set")
      .selectAll()
      .where("organization_id", "=", organizationId)
      .where("model", "in", models)
      .$if(query.scope !== undefined, (rows) => rows.where("scope", "in", ["", query.scope ?? ""]))
      .orderBy("model", "desc")
      .orderBy("scope")
      .execute();
  const described = ({ model, scope }: { model: Role; scope: string }): Scope => ({ model, scope: scope === "" ? null : scope });
  // Versions come before what they are versions of: see `versionsOf`.
  const versions = await versionsByPlace(
    work.db,
    (await read()).map((row) => partOf(organizationId, described(row))),
  );
  const sets = (await read()).map((row) => {
    const of = described(row);
    const targets: Target[] = JSON.parse(row.targets);
    return { ...of, targets, versions: versions.get(targetsPlace(of.model, of.scope)) ?? { targets: 0 } };
  });
  if (query.with !== "latest") return { sets };
  // A user who is about to set the first target of a scope wants to see its latest scores.
  const scope = scopeIn(query);
  if (sets.length === 0 && scope) sets.push({ ...scope, targets: [], versions: { targets: 0 } });
  return { sets: await Promise.all(sets.map(async (set) => ({ ...set, latest: await readLatest(work, organizationId, set) }))) };
}

/** The one scope that a query names. */
function scopeIn({ model, scope }: z.output<typeof targetsQuery>): Scope | undefined {
  if (model === "ITIL") return { model, scope: null };
  return model && findP3m3Scope(scope ?? null) ? { model, scope: scope ?? null } : undefined;
}

/** The latest scores of a scope. */
async function readLatest(work: Work, organizationId: number, { model, scope }: Scope): Promise<TargetSet["latest"]> {
  const latest = await latestScores(work, { organization_id: organizationId, model }, scope);
  return latest.map(({ code, score, from }) => ({
    ...{ code, score, from: { id: from.id, name: titleOf(from), dateCompleted: from.date_completed } },
  }));
}

/**
 * Writes all targets of a model and scope. Without any, nothing of them stays but the history.
 * @throws Problem 404, 403, 412 when somebody else changed them
 */
export async function putTargets(work: Work, organizationId: number, form: TargetsForm): Promise<TargetSet> {
  await getOwnOrganization(work, organizationId, { forWriting: true });
  const { model, scope } = form;
  if (!work.user.roles.includes(model)) throw forbidden(`Assessments of ${model} are closed to you.`);
  const targets = inOrder(form);
  const stored = await getStored(work, organizationId, form);
  const part = partOf(organizationId, form);
  const describe = async (present: readonly Target[]): Promise<TargetSet> => ({
    ...{ model, scope, targets: [...present] },
    versions: (await versionsByPlace(work.db, [part])).get(part.place) ?? { targets: 0 },
  });
  if (JSON.stringify(stored) === JSON.stringify(targets)) return describe(stored);
  await advance(work, part, () => describe(stored));
  await recordChange(work, part, stored, targets);
  const row = { organization_id: organizationId, model, scope: scopeColumn(form), targets: JSON.stringify(targets) };
  await work.db
    .insertInto("target_set")
    .values(row)
    .onConflict((conflict) => conflict.columns(["organization_id", "model", "scope"]).doUpdateSet({ targets: row.targets }))
    .execute();
  return describe(targets);
}

/** The targets as they are stored: in the order of the model, so that equal ones are equal texts. */
function inOrder({ model, targets }: TargetsForm): Target[] {
  const given = new Map(targets.map((target) => [target.code, target]));
  return scoredItems(model).flatMap(({ code }) => {
    const target = given.get(code);
    return target ? [{ code, score: target.score, date: target.date, reason: target.reason }] : [];
  });
}

async function getStored({ db }: Work, organizationId: number, scope: Scope): Promise<Target[]> {
  const row = await db
    .selectFrom("target_set")
    .select("targets")
    .where("organization_id", "=", organizationId)
    .where("model", "=", scope.model)
    .where("scope", "=", scopeColumn(scope))
    .executeTakeFirst();
  return row ? JSON.parse(row.targets) : [];
}
