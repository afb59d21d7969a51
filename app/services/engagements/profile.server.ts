/** The profile of an engagement: the scores of its assessments beside each other (docs/rules/engagements.md#the-profile). */
import type { Id } from "#model/contract/common.ts";
import { overallNames } from "#model/score-names.ts";
import { listed } from "#model/words.ts";
import type { UserContext } from "~/services/context.server";
import { getEngagement } from "~/services/engagements/engagement.server";
import { hasResult, type OpenedMember, openMembers, type ResultMember } from "~/services/engagements/members.server";
import { NONE, textCell } from "~/services/results/blocks/cells.server";
import { section } from "~/services/results/blocks/section.server";
import { requireExtension } from "~/services/upstream/extensions.server";
import type { Matrix } from "~/views/charts/matrix";
import { shortDate } from "~/views/dates";
import { imagesIn, type ProfileMember, type ProfilePage, profilePaths } from "~/views/engagement-profile";
import { engagementPaths } from "~/views/engagements";
import { orNotProvided } from "~/views/missing";
import { paths, resultPaths } from "~/views/paths";
import type { Cell, Figure, Result, ResultSection, ResultTable } from "~/views/result";

/** The whole of a result: its maturity and its overall score, as its headline has them. */
export interface Overall {
  /** Absent for a draft, whose level is not known yet, and in a scope without one. */
  level?: Cell;
  /** Absent where the model has no such score. */
  score?: Cell;
}

/** What a result gives to the profile: its scores by name, and its whole. */
export interface Profiled {
  model: Result["model"];
  /** Of perspectives or practices, in the order of the model. */
  scores: { name: string; cell: Cell }[];
  /** Of the maturity components of ITIL. */
  components: { name: string; cell: Cell }[];
  overall: Overall;
  /** The name of its level, where the model has names for levels. */
  levelName: string;
  held: Held;
}

/** What holds the level of a result; nothing in a draft, where nobody knows it. */
export interface Held {
  /** Perspectives, or components with the practices that hold them. */
  holding: string[];
  noun: string;
  /** How many there are in all. */
  all: number;
  /** The section of the result that explains it. */
  section: string;
}

const cellOf = ({ shown, value }: { shown: string; value: number }): Cell => ({ text: shown, value });
const figureCell = ({ value, unknown }: Figure): Cell =>
  unknown !== undefined || !Number.isFinite(Number(value)) ? NONE : { text: value, value: Number(value) };

/** Takes the scores from the typed figures of a result; nothing is calculated here. */
export function profiled({ scored, figures, draftOf }: Result): Profiled {
  const isDraft = draftOf !== undefined;
  if (scored.model === "ITIL") {
    const [level] = scored.hasMaturity ? figures : [];
    const holding = scored.holding.map(({ name, practices }) => (practices.length > 0 ? `${name} (${listed(practices)})` : name));
    return {
      model: "ITIL",
      levelName: "",
      held: { holding: isDraft ? [] : holding, noun: "components", all: scored.components.length, section: "why" },
      scores: scored.practices.map(({ name, scored: own }) => ({ name, cell: own ? cellOf(own) : NONE })),
      components: scored.components.map((component) => ({ name: component.name, cell: cellOf(component) })),
      overall: level ? { level: figureCell(level) } : {},
    };
  }
  const scores = scored.perspectives.map((perspective) => ({
    name: perspective.name,
    cell: { ...cellOf(perspective), ...(perspective.level ? { aside: `level ${perspective.level.value}` } : {}) },
  }));
  const [level, score] = isDraft ? [undefined, figures.find(({ ofDraft }) => ofDraft === "score so far")] : figures;
  return {
    model: "P3M3",
    levelName: scored.levelName,
    held: { holding: isDraft ? [] : scored.holding, noun: "perspectives", all: scored.all, section: "maturity" },
    scores,
    components: [],
    overall: { ...(level ? { level: figureCell(level) } : {}), ...(score ? { score: figureCell(score) } : {}) },
  };
}

/** 'edition 2' of an assessment that was corrected. */
export const editionOf = ({ assessment }: ResultMember["member"]): string | undefined => {
  const number = assessment?.edition?.number ?? 1;
  return number > 1 ? `edition ${number}` : undefined;
};

/** The heading of a member's column: it says what is a draft, what covers only a part of the model, and what was corrected. */
export const headingOf = ({ label, member, result }: ResultMember): string => {
  const marks = [
    ...(result.draftOf === undefined ? [] : ["draft"]),
    ...(result.assessment.extent === undefined ? [] : ["partial scope"]),
    ...(editionOf(member) === undefined ? [] : [editionOf(member)]),
  ];
  return marks.length === 0 ? label : `${label} (${marks.join(", ")})`;
};

/** All names that occur, each once, in the order of those that have them. */
export function namesIn(lists: readonly (readonly { name: string }[])[]): string[] {
  const names: string[] = [];
  for (const list of lists) {
    let before = -1;
    for (const { name } of list) {
      const known = names.indexOf(name);
      if (known === -1) names.splice(before + 1, 0, name);
      before = known === -1 ? before + 1 : known;
    }
  }
  return names;
}

interface ProfileRows {
  id: string;
  title: string;
  /** The heading of the names. */
  unit: string;
  members: readonly ResultMember[];
  /** The rows of each member. */
  lists: readonly (readonly { name: string; cell: Cell }[])[];
  hint: string;
  total?: { name: string; cells: readonly Cell[] };
}

/** A table with a column for each member, and the chart of the same figures. */
function tableAndChart({ id, title, unit, members, lists, hint, total }: ProfileRows): { table: ResultTable; chart: Matrix } {
  const headings = members.map(headingOf);
  const rows = namesIn(lists).map((name) => ({ name, cells: lists.map((list) => list.find((each) => each.name === name)?.cell ?? NONE) }));
  return {
    table: {
      kind: "table",
      ...{ id, title },
      ...(rows.some(({ cells }) => cells.includes(NONE)) ? { hint } : {}),
      // Levels stand below their scores, as the columns are narrow.
      columns: [{ title: unit, kind: "text", names: true }, ...headings.map((heading) => ({ title: heading, kind: "code" as const }))],
      rows: rows.map(({ name, cells }) => [textCell(name), ...cells.map(banded)]),
      ...(total ? { total: [textCell(total.name), ...total.cells] } : {}),
    },
    chart: {
      kind: "matrix",
      id: `${id}-chart`,
      title: `${title}, as a chart`,
      figuresIn: title,
      columns: headings,
      rows: rows.map(({ name, cells }) => ({ name, points: cells.map((cell) => (cell.value === undefined ? null : cell)) })),
    },
  };
}

const banded = (cell: Cell): Cell => (cell.value === undefined ? cell : { ...cell, band: Math.floor(cell.value) });

const LEGEND = "–: not in scope, or nothing is answered.";

/** What draft and partial mean, for the members that are marked so. */
function remarksOn(members: readonly ResultMember[]): string[] {
  const drafts = members.filter(({ result }) => result.draftOf !== undefined).map(({ label }) => label);
  const partial = members.flatMap(({ label, result: { assessment } }) =>
    assessment.extent ? [`${label} covers ${assessment.extent}`] : [],
  );
  return [
    ...(drafts.length > 0 ? [`Not submitted yet, with scores so far: ${listed(drafts)}.`] : []),
    ...(partial.length > 0 ? [`Partial scope: ${partial.join("; ")}.`] : []),
  ];
}

/** The sections of the profile: those of P3M3 and of ITIL apart, as their scores mean different things. No section without a member. */
export function profileSections(members: readonly ResultMember[]): ResultSection[] {
  const of = (model: Result["model"]) => members.filter(({ result }) => result.model === model);
  return [...p3m3Sections(of("P3M3")), ...itilSections(of("ITIL"))];
}

function p3m3Sections(members: readonly ResultMember[]): ResultSection[] {
  if (members.length === 0) return [];
  const all = members.map(({ result }) => profiled(result));
  const { table, chart } = tableAndChart({
    ...{ id: "p3m3-profile", title: "P3M3 perspectives", unit: "Perspective", members },
    lists: all.map(({ scores }) => scores),
    hint: LEGEND,
    total: {
      name: `${overallNames(undefined).score}, and maturity`,
      cells: all.map(({ overall: { score, level } }) =>
        score ? { ...score, ...(level && !level.missing ? { aside: `maturity ${level.text}` } : {}) } : NONE,
      ),
    },
  });
  return [section("p3m3", "P3M3", remarksOn(members), [chart, table])];
}

function itilSections(members: readonly ResultMember[]): ResultSection[] {
  if (members.length === 0) return [];
  const all = members.map(({ result }) => profiled(result));
  const levels = all.map(({ overall }) => overall.level ?? NONE);
  const practices = tableAndChart({
    ...{ id: "itil-profile", title: "ITIL practices", unit: "Practice", members },
    lists: all.map(({ scores }) => scores),
    hint: `The score of a practice is its level. ${LEGEND}`,
  });
  const components = tableAndChart({
    ...{ id: "itil-components", title: "ITIL maturity components", unit: "Component", members },
    lists: all.map((each) => each.components),
    hint: LEGEND,
    total: { name: "Maturity", cells: levels },
  });
  const hasComponents = components.table.rows.length > 0;
  const exhibits = [practices.chart, practices.table, ...(hasComponents ? [components.chart, components.table] : [])];
  return [section("itil", "ITIL", remarksOn(members), exhibits)];
}

/** What the page says of a member. */
export function standingOf({ result }: OpenedMember): string {
  if (result === "no model") return "You do not work with its model";
  if (result === "no scope") return "No scope yet";
  if (result === "no draft") return "Not submitted yet";
  if (result.draftOf !== undefined) return "Draft";
  const { completed } = result.assessment;
  return completed ? `Submitted ${shortDate(completed)}` : "Submitted";
}

const memberView = (opened: OpenedMember): ProfileMember => {
  const { member, name, label, result } = opened;
  const isShown = typeof result !== "string";
  return {
    ...{ id: member.id, label, name, unit: member.unit },
    to: isShown ? resultPaths(result.draftOf !== undefined).result(result.assessment.id, result.model) : undefined,
    standing: standingOf(opened),
    extent: isShown ? result.assessment.extent : undefined,
  };
};

/** A profile with what its files need too. */
export interface LoadedProfile extends ProfilePage {
  opened: OpenedMember[];
}

/** @throws NotFound where there is no such engagement, or the upstream keeps none; LoadFailure */
export async function loadProfile(context: UserContext, engagementId: Id, query: URLSearchParams): Promise<LoadedProfile> {
  await requireExtension("engagements");
  const engagement = await getEngagement(context.api, engagementId);
  const { id, name, organization } = engagement;
  const opened = await openMembers(context, engagement);
  return {
    ...{ id, name, opened },
    organization: { name: orNotProvided(organization.name), to: paths.home({ organizationId: organization.id }) },
    members: opened.map(memberView),
    sections: profileSections(opened.filter(hasResult)),
    images: imagesIn(query),
    links: { engagement: engagementPaths.screen(id), workbook: profilePaths.workbook(id) },
  };
}
