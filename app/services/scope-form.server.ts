/** The P3M3 scope step (specification B2, B5): what it offers, what is posted, and what narrowing would hide. */
import type { Assessment, P3M3AssessmentUpdate } from "#model/contract/assessments.ts";
import type { P3M3Scope } from "#model/p3m3/catalogue.ts";
import { lockedScope, scopeIssues, threadsOffered } from "#model/p3m3/scope.ts";
import { getP3M3Progress } from "~/services/assessments.server";
import { listPerspectives, listThreads } from "~/services/catalogue.server";
import { loading } from "~/services/failures.server";
import type { AppContext } from "~/sessions.server";

/** What the step offers for an assessment, what is chosen, and what cannot be taken out. */
export async function loadScope(context: AppContext, found: Assessment) {
  const [perspectives, threads] = await loading("assessment", Promise.all([listPerspectives(context), listThreads(context)]));
  const offered = threadsOffered(found.selectedScope as P3M3Scope).map(({ id }) => id);
  const locked = lockedScope(found.certified === true);
  const chosen = (saved: readonly { id: number }[] | undefined, always: readonly number[]) => [
    ...new Set([...(saved ?? []).map(({ id }) => id), ...always]),
  ];
  return {
    perspectives: perspectives.map((item) => ({ ...item, locked: locked.perspectiveIds.includes(item.id) })),
    threads: threads.filter(({ id }) => offered.includes(id)).map((item) => ({ ...item, locked: locked.threadIds.includes(item.id) })),
    selectedLevel: found.selectedLevel,
    perspectiveIds: chosen(found.perspectives, locked.perspectiveIds),
    threadIds: chosen(found.threads, locked.threadIds),
  };
}

export interface PostedScope {
  update: P3M3AssessmentUpdate;
  errors: Record<string, string[]>;
}

/** Reads and checks a posted scope; `errors` is empty when it may be saved. */
export async function readScope(context: AppContext, found: Assessment, form: FormData): Promise<PostedScope> {
  const { perspectives, threads } = await loadScope(context, found);
  const ids = (name: string) => [...new Set(form.getAll(name).map(Number))];
  const level = form.get("selectedLevel");
  const choice = {
    selectedScope: found.selectedScope as P3M3Scope,
    certified: found.certified === true,
    selectedLevel: level === null || level === "" ? null : Number(level),
    perspectiveIds: ids("perspectives"),
    threadIds: ids("threads"),
  };
  const errors: Record<string, string[]> = {};
  for (const { path, message } of scopeIssues(choice)) errors[path] = [...(errors[path] ?? []), message];
  const picked = <T extends { id: number; code: string; name: string }>(list: readonly T[], chosen: readonly number[]) =>
    list.filter(({ id }) => chosen.includes(id)).map(({ id, code, name }) => ({ id, code, name }));
  const update: P3M3AssessmentUpdate = {
    assessmentType: "P3M3",
    name: found.name ?? "",
    perspectives: picked(perspectives, choice.perspectiveIds),
    threads: picked(threads, choice.threadIds),
    ...(choice.selectedLevel === null ? {} : { selectedLevel: choice.selectedLevel }),
  };
  return { update, errors };
}

/** Threads with answers that a narrower scope would hide, as 'Perspective – Thread'. They come back when it is widened again. */
export async function answersLost(
  context: AppContext,
  found: Assessment,
  { perspectives = [], threads = [] }: P3M3AssessmentUpdate,
): Promise<string[]> {
  const kept = (list: readonly { id: number }[], id: number | undefined) => list.some((item) => item.id === id);
  const narrower = found.perspectives?.some(({ id }) => !kept(perspectives, id)) || found.threads?.some(({ id }) => !kept(threads, id));
  if (!narrower) return [];
  const { perspectivesProgress } = await getP3M3Progress(context, found.id);
  return perspectivesProgress.flatMap((perspective) =>
    perspective.threads
      .filter((thread) => thread.started && !(kept(perspectives, perspective.id) && kept(threads, thread.id)))
      .map((thread) => `${perspective.name} – ${thread.name}`),
  );
}
