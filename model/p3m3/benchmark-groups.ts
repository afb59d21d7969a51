/**
 * Groups of organizations that a benchmark is made of (docs/decisions/0020-benchmark-groups.md).
 *
 * A score enters exactly one group, of at least five teams, and a group never changes. Every figure that is ever shown is made of
 * whole groups, so that no filter, month or combination of answers tells more than the figures of groups. How groups are made
 * does not depend on any score.
 */

/** With fewer teams a benchmark would tell about single ones. */
export const TEAMS_NEEDED = 5;
/** Whoever is in a group of six still sees five others. */
const TEAMS_IN_A_GROUP = TEAMS_NEEDED + 1;
/** No team weighs more in a group. */
const LARGEST_SHARE = 1 / 3;
/** A mean nearer to the ends of the scale would leave somebody with a third of the weight less than a point of room. */
const LOWEST_MEAN = LARGEST_SHARE;
const HIGHEST_MEAN = 5 - LARGEST_SHARE;
/** Scores that lie closer together, in points, are told by their mean alone. */
const ROOM = 1;

export interface Place {
  countryId: number;
  industryId: number;
  sizeId: number;
}
export type Part = keyof Place;
/** Parts by which a group is divided, in this order: the reverse of the order in which a cohort is widened. */
const PARTS: readonly Part[] = ["industryId", "countryId", "sizeId"];

/** The score of one perspective that an organization entered a group with, and its place at that time. */
export interface Entry extends Place {
  organizationId: number;
  teamId: number;
  assessmentId: number;
  /** From 0 to 5, not rounded. */
  score: number;
  /** False from the month on in which the organization left, or has entered another group. */
  counts: boolean;
}

export type Group = readonly Entry[];

/** An organization as it stands when a month begins. */
export interface Standing extends Place {
  organizationId: number;
  teamId: number;
  /** What may be used of it, the latest first. */
  assessmentIds: readonly number[];
}

export interface Snapshot {
  groups: Group[];
  /** In no group yet: fewer than six teams have something new. */
  waiting: Entry[];
}

export function teamsIn(entries: Iterable<{ teamId: number }>): number {
  const teams = new Set<number>();
  for (const { teamId } of entries) teams.add(teamId);
  return teams.size;
}

/**
 * The groups of one perspective and model scope for the next month: those of the last one, and one or more of the new scores once
 * six teams have some. An organization counts once, with its latest assessment; while that one waits, with an earlier one.
 * @param groups of all former months: what an assessment once entered, it never enters again
 * @param scoreOf the score of an assessment that is in no group yet; undefined where it left this perspective out
 */
export function nextSnapshot(
  groups: readonly Group[],
  standings: readonly Standing[],
  scoreOf: (assessmentId: number) => number | undefined,
): Snapshot {
  const grouped = new Set<number>();
  for (const group of groups) for (const { assessmentId } of group) grouped.add(assessmentId);
  const counting = new Set<number>();
  const fresh: Entry[] = [];
  const untilThen: number[] = [];
  for (const { organizationId, teamId, countryId, industryId, sizeId, assessmentIds } of standings) {
    const [latest] = assessmentIds;
    if (latest === undefined) continue;
    if (grouped.has(latest)) {
      counting.add(latest);
      continue;
    }
    const score = scoreOf(latest);
    if (score === undefined) continue;
    fresh.push({ organizationId, teamId, countryId, industryId, sizeId, assessmentId: latest, score, counts: true });
    const earlier = assessmentIds.find((assessmentId) => grouped.has(assessmentId));
    if (earlier !== undefined) untilThen.push(earlier);
  }
  const formed = teamsIn(fresh) < TEAMS_IN_A_GROUP ? [] : divided(fresh);
  if (formed.length === 0) for (const assessmentId of untilThen) counting.add(assessmentId);
  const kept = groups.map((group) => withCounts(group, ({ assessmentId }) => counting.has(assessmentId)));
  return { groups: [...kept, ...formed], waiting: formed.length === 0 ? fresh : [] };
}

/** The same group where nothing changes. */
function withCounts(group: Group, counts: (entry: Entry) => boolean): Group {
  return group.every((entry) => entry.counts === counts(entry)) ? group : group.map((entry) => ({ ...entry, counts: counts(entry) }));
}

/**
 * Five teams that wait become a group when somebody asks who is none of them. Before that they wait for a sixth: of five, each
 * would see four.
 * @returns the same snapshot where nothing changes
 */
export function withGroupFor(ownTeamId: number, snapshot: Snapshot): Snapshot {
  const { groups, waiting } = snapshot;
  if (teamsIn(waiting.filter(({ teamId }) => teamId !== ownTeamId)) < TEAMS_NEEDED) return snapshot;
  const entered = new Set(waiting.map(({ organizationId }) => organizationId));
  const left = groups.map((group) => withCounts(group, (entry) => entry.counts && !entered.has(entry.organizationId)));
  return { groups: [...left, ...divided(waiting)], waiting: [] };
}

/** One group, or several where each can be of one industry, country or size. */
function divided(entries: readonly Entry[], parts: readonly Part[] = PARTS): Entry[][] {
  const [part, ...narrower] = parts;
  if (part === undefined) return [[...entries]];
  const alike = [...groupedBy(entries, (entry) => entry[part]).values()].map((each) => ({ each, teams: teamsIn(each) }));
  alike.sort((a, b) => b.teams - a.teams);
  const apart = alike.filter(({ teams }) => teams >= TEAMS_IN_A_GROUP).map(({ each }) => each);
  let rest = alike.slice(apart.length).flatMap(({ each }) => each);
  // What is left over has to be enough as well: it takes the smallest of those that could stand alone.
  while (rest.length > 0 && teamsIn(rest) < TEAMS_IN_A_GROUP && apart.length > 0) rest = rest.concat(apart.pop() ?? []);
  if (apart.length === 0) return divided(entries, narrower);
  return [...apart, ...(rest.length > 0 ? [rest] : [])].flatMap((each) => divided(each, narrower));
}

/** What is shown of a group, to a team that may be in it. */
export interface GroupFigures {
  /** Held a third of a point away from both ends of the scale. */
  mean: number;
  /** What the group weighs in a cohort: the organizations that count still. */
  weight: number;
  /** Stands for the scores where quartiles are made; of narrow groups the mean and half a point to both sides. */
  spread: { value: number; weight: number }[];
  counted: Entry[];
}

/**
 * The figures of a group for a team, whose own organizations are left out.
 * @returns undefined when fewer than five other teams are in it, or none of them counts any more
 */
export function figuresOf(group: Group, ownTeamId: number): GroupFigures | undefined {
  const others = group.filter(({ teamId }) => teamId !== ownTeamId);
  if (teamsIn(others) < TEAMS_NEEDED) return undefined;
  const counted = others.filter(({ counts }) => counts);
  if (counted.length === 0) return undefined;
  const weights = weightsOf(others);
  const total = sum(others.map((entry) => weights.get(entry.teamId) ?? 0));
  const weight = sum(counted.map((entry) => weights.get(entry.teamId) ?? 0));
  const exact = sum(others.map((entry) => entry.score * (weights.get(entry.teamId) ?? 0))) / total;
  const mean = Math.min(HIGHEST_MEAN, Math.max(LOWEST_MEAN, exact));
  // Organizations of equal weight can change places unnoticed. That hides each of them if they are not all alike.
  const wide = [...groupedBy(others, ({ teamId }) => weights.get(teamId)).values()].every((alike) => rangeOf(alike) >= ROOM);
  const spread = wide
    ? others.map(({ score, teamId }) => ({ value: score, weight: ((weights.get(teamId) ?? 0) * weight) / total }))
    : [mean - ROOM / 2, mean + ROOM / 2].map((value) => ({ value: Math.min(5, Math.max(0, value)), weight: weight / 2 }));
  return { mean, weight, spread, counted };
}

/**
 * What each organization of a team weighs: 1, or less where its team would weigh more than a third. At most two teams of five
 * or more can.
 */
export function weightsOf(entries: readonly Entry[]): Map<number, number> {
  const sizes = [...groupedBy(entries, ({ teamId }) => teamId)].map(([teamId, own]) => ({ teamId, size: own.length }));
  sizes.sort((a, b) => b.size - a.size);
  for (let held = 0; ; held += 1) {
    const rest = sum(sizes.slice(held).map(({ size }) => size));
    const limit = rest / (1 / LARGEST_SHARE - held);
    if ((sizes[held]?.size ?? 0) <= limit + 1e-9)
      return new Map(sizes.map(({ teamId, size }, index) => [teamId, index < held ? limit / size : 1]));
  }
}

function groupedBy<K>(entries: readonly Entry[], keyOf: (entry: Entry) => K): Map<K, Entry[]> {
  const grouped = new Map<K, Entry[]>();
  for (const entry of entries) {
    const key = keyOf(entry);
    const known = grouped.get(key);
    if (known) known.push(entry);
    else grouped.set(key, [entry]);
  }
  return grouped;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

function rangeOf(entries: readonly Entry[]): number {
  const scores = entries.map(({ score }) => score);
  return scores.reduce((a, b) => Math.max(a, b)) - scores.reduce((a, b) => Math.min(a, b));
}
