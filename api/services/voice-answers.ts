/** What voices say, for those who assess, and as results may show it (docs/rules/voices.md#what-the-assessor-sees). */
import { setImmediate } from "node:timers/promises";
import type { VoiceLevels } from "#model/contract/voice-levels.ts";
import type { VoiceAnswers, VoiceAnswersQuery, VoiceViews } from "#model/contract/voices.ts";
import { groupBy } from "#model/group-by.ts";
import { slicesInTurn } from "#model/slices.ts";
import { asksLevel, type Opinion, rolesShown, type SentSheets, type SheetLevels, viewOf, viewsWithheld } from "#model/voices.ts";
import { getReadableAssessment, getShareableAssessment, isCompleted } from "./access.ts";
import {
  agreesIn,
  answeredIn,
  choicesIn,
  firstOf,
  levelsOf,
  placesOf,
  placesToAsk,
  type SheetPlace,
  type StoredPage,
  seesVerdicts,
  textsIn,
} from "./voice-content.ts";
import { settingsOf, stateOf, type VoiceRow } from "./voices.ts";
import { todayOf, type Work } from "./work.ts";

/** The voices that count: those that were not taken back. By number. */
const countingVoices = (work: Work, assessmentId: number): Promise<VoiceRow[]> =>
  work.db
    .selectFrom("voice")
    .selectAll()
    .where("assessment_id", "=", assessmentId)
    .where("taken_back_at", "is", null)
    .orderBy("number")
    .execute();

/** Whether there is such a voice. */
export const hasVoices = async ({ db }: Work, assessmentId: number): Promise<boolean> =>
  (await db
    .selectFrom("voice")
    .select("id")
    .where("assessment_id", "=", assessmentId)
    .where("taken_back_at", "is", null)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** How many places are read at once. Two hundred full sheets have half a million characters about so many. */
const PLACES_AT_ONCE = 5;

/** The pages that voices have filled in, by place. Texts are most of it, so others have their turn in between. */
async function* filledIn(work: Work, assessmentId: number, places: readonly SheetPlace[], { without }: VoiceAnswersQuery = {}) {
  for await (const some of slicesInTurn(places, PLACES_AT_ONCE, setImmediate)) {
    const filled = await pagesOf(work, assessmentId, some, without);
    for (const place of some) yield { place, filled };
  }
}

async function pagesOf({ db }: Work, assessmentId: number, places: readonly SheetPlace[], without: VoiceAnswersQuery["without"]) {
  const rows = await db
    .selectFrom("voice_page")
    .select(["voice_id", "place", "question_id", "choices", "agrees", "verdicts"])
    .$if(without === undefined, (query) => query.select(["texts", "reason"]))
    .where("assessment_id", "=", assessmentId)
    .where(
      "place",
      "in",
      places.map(({ place }) => place),
    )
    .orderBy("voice_id")
    .execute();
  return groupBy(rows, (row) => row.place);
}

type PageRows = Awaited<ReturnType<typeof pagesOf>> extends ReadonlyMap<string, infer Rows> ? Rows : never;

/** The pages of those whose sheets count, and who are still asked about the place. */
function countingPages(filled: ReadonlyMap<string, PageRows>, { place, statements }: SheetPlace, voices: ReadonlyMap<number, VoicePlaces>) {
  return (filled.get(place) ?? []).flatMap((page) => {
    const voice = voices.get(page.voice_id);
    return voice?.places.has(place) && page.question_id === firstOf(statements) ? [{ page, voice }] : [];
  });
}

interface VoicePlaces {
  row: VoiceRow;
  places: ReadonlySet<string>;
  levels: SheetLevels | null;
}

const byId = (rows: readonly VoiceRow[]): Map<number, VoicePlaces> =>
  new Map(rows.map((row) => [row.id, { row, places: new Set(placesOf(row)), levels: levelsOf(row) }]));

/** Whether a voice is asked about a statement of the place at least. */
const isAskedAbout = ({ places, levels }: VoicePlaces, { place, statements }: SheetPlace): boolean =>
  places.has(place) && statements.some(({ level }) => asksLevel(levels, level));

/** How many of each role gave each answer to each statement of a place. What a sheet does not ask any more is kept, and does not count. */
function countSaid({ statements }: SheetPlace, pages: ReturnType<typeof countingPages>): Required<Opinion>[][] {
  const counted = statements.map(() => new Map<string, Required<Opinion>>());
  for (const { page, voice } of pages)
    for (const [index, choice] of choicesIn(page, statements).entries()) {
      if (choice === null || !asksLevel(voice.levels, statements[index]?.level ?? null)) continue;
      const { role } = voice.row;
      const key = `${choice} ${role}`;
      const same = counted[index]?.get(key) ?? { role, choice, voices: 0 };
      same.voices += 1;
      counted[index]?.set(key, same);
    }
  return counted.map((said) => [...said.values()]);
}

/** Tells what each voice says about each statement. @throws Problem 404, 403 */
export async function readAnswers(work: Work, assessmentId: number, query: VoiceAnswersQuery): Promise<VoiceAnswers> {
  const { place, without } = query;
  const assessment = await getShareableAssessment(work, assessmentId, { forWriting: false });
  const rows = await countingVoices(work, assessmentId);
  const today = todayOf(work);
  const voices = byId(rows);
  const askable = (await placesToAsk(work, assessment)).filter((each) => place === undefined || each.place === place);
  const places: VoiceAnswers["places"] = [];
  for await (const { place: each, filled } of filledIn(work, assessmentId, askable, query)) {
    const { statements } = each;
    const pages = countingPages(filled, each, voices);
    const said = countSaid(each, pages);
    const answers = statements.map((): VoiceAnswers["places"][number]["statements"][number]["answers"] => []);
    for (const { page, voice } of pages) {
      if (without !== undefined || (place === undefined && !page.texts)) continue;
      const choices = choicesIn(page, statements);
      for (const [index, texts] of textsIn(page, statements).entries()) {
        if (!asksLevel(voice.levels, statements[index]?.level ?? null)) continue;
        const choice = choices[index] ?? null;
        const hasText = texts.comment !== "" || texts.seen !== "";
        if (hasText || (place !== undefined && choice !== null)) answers[index]?.push({ voiceId: page.voice_id, choice, ...texts });
      }
    }
    places.push({
      ...{ place: each.place, name: each.name, within: each.within, descoped: each.descoped },
      asked: [...voices.values()].filter((voice) => isAskedAbout(voice, each)).length,
      answered: pages.filter(({ page, voice: { levels } }) => answeredIn(page, { statements, levels }) > 0).length,
      statements: statements.map((statement, index) => ({
        ...statement,
        choices: [...statement.choices],
        said: said[index] ?? [],
        answers: answers[index] ?? [],
      })),
      checks: pages.flatMap(({ page, voice }) => {
        const agrees = !seesVerdicts(voice.row) ? null : agreesIn(page, { statements, levels: voice.levels });
        return agrees === null ? [] : [{ voiceId: page.voice_id, agrees, reason: page.reason ?? "" }];
      }),
    });
  }
  return {
    voices: rows.map((row) => ({
      ...{ id: row.id, number: row.number, name: row.name, role: row.role },
      ...{ checksFacts: seesVerdicts(row), state: stateOf(row, assessment, today) },
    })),
    places,
  };
}

/** How many people of each role sent a sheet: they answered something that is in scope. */
function countSent(
  pages: readonly { page: Pick<StoredPage, "question_id" | "choices">; voice: VoicePlaces; place: SheetPlace }[],
): SentSheets[] {
  const senders = new Set(
    pages.filter(({ page, voice, place }) => answeredIn(page, { ...place, levels: voice.levels }) > 0).map(({ voice }) => voice),
  );
  return [...groupBy(senders, ({ row }) => row.role)].map(([role, { length: voices }]) => ({ role, voices }));
}

/** How many say what, as results may show it. @throws Problem 404, 403 */
export async function readViews(work: Work, assessmentId: number): Promise<VoiceViews> {
  const assessment = await getReadableAssessment(work, assessmentId);
  const { showInResults: isShown } = await settingsOf(work.db, assessment);
  const withheld = viewsWithheld({ isShown, isSubmitted: isCompleted(assessment) });
  if (withheld !== undefined) return { withheld, places: [] };
  const rows = await countingVoices(work, assessmentId);
  const voices = byId(rows);
  const askable = (await placesToAsk(work, assessment)).filter(({ descoped }) => !descoped);
  const answered: { place: SheetPlace; pages: ReturnType<typeof countingPages> }[] = [];
  for await (const { place, filled } of filledIn(work, assessmentId, askable, { without: "texts" }))
    answered.push({ place, pages: countingPages(filled, place, voices) });
  const sent = countSent(answered.flatMap(({ place, pages }) => pages.map((each) => ({ ...each, place }))));
  const shown = rolesShown(sent);
  return {
    sheets: { asked: rows.length, sent: sent.reduce((sum, role) => sum + role.voices, 0), byRole: [...shown.roles] },
    places: answered.flatMap(({ place, pages }) => {
      const said = countSaid(place, pages);
      const statements = place.statements.flatMap((statement, index) => {
        const view = viewOf(said[index] ?? [], shown);
        return view ? [{ ...statement, choices: [...statement.choices], ...view }] : [];
      });
      return statements.length > 0 ? [{ place: place.place, name: place.name, within: place.within, statements }] : [];
    }),
  };
}

/** Tells which levels there are to ask about, and which voices are asked about some of them alone. @throws Problem 404, 403 */
export async function readLevels(work: Work, assessmentId: number): Promise<VoiceLevels> {
  const assessment = await getShareableAssessment(work, assessmentId, { forWriting: false });
  const voices = [...byId(await countingVoices(work, assessmentId)).values()];
  const some = voices.filter(({ levels }) => levels !== null);
  return {
    selected: assessment.selected_level,
    places: (await placesToAsk(work, assessment)).flatMap(({ place, statements }) => {
      const here = some.filter(({ places }) => places.has(place));
      const leveled = statements.flatMap(({ questionId, level }) => {
        if (level === null) return [];
        const out = groupBy(
          here.filter(({ levels }) => !asksLevel(levels, level)),
          ({ row }) => row.role,
        );
        return [{ questionId, level, notAsked: [...out].map(([role, { length }]) => ({ role, voices: length })) }];
      });
      return leveled.length > 0 ? [{ place, statements: leveled }] : [];
    }),
    voices: some.flatMap(({ row, levels }) => (levels === null ? [] : [{ voice: row.id, levels }])),
  };
}
