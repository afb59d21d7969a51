/**
 * The groups of organizations that a benchmark is made of (docs/decisions/0020-benchmark-groups.md).
 *
 * A score enters exactly one group, of at least five teams, and a group never changes. Every figure that is shown is made of whole
 * groups, so that no filter, month or combination of answers reveals more than the figures of groups. How groups are made does not
 * depend on any score.
 */

/** The least number of teams for a benchmark: fewer would reveal single ones (docs/rules/benchmark.md#fewer-than-five-teams). */
export const TEAMS_NEEDED = 5;
/** The least number of teams for a group, so that a team in it still sees five others. */
const TEAMS_IN_A_GROUP = TEAMS_NEEDED + 1;
/** The most that one team may weigh in a group. */
const LARGEST_SHARE = 1 / 3;
/** The lowest mean shown: nearer to an end of the scale, the score of a team with a third of the weight would be known to within a point. */
const LOWEST_MEAN = LARGEST_SHARE;
const HIGHEST_MEAN = 5 - LARGEST_SHARE;
/** The least range of scores, in points, for which quartiles are made from the scores themselves and not from their mean. */
const ROOM = 1;

/** Where an organization belongs. */
export interface OrganizationTraits {
  countryId: number;
  industryId: number;
  sizeId: number;
}
export type Trait = keyof OrganizationTraits;
/** The parts by which groups are divided, in this order: the reverse of the order in which a cohort is widened. */
const PARTS: readonly Trait[] = ["industryId", "countryId", "sizeId"];

/** The score of one perspective with which an organization entered a group, and its place at that time. */
export interface Entry extends OrganizationTraits {
  organizationId: number;
  teamId: number;
  assessmentId: number;
  /** From 0 to 5, not rounded. */
  score: number;
  /** False from the month in which the organization left, or entered another group. */
  counts: boolean;
}

/** Entries that are shown only together. */
export type Group = readonly Entry[];

/** An organization at the beginning of a month. */
export interface OrganizationStanding extends OrganizationTraits {
  organizationId: number;
  teamId: number;
  /** The assessments that may be used, the latest first. */
  assessmentIds: readonly number[];
}

/** The groups of one perspective and model scope. */
export interface Snapshot {
  groups: Group[];
  /** Entries that are in no group yet, because fewer than six teams have new scores. */
  waiting: Entry[];
}

/** How many teams there are among some entries. */
export function teamsIn(entries: Iterable<{ teamId: number }>): number {
  const teams = new Set<number>();
  for (const { teamId } of entries) teams.add(teamId);
  return teams.size;
}

/**
 * The groups of one perspective and model scope for the next month: the existing ones and, once six teams have new scores, one or more
 * groups of those. An organization counts once, with its latest assessment, or with an earlier one while the latest waits.
 * @param groups those of all former months, because an assessment never enters a second group
 * @param scoreOf the score of an assessment that is in no group yet; undefined when it does not cover this perspective
 */
export function nextSnapshot(
  groups: readonly Group[],
  standings: readonly OrganizationStanding[],
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

/** A group with new `counts`; the same object when nothing changes. */
function withCounts(group: Group, counts: (entry: Entry) => boolean): Group {
  return group.every((entry) => entry.counts === counts(entry)) ? group : group.map((entry) => ({ ...entry, counts: counts(entry) }));
}

/**
 * Makes a group of five waiting teams when a team asks that is not one of them. For one of the five it waits for a sixth, because it
 * would see only four others.
 * @returns the same snapshot when nothing changes
 */
export function withGroupFor(ownTeamId: number, snapshot: Snapshot): Snapshot {
  const { groups, waiting } = snapshot;
  if (teamsIn(waiting.filter(({ teamId }) => teamId !== ownTeamId)) < TEAMS_NEEDED) return snapshot;
  const entered = new Set(waiting.map(({ organizationId }) => organizationId));
  const left = groups.map((group) => withCounts(group, (entry) => entry.counts && !entered.has(entry.organizationId)));
  return { groups: [...left, ...divided(waiting)], waiting: [] };
}

/** One group of all entries, or several where each can be of one industry, country or size. */
function divided(entries: readonly Entry[], parts: readonly Trait[] = PARTS): Entry[][] {
  const [part, ...narrower] = parts;
  if (part === undefined) return [[...entries]];
  const alike = [...groupedBy(entries, (entry) => entry[part]).values()].map((each) => ({ each, teams: teamsIn(each) }));
  alike.sort((a, b) => b.teams - a.teams);
  const apart = alike.filter(({ teams }) => teams >= TEAMS_IN_A_GROUP).map(({ each }) => each);
  let rest = alike.slice(apart.length).flatMap(({ each }) => each);
  // The rest must be a group too. If it is too small, it takes in the smallest of the others.
  while (rest.length > 0 && teamsIn(rest) < TEAMS_IN_A_GROUP && apart.length > 0) rest = rest.concat(apart.pop() ?? []);
  if (apart.length === 0) return divided(entries, narrower);
  return [...apart, ...(rest.length > 0 ? [rest] : [])].flatMap((each) => divided(each, narrower));
}

/** What a team is shown of a group, which it may be in. */
export interface GroupFigures {
  /** Kept a third of a point away from both ends of the scale. */
  mean: number;
  /** The weight of the group in a cohort: that of the organizations that still count. */
  weight: number;
  /** What quartiles are made of: the scores, or for narrow groups the mean and half a point to either side. */
  spread: { value: number; weight: number }[];
  counted: Entry[];
}

/**
 * The figures of a group for a team. The team's own organizations are left out.
 * @returns undefined when fewer than five other teams are in it, or none of its organizations still counts
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
  // Organizations of equal weight can be swapped without changing a figure. That hides each of them, unless all are alike.
  const wide = [...groupedBy(others, ({ teamId }) => weights.get(teamId)).values()].every((alike) => rangeOf(alike) >= ROOM);
  const spread = wide
    ? others.map(({ score, teamId }) => ({ value: score, weight: ((weights.get(teamId) ?? 0) * weight) / total }))
    : [mean - ROOM / 2, mean + ROOM / 2].map((value) => ({ value: Math.min(5, Math.max(0, value)), weight: weight / 2 }));
  return { mean, weight, spread, counted };
}

/**
 * The weight of each organization, by team: 1, or less where the team would otherwise weigh more than a third. Of five or more teams at
 * most two can be that large.
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
