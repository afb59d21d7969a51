/** How views differ: what voices say next to the verdict, as counts alone, in a result (docs/rules/voices.md#what-results-show). */
import { UNANSWERED } from "#model/answer-words.ts";
import type { Fact } from "#model/basis.ts";
import type { Assessment } from "#model/contract/assessments.ts";
import type { VoiceViews } from "#model/contract/voices.ts";
import { groupBy } from "#model/group-by.ts";
import { choicesDown, countsInWords, type Difference, differenceOf, isApart, type Opinion } from "#model/voices.ts";
import { counted, countedInWords, countInWords, listed, upperFirst } from "#model/words.ts";
import { type SharedColumn, sheetOf, type TableColumn, tableOf, textColumn, wholeColumn } from "~/services/results/blocks/columns.server";
import { section } from "~/services/results/blocks/section.server";
import { findOverview } from "~/services/upstream/assessments.server";
import { hasExtension } from "~/services/upstream/extensions.server";
import { modelOf } from "~/services/upstream/models.server";
import { mayChange } from "~/services/upstream/permissions.server";
import { plainTextOf, withRichTexts } from "~/services/upstream/rich-text.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import { readVoiceViews } from "~/services/upstream/voices.server";
import type { ResultSection, Sheet } from "~/views/result";

/** What voices say. Those of a corrected edition were asked about its first one, which keeps them. */
export interface Opinions extends VoiceViews {
  /** Whether they are those of the first edition: taken over, or left out as something that they are about has changed. */
  ofFirst?: "taken over" | "left out";
}

/** @returns undefined where the upstream has no voices @throws UpstreamFault */
export async function readOpinions(api: UserApi, assessment: Assessment): Promise<Opinions | undefined> {
  const own = await readVoiceViews(api, assessment);
  const first = own && own.places.length > 0 ? undefined : await readOfFirst(api, assessment);
  const opinions = first ?? own;
  return opinions && withRichTexts(opinions);
}

/** The views of the first edition, for one that corrects it (docs/rules/editions.md#what-it-holds); undefined where it shows none. */
async function readOfFirst(api: UserApi, assessment: Assessment): Promise<Opinions | undefined> {
  const { ofId, firstId } = assessment.edition ?? {};
  if (ofId === undefined || ofId === null || firstId === undefined || !(await hasExtension("voices"))) return undefined;
  const views = await api.voices.views({ id: firstId });
  if (views.withheld !== undefined || views.places.length === 0) return undefined;
  const [then, now] = await Promise.all(
    [firstId, assessment.id].map(async (id) => {
      const overview = await findOverview(api, { ...assessment, id });
      return overview && modelOf(assessment).answersIn(overview);
    }),
  );
  const isSame = views.places.every(({ place }) => then?.get(place) !== undefined && then.get(place) === now?.get(place));
  return { ...views, ofFirst: isSame ? "taken over" : "left out" };
}

const ID = "views";
const TITLE = "How views differ";
const ALL = "All";
const [TABLE, OF_COMPONENTS] = ["views-table", "views-of-components"];

/** Whether a table of a result is one of opinions. */
export const isOfOpinions = (exhibitId: string): boolean => exhibitId === TABLE || exhibitId === OF_COMPONENTS;

/** Statements of the table: a page stays readable, and the Excel file has the rest. */
const MOST = 100;

type Place = VoiceViews["places"][number];
type Statement = Place["statements"][number];

interface StatementAt {
  place: Place;
  statement: Statement;
}

/** A statement with what all say about it, or those of one role. */
interface Row extends StatementAt {
  who: string;
  voices: number;
  counts: Readonly<Record<string, number>>;
}

const rowsOf = ({ place, statement }: StatementAt): Row[] =>
  [{ role: ALL, voices: statement.voices, counts: statement.counts }, ...statement.byRole].map(({ role, ...said }) => {
    return { place, statement, who: role, ...said };
  });

/** What everybody says about a statement, compared with the verdict. */
function differenceIn({ choices, verdict, counts }: Statement) {
  const said = Object.entries(counts).map(([choice, voices]): Opinion => ({ role: ALL, choice, voices }));
  const order = choices.map(({ key }) => key);
  return differenceOf(order, said, verdict ?? undefined);
}

/** Results show views once everything is answered, so a level without a verdict was never asked. */
const verdictOf = ({ statement: { choices, level, verdict } }: StatementAt) =>
  choices.find(({ key }) => key === verdict)?.name ?? (level === null ? "–" : UNANSWERED.unasked);

/** The columns of a table: few, so that it fits a page and a slide, with a row for each statement and counts in words. */
function tableColumns(rows: readonly StatementAt[]): TableColumn<StatementAt>[] {
  const [first] = rows;
  const isComponent = first?.statement.level === null;
  const nameOf = ({ place: { within, name }, statement: { level } }: StatementAt) =>
    `${within === null ? "" : `${within} / `}${name}${level === null ? "" : `, level ${level}`}`;
  const saysEachRole = ({ statement: { choices, byRole } }: StatementAt) =>
    byRole.map(({ role, counts }) => `${role}: ${countsInWords(choices, counts)}`).join("; ");
  return [
    textColumn(isComponent ? "Component" : first?.place.within === null ? "Practice" : "Thread", 34, nameOf, { names: true }),
    ...(isComponent
      ? []
      : [textColumn("Statement", 60, ({ statement }: StatementAt) => plainTextOf(statement.statement), { wide: true as const })]),
    textColumn("Assessment", 18, verdictOf),
    wholeColumn("Voices", 10, ({ statement }) => statement.voices),
    textColumn("What they say", 30, ({ statement: { choices, counts } }) => countsInWords(choices, counts)),
    ...(rows.some(({ statement }) => statement.byRole.length > 0)
      ? [textColumn("By role", 50, saysEachRole, { wide: true as const })]
      : []),
  ];
}

/** Explains the lower of two answers: readers would take 'Rarely/Never' for never. Options of components explain themselves. */
function meaningOf([first]: readonly StatementAt[]): { hint?: string } {
  const { level = null, choices = [] } = first?.statement ?? {};
  const [low, high, ...more] = choices;
  return level !== null && low && high && more.length === 0 ? { hint: `${low.name}: anything less than ${high.name}.` } : {};
}

/** The columns of a sheet. Statements with the same answers have a column for each; those of components differ, so that theirs are in words. */
function sheetColumns(rows: readonly Row[]): SharedColumn<Row>[] {
  const [first] = rows;
  const isComponent = first?.statement.level === null;
  // Only threads are within something.
  const isThread = typeof first?.place.within === "string";
  return [
    ...(isThread ? [textColumn("Perspective", 28, ({ place }: Row) => place.within ?? "")] : []),
    textColumn(isThread ? "Thread" : isComponent ? "Component" : "Practice", 34, ({ place }) => place.name, { names: true }),
    ...(isComponent
      ? []
      : [
          wholeColumn("Level", 8, ({ statement }: Row) => statement.level),
          textColumn("Statement", 60, ({ statement }: Row) => plainTextOf(statement.statement), { wide: true }),
        ]),
    textColumn("Assessment", 18, verdictOf),
    textColumn("Who", 18, ({ who }) => who),
    wholeColumn("Voices", 10, ({ voices }) => voices),
    ...(isComponent
      ? [textColumn("What they say", 50, ({ statement, counts }: Row) => countsInWords(statement.choices, counts), { wide: true })]
      : choicesDown(first?.statement.choices ?? []).map(({ key, name }) => wholeColumn(name, 14, ({ counts }: Row) => counts[key] ?? 0))),
  ];
}

/** The statements that have our rating, of them those that are seen differently, and those on which most are on one side of the rating. */
function countDifferences(statements: readonly Statement[]) {
  const rated = statements.filter(({ verdict }) => verdict !== null);
  return {
    rated: rated.length,
    differing: rated.filter((each) => differenceIn(each).span > 0).length,
    apart: rated.filter((each) => isApart(differenceIn(each))).length,
  };
}

type Sheets = Opinions["sheets"];

/** What the message states. */
function factsOf(statements: readonly Statement[], sheets: Sheets): Fact[] {
  const { rated, differing, apart } = countDifferences(statements);
  const all = {
    ...(sheets ? { "people who gave their view": sheets.sent } : {}),
    "ratings that enough people judged": rated,
    "ratings on which people differ": differing,
    "statements on which most say something else": apart,
  };
  return Object.entries(all).map(([what, value]) => ({ what, value: String(value) }));
}

/** 'Five people gave their view; most of them disagree with two of the 20 ratings that they were asked about', or on how many they differ without that. */
function messageOf(statements: readonly Statement[], sheets: Sheets): string {
  const { rated, differing, apart } = countDifferences(statements);
  const who = sheets ? `${upperFirst(countedInWords(sheets.sent, "person", "people"))} gave their view; ` : "";
  const say = (text: string) => `${who}${who ? text : upperFirst(text)}`;
  const those = `${rated === 1 ? "one rating" : `${countInWords(rated)} ratings`} that they were asked about`;
  const of = (count: number) => (count === rated ? `${rated === 1 ? "the" : "all"} ${those}` : `${countInWords(count)} of the ${those}`);
  if (apart > 0) return say(`${who ? "most of them" : "most people"} disagree with ${of(apart)}`);
  if (rated === 0) return say("we rated nothing that enough of them answered");
  return say(
    differing === 0
      ? `nobody sees ${of(rated)} differently from others`
      : `${who ? "they" : "people"} differ on ${of(differing)}, but most agree with us`,
  );
}

/** More places than these are counted. */
const NAMED = 8;

/** Where most disagree and which way; the message alone where most agree. */
function inSummary(all: readonly StatementAt[], message: string): string {
  const parts = (["lower", "higher"] as const).flatMap((side) => {
    const those = all.filter(({ statement }) => differenceIn(statement).apart?.side === side);
    return those.length === 0 ? [] : [ratedInWords(those, side)];
  });
  return parts.length === 0 ? `${message}.` : `${message}: they rate ${parts.join(", and ")}. Their answers change no score.`;
}

/** 'Planning in Finance lower', 'Service desk lower (six ratings)', or '12 lower (five in Finance and seven in Risk)'. */
function ratedInWords(those: readonly StatementAt[], side: "lower" | "higher"): string {
  const names = new Set(those.map(({ place: { within, name } }) => (within === null ? name : `${name} in ${within}`)));
  if (names.size <= NAMED)
    return `${listed(names)} ${side}${those.length > names.size ? ` (${countedInWords(those.length, "rating")})` : ""}`;
  const groups = [...groupBy(those, ({ place }) => place.within ?? place.name)].toSorted(([, a], [, b]) => b.length - a.length);
  const where = groups.length <= NAMED ? ` (${listed(groups.map(([name, some]) => `${countInWords(some.length)} in ${name}`))})` : "";
  return `${countInWords(those.length)} ${side}${where}`;
}

/** 'Twelve people of the organization were asked for their view, and nine gave it: three as Executive and four as Manager.' */
function methodOf({ asked: number, sent, byRole }: NonNullable<VoiceViews["sheets"]>): string {
  const gave = sent === number ? "all" : countInWords(sent);
  const roles = byRole.map(({ role, voices }) => `${countInWords(voices)} as ${role}`);
  const ofRoles = roles.length > 0 ? `: ${listed(roles)}` : "";
  return `${upperFirst(countedInWords(number, "person", "people"))} of the organization were asked for their view, and ${gave} gave it${ofRoles}.`;
}

interface OpinionContext {
  opinions?: Opinions | undefined;
}

/** The statements that enough people answered, those of components apart; none where nothing may be shown. */
function partsOf(opinions: Opinions | undefined) {
  if (opinions === undefined || opinions.withheld !== undefined || opinions.ofFirst === "left out") return [];
  const all = opinions.places.flatMap((place) => place.statements.map((statement) => ({ place, statement })));
  return [
    { id: TABLE, title: TITLE, sheet: "Views", of: all.filter(({ statement }) => statement.level !== null) },
    {
      id: OF_COMPONENTS,
      title: "How views of components differ",
      sheet: "Views of components",
      of: all.filter(({ statement }) => statement.level === null),
    },
  ].filter(({ of }) => of.length > 0);
}

const OF_FIRST = "The views were given on edition 1. No answer that they are about has changed since.";
const LEFT_OUT =
  "The views were given on edition 1, and answers that they are about have changed since. So they are left out here; edition 1 has them.";

/** How views differ, with a table of the statements where they do. On the screen of a draft it says when it will be shown. */
export function opinionSections(
  context: OpinionContext & { assessment: Pick<Assessment, "may">; screen?: boolean | undefined },
): ResultSection[] {
  const parts = partsOf(context.opinions);
  if (context.opinions?.ofFirst === "left out") return [section(ID, TITLE, [LEFT_OUT], [], { forClients: { chapter: "own" } })];
  if (parts.length === 0) return context.screen ? withheldSections(context) : [];
  const tablesOf = (
    isListed: (statement: Statement, difference: Difference) => boolean,
    choose: (all: readonly StatementAt[]) => readonly StatementAt[],
  ) =>
    parts.flatMap(({ id, title, of }) => {
      const all = of.filter(({ statement }) => isListed(statement, differenceIn(statement)));
      const rows = choose(all);
      const left = all.length - rows.length;
      if (rows.length === 0) return [];
      const note = left > 0 ? { note: `${counted(left, "more statement is", "more statements are")} in the result's Excel file.` } : {};
      return [tableOf({ id, title, columns: tableColumns(rows), rows, stacks: true, ...meaningOf(rows), ...note })];
    });
  const tables = tablesOf(
    (_, each) => each.span > 0 || isApart(each),
    (all) => all.slice(0, MOST),
  );
  const all = parts.flatMap(({ of }) => of);
  const statements = all.map(({ statement }) => statement);
  // A report lists what its sentence counts.
  const areApart = countDifferences(statements).apart > 0;
  const instead = {
    exhibits: tablesOf(({ verdict }, each) => verdict !== null && (areApart ? isApart(each) : each.span > 0), widest),
  };
  const { sheets } = context.opinions ?? {};
  const message = messageOf(statements, sheets);
  const explanation = "These are counts of their answers; they change no score.";
  const explained = `People of the organization said how they see it. ${explanation}`;
  const from = context.opinions?.ofFirst ? [OF_FIRST] : [];
  return [
    section(ID, TITLE, [`${message}.`, explained, ...from], tables, {
      forClients: {
        chapter: "own",
        message,
        explanation,
        inSummary: inSummary(all, message),
        facts: factsOf(statements, sheets),
        instead,
      },
    }),
  ];
}

/** Statements that a client's report has of each table. */
const IN_REPORT = 10;

/** How many steps people are from the rating, on average. */
function gapOf({ choices, counts, verdict }: Statement): number {
  const order = choices.map(({ key }) => key);
  const at = order.indexOf(verdict ?? "");
  const said = Object.entries(counts).flatMap(([key, voices]) =>
    order.includes(key) ? [{ voices, steps: Math.abs(order.indexOf(key) - at) }] : [],
  );
  const sum = (of: (each: (typeof said)[number]) => number) => said.reduce((all, each) => all + of(each), 0);
  return (
    sum(({ steps, voices }) => steps * voices) /
    Math.max(
      1,
      sum(({ voices }) => voices),
    )
  );
}

/** The widest gaps first. Where there are too many, each place has its widest before any has a second. */
function widest(all: readonly StatementAt[]): StatementAt[] {
  const ordered = all.toSorted((a, b) => gapOf(b.statement) - gapOf(a.statement));
  const turnOf = (each: StatementAt) => ordered.filter(({ place }) => place === each.place).indexOf(each);
  const chosen = ordered.toSorted((a, b) => turnOf(a) - turnOf(b)).slice(0, IN_REPORT);
  return ordered.filter((each) => chosen.includes(each));
}

/** Says when they will be shown, to those who ask for them. */
function withheldSections({ opinions, assessment }: OpinionContext & { assessment: Pick<Assessment, "may"> }): ResultSection[] {
  if (opinions?.withheld !== "draft" || !mayChange(assessment)) return [];
  const why =
    "It will be here once the assessment is submitted. Until then answers can change, and the difference between two drafts could be one person's answer.";
  return [section(ID, TITLE, [why], [], { onScreenOnly: true })];
}

/** A sheet of all statements, and one of the components. */
export const opinionSheets = ({ opinions }: OpinionContext): Sheet[] =>
  partsOf(opinions).map(({ sheet, of }) => {
    const rows = of.flatMap(rowsOf);
    return sheetOf(sheet, sheetColumns(rows), rows);
  });

/** How many people were asked for their view, and gave it; undefined where no view is shown. */
export const methodOfOpinions = (opinions: Opinions | undefined): string | undefined =>
  opinions?.sheets && partsOf(opinions).length > 0 ? methodOf(opinions.sheets) : undefined;
