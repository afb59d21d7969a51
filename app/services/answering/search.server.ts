/** Searching in all statements, diagnostics, options, notes and evidence of an assessment (docs/rules/notes-and-diagnostics.md#search). */
import type { Assessment } from "#model/contract/assessments.ts";
import type { Id } from "#model/contract/common.ts";
import { placeOf } from "#model/contract/history.ts";
import type { ItilOverview, P3m3Overview } from "#model/contract/overview.ts";
import { markFound, searchProblem, searchWords } from "#model/search.ts";
import { loadFor, NotFound, Redirect } from "~/services/faults.server";
import { inTurn, textsWith } from "~/services/searches.server";
import { getAssessment } from "~/services/upstream/assessments.server";
import { hasExtension } from "~/services/upstream/extensions.server";
import { withRichTexts, wordsOf } from "~/services/upstream/rich-text.server";
import { nextTurn } from "~/services/upstream/upstream.server";
import type { Reader, UserApi } from "~/services/upstream/user-api.server";
import { EVIDENCE_ID } from "~/views/answering";
import { KIND_WORDS } from "~/views/answering/evidence";
import { type Hit, type HitGroup, SEARCH_FIELD, type SearchPage, searchedTexts } from "~/views/answering/search";
import { type AnsweringPaths, answeringPaths, isViewed } from "~/views/paths";

/** A search for `the` finds nearly everything. Nobody reads further than this. */
const SHOWN_MAX = 100;
/** A note may be long: as much of it is shown. */
const EXCERPT = 300;

/** The address of the search; undefined where the upstream does not give everything at once. */
export async function searchOf(found: Assessment, at: AnsweringPaths): Promise<string | undefined> {
  return (await hasExtension("overview")) ? at.search(found.id, found.assessmentType) : undefined;
}

/**
 * Searches in an assessment. Nothing is locked: what is found is read.
 * @throws NotFound where the upstream does not give everything at once; Redirect for an assessment of the other model; LoadFailure;
 *   TooManyRequests
 */
export async function loadSearch({ api, user }: Reader, request: Request, assessmentId: Id): Promise<SearchPage> {
  const { pathname, searchParams } = new URL(request.url);
  const query = (searchParams.get(SEARCH_FIELD) ?? "").trim();
  const found = await getAssessment(api, assessmentId);
  const at = answeringPaths(isViewed(request));
  const here = await searchOf(found, at);
  if (here === undefined) throw new NotFound();
  if (pathname.toLowerCase().startsWith("/itil/") !== (found.assessmentType === "ITIL"))
    throw new Redirect(query === "" ? here : `${here}?${new URLSearchParams({ [SEARCH_FIELD]: query })}`);
  const summary = at.summary(found.id, found.assessmentType);
  const turn = { person: user.email, asker: request.signal, next: { href: summary, label: "Summary" } };
  const problem = query === "" ? undefined : searchProblem(query);
  return {
    assessment: { id: found.id, name: found.name ?? "Not provided" },
    query,
    searched: searchedTexts(await hasExtension("evidence")),
    problem,
    found: query === "" || problem !== undefined ? undefined : await inTurn(turn, () => search(api, found, query, at)),
    links: { here, summary },
  };
}

async function search(api: UserApi, found: Assessment, query: string, at: AnsweringPaths): Promise<SearchPage["found"]> {
  const [overview, evidence] = await Promise.all([
    loadFor("assessment", api.assessments.overview({ id: found.id }).then(withRichTexts)),
    evidenceTexts(api, found),
  ]);
  const words = searchWords(query);
  const groups: HitGroup[] = [];
  let [total, places] = [0, 0];
  const searched = (overview.assessmentType === "P3M3" ? p3m3Places(found, overview, at) : itilPlaces(found, overview, at)).map((each) => ({
    ...each,
    texts: [...each.texts, ...(evidence.get(each.place) ?? [])],
  }));
  const wanted = await textsWith(
    words,
    searched.flatMap(({ texts }) => texts.map(({ text }) => text)),
  );
  for (const { name, href, texts } of searched) {
    const found = texts.filter(({ text }) => wanted.has(text));
    const hits: Hit[] = [];
    for (const { kind, level, text, anchor } of found.slice(0, Math.max(0, SHOWN_MAX - total))) {
      if (text.length > EXCERPT) await nextTurn();
      hits.push({ kind, level, pieces: markFound(words, text, EXCERPT), href: `${href}#${anchor}` });
    }
    if (hits.length > 0) groups.push({ name, href, hits });
    total += found.length;
    if (found.length > 0) places += 1;
  }
  return { total, places, groups };
}

/** A thread, practice or component with all that can be found in it. */
interface SearchablePart {
  name: string;
  /** Such as `thread/2/7`. */
  place: string;
  href: string;
  texts: { kind: Hit["kind"]; level?: number | undefined; text: string; anchor: string }[];
}

/** The searchable texts of evidence, by place. @throws LoadFailure */
async function evidenceTexts(api: UserApi, found: Assessment): Promise<ReadonlyMap<string, SearchablePart["texts"]>> {
  const byPlace = new Map<string, SearchablePart["texts"]>();
  if (!(await hasExtension("evidence"))) return byPlace;
  const { entries } = await loadFor("assessment", api.evidence.list({ id: found.id }));
  for (const { kind, what, where, who, remark, places } of entries) {
    const text = [`${KIND_WORDS[kind]}: ${what}`, where, who, remark].filter(Boolean).join(" · ");
    for (const { place } of places) {
      const texts = byPlace.get(place) ?? [];
      texts.push({ kind: "Evidence", text, anchor: EVIDENCE_ID });
      byPlace.set(place, texts);
    }
  }
  return byPlace;
}

const noteIn = ({ body }: { body: string }) => ({ kind: "Note" as const, text: body, anchor: "note" });

function p3m3Places(found: Assessment, { threads }: P3m3Overview, at: AnsweringPaths): SearchablePart[] {
  const codes = (items: readonly { id: number; code: string }[] | undefined) => new Map(items?.map(({ id, code }) => [id, code]));
  const { perspectives, threads: scope } = found.assessmentType === "P3M3" ? found : {};
  const [perspectiveCodes, threadCodes] = [codes(perspectives), codes(scope)];
  return threads.map(({ perspective, thread, questions, note }) => ({
    name: `${perspective.name} – ${thread.name}`,
    place: placeOf({ kind: "thread", perspectiveId: perspective.id, threadId: thread.id }),
    href: at.questions(found.id, perspectiveCodes.get(perspective.id) ?? "", threadCodes.get(thread.id) ?? ""),
    texts: [
      ...questions
        .toSorted((a, b) => a.level - b.level)
        .flatMap(({ level, statement, diagnostics }) => [
          { kind: "Statement" as const, level, text: wordsOf(statement), anchor: `level-${level}` },
          ...diagnostics.map((each) => ({
            kind: "Diagnostic" as const,
            level,
            text: wordsOf(each.statement),
            anchor: `diagnostic-${each.id}`,
          })),
        ]),
      noteIn(note),
    ],
  }));
}

function itilPlaces(found: Assessment, { capabilities, maturities }: ItilOverview, at: AnsweringPaths): SearchablePart[] {
  const [practices, components] = found.assessmentType === "ITIL" ? [found.capabilities, found.maturities] : [];
  const hrefOf = (list: readonly { id: number; code: string }[] | undefined, id: number) =>
    at.practiceQuestions(found.id, list?.find((item) => item.id === id)?.code ?? "");
  return [
    ...capabilities.map(({ capability, questions, note }) => ({
      name: capability.name,
      place: placeOf({ kind: "capability", id: capability.id }),
      href: hrefOf(practices, capability.id),
      texts: [
        ...questions
          .toSorted((a, b) => a.level - b.level)
          .map(({ level, statement }) => ({ kind: "Criterion" as const, level, text: wordsOf(statement), anchor: `level-${level}` })),
        noteIn(note),
      ],
    })),
    ...maturities.map(({ maturity, question, note }) => ({
      name: maturity.name,
      place: placeOf({ kind: "maturity", id: maturity.id }),
      href: hrefOf(components, maturity.id),
      texts: [
        ...question.options.map(({ id, level, statement }) => ({
          kind: "Option" as const,
          level,
          text: wordsOf(statement),
          anchor: `option-${id}`,
        })),
        noteIn(note),
      ],
    })),
  ];
}
