/** Searching in all statements, diagnostics, options, notes and evidence of an assessment (docs/rules/notes-and-diagnostics.md#search). */

import type { Assessment } from "#model/contract/assessments.ts";
import type { Id } from "#model/contract/common.ts";
import type { VoiceAnswers } from "#model/contract/voices.ts";
import { groupBy } from "#model/group-by.ts";
import { markFound, searchProblem, searchWords } from "#model/search.ts";
import type { SearchableText } from "~/services/answering/answering-model.server";
import { answeringOf } from "~/services/answering/models.server";
import { readBefore } from "~/services/answering/previous.server";
import { isAsked, listComments } from "~/services/answering/voices.server";
import type { UserContext } from "~/services/context.server";
import { loadFor, Redirect } from "~/services/faults.server";
import { inTurn, textsWith } from "~/services/searches.server";
import { getAssessment, readOverview, titleOf } from "~/services/upstream/assessments.server";
import { hasExtension, requireExtension } from "~/services/upstream/extensions.server";
import { rightsOf } from "~/services/upstream/rights.server";
import { screensBeside, screensOf } from "~/services/upstream/screens.server";
import { nextTurn } from "~/services/upstream/upstream.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import { readVoiceAnswers, readVoiceTexts } from "~/services/upstream/voices.server";
import { EVIDENCE_ID, KIND_WORDS } from "~/views/answering/evidence";
import { type StatementSince, withWordsThen } from "~/views/answering/previous";
import { type Hit, type HitGroup, SEARCH_FIELD, type SearchPage, searchedTexts } from "~/views/answering/search";
import { VOICES_ID } from "~/views/answering/voices";
import { type AnsweringPaths, answeringPaths, isViewed, modelAt } from "~/views/paths";

/** A search for `the` finds nearly everything. Nobody reads further than this. */
const SHOWN_MAX = 100;
/** A note may be long: as much of it is shown. */
const EXCERPT = 300;

/**
 * Searches in an assessment. Nothing is locked: what is found is read.
 * @throws NotFound where the upstream does not give everything at once; Redirect for an assessment of the other model; LoadFailure;
 *   TooManyRequests
 */
export async function loadSearch(reader: UserContext, request: Request, assessmentId: Id): Promise<SearchPage> {
  const { api, user } = reader;
  const { searchParams } = new URL(request.url);
  const query = (searchParams.get(SEARCH_FIELD) ?? "").trim();
  const assessment = await getAssessment(api, assessmentId);
  const at = answeringPaths(isViewed(request) || (await rightsOf(reader, assessment)).isViewerOfOpen);
  await requireExtension("overview");
  const here = at.search(assessment.id, assessment.assessmentType);
  if (modelAt(request) !== assessment.assessmentType)
    throw new Redirect(query === "" ? here : `${here}?${new URLSearchParams({ [SEARCH_FIELD]: query })}`);
  const summary = at.summary(assessment.id, assessment.assessmentType);
  const turn = { person: user.email, asker: request.signal, next: { href: summary, label: "Summary" } };
  const voices = await loadFor("assessment", readVoiceAnswers(api, assessment, { without: "texts" }));
  const problem = query === "" ? undefined : searchProblem(query);
  return {
    assessment: { id: assessment.id, name: titleOf(assessment) },
    query,
    searched: searchedTexts(assessment.assessmentType, {
      evidence: (await hasExtension("evidence")) || undefined,
      voices: isAsked(voices) || undefined,
    }),
    problem,
    hits: query === "" || problem !== undefined ? undefined : await inTurn(turn, () => search(api, assessment, { query, voices, at })),
    screens: isViewed(request) ? await screensOf(assessment, undefined, true) : await screensBeside(reader, assessment, undefined),
    links: { here },
  };
}

interface SearchRequest {
  query: string;
  /** Without texts. */
  voices: VoiceAnswers | undefined;
  at: AnsweringPaths;
}

async function search(api: UserApi, assessment: Assessment, { query, voices, at }: SearchRequest): Promise<SearchPage["hits"]> {
  const [overview, evidence, said] = await Promise.all([
    loadFor("assessment", readOverview(api, assessment)),
    evidenceTexts(api, assessment),
    loadFor("assessment", voiceTexts(api, assessment, voices)),
  ]);
  const words = searchWords(query);
  const groups: HitGroup[] = [];
  let [total, places] = [0, 0];
  const parts = answeringOf(assessment).listSearched(assessment, overview, at);
  const searched = parts.map((each) => ({
    ...each,
    texts: [...each.texts, ...(evidence.get(each.place) ?? []), ...(said.get(each.place) ?? [])],
  }));
  const wanted = await textsWith(
    words,
    searched.flatMap(({ texts }) => texts.map(({ text }) => text)),
  );
  // All of last time is much to read, and only statements say what they were then.
  const isCompared = searched.some(({ texts }) => texts.some(({ text, statementOf }) => statementOf !== undefined && wanted.has(text)));
  const before = isCompared ? await readBefore(api, assessment, { without: "notes" }) : undefined;
  for (const { name, href, place, texts } of searched) {
    const matches = texts.filter(({ text }) => wanted.has(text));
    const hits: Hit[] = [];
    for (const { kind, level, text, anchor, statementOf } of matches.slice(0, Math.max(0, SHOWN_MAX - total))) {
      if (text.length > EXCERPT) await nextTurn();
      const said = statementOf === undefined ? undefined : before?.since(place, statementOf);
      hits.push({ kind, level, pieces: markFound(words, text, EXCERPT), since: said && wordsOf(kind, said), href: `${href}#${anchor}` });
    }
    if (hits.length > 0) groups.push({ name, href, hits });
    total += matches.length;
    if (matches.length > 0) places += 1;
  }
  return { total, places, groups };
}

/** Of five options, one was chosen: the others need no word. */
const wordsOf = (kind: Hit["kind"], since: StatementSince) =>
  kind === "Option" && since.kind === "unanswered" ? undefined : withWordsThen(since.words, since);

/** The comments of voices, by place. @throws UpstreamFault */
async function voiceTexts(api: UserApi, assessment: Assessment, voices: VoiceAnswers | undefined): Promise<Map<string, SearchableText[]>> {
  const texts = new Map<string, SearchableText[]>();
  for await (const piece of readVoiceTexts(api, assessment, voices))
    for (const { place } of piece.places)
      texts.set(
        place,
        listComments(piece, place).map(({ by, role, comment, seen, level }) => ({
          kind: "Voice",
          level: level ?? undefined,
          text: [`${by}, ${role}: ${comment}`, seen].filter(Boolean).join(" · "),
          anchor: level === null ? VOICES_ID : `level-${level}`,
        })),
      );
  return texts;
}

/** The searchable texts of evidence, by place. @throws LoadFailure */
async function evidenceTexts(api: UserApi, assessment: Assessment) {
  const { entries } = (await hasExtension("evidence"))
    ? await loadFor("assessment", api.evidence.list({ id: assessment.id }))
    : { entries: [] };
  const texts = entries.flatMap(({ kind, what, where, who, remark, places }) => {
    const text = [`${KIND_WORDS[kind]}: ${what}`, where, who, remark].filter(Boolean).join(" · ");
    return places.map(({ place }): SearchableText & { place: string } => ({ place, kind: "Evidence", text, anchor: EVIDENCE_ID }));
  });
  return groupBy(texts, ({ place }) => place);
}
