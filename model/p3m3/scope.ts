/** What a P3M3 assessment may cover (docs/rules/setup-and-scope.md#p3m3-scope). */
import { textMessages } from "../text.ts";
import {
  type CatalogueItem,
  LEVELS,
  MANDATORY_THREAD_IDS,
  MODEL_INTEGRATION_CODE,
  type P3m3Scope,
  PERSPECTIVES,
  THREADS,
} from "./catalogue.ts";

/** The threads that a scope offers: the Project scope has no Model integration. */
export function threadsOffered(scope: P3m3Scope): CatalogueItem[] {
  return THREADS.filter(({ code }) => scope !== "Project" || code !== MODEL_INTEGRATION_CODE);
}

/** What a certified assessment has to include. */
export function lockedScope(certified: boolean): { perspectiveIds: number[]; threadIds: number[] } {
  return certified
    ? { perspectiveIds: PERSPECTIVES.map(({ id }) => id), threadIds: [...MANDATORY_THREAD_IDS] }
    : { perspectiveIds: [], threadIds: [] };
}

/**
 * A saved scope after a change of the profile (docs/rules/setup-and-scope.md#profile): what certification needs is added, and Project
 * takes Model integration out. A scope that was never saved stays empty. Ids are returned in ascending order, each once.
 */
export function p3m3ScopeFollowing(
  { selectedScope, certified }: { selectedScope: P3m3Scope; certified: boolean },
  saved: { perspectiveIds: readonly number[]; threadIds: readonly number[] },
): { perspectiveIds: number[]; threadIds: number[] } {
  const locked = lockedScope(certified);
  const offered = threadsOffered(selectedScope).map(({ id }) => id);
  const followed = (ids: readonly number[], needed: readonly number[]) =>
    ids.length === 0 ? [] : [...new Set([...ids, ...needed])].sort((a, b) => a - b);
  return {
    perspectiveIds: followed(saved.perspectiveIds, locked.perspectiveIds),
    threadIds: followed(saved.threadIds, locked.threadIds).filter((id) => offered.includes(id)),
  };
}

/** A scope as it is to be saved. */
export interface P3m3ScopeChoice {
  selectedScope: P3m3Scope;
  certified: boolean;
  selectedLevel: number | null;
  perspectiveIds: readonly number[];
  threadIds: readonly number[];
}

/** Something wrong with a scope, and the field it is shown at. */
export interface P3m3ScopeIssue {
  path: "selectedLevel" | "perspectives" | "threads";
  message: string;
}

/** Everything that is wrong with a scope; empty when it may be saved. */
export function p3m3ScopeIssues(choice: P3m3ScopeChoice): P3m3ScopeIssue[] {
  const issues: P3m3ScopeIssue[] = [];
  const locked = lockedScope(choice.certified);
  const offered = threadsOffered(choice.selectedScope);
  if (choice.selectedLevel === null) issues.push({ path: "selectedLevel", message: textMessages.required });
  else if (!LEVELS.some((level) => level === choice.selectedLevel)) issues.push({ path: "selectedLevel", message: textMessages.oneOf });
  if (choice.perspectiveIds.length === 0) issues.push({ path: "perspectives", message: textMessages.oneOf });
  else if (!choice.perspectiveIds.every((id) => PERSPECTIVES.some((perspective) => perspective.id === id)))
    issues.push({ path: "perspectives", message: textMessages.wrongType("perspective") });
  else if (!locked.perspectiveIds.every((id) => choice.perspectiveIds.includes(id)))
    issues.push({ path: "perspectives", message: "A certified assessment covers all seven perspectives." });
  if (choice.threadIds.length === 0) issues.push({ path: "threads", message: textMessages.oneOf });
  else if (!choice.threadIds.every((id) => offered.some((thread) => thread.id === id)))
    issues.push({ path: "threads", message: textMessages.wrongType("thread") });
  else if (!locked.threadIds.every((id) => choice.threadIds.includes(id)))
    issues.push({ path: "threads", message: "A certified assessment covers the four mandatory threads." });
  return issues;
}

/**
 * Why a thread may not be descoped, in words for the reader; undefined when it may (docs/rules/descoping.md#what-cannot-be-descoped).
 * @param siblings all threads of the same perspective
 */
export function descopeRefusal(
  thread: { id: number },
  siblings: readonly { id: number; descoped: boolean }[],
  certified: boolean,
): string | undefined {
  if (certified && MANDATORY_THREAD_IDS.includes(thread.id))
    return "This thread is mandatory for a certified assessment and cannot be descoped.";
  const others = siblings.filter(({ id }) => id !== thread.id);
  if (others.some(({ descoped }) => !descoped)) return undefined;
  const wayOut = others.length > 0 ? "Rescope another thread first, or take" : "Take";
  return `This is the last thread of its perspective and cannot be descoped. ${wayOut} the perspective out of scope.`;
}
