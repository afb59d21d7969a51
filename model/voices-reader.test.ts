/**
 * What somebody can work out who reads everything that leaves the house about voices: result and method, the draft of the day before, and the
 * corrected edition (docs/rules/voices.md#what-results-show).
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { groupBy } from "./group-by.ts";
import { CANNOT_TELL, countsOf, type Opinion, rolesShown, VOICE_ANSWERS, VOICES_SHOWN_FROM, viewOf, viewsWithheld } from "./voices.ts";

const CHOICES = [...VOICE_ANSWERS.capability, CANNOT_TELL];
const GROUPS = 4_000;

interface Person {
  role: string;
  /** Null for somebody who sent a sheet without an answer to this statement. */
  choice: string | null;
  /** Whether they had answered on the day before already. */
  early: boolean;
}

/** What a result, or a draft, says of a statement, with the report's method: as one text, so that two can be compared. */
function shownTo(people: readonly Person[], isSubmitted: boolean): string {
  const withheld = viewsWithheld({ isShown: true, isSubmitted });
  if (withheld !== undefined) return withheld;
  const { shown, view } = viewed(people);
  const words = ({ counts }: { counts: Record<string, number> }) => CHOICES.map((choice) => counts[choice] ?? 0).join(" ");
  const method = [`${people.length} sent`, ...shown.roles.map(({ role, voices }) => `${role} ${voices}`).toSorted()];
  const roles = view?.byRole.map((each) => `${each.role}: ${words(each)}`).toSorted();
  return [...method, view ? words(view) : "nothing", ...(roles ?? [])].join(", ");
}

function viewed(people: readonly Person[]) {
  const roles = groupBy(people, ({ role }) => role);
  const shown = rolesShown([...roles].map(([role, same]) => ({ role, voices: same.length })));
  const said = people.flatMap(({ role, choice }): Opinion[] => (choice === null ? [] : [{ role, choice }]));
  return { shown, view: viewOf(said, shown) };
}

/** Everything that leaves the house. Nobody's sheet goes along to an edition, so that it tells nothing of its own. */
const leaves = (people: readonly Person[]): string =>
  [
    shownTo(
      people.filter(({ early }) => early),
      false,
    ),
    shownTo(people, true),
    shownTo([], true),
  ].join("\n");

/** Every way to give so many answers, as how many gave each. */
function waysToAnswer(count: number, choices: readonly string[] = CHOICES): Record<string, number>[] {
  const [first = "", ...others] = choices;
  if (others.length === 0) return [{ [first]: count }];
  return Array.from({ length: count + 1 }, (_, given) =>
    waysToAnswer(count - given, others).map((rest) => ({ ...rest, [first]: given })),
  ).flat();
}

const isWithin = (total: Readonly<Record<string, number>>, part: Readonly<Record<string, number>>) =>
  Object.entries(part).every(([choice, count]) => count <= (total[choice] ?? 0));
const without = (total: Readonly<Record<string, number>>, part: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(total).map(([choice, count]) => [choice, count - (part[choice] ?? 0)]));

/** People whom nothing that is told tells apart: those of one role who answered in time for the draft, or later. */
type Cell = { role: string; early: boolean; answered: number };
/** How many gave each answer in each cell. */
type World = Record<string, number>[];

function cellsOf(people: readonly Person[]): { cells: Cell[]; world: World } {
  const answering = people.filter(({ choice }) => choice !== null);
  const groups = [...groupBy(answering, ({ role, early }) => `${role} ${early}`).values()];
  return {
    cells: groups.flatMap((same): Cell[] => (same[0] ? [{ role: same[0].role, early: same[0].early, answered: same.length }] : [])),
    world: groups.map((same) => countsOf(same.map(({ role, choice }): Opinion => ({ role, choice: choice ?? "" })))),
  };
}

/**
 * Everything that may have been said, for somebody who knows the rule, each person, and who answered. Whoever knows less has more to choose from.
 * The answers of a cell can be exchanged.
 */
function* worldsOf(people: readonly Person[], cells: readonly Cell[]): Generator<World> {
  const known = leaves(people);
  const silent = people.filter(({ choice }) => choice === null);
  const { view } = viewed(people);
  const ways = cells.map(({ answered }) => waysToAnswer(answered));
  function* extend(world: World, rest: Readonly<Record<string, number>> | undefined): Generator<World> {
    for (const way of ways[world.length] ?? [])
      if (rest === undefined || isWithin(rest, way)) yield* extend([...world, way], rest && without(rest, way));
    if (world.length < cells.length) return;
    const others = cells.flatMap(({ role, early }, index) =>
      CHOICES.flatMap((choice) => Array.from({ length: world[index]?.[choice] ?? 0 }, (): Person => ({ role, early, choice }))),
    );
    if (leaves([...others, ...silent]) === known) yield world;
  }
  yield* extend([], view && { ...Object.fromEntries(CHOICES.map((choice) => [choice, 0])), ...view.counts });
}

/** Whose answers follow: of each single person, and of all people of one or two roles who are fewer than three. */
function given(people: readonly Person[]): string[] {
  const { cells, world: real } = cellsOf(people);
  const roles = [...new Set(cells.map(({ role }) => role))];
  const groups = roles.flatMap((role, index) => [[role], ...roles.slice(index + 1).map((other) => [role, other])]);
  const totalOf = (group: readonly string[], world: World) =>
    CHOICES.map((choice) => cells.reduce((sum, { role }, index) => sum + (group.includes(role) ? (world[index]?.[choice] ?? 0) : 0), 0));
  const sizeOf = (group: readonly string[]) => totalOf(group, real).reduce((sum, count) => sum + count, 0);
  /** What may follow: what all worlds have in common. Somebody's answer is certain only where all of the cell gave it. */
  let facts = [
    ...cells.flatMap(({ role, answered }, index) =>
      CHOICES.filter((choice) => real[index]?.[choice] === answered).map((choice) => ({
        whose: `somebody of ${role}`,
        isTrueIn: (world: World) => world[index]?.[choice] === answered,
      })),
    ),
    ...groups
      .filter((group) => sizeOf(group) < VOICES_SHOWN_FROM)
      .map((group) => ({
        whose: `all of ${group.join(" and ")}`,
        isTrueIn: (world: World) => String(totalOf(group, world)) === String(totalOf(group, real)),
      })),
  ];
  for (const world of worldsOf(people, cells)) {
    facts = facts.filter(({ isTrueIn }) => isTrueIn(world));
    if (facts.length === 0) break;
  }
  return facts.map(({ whose }) => whose);
}

/** The one exception: five or more voices that all gave one answer. */
function areOfOneAnswer(people: readonly Person[]): boolean {
  const said = people.flatMap(({ role, choice }): Opinion[] => (choice === null ? [] : [{ role, choice }]));
  return said.length >= 5 && Object.keys(countsOf(said)).length === 1;
}

const person = fc.record({
  role: fc.constantFrom("Manager", "User", "Executive"),
  choice: fc.option(fc.constantFrom(...CHOICES), { freq: 8 }),
  early: fc.boolean(),
});

test("no answer of fewer than three people follows from all that leaves the house", () => {
  let shown = 0;
  fc.assert(
    fc.property(fc.array(person, { minLength: 1, maxLength: 11 }), (people) => {
      fc.pre(!areOfOneAnswer(people));
      if ((viewed(people).view?.byRole.length ?? 0) > 0) shown += 1;
      expect(given(people)).toEqual([]);
    }),
    { numRuns: GROUPS },
  );
  // Of groups that are never shown, nothing would follow either.
  expect(shown).toBeGreaterThan(10);
});

test("the reader finds what would follow: of five who all gave one answer, everybody's", () => {
  const five = Array.from({ length: 5 }, (_, index): Person => ({ role: index < 3 ? "Manager" : "User", choice: "Fully", early: false }));
  expect(given(five)).toEqual(["somebody of Manager", "somebody of User", "all of User"]);
  expect(given(five.slice(1))).toEqual([]);
});
