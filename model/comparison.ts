/**
 * How an assessment compares with an earlier one of the same organization and model (docs/rules/comparison.md). Only what both have
 * assessed has a difference.
 */
import { asksTheSame, counterpartsIn, type StatementItem } from "./again.ts";
import type { SelectionMode } from "./contract/assessments.ts";
import type { Role } from "./contract/common.ts";
import type { FigureChange, ItilMoves, Outcome, P3m3Moves, Rewordings } from "./contract/comparison.ts";
import { scoredItems } from "./earlier-scores.ts";
import { COMPONENTS, CONTINUAL_IMPROVEMENT_ID, PRACTICES } from "./itil/catalogue.ts";
import type { AnsweredCriterion } from "./itil/gate.ts";
import { practiceLevel } from "./itil/progress.ts";
import { type CatalogueItem, PERSPECTIVES } from "./p3m3/catalogue.ts";
import { isThreadAnswered, THREAD_SCORES, type ThreadSelections } from "./p3m3/gate.ts";
import { overallScores, threadScore } from "./p3m3/progress.ts";
import { roundHalfAway } from "./rounding.ts";

/** A thread in scope, with its five statements and selections, level 1 first. */
export interface ComparedThread extends CatalogueItem {
  selections: ThreadSelections;
  descoped: boolean;
  statements: readonly Wording[];
}

/** What a statement or criterion says, and the former words that ask the same. */
type Wording = Pick<StatementItem, "statement" | "sameAs">;

/** One of two P3M3 assessments: its perspectives and threads in scope. */
export interface P3m3Side {
  scope: string;
  perspectives: readonly (CatalogueItem & { threads: readonly ComparedThread[] })[];
}

/** A practice in scope with its criteria. */
export interface ComparedPractice extends CatalogueItem {
  mode: SelectionMode;
  criteria: readonly (AnsweredCriterion & Wording)[];
}

/** One of two ITIL assessments: its practices and components in scope. */
export interface ItilSide {
  practices: readonly ComparedPractice[];
  /** With the level, null while it is not known, and what each level says. */
  components: readonly (CatalogueItem & { level: number | null; options: readonly { level: number; statement: string }[] })[];
  maturity: number | null;
}

/** An assessment that was made elsewhere: scores by the codes of perspectives, or of practices and components. Nobody knows its statements. */
export interface ScoresByHand {
  /** Of P3M3. */
  scope: string | null;
  maturity: number | null;
  scores: readonly { code: string; score: number }[];
}

type Side = "before" | "now";

/** Where something stands on one side: in scope with a figure, in scope without one, or not in scope. */
type Standing = { kind: "covered"; figure: number } | { kind: "open" } | { kind: "absent" };
const ABSENT: Standing = { kind: "absent" };

const standingOf = (inScope: boolean, figure: number | null): Standing =>
  !inScope ? ABSENT : figure === null ? { kind: "open" } : { kind: "covered", figure };

const figureOf = (standing: Standing) => (standing.kind === "covered" ? standing.figure : null);
const shown = (figure: number) => roundHalfAway(figure, 2);

/**
 * Compares two figures.
 * @param isComparable whether there may be a difference
 * @param fromStatements the part of the difference that comes from changed statements
 * @returns undefined where there is nothing on either side
 */
function changeBetween(before: Standing, now: Standing, isComparable = true, fromStatements = 0): FigureChange | undefined {
  const figures = { before: figureOf(before), now: figureOf(now) };
  const aside = (outcome: Outcome | null) => ({ ...figures, difference: null, outcome });
  if (now.kind === "open") return aside("not answered yet");
  if (now.kind === "absent") return before.kind === "covered" ? aside("no longer covered") : undefined;
  if (before.kind !== "covered") return aside("newly covered");
  if (!isComparable) return aside(null);
  const difference = roundHalfAway(shown(now.figure) - shown(before.figure), 2);
  const rest = roundHalfAway(now.figure - before.figure - fromStatements, 9);
  return { ...figures, difference, outcome: outcomeOf(difference, rest) };
}

/** @param rest the part of the difference that does not come from changed statements: it has to go the same way */
function outcomeOf(difference: number, rest: number): Outcome {
  if (difference === 0) return "unchanged";
  if (Math.sign(rest) !== Math.sign(difference)) return "statements changed";
  return difference > 0 ? "risen" : "fallen";
}

const NOTHING: FigureChange = { before: null, now: null, difference: null, outcome: null };
const mean = (values: readonly number[]) => (values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length);

/** Both lists joined by id, in the order of the catalogue. */
function joined<Item extends CatalogueItem>(before: readonly Item[], now: readonly Item[]) {
  const items = new Map([...before, ...now].map((item) => [item.id, item]));
  const find = (side: readonly Item[], id: number) => side.find((item) => item.id === id);
  return [...items.values()]
    .toSorted((a, b) => a.id - b.id)
    .map(({ id, code, name }) => ({ item: { id, code, name }, before: find(before, id), now: find(now, id) }));
}

const standingOfThread = (thread: ComparedThread | undefined): Standing =>
  thread && !thread.descoped ? standingOf(true, isThreadAnswered(thread.selections) ? threadScore(thread.selections) : null) : ABSENT;

/** The statements of a thread whose answers changed, then and now. */
function answeredOtherwise(before: ComparedThread, now: ComparedThread) {
  return now.selections.flatMap((selection, index) => {
    const isOther = THREAD_SCORES[selection] !== THREAD_SCORES[before.selections[index] ?? "N/A"];
    return isOther ? [{ level: index + 1, earlier: before.statements[index], later: now.statements[index] }] : [];
  });
}

/** Whether an answer that changed is one to a statement that asks something else now. */
const restsOnChangedStatement = (before: ComparedThread, now: ComparedThread) =>
  answeredOtherwise(before, now).some(({ earlier, later }) => (earlier && later ? !asksTheSame(later, earlier) : earlier !== later));

/** Both wordings of what asks the same in other words. */
const rewordedIn = (
  pairs: readonly { level: number; earlier: Wording | undefined; later: Wording | undefined }[],
): { reworded?: Rewordings } => {
  const reworded = pairs.flatMap(({ level, earlier, later }) =>
    earlier && later && earlier.statement !== later.statement && asksTheSame(later, earlier)
      ? [{ level, before: earlier.statement, now: later.statement }]
      : [],
  );
  return reworded.length === 0 ? {} : { reworded };
};

/** A thread of two assessments. */
function threadBetween(before: ComparedThread | undefined, now: ComparedThread | undefined, sameScope: boolean) {
  const standing = { before: standingOfThread(before), now: standingOfThread(now) };
  const figures = { before: figureOf(standing.before), now: figureOf(standing.now) };
  const both = before && now && figures.before !== null && figures.now !== null ? { before, now } : undefined;
  const fromStatements = both && restsOnChangedStatement(both.before, both.now) ? (figures.now ?? 0) - (figures.before ?? 0) : 0;
  const moved = changeBetween(standing.before, standing.now, sameScope, fromStatements);
  return {
    figures,
    fromStatements,
    isOpen: standing.now.kind === "open",
    moved: moved && { ...moved, ...(both && sameScope ? rewordedIn(answeredOtherwise(both.before, both.now)) : {}) },
  };
}

/** A perspective of two assessments, recalculated over the threads that both have answered. */
function perspectiveBetween(threads: readonly ReturnType<typeof threadBetween>[]) {
  const common = threads.filter(({ moved }) => moved && moved.difference !== null);
  const decimal = (which: Side, of: typeof threads) => mean(of.flatMap(({ figures }) => figures[which] ?? []));
  const recalculated = common.length > 0 ? common : threads;
  const [before, now] = [decimal("before", recalculated), decimal("now", recalculated)];
  const isOpen = threads.some((thread) => thread.isOpen);
  const fromStatements = common.reduce((sum, thread) => sum + thread.fromStatements, 0) / Math.max(1, common.length);
  return {
    moved: changeBetween(standingOf(before !== null, before), standingOf(isOpen || now !== null, now), common.length > 0, fromStatements),
    printed: { before: decimal("before", threads), now: decimal("now", threads) },
    fromStatements,
  };
}

/** Compares two P3M3 assessments. Perspectives and overall figures are recalculated over the threads that both have answered. */
export function p3m3Moves(before: P3m3Side, now: P3m3Side): P3m3Moves {
  const sameScope = before.scope === now.scope;
  const said = <M extends FigureChange>(moved: M): M => (sameScope ? moved : { ...moved, outcome: null });
  const perspectives = joined(before.perspectives, now.perspectives).flatMap(({ item, ...sides }) => {
    const threads = joined(sides.before?.threads ?? [], sides.now?.threads ?? []).map((thread) => ({
      item: thread.item,
      ...threadBetween(thread.before, thread.now, sameScope),
    }));
    const { moved, ...more } = perspectiveBetween(threads);
    if (!moved) return [];
    return [{ item, moved, ...more, threads: threads.flatMap(({ item, moved }) => (moved ? [{ ...item, ...moved }] : [])) }];
  });
  const { common, overall, maturity } = wholeBetween(perspectives);
  const isChanged = common.some(({ threads }) => threads.some(({ outcome }) => outcome === "statements changed"));
  const printed = (figure: "decimal" | "maturity") => {
    const of = (which: Side) => overallOf(perspectives.map((perspective) => perspective.printed[which]))?.[figure] ?? null;
    return { before: of("before"), now: of("now") };
  };
  return {
    sameScope,
    overall: { ...said(overall), printed: printed("decimal") },
    maturity: { ...said(isChanged ? withStatementsChanged(maturity) : maturity), printed: printed("maturity") },
    perspectives: perspectives.map(({ item, moved, printed, threads }) => ({
      ...item,
      ...said(moved),
      printed,
      threads: threads.map(said),
    })),
  };
}

/** The overall figures, recalculated over the perspectives that have a difference; over all where none has. */
function wholeBetween<Perspective extends { moved: FigureChange; fromStatements?: number }>(perspectives: readonly Perspective[]) {
  const common = perspectives.filter(({ moved }) => moved.difference !== null);
  const counted = common.length > 0 ? common : perspectives;
  const scores = {
    before: overallOf(counted.map(({ moved }) => moved.before)),
    now: overallOf(counted.map(({ moved }) => moved.now)),
  };
  const fromStatements = mean(common.map((perspective) => perspective.fromStatements ?? 0)) ?? 0;
  const between = (figure: "decimal" | "maturity", part: number) => {
    const side = (which: Side, isOpen: boolean) => standingOf(isOpen || scores[which] !== null, scores[which]?.[figure] ?? null);
    const isOpen = perspectives.some(({ moved }) => moved.outcome === "not answered yet");
    return changeBetween(side("before", false), side("now", isOpen), common.length > 0, part) ?? NOTHING;
  };
  return { common, overall: between("decimal", fromStatements), maturity: between("maturity", 0) };
}

/** Overall score and maturity; null where no perspective has a score. */
const overallOf = (decimals: readonly (number | null)[]) => (decimals.some((decimal) => decimal !== null) ? overallScores(decimals) : null);

/** The same for a figure that rests on something whose statements changed: it has neither risen nor fallen by itself. */
const withStatementsChanged = (moved: FigureChange): FigureChange =>
  moved.outcome === "risen" || moved.outcome === "fallen" ? { ...moved, outcome: "statements changed" } : moved;

type Texts = readonly (Wording & { level: number })[];

/** Statements of these levels, then and now, that belong together. Their order within a level does not matter. */
function pairsWithin(before: Texts, now: Texts, { from, to }: { from: number; to: number }) {
  const within = (texts: Texts) =>
    texts
      .filter(({ level }) => level >= from && level <= to)
      .map(({ level, statement, sameAs }): StatementItem => ({ id: 0, level, statement, sameAs }));
  const [earlier, later] = [within(before), within(now)];
  const { former, gone } = counterpartsIn(later, earlier);
  return {
    /** Whether any asks something else on the other side. */
    differ: gone.length > 0 || former.some((each) => !each?.isSame),
    pairs: later.map((each, index) => ({ level: each.level, earlier: earlier[former[index]?.index ?? -1], later: each })),
  };
}

/** A practice of two assessments. Its level rests on the criteria of the levels that it has gained or lost. */
function practiceBetween(
  before: ComparedPractice | undefined,
  now: ComparedPractice | undefined,
): (FigureChange & { reworded?: Rewordings }) | undefined {
  const standing = (practice: ComparedPractice | undefined) => (practice ? standingOf(true, practiceLevel(practice.criteria)) : ABSENT);
  const moved = changeBetween(standing(before), standing(now));
  if (!moved || moved.before === null || moved.now === null || !before || !now) return moved;
  const gained = { from: Math.min(moved.before, moved.now) + 1, to: Math.max(moved.before, moved.now) };
  const { differ, pairs } = pairsWithin(before.criteria, now.criteria, gained);
  return { ...(differ ? withStatementsChanged(moved) : moved), ...rewordedIn(pairs) };
}

/** Compares two ITIL assessments. M-P, M-CI and the SVS maturity have a difference only where practices and ranks are the same. */
export function itilMoves(before: ItilSide, now: ItilSide): ItilMoves {
  const ranks = ({ practices }: ItilSide) => JSON.stringify(practices.map(({ id, mode }) => [id, mode]).toSorted());
  const samePractices = ranks(before) === ranks(now);
  const capabilities = joined(before.practices, now.practices).flatMap(({ item, ...sides }) => {
    const moved = practiceBetween(sides.before, sides.now);
    return moved ? [{ ...item, ...moved, mode: { before: sides.before?.mode ?? null, now: sides.now?.mode ?? null } }] : [];
  });
  const changedCodes = capabilities.filter(({ outcome }) => outcome === "statements changed").map(({ id }) => id);
  const maturities = joined(before.components, now.components).flatMap(({ item, ...sides }) => {
    const standing = (component: (typeof sides)["now"]) => (component ? standingOf(true, component.level) : ABSENT);
    const isComputed = COMPONENTS.some(({ id, computed }) => computed && id === item.id);
    const moved = changeBetween(standing(sides.before), standing(sides.now), samePractices || !isComputed);
    if (!moved) return [];
    const isChanged = isComputed
      ? changedCodes.some((id) => item.code !== "M-CI" || id === CONTINUAL_IMPROVEMENT_ID)
      : pairsWithin(sides.before?.options ?? [], sides.now?.options ?? [], {
          from: Math.min(moved.before ?? 0, moved.now ?? 0),
          to: Math.max(moved.before ?? 0, moved.now ?? 0),
        }).differ;
    return [{ ...item, ...(isChanged ? withStatementsChanged(moved) : moved) }];
  });
  const standing = ({ components, maturity }: ItilSide) => standingOf(components.length > 0, maturity);
  const maturity = changeBetween(standing(before), standing(now), samePractices) ?? NOTHING;
  const isChanged = maturities.some(({ outcome }) => outcome === "statements changed");
  return { samePractices, maturity: isChanged ? withStatementsChanged(maturity) : maturity, capabilities, maturities };
}

/** Where a score that was entered by hand stands. */
const standingByHand = ({ scores }: ScoresByHand, code: string): Standing => {
  const score = scores.find((each) => each.code === code);
  return score ? standingOf(true, score.score) : ABSENT;
};

/** A figure of the whole, then and now. It has a difference only if one was entered and both have the same parts. */
const wholeSince = (before: number | null, now: Standing, isComparable: boolean): FigureChange =>
  before === null
    ? { ...NOTHING, now: figureOf(now) }
    : (changeBetween(standingOf(true, before), now, isComparable) ?? { ...NOTHING, before });

/** A perspective as its result has it. While one of its threads is open, it has no score that could be compared with a whole one. */
function standingOfPerspective({ threads }: P3m3Side["perspectives"][number]): Standing {
  const standings = threads.map(standingOfThread);
  if (standings.some(({ kind }) => kind === "open")) return { kind: "open" };
  const decimal = mean(standings.flatMap((standing) => figureOf(standing) ?? []));
  return standingOf(decimal !== null, decimal);
}

/**
 * Compares a P3M3 assessment with scores that were entered by hand: by perspective, as nothing is known of threads and statements. The
 * overall score is recalculated over the perspectives that both have (docs/rules/comparison.md#with-earlier-scores).
 */
export function p3m3MovesByHand(before: ScoresByHand, now: P3m3Side): P3m3Moves {
  const sameScope = before.scope === now.scope;
  const said = <M extends FigureChange>(moved: M): M => (sameScope ? moved : { ...moved, outcome: null });
  const perspectives = PERSPECTIVES.flatMap((item) => {
    const own = now.perspectives.find(({ id }) => id === item.id);
    const standings = { before: standingByHand(before, item.code), now: own ? standingOfPerspective(own) : ABSENT };
    const moved = changeBetween(standings.before, standings.now, sameScope);
    return moved ? [{ item, moved, printed: { before: figureOf(standings.before), now: figureOf(standings.now) } }] : [];
  });
  const { overall } = wholeBetween(perspectives);
  const printedOf = (which: Side) => overallOf(perspectives.map(({ printed }) => printed[which]));
  const isOpen = perspectives.some(({ moved }) => moved.outcome === "not answered yet");
  const whole = isOpen ? null : printedOf("now");
  const coversTheSame = perspectives.every(({ moved }) => moved.difference !== null);
  const maturity = wholeSince(before.maturity, standingOf(whole !== null || isOpen, whole?.maturity ?? null), coversTheSame);
  return {
    sameScope,
    overall: { ...said(overall), printed: { before: printedOf("before")?.decimal ?? null, now: printedOf("now")?.decimal ?? null } },
    maturity: { ...said(maturity), printed: { before: maturity.before, now: maturity.now } },
    perspectives: perspectives.map(({ item, moved, printed }) => ({ ...item, ...said(moved), printed, threads: [] })),
  };
}

/**
 * Compares an ITIL assessment with scores that were entered by hand. Nothing is known of criteria and ranks, so M-P, M-CI and the SVS
 * maturity have no difference.
 */
export function itilMovesByHand(before: ScoresByHand, now: ItilSide): ItilMoves {
  const capabilities = PRACTICES.flatMap(({ id, code, name }) => {
    const own = now.practices.find((practice) => practice.id === id);
    const moved = changeBetween(standingByHand(before, code), own ? standingOf(true, practiceLevel(own.criteria)) : ABSENT);
    return moved ? [{ id, code, name, ...moved, mode: { before: null, now: own?.mode ?? null } }] : [];
  });
  const maturities = COMPONENTS.flatMap(({ id, code, name, computed }) => {
    const own = now.components.find((component) => component.id === id);
    const moved = changeBetween(standingByHand(before, code), own ? standingOf(true, own.level) : ABSENT, !computed);
    return moved ? [{ id, code, name, ...moved }] : [];
  });
  return {
    samePractices: false,
    maturity: wholeSince(before.maturity, standingOf(now.components.length > 0, now.maturity), false),
    capabilities,
    maturities,
  };
}

/** The figures of scores that were entered by hand, for a trend. The overall score of P3M3 is the mean of the perspectives that were entered. */
export function scoresOfHand(model: Role, { maturity, scores }: ScoresByHand) {
  const given = new Map(scores.map(({ code, score }) => [code, score]));
  return {
    overall: model === "P3M3" ? (overallOf([...given.values()])?.decimal ?? null) : null,
    maturity,
    items: scoredItems(model).flatMap(({ code, name }) => (given.has(code) ? [{ code, name, score: given.get(code) ?? null }] : [])),
  };
}
