/** The targets of a result: columns, marks in charts, a section, and the filter `Below target` (docs/rules/targets.md#where-targets-are-shown). */
import { sinceLast } from "#model/changes-texts.ts";
import { scoreForClients } from "#model/rounding.ts";
import { scoreNames } from "#model/score-names.ts";
import { type AimState, isBelowTarget, targetsMessage } from "#model/targets.ts";
import { lowerFirst, upperFirst } from "#model/words.ts";
import { NONE, score, scoreOrNone, textCell } from "~/services/results/blocks/cells.server";
import { type SharedColumn, type TableColumn, tableOf, textColumn } from "~/services/results/blocks/columns.server";
import { section, WITH_RESULTS } from "~/services/results/blocks/section.server";
import type { TargetScore, Targets } from "~/services/upstream/targets.server";
import { shortDate } from "~/views/dates";
import { BELOW_TARGET } from "~/views/paths";
import type { Cell, Exhibit, Result, ResultSection } from "~/views/result";
import { SCORED } from "~/views/targets";

/** A perspective, practice or component with its score; nothing where the reader sees none. */
export interface ItemScore {
  code: string;
  name: string;
  score: number | null | undefined;
}

/** What a target is set for, and how it stands. */
interface Aim extends ItemScore {
  held: TargetScore;
}

/** The targets of what a result has scores for, each next to its score. */
export class ResultTargets {
  readonly aims: readonly Aim[];

  constructor(targets: Targets | undefined, scored: readonly ItemScore[]) {
    this.aims = scored.flatMap((each) => {
      const held = targets?.against(each.code, each.score);
      return held ? [{ ...each, held }] : [];
    });
  }

  /** For the head of a result; nothing without any. */
  get inHead(): Pick<Result, "aims"> {
    const aims = this.aims.map(({ name, score: now, held: { score, date, state } }) => ({ name, score, now, date, state }));
    return aims.length === 0 ? {} : { aims };
  }

  of = (code: string | undefined): TargetScore | undefined => this.aims.find((aim) => aim.code === code)?.held;

  /** The mark of a target in a chart. */
  cell = (code: string): Cell | undefined => {
    const held = this.of(code);
    return held && score(held.score);
  };

  /** The columns next to the scores of a table, where there is a target at all. */
  columns<Row extends { code?: string }>(): TableColumn<Row>[] {
    const { target, state } = COLUMNS;
    return this.#columnsOf<Row>([target, state]);
  }

  /** Those of the Excel file. */
  sheetColumns<Row extends { code?: string }>(): SharedColumn<Row>[] {
    const { target, until, state } = COLUMNS;
    return this.#columnsOf<Row>([target, until, state]);
  }

  #columnsOf<Row extends { code?: string }>(columns: SharedColumn<TargetScore>[]): SharedColumn<Row>[] {
    if (this.aims.length === 0) return [];
    return columns.map((column) => ({
      ...column,
      cell: ({ code }) => {
        const held = this.of(code);
        return held ? column.cell(held) : NO_TARGET;
      },
    }));
  }
}

/** Of a table that holds something against its target: a row without one is not below it. */
const NO_TARGET: Cell = { ...NONE, isBelowTarget: false };

const COLUMNS = {
  target: {
    title: "Target",
    kind: "decimal",
    width: 10,
    cell: (held) => ({ ...score(held.score), aside: `by ${shortDate(held.date)}` }),
  },
  /** Of the Excel file alone: a table has the day next to the target. */
  until: { title: "Target until", kind: "code", width: 14, cell: ({ date }) => textCell(shortDate(date)) },
  state: {
    ...{ title: "State", sheetTitle: "Target state", kind: "text", width: 18 },
    cell: ({ state }) => ({ text: upperFirst(state), isBelowTarget: isBelowTarget(state) }),
  },
} satisfies Record<string, SharedColumn<TargetScore>>;

/** How targets stand for clients: one that was reached last time is no longer reached. */
export function againstLastTime(aims: Result["aims"], moved: Result["moved"]): Result["aims"] {
  const moves = moved?.facts.isApart ? [] : (moved?.facts.parts.flatMap((part) => part.moves) ?? []);
  const before = (name: string) => moves.find((move) => move.name === name && move.group === undefined)?.before ?? 0;
  return aims?.map((aim) =>
    aim.state === "not yet reached" && before(aim.name) >= aim.score ? { ...aim, state: "no longer reached" } : aim,
  );
}

interface TargetContext {
  targets: ResultTargets;
  head: Pick<Result, "model" | "draftOf" | "aims">;
  compared?: Pick<Result, "moved"> | undefined;
}

/** In headings. */
const NAMES = scoreNames();

const ofHeld = (column: SharedColumn<TargetScore>): TableColumn<Aim> => ({ ...column, cell: ({ held }) => column.cell(held) });

/** '2.00 against 2.25 by 31 Oct 2026'; a level of ITIL is whole by rule. */
function againstTarget(now: ItemScore["score"], held: TargetScore, model: Result["model"]): string {
  const said = (value: number) => scoreForClients(model, value).replace(/^\d$/, "level $&");
  const is = typeof now === "number" ? said(now) : "no score";
  return `${is} against ${said(held.score)} by ${shortDate(held.date)}`;
}

/** All targets with their reasons; nothing without any. */
export function targetSections({
  targets: { aims },
  head: { model, draftOf, aims: inHead = [] },
  compared,
}: TargetContext): ResultSection[] {
  const soFar = draftOf !== undefined;
  if (aims.length === 0) return [];
  const table = tableOf<Aim>({
    id: "targets",
    title: "Targets",
    columns: [
      textColumn(SCORED[model], 28, ({ name }) => name, { names: true }),
      { title: soFar ? NAMES.soFar : NAMES.score, kind: "decimal", cell: (aim) => scoreOrNone(aim.score) },
      ofHeld(COLUMNS.target),
      ofHeld(COLUMNS.state),
      textColumn("Why this target", 50, ({ held }) => held.reason, { wide: true }),
    ],
    rows: aims,
  });
  const stateFor = ({ name, held }: Aim): AimState => inHead.find((each) => each.name === name)?.state ?? held.state;
  const states = aims.map(stateFor);
  const inState = (state: AimState) => aims.filter((aim) => stateFor(aim) === state);
  const named = (some: readonly Aim[]) => some.map(({ name, score: now, held }) => `${name}, ${againstTarget(now, held, model)}`);
  const [missed, lost] = [inState("missed"), inState("no longer reached")];
  const say = (states: string) => (soFar ? `So far ${lowerFirst(states)}` : states);
  const message = say(targetsMessage(states));
  const inSummary = say(targetsMessage(states, { missed: named(missed), lost: named(lost) }));
  const explanation = "A target is reached when the score, rounded to two decimals, is at least as high.";
  const reached = aims.filter(({ held }) => !isBelowTarget(held.state)).length;
  const facts = [
    { what: "targets reached", value: `${reached} of ${aims.length}` },
    ...missed.map(({ name, score: now, held }) => ({ what: `missed target of ${name}`, value: againstTarget(now, held, model) })),
    // Another comparison, which the address chooses, has other facts.
    ...(compared?.moved?.isOther
      ? []
      : lost.map(({ name, score: now, held }) => ({
          what: sinceLast(`target no longer reached of ${name}`),
          value: againstTarget(now, held, model),
        }))),
  ];
  const instead = { text: [`${message}.`], exhibits: [table] };
  const forClients = { ...WITH_RESULTS.forClients, message, inSummary, facts, explanation, instead };
  const onScreen = say(targetsMessage(aims.map(({ held }) => held.state)));
  return [section("targets", table.title, [`${onScreen}.`], [table], { forClients })];
}

// --- the filter -------------------------------------------------------------------------------------------------------

/** Whether an address asks for nothing but what is below its target. */
export const asksBelowTarget = (query: URLSearchParams): boolean => query.get(BELOW_TARGET.name) === BELOW_TARGET.value;

const isHeld = (exhibit: Exhibit) =>
  exhibit.kind === "table" && exhibit.rows.some((row) => row.some(({ isBelowTarget }) => isBelowTarget !== undefined));

/** Whether a result has anything to filter. */
export const hasTargets = ({ sections }: Pick<Result, "sections">): boolean => sections.some(({ exhibits }) => exhibits.some(isHeld));

/** A result whose tables with targets have nothing but what is below its target, if the address asks for that; charts have everything. */
export function shownOf(result: Result, query: URLSearchParams): Result {
  if (!asksBelowTarget(query) || !hasTargets(result)) return result;
  return { ...result, sections: result.sections.map((each) => ({ ...each, exhibits: each.exhibits.map(onlyBelow) })) };
}

function onlyBelow(exhibit: Exhibit): Exhibit {
  if (exhibit.kind !== "table" || !isHeld(exhibit)) return exhibit;
  const rows = exhibit.rows.filter((row) => row.some(({ isBelowTarget }) => isBelowTarget));
  const said = rows.length > 0 ? "Only what is below its target is listed." : "Nothing here is below its target.";
  return { ...exhibit, rows, hint: [said, exhibit.hint].filter(Boolean).join(" ") };
}
