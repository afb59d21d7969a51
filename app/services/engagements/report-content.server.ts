/** What the report of an engagement holds, made of the typed figures and the sections of single results (docs/rules/engagements.md#the-report). */
import { type Fact, Stated } from "#model/basis.ts";
import {
  BOARD_STEPS,
  engagementSummary,
  fieldworkInWords,
  holdingInWords,
  type SummarizedMember,
  sameBeginnings,
} from "#model/engagement-report.ts";
import type { PlanKind, PlanState } from "#model/engagements.ts";
import { groupBy } from "#model/group-by.ts";
import { LEVELS, PERSPECTIVES } from "#model/p3m3/catalogue.ts";
import { countInWords, cutTo, listed, lowerFirst, upperFirst } from "#model/words.ts";
import { hasResult, type OpenedMember, type ResultMember } from "~/services/engagements/members.server";
import { editionOf, headingOf, namesIn, profiled, profileSections } from "~/services/engagements/profile.server";
import { NONE, textCell } from "~/services/results/blocks/cells.server";
import { withWholeLevels } from "~/services/results/files/client-report/client-words.server";
import { contentOf, scaleOf } from "~/services/results/files/client-report/compose.server";
import { blocksOf, changeOf, sectionOf, withoutEmpty } from "~/services/results/files/client-report/content.server";
import { aheadOf, goalDecisions, lackingOf, missedOf, overdueIn } from "~/services/results/sections/decisions.server";
import { type ReportSteps, reportSteps, type StepsPlace, stepsTable, stepsTitle } from "~/services/results/sections/steps.server";
import type { Block, SectionChoice, WrittenTexts } from "~/views/client-report";
import { shortDate } from "~/views/dates";
import type { Cell, Column, Exhibit, Result, ResultTable } from "~/views/result";

/** A member of a report, with the texts of its own report. */
export interface ReportMember extends ResultMember {
  written: WrittenTexts;
}

/** Everything that a report is made from. */
export interface EngagementContent {
  id: string;
  name: string;
  organization: Result["organization"];
  members: readonly ReportMember[];
  /** Those without a result, by their labels. */
  waiting: readonly string[];
  /** Kinds and states alone: no report knows with whom a row is. */
  plan: readonly { kind: PlanKind; state: PlanState }[];
}

export const SECTIONS = {
  summary: "summary",
  profile: "profile",
  members: "members",
  chapters: "chapters",
  steps: "steps",
  agreed: "agreed",
  method: "method",
  signOff: "sign-off",
} as const;

/** The sections that a report can have. */
export const engagementChoices: readonly SectionChoice[] = [
  { id: SECTIONS.summary, title: "Executive summary", board: true },
  { id: SECTIONS.profile, title: "Profile", board: true },
  { id: SECTIONS.members, title: "Assessments: figures, and what holds them", board: true },
  { id: SECTIONS.chapters, title: "Chapters of the single reports (Word only)", board: false },
  { id: SECTIONS.steps, title: "Recommended steps and decisions", board: true },
  { id: SECTIONS.agreed, title: "Targets and actions", board: false },
  { id: SECTIONS.method, title: "Scope and method", board: true },
  { id: SECTIONS.signOff, title: "Sign-off (Word only)", board: false },
];

// --- the summary ------------------------------------------------------------------------------------------------------

/** A member as the summary speaks of it, from the figures of its result. */
function summarized({ label, result }: ResultMember): SummarizedMember {
  const { overall, levelName, held } = profiled(result);
  const [first] = result.figures;
  const { level, score } = overall;
  const isDraft = result.draftOf !== undefined;
  return {
    label,
    level: level && !level.missing ? { value: level.text, name: levelName } : undefined,
    score: score && !score.missing ? score.text : undefined,
    instead: first && level === undefined && first.unknown === undefined ? { label: first.label, value: first.value } : undefined,
    ...held,
    isDraft,
    change: level && !level.missing ? changeOf(result, Number(level.text)) : undefined,
    extent: result.assessment.extent,
    targets: isDraft ? [] : (result.aims ?? []).map(({ state }) => state),
  };
}

/** The suggested executive summary, and the facts that it states. */
export function suggestedSummary({ organization, members, waiting }: EngagementContent): { suggestion: string; facts: Fact[] } {
  const say = new Stated();
  const overdue = overdueOf(members).length;
  const texts = engagementSummary({ organization: organization.name, members: members.map(summarized), waiting, overdue }, say);
  return { suggestion: texts.join("\n\n"), facts: say.facts };
}

// --- the profile ------------------------------------------------------------------------------------------------------

/** The most members that a table of a page has as columns; of more, they are rows. */
const COLUMNS = 6;
/** The most members whose chart a board gets, beside the table. */
const DRAWN = 3;
/** The most rows of a board's table of practices. */
const BOARD_PRACTICES = 12;

/** Characters of a member's name in a narrow column. */
const NAME = 60;

interface Turned {
  id: string;
  title: string;
  /** The columns: what is in the heading, and the name behind it. */
  columns: readonly { heading: string; name: string }[];
  lists: readonly (readonly { name: string; cell: Cell }[])[];
  whole: { title: string; cells: readonly Cell[] };
  hint?: string;
}

/** A row for each member, with a column for each name. */
function turned(members: readonly ResultMember[], { columns, lists, whole, ...about }: Turned): ResultTable {
  return {
    kind: "table",
    ...about,
    columns: [
      { title: "Assessment", kind: "text", names: true },
      ...columns.map(({ heading }) => ({ title: heading, kind: "code" as const })),
      { title: whole.title, kind: "code" },
    ],
    rows: members.map((member, index) => [
      textCell(cutTo(headingOf(member), NAME)),
      ...columns.map(({ name }) => lists[index]?.find((each) => each.name === name)?.cell ?? NONE),
      whole.cells[index] ?? NONE,
    ]),
  };
}

/** The tables and charts of the profile as they can be read on a page. @param brief for a board */
export function profileExhibits(members: readonly ResultMember[], brief: boolean): Exhibit[] {
  const of = (model: Result["model"]) => members.filter(({ result }) => result.model === model);
  const itil = of("ITIL");
  const shown = itilExhibits(itil, brief);
  return [
    ...p3m3Exhibits(of("P3M3"), brief),
    ...(itil.some(({ result }) => result.draftOf !== undefined) ? shown : shown.map(withWholeLevels)),
  ];
}

const exhibitsOf = (members: readonly ResultMember[]) => profileSections(members).flatMap(({ exhibits }) => exhibits);

function p3m3Exhibits(members: readonly ResultMember[], brief: boolean): Exhibit[] {
  if (members.length === 0) return [];
  if (members.length <= COLUMNS) {
    const isDrawn = !brief || members.length <= DRAWN;
    return exhibitsOf(members).filter(({ kind }) => kind === "table" || isDrawn);
  }
  const all = members.map(({ result }) => profiled(result));
  // So many rows fit one page of a board, which has the levels of the whole below.
  const plain = ({ aside, ...cell }: Cell): Cell => (brief || aside === undefined ? cell : { ...cell, aside });
  const lists = all.map(({ scores }) => scores.map(({ name, cell }) => ({ name, cell: plain(cell) })));
  const columns = namesIn(lists).map((name) => ({ heading: PERSPECTIVES.find((each) => each.name === name)?.code ?? name, name }));
  const whole = { title: "Overall", cells: all.map(({ overall }) => overall.score ?? NONE) };
  const hint = `${columns.map(({ heading, name }) => `${heading}: ${name}`).join("; ")}.`;
  return [turned(members, { id: "p3m3-profile", title: "P3M3 perspectives", columns, lists, whole, hint })];
}

function itilExhibits(members: readonly ResultMember[], brief: boolean): Exhibit[] {
  if (members.length === 0) return [];
  const all = members.map(({ result }) => profiled(result));
  const components = all.map((each) => each.components);
  const hasComponents = components.some(({ length }) => length > 0);
  const whole = { title: "Maturity", cells: all.map(({ overall }) => overall.level ?? NONE) };
  const columns = namesIn(components).map((name) => ({ heading: name, name }));
  const byMember = () => turned(members, { id: "itil-components", title: "ITIL maturity components", columns, lists: components, whole });
  if (members.length <= COLUMNS) {
    const exhibits = exhibitsOf(members);
    if (!brief) return exhibits;
    const isLong = (exhibit: Exhibit) => exhibit.id === "itil-profile" && exhibit.kind === "table" && exhibit.rows.length > BOARD_PRACTICES;
    const tables = exhibits.filter(({ kind }) => kind === "table");
    // The practices are in the full report, where there are components that say as much.
    return tables.length > 1 ? tables.filter((exhibit) => !isLong(exhibit)) : tables;
  }
  if (brief) return hasComponents ? [byMember()] : [];
  const groups = Array.from({ length: Math.ceil(members.length / COLUMNS) }, (_, index) =>
    members.slice(index * COLUMNS, (index + 1) * COLUMNS),
  );
  const tables = groups.flatMap((group, index) =>
    exhibitsOf(group)
      .filter(({ id }) => id === "itil-profile")
      .map((exhibit) => ({ ...exhibit, id: `itil-profile-${index + 1}`, title: `${exhibit.title} (${index + 1} of ${groups.length})` })),
  );
  return [...tables, ...(hasComponents ? [byMember()] : [])];
}

// --- the assessments --------------------------------------------------------------------------------------------------

/** The level of a result, or what stands for it, as a cell. */
function levelCell({ result }: ResultMember): Cell {
  const { overall } = profiled(result);
  if (result.draftOf !== undefined) return textCell("Draft");
  if (overall.level) return overall.level;
  const [first] = result.figures;
  return first && first.unknown === undefined ? textCell(first.value) : NONE;
}

/** A row for each member: its level, its score, and what holds it. */
export function membersTable(members: readonly ResultMember[]): ResultTable {
  return withoutEmpty({
    kind: "table",
    ...{ id: "members", title: "Assessments" },
    keepsRows: true,
    columns: [
      { title: "Assessment", kind: "text", names: true },
      { title: "Level", kind: "code" },
      { title: "Score", kind: "number" },
      { title: "What holds it", kind: "text", wide: true },
    ],
    rows: members.map((member) => {
      const { overall, held } = profiled(member.result);
      return [
        textCell(headingOf(member)),
        levelCell(member),
        overall.score ?? NONE,
        textCell(upperFirst(holdingInWords(held, members.length))),
      ];
    }),
  });
}

// --- steps, targets and actions ---------------------------------------------------------------------------------------

interface Part {
  label: string;
  table: ResultTable;
}

/**
 * The tables of several assessments as one, whose first column names the assessment. A column that only some have is empty for the others.
 * @param named what the column that names the rows is called
 */
function joined({ id, title, parts, named }: { id: string; title: string; parts: readonly Part[]; named?: string }): ResultTable {
  const titleOf = ({ names, title: own }: Column) => (names && named ? named : own);
  const columns: Column[] = [];
  for (const { table } of parts)
    for (const { names, ...column } of table.columns) {
      const known = titleOf({ ...column, ...(names ? { names } : {}) });
      if (!columns.some((each) => each.title === known)) columns.push({ ...column, title: known });
    }
  const cellIn = (table: ResultTable, row: readonly Cell[], column: Column) =>
    row[table.columns.findIndex((each) => titleOf(each) === column.title)] ?? textCell("");
  return {
    kind: "table",
    ...{ id, title },
    columns: [{ title: "Assessment", kind: "text", names: true }, ...columns],
    rows: parts.flatMap(({ label, table }) =>
      table.rows.map((row) => [textCell(label), ...columns.map((column) => cellIn(table, row, column))]),
    ),
  };
}

/** The steps of a member. */
export interface MemberSteps {
  member: ReportMember;
  steps: ReportSteps;
}

/** The steps of each member that has any. */
export const stepsOfAll = (members: readonly ReportMember[]): MemberSteps[] =>
  members.flatMap((member) => {
    const steps = reportSteps(member.result, member.written);
    return steps ? [{ member, steps }] : [];
  });

/** The most members whose steps have a table each: of more, all are in one table. */
const APART = { board: 3, full: COLUMNS } as const;

/** The level that steps lead to, for an order in which the lowest comes first and those without one last. */
const goalOf = (steps: ReportSteps | undefined): number => steps?.to ?? LEVELS.length + 1;

/** The steps of all members, those to the lowest level first. A board's are the first ones of each in turn. */
export function stepTables(all: readonly MemberSteps[], board: boolean, where: StepsPlace): ResultTable[] {
  const ascending = all.toSorted((one, other) => goalOf(one.steps) - goalOf(other.steps));
  const counts = board ? inTurn(ascending.map(({ steps }) => steps.steps.length)) : ascending.map(({ steps }) => steps.steps.length);
  const shown = ascending.flatMap(({ member, steps }, index) => {
    const count = counts[index] ?? 0;
    return count === 0 ? [] : [{ label: member.label, steps: firstOf(steps, count) }];
  });
  const isApart = all.length <= (board ? APART.board : APART.full);
  // One table over all has a column more, so that a board's has the words of a slide: elsewhere its cells would be long and narrow.
  const wording = board && !isApart ? "slide" : where;
  const parts = shown.map(({ label, steps }) => ({ label, table: stepsTable(steps, board, wording), title: stepsTitle(steps, board) }));
  if (isApart)
    return parts.map(({ label, table, title }, index) => ({ ...table, id: `steps-${index + 1}`, title: `${label}: ${lowerFirst(title)}` }));
  const whole = all.reduce((sum, { steps }) => sum + steps.steps.length, 0);
  const some = counts.reduce((sum, count) => sum + count, 0);
  const table = joined({ id: "steps", title: "Recommended steps", parts });
  if (!board) return [table];
  return [
    {
      ...table,
      keepsRows: true,
      ...(whole > some
        ? {
            hint: `${some} of ${whole} steps: the first ones of each assessment, those to the lowest level first. The full report has all of them.`,
          }
        : {}),
    },
  ];
}

/** How many of each a board gets. */
function inTurn(lengths: readonly number[]): number[] {
  const counts = lengths.map(() => 0);
  let left = BOARD_STEPS;
  for (let turn = 0; turn < Math.max(0, ...lengths); turn += 1)
    for (const [index, length] of lengths.entries())
      if (turn < length && left > 0) {
        counts[index] = turn + 1;
        left -= 1;
      }
  return counts;
}

/** Steps that are cut are no longer all that it takes. */
function firstOf(steps: ReportSteps, count: number): ReportSteps {
  const cut = steps.steps.length - count;
  return cut === 0 ? steps : { ...steps, steps: steps.steps.slice(0, count), further: steps.further + cut, isWhole: false };
}

/** More of a kind than these are not listed one by one. */
const FEW = 4;
/** More overdue actions or steps than these are not listed in a decision. */
const LISTED = 16;

/** What is overdue, once: each assessment of an organization knows the actions of the others. Drafts ask for nothing. */
const overdueOf = (members: readonly ReportMember[]) => [
  ...new Map(
    members
      .flatMap(({ result: { draftOf, overdue = [] } }) => (draftOf === undefined ? overdue : []))
      .map((each) => [JSON.stringify([each.title, each.owner, each.due]), each]),
  ).values(),
];

/** The first hints with which steps of several assessments begin, and of which assessments. */
function sharedHints(all: readonly MemberSteps[]): { about: string; labels: string[] }[] {
  const begun = all.flatMap(({ member: { label }, steps: { steps } }) =>
    steps.flatMap(({ about = "", begin: [hint] = [] }) => (hint === undefined ? [] : [{ about, hint, label }])),
  );
  return [...groupBy(begun, ({ about, hint }) => `${about}\n${hint}`).values()].flatMap((some) => {
    const [first] = some;
    const labels = [...new Set(some.map(({ label }) => label))];
    return first && labels.length > 1 ? [{ about: first.about, labels }] : [];
  });
}

/** The decisions that the client has to take, over all assessments. Drafts ask for none. */
export function engagementDecisions(given: readonly MemberSteps[], members: readonly ReportMember[]): Block[] {
  const decided = members.filter(({ result }) => result.draftOf === undefined);
  const all = given.filter(({ member }) => decided.includes(member));
  const overdue = overdueOf(members);
  const questions = [
    ...(decided.length > FEW ? goalsTogether(all, decided) : goalsOfEach(all, decided)),
    ...(overdue.length > LISTED
      ? [`Set a new date for each overdue action, or drop it: ${countInWords(overdue.length)} actions.`]
      : overdueIn(overdue)),
    ...(all.length > 0
      ? [
          ["Approve the recommended steps, or say which of them are left out.", sameBeginnings(sharedHints(all), all.length)]
            .join(" ")
            .trim(),
        ]
      : []),
    ...lackingInAll(all),
    "Agree on when to assess again.",
  ];
  return questions.map((text, index): Block => ({ kind: "text", text: `${index + 1}. ${text}` }));
}

/** Goal and targets of each assessment, that of the lowest level first. */
function goalsOfEach(all: readonly MemberSteps[], members: readonly ReportMember[]): string[] {
  const stepsOf = (member: ReportMember) => all.find((each) => each.member === member)?.steps;
  return members
    .toSorted((one, other) => goalOf(stepsOf(one)) - goalOf(stepsOf(other)))
    .flatMap((member) => {
      const text = goalDecisions(stepsOf(member), member.result);
      return text === "" ? [] : [`${member.label}: ${text}`];
    });
}

/** The same of many assessments: the levels, and how many targets there are. */
function goalsTogether(all: readonly MemberSteps[], members: readonly ReportMember[]): string[] {
  const goals = new Map<number, string[]>();
  for (const { member, steps } of all) if (steps.to !== undefined) goals.set(steps.to, [...(goals.get(steps.to) ?? []), member.label]);
  const who = (to: number, labels: readonly string[]) => (labels.length > FEW ? `those now at level ${to - 1}` : listed(labels));
  const inWords = [...goals].toSorted(([a], [b]) => a - b).map(([to, labels]) => `level ${to} for ${who(to, labels)}`);
  const aims = members.flatMap(({ result }) => result.aims ?? []);
  const missed = missedOf(aims);
  const where = "The full report lists them.";
  return [
    ...(inWords.length > 0 ? [`Agree on the next goals, and on the dates by which they are to be reached: ${inWords.join("; ")}.`] : []),
    ...(missed.length > 0 ? [`Set new targets and dates where one was missed: ${countInWords(missed.length)} in all. ${where}`] : []),
    ...(aheadOf(aims).length > 0 ? [`Confirm the targets that are not yet due. ${where}`] : []),
  ];
}

/** What no action about all of it gives an owner, a budget and a date. */
function lackingInAll(all: readonly MemberSteps[]): string[] {
  const lacking = all.flatMap(({ member, steps }) => {
    const open = steps.steps.filter((step) => step.state !== "accepted" && [step.owner, step.effort, step.due].includes(""));
    return open.length === 0 ? [] : [{ label: member.label, about: open.map(lackingOf) }];
  });
  if (lacking.length === 0) return [];
  const isFew = lacking.reduce((sum, { about }) => sum + about.length, 0) <= LISTED;
  if (!isFew) return ["Name an owner, a budget and a date for each step that lacks one."];
  return [
    `Name an owner, a budget and a date for what lacks one. ${lacking.map(({ label, about }) => `${label}: ${listed(about)}`).join("; ")}.`,
  ];
}

/** A score so far stands in the column of scores: the row says that it is one of a draft. */
function withOneScore({ label, table }: Part): Part {
  const isSoFar = ({ title }: Column) => title.endsWith(SO_FAR);
  if (!table.columns.some(isSoFar)) return { label, table };
  const columns = table.columns.map((column) => (isSoFar(column) ? { ...column, title: column.title.slice(0, -SO_FAR.length) } : column));
  return { label: `${label} (draft)`, table: { ...table, columns } };
}
const SO_FAR = " so far";

/** The column of a table of actions that says after which assessment one was agreed, and what it says of the own one. */
const AGREED_AFTER = { title: "Agreed after", own: "This assessment" };

/** The targets of all members, and what was agreed, each action once. */
export function agreedBlocks(members: readonly ReportMember[]): Block[] {
  const tablesOf = (id: string) =>
    members.flatMap(({ label, result }): Part[] => {
      const table = sectionOf(result, id)?.exhibits.find((exhibit) => exhibit.kind === "table");
      return table === undefined ? [] : [{ label, table }];
    });
  const targets = tablesOf("targets").map(withOneScore);
  return blocksOf([
    targets.length > 0 ? joined({ id: "targets", title: "Targets", parts: targets, named: "Perspective or practice" }) : undefined,
    actionsTable(tablesOf("agreed")),
  ]);
}

function actionsTable(parts: readonly Part[]): ResultTable | undefined {
  const [first] = parts;
  if (!first) return undefined;
  const { columns } = first.table;
  const after = columns.findIndex(({ title }) => title === AGREED_AFTER.title);
  const rest = (row: readonly Cell[]) => row.filter((_, index) => index !== after);
  const rows = parts.flatMap(({ label, table }) =>
    table.rows.map((row) => {
      const isOwn = row[after]?.text === AGREED_AFTER.own;
      return {
        isOwn,
        cells: [textCell(isOwn || !row[after]?.text ? label : `Agreed after ${row[after].text}`), ...rest(row)],
        key: JSON.stringify([
          row[0]?.text,
          ...rest(row)
            .slice(2)
            .map(({ text }) => text),
        ]),
      };
    }),
  );
  // Each assessment of an organization lists the actions of the others too: the row of its own assessment counts.
  const own = new Set(rows.filter(({ isOwn }) => isOwn).map(({ key }) => key));
  const known = new Set<string>();
  const once = rows.filter(({ isOwn, key }) => {
    if (known.has(key) || (!isOwn && own.has(key))) return false;
    known.add(key);
    return true;
  });
  return {
    kind: "table",
    ...{ id: "actions", title: first.table.title },
    columns: [
      { title: "Assessment", kind: "text", names: true },
      ...columns.flatMap(({ names: _, ...column }, index) => (index === after ? [] : [column])),
    ],
    rows: once.map(({ cells }) => cells),
  };
}

// --- scope and method -------------------------------------------------------------------------------------------------

/** How many entries of evidence a result has. */
const referencesOf = ({ sheets }: Result): number => sheets.find(({ name }) => name === "Evidence")?.rows.length ?? 0;

/** What was assessed, how scores are found, and what the answers rest on. @param brief for a board */
export function methodBlocks({ members, plan }: EngagementContent, brief: boolean): Block[] {
  const models = [...new Set(members.map(({ result }) => result.model))].flatMap((model) => {
    const some = members.filter(({ result }) => result.model === model);
    // The method of a whole assessment has no words about what was left out.
    const whole = some.filter(({ result }) => result.assessment.extent === undefined);
    return whole.find(({ result }) => result.draftOf === undefined) ?? whole[0] ?? some[0] ?? [];
  });
  const facts = members.map(({ label, member, result: { model, assessment, draftOf } }) => {
    const when =
      draftOf === undefined ? assessment.completed && `completed ${shortDate(assessment.completed)}` : `draft of ${shortDate(draftOf)}`;
    return [label, [`${model} ${assessment.scope}`, assessment.extent, editionOf(member), when].filter(Boolean).join("; ")] as const;
  });
  const texts = models.flatMap(({ result }) => {
    const { method, methodInBrief } = contentOf(result);
    return (brief ? methodInBrief : [...method, ...scaleOf(result)]).map((text) => (models.length > 1 ? `${result.model}: ${text}` : text));
  });
  const views = brief
    ? []
    : members.flatMap(({ label, result: { methodOfOpinions } }) =>
        methodOfOpinions === undefined ? [] : [`${label}: ${methodOfOpinions}`],
      );
  const references = members.flatMap(({ label, result }) => (referencesOf(result) === 0 ? [] : { label, count: referencesOf(result) }));
  return [
    ...(brief ? [] : [{ kind: "facts" as const, facts }]),
    ...[...texts, ...fieldworkInWords(plan, references), ...views].map((text): Block => ({ kind: "text", text })),
  ];
}

/**
 * The day on which the work of the engagement began. A member has moved only since an assessment that was completed before that day.
 * @param start of the engagement
 */
function beganOn(members: readonly ResultMember[], start: string | null): string | undefined {
  return [...members.flatMap(({ result }) => result.assessment.started ?? []), ...(start === null ? [] : [start])].toSorted()[0];
}

/**
 * A member's result as a part of an engagement: of its unit there, and compared only with an earlier assessment of the same. One of another scope,
 * or completed meanwhile, may well be another unit. Where several members have one scope, nobody knows of which unit an earlier one was.
 */
function inEngagement({ result, ...member }: ResultMember, members: readonly ResultMember[], began: string | undefined): ResultMember {
  const { moved, organization, ...rest } = result;
  const { unit } = member.member;
  const isSame = (other: Result) => other.model === result.model && other.assessment.scope === result.assessment.scope;
  const isEarlier =
    moved?.day !== undefined &&
    !moved.facts.isApart &&
    (began === undefined || moved.day.slice(0, 10) < began.slice(0, 10)) &&
    members.filter((each) => isSame(each.result)).length === 1;
  return {
    ...member,
    result: {
      ...rest,
      organization: unit ? { ...organization, unit } : organization,
      ...(moved && isEarlier ? { moved: { ...moved, trend: undefined } } : {}),
    },
  };
}

/** The members with results, each with its texts, and the labels of the others. @param written by member */
export function contentFrom(
  about: Pick<EngagementContent, "id" | "name" | "plan"> & { organization: string; start?: string | null },
  opened: readonly OpenedMember[],
  written: ReadonlyMap<OpenedMember, WrittenTexts>,
): EngagementContent {
  const some = opened.filter(hasResult);
  const began = beganOn(some, about.start ?? null);
  const members = some.map((member) => ({ ...inEngagement(member, some, began), written: written.get(member) ?? {} }));
  const [first] = members;
  const { unit: _unit, further: _further, ...organization } = first?.result.organization ?? { location: "", industry: "", size: "" };
  return {
    ...{ id: about.id, name: about.name, plan: about.plan, members },
    organization: { ...organization, name: about.organization },
    waiting: opened.filter((member) => !hasResult(member)).map(({ label }) => label),
  };
}
