/** The names for the numbers in a history: those of threads, practices and components, and the texts of their questions. */
import type { Assessment } from "#model/contract/assessments.ts";
import { type HistoryEntry, type Subject, subjectAt } from "#model/contract/history.ts";
import { readThread } from "~/services/answering/p3m3/questions.server";
import type { Names } from "~/services/history/describe-entry.server";
import { listInScope } from "~/services/upstream/in-scope.server";
import { listCapabilities, listMaturities, listPerspectives, listThreads } from "~/services/upstream/reference-lists.server";
import { withRichTexts, wordsOf } from "~/services/upstream/rich-text.server";
import { ignoreFault } from "~/services/upstream/upstream.server";
import type { UserApi } from "~/services/upstream/user-api.server";

type NameList = readonly { id: number; name: string }[];
const byId = (...lists: NameList[]) => new Map(lists.flat().map(({ id, name }) => [id, name] as const));

/**
 * The names that entries need. A thread or practice that has left the scope gets its name from the catalogue. A text that cannot be read is
 * left out.
 * @throws SessionOver
 */
export async function namesFor(api: UserApi, found: Assessment, entries: readonly HistoryEntry[]): Promise<Names> {
  const inScope = new Map(listInScope(found).map((item) => [item.place, item.name] as const));
  const [lists, diagnostics, criteria] = await Promise.all([
    listsOf(api, found),
    diagnosticsIn(api, found, entries),
    criteriaIn(api, found, entries),
  ]);
  const subject = (place: string) => inScope.get(place) ?? outOfScope(subjectAt(place), lists);
  return { ...lists, subject, diagnostics, criteria };
}

async function listsOf(api: UserApi, found: Assessment) {
  const read = async (list: (api: UserApi) => Promise<NameList>): Promise<NameList> => (await list(api).catch(ignoreFault)) ?? [];
  const none = new Map<number, string>();
  if (found.assessmentType === "P3M3") {
    const [perspectives, threads] = await Promise.all([read(listPerspectives), read(listThreads)]);
    const all = { perspectives: byId(perspectives, found.perspectives ?? []), threads: byId(threads, found.threads ?? []) };
    return { ...all, practices: none, components: none };
  }
  const [practices, components] = await Promise.all([read(listCapabilities), read(listMaturities)]);
  const all = { practices: byId(practices, found.capabilities ?? []), components: byId(components, found.maturities ?? []) };
  return { ...all, perspectives: none, threads: none };
}

function outOfScope(subject: Subject | undefined, lists: Awaited<ReturnType<typeof listsOf>>): string | undefined {
  if (subject?.kind === "capability") return lists.practices.get(subject.id);
  if (subject?.kind === "maturity") return lists.components.get(subject.id);
  if (subject?.kind !== "thread") return undefined;
  const [perspective, thread] = [lists.perspectives.get(subject.perspectiveId), lists.threads.get(subject.threadId)];
  return perspective && thread && `${perspective} / ${thread}`;
}

/** The places of some entries that are still in scope, each once. */
function placesOf(found: Assessment, entries: readonly HistoryEntry[], kind: string): Subject[] {
  const inScope = new Set(listInScope(found).map(({ place }) => place));
  const places = new Set(entries.filter((entry) => entry.kind === kind && !entry.erased).map(({ place }) => place));
  return [...places].filter((place) => inScope.has(place)).flatMap((place) => subjectAt(place) ?? []);
}

async function diagnosticsIn(api: UserApi, found: Assessment, entries: readonly HistoryEntry[]): Promise<Names["diagnostics"]> {
  const read = placesOf(found, entries, "marks").map(async (subject) => {
    if (subject.kind !== "thread") return [];
    const thread = await readThread(api, found.id, subject.perspectiveId, subject.threadId).catch(ignoreFault);
    return thread?.diagnostics ?? [];
  });
  const all = (await Promise.all(read)).flat();
  return new Map(all.map(({ id, level, statement }) => [id, { level, statement: wordsOf(statement) }]));
}

async function criteriaIn(api: UserApi, found: Assessment, entries: readonly HistoryEntry[]): Promise<Names["criteria"]> {
  const read = placesOf(found, entries, "answers").map(async (subject) => {
    if (subject.kind !== "capability") return [];
    const asked = api.itil.questions.capability({ id: found.id, capabilityId: subject.id }).then(withRichTexts);
    const questions = (await asked.catch(ignoreFault)) ?? [];
    return [[`capability/${subject.id}`, questions.map(({ level, statement }) => ({ level, statement: wordsOf(statement) }))] as const];
  });
  return new Map((await Promise.all(read)).flat());
}
