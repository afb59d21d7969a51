/** The names for the numbers in a history: those of threads, practices and components, and the texts of their questions. */
import type { Assessment, ItilAssessment, P3m3Assessment } from "#model/contract/assessments.ts";
import { type HistoryEntry, type Subject, subjectAt } from "#model/contract/history.ts";
import { readThread } from "~/services/answering/p3m3/questions.server";
import type { Names } from "~/services/history/describe-entry.server";
import { type Lists, outOfScope } from "~/services/history/entry-names.server";
import { listInScope } from "~/services/upstream/models.server";
import { listCapabilities, listMaturities, listPerspectives, listThreads } from "~/services/upstream/reference-lists.server";
import { plainTextOf, withRichTexts } from "~/services/upstream/rich-text.server";
import { ignoreFault } from "~/services/upstream/upstream.server";
import type { UserApi } from "~/services/upstream/user-api.server";

type NameList = readonly { id: number; name: string }[];
const byId = (...lists: NameList[]) => new Map(lists.flat().map(({ id, name }) => [id, name] as const));

/**
 * The names that entries need. A thread or practice that has left the scope gets its name from the catalogue. A text that cannot be read is
 * left out.
 * @throws SessionOver
 */
export async function namesFor(api: UserApi, assessment: Assessment, entries: readonly HistoryEntry[]): Promise<Names> {
  const inScope = new Map(listInScope(assessment).map((item) => [item.place, item.name] as const));
  const [lists, diagnostics, criteria] = await Promise.all([
    listsOf(api, assessment),
    diagnosticsIn(api, assessment, entries),
    criteriaIn(api, assessment, entries),
  ]);
  const subject = (place: string) => inScope.get(place) ?? outOfScope(subjectAt(place), lists);
  return { ...lists, subject, diagnostics, criteria };
}

/** The names of the catalogues of both models, for entries of any assessment. Names that cannot be read are left out. @throws SessionOver */
export async function catalogueNames(api: UserApi): Promise<Lists> {
  const [perspectives, threads, practices, components] = await Promise.all([
    readNames(listPerspectives, api),
    readNames(listThreads, api),
    readNames(listCapabilities, api),
    readNames(listMaturities, api),
  ]);
  return { perspectives, threads, practices, components };
}

async function listsOf(api: UserApi, assessment: Assessment) {
  const none = new Map<number, string>();
  const read = LISTS[assessment.assessmentType] as (api: UserApi, assessment: Assessment) => Promise<Partial<Lists>>;
  return { perspectives: none, threads: none, practices: none, components: none, ...(await read(api, assessment)) };
}

const readNames = async (list: (api: UserApi) => Promise<NameList>, api: UserApi, own: NameList = []) =>
  byId((await list(api).catch(ignoreFault)) ?? [], own);

const LISTS = {
  async P3M3(api: UserApi, assessment: P3m3Assessment): Promise<Partial<Lists>> {
    const reading = [readNames(listPerspectives, api, assessment.perspectives), readNames(listThreads, api, assessment.threads)] as const;
    const [perspectives, threads] = await Promise.all(reading);
    return { perspectives, threads };
  },
  async ITIL(api: UserApi, assessment: ItilAssessment): Promise<Partial<Lists>> {
    const reading = [
      readNames(listCapabilities, api, assessment.capabilities),
      readNames(listMaturities, api, assessment.maturities),
    ] as const;
    const [practices, components] = await Promise.all(reading);
    return { practices, components };
  },
};

/** The threads, practices or components that entries of a kind are about, if they are still in scope, each once. */
function subjectsOf<Kind extends Subject["kind"]>(assessment: Assessment, entries: readonly HistoryEntry[], kind: string, about: Kind) {
  const inScope = new Set(listInScope(assessment).map(({ place }) => place));
  const places = new Set(entries.filter((entry) => entry.kind === kind && !entry.erased).map(({ place }) => place));
  const subjects = [...places].filter((place) => inScope.has(place)).flatMap((place) => subjectAt(place) ?? []);
  return subjects.filter((subject): subject is Subject & { kind: Kind } => subject.kind === about);
}

async function diagnosticsIn(api: UserApi, assessment: Assessment, entries: readonly HistoryEntry[]): Promise<Names["diagnostics"]> {
  const read = subjectsOf(assessment, entries, "marks", "thread").map(async (subject) => {
    const thread = await readThread(api, assessment.id, subject.perspectiveId, subject.threadId).catch(ignoreFault);
    return thread?.diagnostics ?? [];
  });
  const all = (await Promise.all(read)).flat();
  return new Map(all.map(({ id, level, statement }) => [id, { level, statement: plainTextOf(statement) }]));
}

async function criteriaIn(api: UserApi, assessment: Assessment, entries: readonly HistoryEntry[]): Promise<Names["criteria"]> {
  const read = subjectsOf(assessment, entries, "answers", "capability").map(async (subject) => {
    const reading = api.itil.questions.capability({ id: assessment.id, capabilityId: subject.id }).then(withRichTexts);
    const questions = (await reading.catch(ignoreFault)) ?? [];
    return [[`capability/${subject.id}`, questions.map(({ level, statement }) => ({ level, statement: plainTextOf(statement) }))] as const];
  });
  return new Map((await Promise.all(read)).flat());
}
