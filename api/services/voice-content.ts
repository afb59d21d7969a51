/** What voices can be asked about, and how what they say is stored (docs/rules/voices.md#the-sheet). */

import { type Selectable, sql } from "kysely";
import type { Flag, VoiceTable } from "#api/store/database.ts";
import type { Db } from "#api/store/open.ts";
import { answerInWords } from "#model/answer-words.ts";
import { placeOf } from "#model/contract/history.ts";
import { asksLevel, CANNOT_TELL, type Choice, optionKey, type SheetLevels, sheetPlaces, VOICE_ANSWERS } from "#model/voices.ts";
import type { AssessmentRow } from "./access.ts";
import { getItilState } from "./itil/practices.ts";
import { assessedComponents } from "./itil/questions.ts";
import { threadsWithContent } from "./p3m3/questions.ts";
import { listThreads } from "./p3m3/threads.ts";
import { outwardName } from "./team-name.ts";
import type { Work } from "./work.ts";

/** A statement of a thread or practice, or a component with its options. */
export interface SheetStatement {
  questionId: number;
  /** Null for components. */
  level: number | null;
  statement: string;
  /** The lowest first. */
  choices: readonly Choice[];
  /** The key of the assessor's answer; null where there is none. */
  verdict: string | null;
}

/** A thread, practice or component that voices can be asked about. */
export interface SheetPlace {
  place: string;
  name: string;
  /** The perspective of a thread. */
  within: string | null;
  help?: string | undefined;
  descoped: boolean;
  statements: readonly SheetStatement[];
}

const choicesOf = (keys: readonly string[]): readonly Choice[] => keys.map((key) => ({ key, name: answerInWords(key) }));
const OF_THREAD = choicesOf(VOICE_ANSWERS.thread);
const OF_PRACTICE = choicesOf(VOICE_ANSWERS.capability);
const answered = (selection: string | undefined): string | null => (selection === undefined || selection === "N/A" ? null : selection);

type Reading = Pick<Work, "db" | "catalogue">;

/** The places that a voice was asked about. */
export const placesOf = ({ places }: Pick<VoiceTable, "places">): string[] => JSON.parse(places);

/** The levels that a voice is asked about; null for all. */
export const levelsOf = ({ level_from: from, level_to: to }: VoiceLevelColumns): SheetLevels | null =>
  from === null || to === null ? null : { from, to };
export type VoiceLevelColumns = Pick<Selectable<VoiceTable>, "level_from" | "level_to">;

/** A page of a sheet: a place, and which of its statements the sheet asks. Stored answers go by the statements of the place, all of them. */
export interface SheetPage extends SheetPlace {
  levels: SheetLevels | null;
  /** How many it asks. */
  total: number;
}

const asking = (place: SheetPlace, levels: SheetLevels | null): SheetPage => ({
  ...place,
  levels,
  total: place.statements.filter(({ level }) => asksLevel(levels, level)).length,
});

/** The pages of a sheet, in the order of the model. Descoped places leave it, and so do places without a statement that it asks. */
export const sheetPages = (offered: readonly SheetPlace[], voice: Pick<VoiceTable, "places"> & VoiceLevelColumns): SheetPage[] =>
  sheetPlaces(offered, placesOf(voice))
    .map((place) => asking(place, levelsOf(voice)))
    .filter(({ total }) => total > 0);

/** Whether a voice sees verdicts: all along, or since its second round (docs/rules/voices.md#second-round). */
export const seesVerdicts = ({
  checks_facts,
  second_asked_at,
}: Pick<Selectable<VoiceTable>, "checks_facts" | "second_asked_at">): boolean => checks_facts === 1 || second_asked_at !== null;

/** The pages of the second round: those with a verdict on which the voice has answered a statement. @param filled by `pageKey` */
export const secondPages = (
  pages: readonly SheetPage[],
  filled: ReadonlyMap<string, Pick<StoredPage, "question_id" | "choices">>,
): SheetPage[] => pages.filter((page) => hasVerdict(page) && answeredIn(filled.get(pageKey(page)), page) > 0);

const hasVerdict = ({ statements, levels }: SheetPage): boolean =>
  statements.some(({ verdict, level }) => verdict !== null && asksLevel(levels, level));

/** An assessment by its id, whoever asks. */
export const assessmentRow = (db: Db, id: number) =>
  db
    .selectFrom("assessment")
    .innerJoin("organization", "organization.id", "assessment.organization_id")
    .selectAll("assessment")
    .select(["organization.team_id", sql<Flag>`0`.as("is_own"), sql<null>`null`.as("apart")])
    .where("assessment.id", "=", id);

/** How many statements the sheet of a voice has, and what its team is called. */
export async function aboutSheet(
  work: Reading,
  voice: Pick<VoiceTable, "assessment_id" | "places"> & VoiceLevelColumns,
): Promise<{ statements: number; team: string | null }> {
  const assessment = await assessmentRow(work.db, voice.assessment_id).executeTakeFirstOrThrow();
  const pages = sheetPages(await placesToAsk(work, assessment), voice);
  return { statements: pages.reduce((sum, { total }) => sum + total, 0), team: await outwardName(work.db, assessment.team_id) };
}

/** Everything in scope that voices can be asked about, in the order of the model. Components that follow from practices are not. */
export const placesToAsk = (work: Reading, row: AssessmentRow): Promise<SheetPlace[]> =>
  row.model === "P3M3" ? threadsToAsk(work, row) : practicesToAsk(work, row);

async function threadsToAsk({ db, catalogue }: Reading, row: AssessmentRow): Promise<SheetPlace[]> {
  const content = await catalogue.getP3m3(db, row.pack_seq);
  const helps = new Map(content.threads.map(({ id, help }) => [id, help]));
  const stored = new Map((await listThreads(db, [row.id])).map((thread) => [placeOf({ kind: "thread", ...thread }), thread]));
  return threadsWithContent(row, content).map(({ perspective, thread, statements }) => {
    const place = placeOf({ kind: "thread", perspectiveId: perspective.id, threadId: thread.id });
    const answers = stored.get(place);
    return {
      ...{ place, name: thread.name, within: perspective.name, help: helps.get(thread.id), descoped: answers?.descoped ?? false },
      statements: statements.map(({ id, level, statement }) => ({
        ...{ questionId: id, level, statement, choices: OF_THREAD },
        verdict: answered(answers?.selections[level - 1]),
      })),
    };
  });
}

async function practicesToAsk(work: Reading, row: AssessmentRow): Promise<SheetPlace[]> {
  // Without a saved scope there is nothing to ask about.
  if (row.practices === null) return [];
  const { content, state } = await getItilState(work, row);
  const helps = new Map(content.practices.map(({ id, help }) => [id, help]));
  const practices = state.practices.map(({ id, name, criteria }) => ({
    ...{ place: placeOf({ kind: "capability", id }), name, within: null, help: helps.get(id), descoped: false },
    statements: criteria.map(({ criterion, selection }) => ({
      ...{ questionId: criterion.id, level: criterion.level, statement: criterion.statement, choices: OF_PRACTICE },
      verdict: answered(selection),
    })),
  }));
  const assessed = assessedComponents(row);
  const components = content.components
    .filter(({ id, computed }) => !computed && assessed.includes(id))
    .map(({ id, name, help, questionId, options }) => {
      const level = state.componentLevels.get(id);
      const choices = options.map((option) => ({ key: optionKey(option), name: option.name, statement: option.statement }));
      return {
        ...{ place: placeOf({ kind: "maturity", id }), name, within: null, help, descoped: false },
        statements: [{ questionId, level: null, statement: "", choices, verdict: level === undefined ? null : String(level) }],
      };
    });
  return [...practices, ...components];
}

/** What is stored of a page. */
export interface StoredPage {
  question_id: number;
  choices: string;
  texts: string | null;
}

/** A comment, and where it can be seen. */
export interface StatementTexts {
  comment: string;
  seen: string;
}

/** Which page of a voice it is: that of another scope has other statements. */
export const pageKey = ({ place, statements }: Pick<SheetPlace, "place" | "statements">): string => `${place} ${firstOf(statements)}`;
export const firstOf = (statements: readonly SheetStatement[]): number => statements[0]?.questionId ?? 0;

/** The `pageKey` of a stored page. */
export const storedKey = ({ place, question_id }: { place: string; question_id: number }): string => `${place} ${question_id}`;

/** The stored pages of a voice, by `pageKey`. */
export const byPage = <P extends { place: string; question_id: number }>(pages: readonly P[]): ReadonlyMap<string, P> =>
  new Map(pages.map((page) => [storedKey(page), page]));

/** The verdicts that a page shows, as they are stored with a check of them. */
export const verdictsOf = ({ statements, levels }: Pick<SheetPage, "statements" | "levels">): string =>
  choicesOut(
    statements.map(({ verdict, level }) => (asksLevel(levels, level) ? verdict : null)),
    statements,
  );

/** What a voice says about the verdicts as they are now; null for nothing. */
export const agreesIn = (
  stored: { agrees: number | null; verdicts: string | null } | undefined,
  page: Pick<SheetPage, "statements" | "levels">,
): boolean | null => (stored?.agrees == null || stored.verdicts !== verdictsOf(page) ? null : stored.agrees === 1);

const NONE = "-";
const UNSURE = "?";

/** The answers of a page, one for each statement; null for none. Those to the statements of another scope are left out. */
export function choicesIn(
  stored: Pick<StoredPage, "question_id" | "choices"> | undefined,
  statements: readonly SheetStatement[],
): (string | null)[] {
  const isOfThese = stored?.question_id === statements[0]?.questionId;
  return statements.map(({ choices }, index) => {
    const letter = (isOfThese && stored?.choices[index]) || NONE;
    return letter === UNSURE ? CANNOT_TELL : (choices[Number(letter)]?.key ?? null);
  });
}

/** The same as it is stored. */
export const choicesOut = (choices: readonly (string | null)[], statements: readonly SheetStatement[]): string =>
  statements
    .map((statement, index) => {
      const choice = choices[index] ?? null;
      if (choice === null) return NONE;
      return choice === CANNOT_TELL ? UNSURE : String(statement.choices.findIndex(({ key }) => key === choice));
    })
    .join("");

/** How many of the statements that a page asks are answered. */
export const answeredIn = (
  stored: Pick<StoredPage, "question_id" | "choices"> | undefined,
  { statements, levels }: Pick<SheetPage, "statements" | "levels">,
): number => {
  if (stored === undefined || stored.question_id !== statements[0]?.questionId) return 0;
  if (levels === null) return stored.choices.replaceAll(NONE, "").length;
  return statements.filter(({ level }, index) => asksLevel(levels, level) && (stored.choices[index] ?? NONE) !== NONE).length;
};

const NO_TEXTS: StatementTexts = { comment: "", seen: "" };

/** The texts of a page, one pair for each statement. */
export function textsIn(
  stored: (Pick<StoredPage, "question_id"> & Partial<Pick<StoredPage, "texts">>) | undefined,
  statements: readonly SheetStatement[],
): StatementTexts[] {
  const isOfThese = stored?.question_id === statements[0]?.questionId;
  const texts: Record<string, StatementTexts> = isOfThese && stored?.texts ? JSON.parse(stored.texts) : {};
  return statements.map((_, index) => texts[index] ?? NO_TEXTS);
}

/** The same as it is stored; null for none. */
export function textsOut(texts: readonly StatementTexts[]): string | null {
  const given = texts.flatMap((each, index) => (each.comment === "" && each.seen === "" ? [] : [[index, each] as const]));
  return given.length === 0 ? null : JSON.stringify(Object.fromEntries(given));
}
