/** The targets next to the scores of an assessment (docs/rules/targets.md). */
import type { Assessment } from "#model/contract/assessments.ts";
import { findP3m3Scope } from "#model/p3m3/catalogue.ts";
import { type Target, type TargetState, targetState } from "#model/targets.ts";
import { dayAsOf, today } from "~/services/config.server";
import { hasExtension } from "~/services/upstream/extensions.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import { paths } from "~/views/paths";

/** A target, and how it stands with a score. */
export interface TargetScore extends Target {
  state: TargetState;
}

/** The targets of an assessment's scope, by the codes of what is scored. */
export class Targets {
  readonly #targets: ReadonlyMap<string, Target>;
  readonly #today: string;

  /** @param day on which they are looked at */
  constructor(targets: readonly Target[], day: string = today()) {
    this.#today = day;
    this.#targets = new Map(targets.map((target) => [target.code, target]));
  }

  /** The target of a perspective, practice or component; undefined where there is none. */
  find(code: string): Target | undefined {
    return this.#targets.get(code);
  }

  /** The target of a perspective, practice or component next to its score; undefined where there is none. */
  against(code: string, score: number | null | undefined): TargetScore | undefined {
    const target = this.#targets.get(code);
    return target && { ...target, state: targetState(target, score, this.#today) };
  }
}

/**
 * The targets of an assessment's organization, model and scope; none where the upstream keeps none.
 * @throws UpstreamFault, unless the caller lets a screen do without them
 */
export async function readTargets(api: UserApi, assessment: Assessment): Promise<Targets> {
  const organizationId = assessment.organization?.id;
  if (organizationId === undefined || !(await hasExtension("targets"))) return new Targets([]);
  const model = assessment.assessmentType;
  // The scopes of ITIL are no part of what targets belong to.
  const scope = findP3m3Scope(assessment.selectedScope);
  const { sets } = await api.targets.list({ id: organizationId, model, ...(scope === undefined ? {} : { scope }) });
  const { targets = [] } = sets.find((set) => set.model === model && (set.scope ?? undefined) === scope) ?? {};
  // A target whose day came after the scores was not missed by them.
  return new Targets(targets, dayAsOf(assessment));
}

/** Where the targets of an assessment's scope are set; undefined where the upstream keeps none. */
export async function targetsAt({ organization, assessmentType: model, selectedScope }: Assessment): Promise<string | undefined> {
  if (!organization || !(await hasExtension("targets"))) return undefined;
  return paths.targets(organization.id, { model, scope: findP3m3Scope(selectedScope) });
}
