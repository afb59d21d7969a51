/** Leaving out again what the assessment before left out, in the set-up (docs/rules/assess-again.md#descoped-then). */
import type { Assessment, P3m3Assessment } from "#model/contract/assessments.ts";
import type { Id } from "#model/contract/common.ts";
import type { P3m3Progress, P3m3Results } from "#model/contract/p3m3.ts";
import { standsAt } from "#model/editions.ts";
import { descopeRefusal } from "#model/p3m3/scope.ts";
import { counted, listed } from "#model/words.ts";
import { markRenewed, takeLock } from "~/services/answering/locks.server";
import type { UserContext } from "~/services/context.server";
import { hasScope } from "~/services/upstream/assessments.server";
import { hasExtension } from "~/services/upstream/extensions.server";
import { identify, readP3m3Progress, setThreadDescoped } from "~/services/upstream/p3m3-assessments.server";
import { ignoreFault, isUpstreamFault, UpstreamFault } from "~/services/upstream/upstream.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import { monthOf } from "~/views/dates";
import type { DescopedBefore } from "~/views/setup";
import type { Flash } from "~/views/shell";

type Descoped = NonNullable<P3m3Results["descoped"]>[number];

interface LeftOut {
  month: string | undefined;
  threads: Descoped[];
}

/** What the assessment before left out, with the reasons where the upstream keeps them; undefined where that is nothing, or cannot be read. */
async function readLeftOut(api: UserApi, { previousId }: Assessment): Promise<LeftOut | undefined> {
  if (previousId === undefined || previousId === null || !(await hasExtension("again"))) return undefined;
  const [before, results] = await Promise.all([
    api.assessments.get({ id: previousId }).catch(ignoreFault),
    api.p3m3.results({ id: previousId }).catch(ignoreFault),
  ]);
  const threads = results?.descoped ?? [];
  if (!before || threads.length === 0) return undefined;
  const completed = standsAt(before);
  return { month: completed ? monthOf(completed) : undefined, threads };
}

/** How a thread stands now; undefined for one that the progress does not have. */
function findNow({ threads }: P3m3Assessment, { perspectivesProgress }: P3m3Progress, { perspective, thread }: Descoped) {
  const within = perspectivesProgress.find(({ id }) => id === perspective.id)?.threads ?? [];
  return within.find((each) => identify(threads, each).id === thread.id);
}

/** What the scope step offers to leave out again: what nobody has descoped or begun. */
export async function findDescopedBefore(api: UserApi, assessment: P3m3Assessment): Promise<DescopedBefore | undefined> {
  const leftOut = await readLeftOut(api, assessment);
  if (!leftOut) return undefined;
  const progress = hasScope(assessment) ? await readP3m3Progress(api, assessment.id).catch(ignoreFault) : { perspectivesProgress: [] };
  if (!progress) return undefined;
  const threads = leftOut.threads.filter((each) => {
    const now = findNow(assessment, progress as P3m3Progress, each);
    return !now?.descoped && !now?.started && mayEver(assessment, each);
  });
  if (threads.length === 0) return undefined;
  return {
    month: leftOut.month,
    threads: threads.map(({ perspective, thread, reason }) => ({ name: `${perspective.name} – ${thread.name}`, reason })),
  };
}

/** Whether a thread could be descoped beside another one: false for what certification needs. */
const mayEver = ({ certified }: P3m3Assessment, { thread }: Descoped) =>
  descopeRefusal(thread, [{ id: -1, descoped: false }], certified === true) === undefined;

/**
 * Descopes what the assessment before left out, as far as the saved scope has it, nobody has begun it, and no rule forbids it.
 * The caller has just saved the scope under the lock.
 * @returns what became of it, in words; undefined where nothing was to be done
 */
export async function descopeAgain(context: UserContext, id: Id, pageId: string | undefined): Promise<Flash | undefined> {
  const { api } = context;
  const done: string[] = [];
  const not: string[] = [];
  let month: string | undefined;
  try {
    const assessment = (await api.assessments.get({ id })) as P3m3Assessment;
    const leftOut = await readLeftOut(api, assessment);
    if (!leftOut) return { kind: "error", title: "No thread was descoped.", text: UNREAD };
    month = leftOut.month;
    const progress = await readP3m3Progress(api, id);
    for (const each of leftOut.threads) {
      const { perspective, thread, reason } = each;
      const now = findNow(assessment, progress, each);
      if (!now || now.descoped) continue;
      const name = `${perspective.name} – ${thread.name}`;
      const siblings = (progress.perspectivesProgress.find((group) => group.id === perspective.id)?.threads ?? []).map((sibling) => ({
        id: identify(assessment.threads, sibling).id,
        descoped: sibling.descoped,
      }));
      if (now.started || descopeRefusal(thread, siblings, assessment.certified === true) !== undefined) {
        not.push(name);
        continue;
      }
      const write = () =>
        setThreadDescoped(api, { id, perspectiveId: perspective.id, threadId: thread.id }, "descope", reason, assessment.threads);
      await write().catch(async (error) => {
        const isWithoutLock = error instanceof UpstreamFault && error.status === 409;
        if (!isWithoutLock || !(await takeLock(context, id, pageId))) throw error;
        await write();
      });
      now.descoped = true;
      done.push(name);
    }
    markRenewed(context.lockMarkers, id);
  } catch (error) {
    if (!isUpstreamFault(error)) throw error;
    return { kind: "error", title: "The scope was saved. Descoping the threads stopped half way.", text: `${didInWords(done)} ${RETRY}` };
  }
  if (done.length === 0 && not.length === 0) return undefined;
  const when = month ? `as in ${month}` : "as last time";
  const stays = not.length > 0 ? `Still in scope: ${listed(not)}, because answers have begun or the rules need it.` : "";
  return {
    kind: "success",
    title: done.length === 0 ? "No thread was descoped." : `${counted(done.length, "thread was", "threads were")} descoped ${when}.`,
    ...(stays && { text: stays }),
  };
}

const UNREAD = "What the assessment before left out cannot be read now. The scope was saved.";
const RETRY = "Go back to the scope to do the rest.";
const didInWords = (done: readonly string[]) => (done.length === 0 ? "None was descoped so far." : `Descoped so far: ${listed(done)}.`);
