/**
 * The scope step of both models: what it offers, what was posted, and which answers a narrower scope would hide
 * (docs/rules/setup-and-scope.md#p3m3-scope, docs/rules/itil.md#scopes). What differs between the models is in `p3m3` and `itil` below.
 */

import { randomUUID } from "node:crypto";
import type { Assessment, ItilAssessment, P3m3Assessment } from "#model/contract/assessments.ts";
import { findItilScope, type ItilScope } from "#model/itil/catalogue.ts";
import { isComputed } from "#model/itil/explain.ts";
import { practicesFor } from "#model/itil/recommend.ts";
import {
  assessesMaturity,
  callsForComprehensive,
  completeChoice,
  componentsOf,
  itilScopeIssues,
  lockedPractices,
  type PracticeChoice,
} from "#model/itil/scope.ts";
import { type CatalogueItem, findP3m3Scope, LEVEL_NAMES, LEVELS, type P3m3Scope } from "#model/p3m3/catalogue.ts";
import { lockedScope, p3m3ScopeFollowing, p3m3ScopeIssues, threadsOffered } from "#model/p3m3/scope.ts";
import { isStarted, SCOPE_IS_FIXED } from "#model/status.ts";
import { loadFor, Redirect } from "~/services/faults.server";
import { versionOf } from "~/services/setup/wizard.server";
import { type AssessmentChanges, getP3m3Progress, practicesOf } from "~/services/upstream/assessments.server";
import { listCapabilities, listMaturities, listPerspectives, listThreads } from "~/services/upstream/reference-lists.server";
import { richText } from "~/services/upstream/rich-text.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import { paths } from "~/views/paths";
import {
  choiceIn,
  type Fact,
  type ItilChoices,
  type ItilScopeStep,
  itilScopeSize,
  type P3m3Choices,
  type P3m3ScopeStep,
  practicesIn,
  type ScopeReply,
  type ScopeStep,
  scopeSize,
  timeToAnswer,
} from "~/views/setup";

type Errors = Record<string, string[]>;

/** What a posted form chose, what is wrong with it, and the changes that would save it. */
interface ReadScope<Chosen> {
  chosen: Chosen;
  errors: Errors;
  update: AssessmentChanges;
  /** Too many practices for the Maturity scope: ask first whether to make the assessment Comprehensive. */
  asksForComprehensive?: boolean;
}

function collect(issues: readonly { path: string; message: string }[]): Errors {
  const errors: Errors = {};
  for (const { path, message } of issues) errors[path] = [...(errors[path] ?? []), message];
  return errors;
}

/** What an update sends of the chosen perspectives and threads. */
export function p3m3ScopeFields(
  [perspectives, threads]: readonly [readonly CatalogueItem[], readonly CatalogueItem[]],
  { perspectiveIds, threadIds }: Pick<P3m3Choices, "perspectiveIds" | "threadIds">,
) {
  const items = (list: readonly CatalogueItem[], ids: readonly number[]) =>
    list.filter(({ id }) => ids.includes(id)).map(({ id, code, name }) => ({ id, code, name }));
  return { perspectives: items(perspectives, perspectiveIds), threads: items(threads, threadIds) };
}

/** What an update sends of the chosen practices, and of the components that come with their scope. */
export function itilScopeFields(
  [practices, components]: readonly [readonly { id: number; name: string }[], readonly { id: number; name: string }[]],
  scope: ItilScope,
  choice: readonly PracticeChoice[],
) {
  const names = new Map(practices.map(({ id, name }) => [id, name]));
  const isSelected = componentsOf(scope);
  return {
    capabilities: choice.map(({ id, mode }) => ({ id, name: names.get(id) ?? "", selectionMode: mode })),
    maturities: components.map(({ id, name }) => ({ id, name, isSelected: isSelected.includes(id) })),
  };
}

// --- P3M3 -------------------------------------------------------------------------------------------------------------

/** The scope that was chosen in the profile. @throws Redirect for the profile when it has none, or one that P3M3 does not know */
function p3m3ScopeOf(found: P3m3Assessment): P3m3Scope {
  const scope = findP3m3Scope(found.selectedScope);
  if (!scope) throw new Redirect(paths.step("profile", found.id, "P3M3"));
  return scope;
}

const p3m3 = {
  /** The options of the step for an assessment, the choices, and what cannot be taken out. @throws LoadFailure, Redirect */
  async load(api: UserApi, found: P3m3Assessment): Promise<P3m3ScopeStep> {
    const selectedScope = p3m3ScopeOf(found);
    const [perspectives, threads] = await loadFor("assessment", Promise.all([listPerspectives(api), listThreads(api)]));
    const offered = threadsOffered(selectedScope).map(({ id }) => id);
    const certified = found.certified === true;
    const locked = lockedScope(certified);
    const ids = (saved: readonly { id: number }[] = []) => saved.map(({ id }) => id);
    const followed = p3m3ScopeFollowing(
      { selectedScope, certified },
      { perspectiveIds: ids(found.perspectives), threadIds: ids(found.threads) },
    );
    const chosen: P3m3Choices = {
      selectedLevel: found.selectedLevel,
      perspectiveIds: [...new Set([...followed.perspectiveIds, ...locked.perspectiveIds])],
      threadIds: [...new Set([...followed.threadIds, ...locked.threadIds])],
    };
    return {
      model: "P3M3",
      perspectives: perspectives.map((item) => ({ ...item, locked: locked.perspectiveIds.includes(item.id) })),
      threads: threads.filter(({ id }) => offered.includes(id)).map((item) => ({ ...item, locked: locked.threadIds.includes(item.id) })),
      chosen,
    };
  },

  async read(api: UserApi, found: P3m3Assessment, form: FormData): Promise<ReadScope<P3m3Choices>> {
    const { perspectives, threads } = await p3m3.load(api, found);
    const every = form.get("selectAll");
    const ids = (name: string, offered: readonly { id: number }[]) =>
      every === name ? offered.map(({ id }) => id) : [...new Set(form.getAll(name).map(Number))];
    const level = form.get("selectedLevel");
    const chosen: P3m3Choices = {
      selectedLevel: level === null || level === "" ? null : Number(level),
      perspectiveIds: ids("perspectives", perspectives),
      threadIds: ids("threads", threads),
    };
    const issues = p3m3ScopeIssues({ selectedScope: p3m3ScopeOf(found), certified: found.certified === true, ...chosen });
    return {
      chosen,
      errors: collect(issues),
      update: {
        ...p3m3ScopeFields([perspectives, threads], chosen),
        ...(chosen.selectedLevel === null ? {} : { selectedLevel: chosen.selectedLevel }),
      },
    };
  },

  /** The threads with answers that a choice leaves out, as 'Perspective – Thread'. @throws LoadFailure */
  async lost(api: UserApi, found: P3m3Assessment, { perspectiveIds, threadIds }: P3m3Choices): Promise<string[]> {
    const isNarrower =
      found.perspectives?.some(({ id }) => !perspectiveIds.includes(id)) || found.threads?.some(({ id }) => !threadIds.includes(id));
    if (!isNarrower) return [];
    const { perspectivesProgress } = await getP3m3Progress(api, found.id);
    const idOf = (thread: { id?: number | undefined; name: string }) =>
      thread.id ?? found.threads?.find(({ name }) => name === thread.name)?.id ?? 0;
    return perspectivesProgress.flatMap((perspective) =>
      perspective.threads
        .filter((thread) => thread.started && !(perspectiveIds.includes(perspective.id) && threadIds.includes(idOf(thread))))
        .map((thread) => `${perspective.name} – ${thread.name}`),
    );
  },
};

// --- ITIL -------------------------------------------------------------------------------------------------------------

const GROUPS = [
  { id: "general", name: "General management practices" },
  { id: "service", name: "Service management practices" },
  { id: "technical", name: "Technical management practices" },
] as const;

/** The scope that was chosen in the profile. @throws Redirect for the profile when it has none, or one that ITIL does not know */
function itilScopeOf(found: ItilAssessment): ItilScope {
  const scope = findItilScope(found.selectedScope);
  if (!scope) throw new Redirect(paths.step("profile", found.id, "ITIL"));
  return scope;
}

const itil = {
  /** The practices in their groups, the components that come with the scope, and what is chosen. @throws LoadFailure, Redirect */
  async load(api: UserApi, found: ItilAssessment, suggestedIds: readonly number[] = []): Promise<ItilScopeStep> {
    const [practices, components] = await loadFor("assessment", Promise.all([listCapabilities(api), listMaturities(api)]));
    const scope = itilScopeOf(found);
    const locked = lockedPractices(scope).map(({ id }) => id);
    const saved = practicesOf(found);
    // Suggested practices count only as long as no scope has been saved.
    const chosen: ItilChoices = { practices: saved.length > 0 ? completeChoice(scope, saved) : practicesFor(scope, suggestedIds) };
    return {
      model: "ITIL",
      selectedScope: scope,
      isStarted: isStarted(found.status),
      groups: GROUPS.map((group) => ({
        ...group,
        practices: practices
          .filter((practice) => practice.group === group.id)
          .map(({ id, code, name, help, criteria }) => ({
            ...{ id, code, name, help: richText(help), locked: locked.includes(id) },
            statements: found.capabilities?.find((saved) => saved.id === id)?.totalQuestions ?? criteria,
          })),
      })),
      components: assessesMaturity(scope)
        ? components.map((item) => ({ id: item.id, name: item.name, help: richText(item.help), isComputed: isComputed(item) }))
        : [],
      chosen,
    };
  },

  async read(api: UserApi, found: ItilAssessment, form: FormData): Promise<ReadScope<ItilChoices>> {
    const { groups } = await itil.load(api, found);
    const components = await loadFor("assessment", listMaturities(api));
    const isFixed = isStarted(found.status);
    let practices = practicesIn(form);
    const [group, value = ""] = String(form.get("setGroup") ?? "").split(":");
    const whole = groups.find(({ id }) => id === group)?.practices.filter(({ locked }) => !locked);
    if (whole) {
      const others = practices.filter(({ id }) => !whole.some((practice) => practice.id === id));
      practices = [...others, ...whole.flatMap(({ id }) => choiceIn(id, value))];
    }
    let selectedScope = itilScopeOf(found);
    const isTooMany = callsForComprehensive(selectedScope, practices);
    if (isTooMany && !isFixed && form.get("confirm") === "comprehensive") selectedScope = "Comprehensive";
    const issues = itilScopeIssues({ selectedScope, practices });
    if (isTooMany && isFixed) issues.push({ path: "capabilities", message: SCOPE_IS_FIXED });
    const all = completeChoice(selectedScope, practices);
    const offered = groups.flatMap((each) => each.practices);
    return {
      chosen: { practices: all },
      errors: collect(issues),
      asksForComprehensive: isTooMany && !isFixed && selectedScope === "Maturity",
      update: { selectedScope, ...itilScopeFields([offered, components], selectedScope, all) },
    };
  },

  /** The practices with answers that a choice leaves out. */
  async lost(_api: UserApi, found: ItilAssessment, { practices }: ItilChoices): Promise<string[]> {
    return (found.capabilities ?? [])
      .filter(({ id, answeredQuestions }) => answeredQuestions > 0 && !practices.some((practice) => practice.id === id))
      .map(({ name }) => name);
  },
};

// --- both -------------------------------------------------------------------------------------------------------------

/**
 * The scope step of an assessment.
 * @param suggestedIds practices that are chosen at first, for an ITIL assessment without a saved scope
 * @throws LoadFailure; Redirect for the profile when it has no scope
 */
export function loadScope(api: UserApi, found: Assessment, suggestedIds: readonly number[] = []): Promise<ScopeStep> {
  return found.assessmentType === "P3M3" ? p3m3.load(api, found) : itil.load(api, found, suggestedIds);
}

/**
 * Reads a posted scope.
 * @returns the reply to show when it cannot be saved as it stands, and the changes to save when it can
 * @throws LoadFailure; Redirect for the profile when it has no scope
 */
export async function readScope(
  api: UserApi,
  found: Assessment,
  form: FormData,
): Promise<{ reply: ScopeReply; update?: AssessmentChanges }> {
  if (found.assessmentType === "P3M3") return judge(form, await p3m3.read(api, found, form), (chosen) => p3m3.lost(api, found, chosen));
  return judge(form, await itil.read(api, found, form), (chosen) => itil.lost(api, found, chosen));
}

async function judge<Chosen extends P3m3Choices | ItilChoices>(
  form: FormData,
  { chosen, errors, update, asksForComprehensive = false }: ReadScope<Chosen>,
  findLost: (chosen: Chosen) => Promise<string[]>,
): Promise<{ reply: ScopeReply; update?: AssessmentChanges }> {
  const reply: ScopeReply = { id: randomUUID(), chosen, isOnlyFilled: false, errors: {}, asksForComprehensive: false };
  if (form.has("selectAll") || form.has("setGroup") || form.has("count")) return { reply: { ...reply, isOnlyFilled: true } };
  if (asksForComprehensive) return { reply: { ...reply, asksForComprehensive, errors } };
  if (Object.keys(errors).length > 0) return { reply: { ...reply, errors } };
  const names = await findLost(chosen);
  const key = versionOf(names.map((name) => ["lost", name]));
  return names.length > 0 && form.get("narrow") !== key ? { reply: { ...reply, lost: { names, key } } } : { reply, update };
}

/** The scope as labels and values, in the order of its form. */
export function scopeFacts(found: Assessment): Fact[] {
  const namesOf = (items: readonly { name: string }[] | undefined): string => items?.map(({ name }) => name).join(", ") || "Not Provided";
  if (found.assessmentType === "P3M3") {
    const { selectedLevel: level } = found;
    return [
      ["Level", level === null ? "Not Provided" : `Level ${level} – ${LEVEL_NAMES[level]}`],
      ["Perspectives", namesOf(found.perspectives)],
      ["Threads", namesOf(found.threads)],
    ];
  }
  const inMode = (wanted: PracticeChoice["mode"]) => namesOf(found.capabilities?.filter(({ selectionMode }) => selectionMode === wanted));
  const components = found.maturities?.filter(({ isSelected }) => isSelected);
  return [
    ["Primary", inMode(1)],
    ["Supporting", inMode(2)],
    ...(components?.length ? ([["Maturity components", namesOf(components)]] as Fact[]) : []),
  ];
}

/** How many statements a saved scope means, and roughly how long they take; none while there is no scope. */
export function scopeSizeFacts(found: Assessment): Fact[] {
  const total = (items: readonly { totalQuestions: number }[] = []) => items.reduce((sum, { totalQuestions }) => sum + totalQuestions, 0);
  if (found.assessmentType === "P3M3") {
    const { perspectives = [], threads = [] } = found;
    const whole = perspectives.length * threads.length * LEVELS.length;
    if (whole === 0) return [];
    const without = whole - total(perspectives);
    return [
      ["To answer", `${scopeSize(perspectives.length, threads.length)}${without > 0 ? `, ${without} of them in descoped threads` : ""}`],
      ["Time to answer", timeToAnswer(total(perspectives))],
    ];
  }
  const { capabilities = [], maturities = [] } = found;
  const components = maturities.filter((item) => item.isSelected && !isComputed(item)).length;
  if (capabilities.length === 0) return [];
  const statements = total(capabilities);
  return [
    ["To answer", itilScopeSize(statements, capabilities.length, components)],
    ["Time to answer", timeToAnswer(statements + components)],
  ];
}

/** Everything that the scope step depends on: the scope, and the parts of the profile that limit it. */
export function scopeBasis(found: Assessment): Fact[] {
  const certified = found.assessmentType === "P3M3" && found.certified === true;
  return [["Scope", found.selectedScope ?? "Not Provided"], ["For certification", String(certified)], ...scopeFacts(found)];
}
