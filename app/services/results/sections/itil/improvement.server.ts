/** The areas of improvement and the notes of an ITIL result, and the sheets with both (docs/rules/itil.md#areas-of-improvement). */

import { placeOf } from "#model/contract/history.ts";
import type { ItilResults } from "#model/contract/itil.ts";
import { groupBy } from "#model/group-by.ts";
import { counted } from "#model/words.ts";
import { answer, NONE } from "~/services/results/blocks/cells.server";
import {
  type SharedColumn,
  scoreColumn,
  sheetOf,
  type TableColumn,
  tableOf,
  textColumn,
  wholeColumn,
} from "~/services/results/blocks/columns.server";
import { section, WITH_SUBJECTS, writtenNotes } from "~/services/results/blocks/section.server";
import { rankOf } from "~/services/results/sections/itil/scores.server";
import { FINDINGS } from "~/views/action-links";
import type { Cell, Result, ResultSection, ScoredPractice, Sheet } from "~/views/result";

/** The tab for areas of improvement. */
export const IMPROVEMENT = { id: "improvement", title: "Areas of Improvement" } as const;

/** A row: a criterion that a practice should meet, or the note on a component. */
interface ImprovementRow {
  name: string;
  rank?: string;
  score?: number | null;
  level?: number;
  criterion?: string;
  dimension?: string;
  psf?: string;
  /** Whether it holds the practice at its level, and so was answered; those of the levels above were not asked. */
  holds?: boolean;
  /** What to do to meet it; only for a criterion that holds the practice at its level. */
  hint?: string;
  note: string;
  /** The place that the note is about. */
  noteAt?: string;
}

export interface Area {
  id: number;
  /** The practice's code, or its id when the code is not known. */
  code: string;
  name: string;
  score: number | null;
  note: string;
  criteria: ImprovementRow[];
  /** How many criteria hold the practice at its level. */
  holding: number;
}

const NAME = textColumn("Practice or component", 34, ({ name }: ImprovementRow) => name, { names: true });
const RANK = textColumn("Rank", 12, ({ rank = "" }: ImprovementRow) => rank);
const SCORE = scoreColumn("Score", 9, ({ score }: ImprovementRow) => score);
const LEVEL = wholeColumn("Level", 8, ({ level }: ImprovementRow) => level);
const CRITERION = textColumn("Criterion", 64, ({ criterion = "" }: ImprovementRow) => criterion, { wide: true });
const DIMENSION = textColumn("Dimension", 28, ({ dimension = "" }: ImprovementRow) => dimension);
const PSF = textColumn("PSF", 32, ({ psf = "" }: ImprovementRow) => psf);
const ANSWER: SharedColumn<ImprovementRow> = {
  title: "Answer",
  kind: "mark",
  width: 15,
  cell: ({ holds }) => (holds === undefined ? NONE : answer(holds ? "Rarely" : undefined)),
};
const HINT = textColumn("What to do", 48, ({ hint = "" }: ImprovementRow) => hint, { wide: true });
const NOTE: SharedColumn<ImprovementRow> = {
  ...{ title: "Note", kind: "text", width: 44, wide: true },
  cell: ({ note, noteAt }) => ({ text: note, ...(noteAt ? { noteAt } : {}) }),
};

/** How many criteria hold a practice: those of the lowest level in its area of improvement; undefined when it has none. */
export function holdingIn({ areasOfImprovement }: ItilResults, practiceId: number): number | undefined {
  const levels = areasOfImprovement.find(({ id }) => id === practiceId)?.questions.map(({ level }) => level) ?? [];
  const lowest = Math.min(...levels);
  return levels.length === 0 ? undefined : levels.filter((level) => level === lowest).length;
}

export function areasOf(results: ItilResults): Area[] {
  return results.areasOfImprovement.map(({ id, name, note, questions }) => {
    const practice = results.capabilities.find((capability) => capability.id === id);
    const score = practice?.score ?? null;
    const body = note?.body.trim() ?? "";
    const heldAt = Math.min(...questions.map(({ level }) => level));
    return {
      id,
      code: practice?.code ?? String(id),
      name,
      score,
      note: body,
      criteria: questions.map(({ level, statement, dimension, psf, hint }, index) => ({
        name,
        rank: rankOf(practice?.mode),
        score,
        level,
        criterion: statement,
        dimension,
        psf,
        holds: level === heldAt,
        ...(level === heldAt && hint ? { hint } : {}),
        // A note is about the whole practice, so it appears once.
        note: index === 0 ? body : "",
      })),
      holding: holdingIn(results, id) ?? 0,
    };
  });
}

const componentNotes = ({ notes }: ItilResults): ImprovementRow[] =>
  writtenNotes(notes.maturity).map(({ maturity: { id, name }, body }) => ({ name, note: body, noteAt: placeOf({ kind: "maturity", id }) }));

/** The notes of practices that have no area of improvement to hold them. */
function otherPracticeNotes({ notes, areasOfImprovement, capabilities }: ItilResults): ImprovementRow[] {
  const others = (notes.capability ?? []).filter(({ capability }) => !areasOfImprovement.some(({ id }) => id === capability.id));
  return writtenNotes(others).map(({ capability, body }) => {
    const practice = capabilities.find(({ id }) => id === capability.id);
    const noteAt = placeOf({ kind: "capability", id: capability.id });
    return { name: capability.name, rank: rankOf(practice?.mode), score: practice?.score, note: body, noteAt };
  });
}

/** @param practiceId where a criterion that holds the practice may begin an action */
const criterionColumns = (criteria: readonly ImprovementRow[], practiceId?: number): TableColumn<ImprovementRow>[] => [
  ANSWER,
  practiceId === undefined ? CRITERION : { ...CRITERION, cell: (row) => ({ ...CRITERION.cell(row), ...startOf(row, practiceId) }) },
  ...(criteria.some(({ hint }) => hint) ? [HINT] : []),
];

const startOf = ({ holds, criterion = "" }: ImprovementRow, id: number): Pick<Cell, "begins"> =>
  holds ? { begins: { of: FINDINGS.statement(criterion), places: [placeOf({ kind: "capability", id })] } } : {};

/** Criteria that a client's report has of one practice. */
const TO_MEET = 12;

/**
 * An area as a client's report has it: how many criteria of which level, and those of the next level, which were answered and are not met
 * (docs/rules/client-report.md#what-comes-next).
 */
export function areaForClients({
  id: practiceId,
  code,
  name,
  note,
  criteria,
}: Area): Pick<ScoredPractice, "toMeet" | "criteria" | "note" | "noteAt"> {
  const levels = criteria.flatMap(({ level }) => level ?? []);
  const toMeet = [...new Set(levels)]
    .sort((a, b) => a - b)
    .map((level) => ({ level, criteria: levels.filter((each) => each === level).length }));
  const [next] = toMeet;
  const id = `improvement-${code.toLowerCase()}`;
  // All of them have the same answer.
  const columns = criterionColumns(criteria).filter((column) => column !== ANSWER);
  const rows = byAdvice(criteria.filter(({ level }) => level === next?.level));
  const left = rows.length - TO_MEET;
  const shown = {
    rows: rows.slice(0, TO_MEET),
    ...(left > 0 ? { hint: `${counted(left, "more criterion is", "more criteria are")} in the Excel file.` } : {}),
  };
  const title = `To reach level ${next?.level}: ${name}`;
  return {
    toMeet,
    ...(next ? { criteria: tableOf({ id, title, columns: [...columns, DIMENSION], ...shown }) } : {}),
    ...(note === "" ? {} : { note, noteAt: placeOf({ kind: "capability", id: practiceId }) }),
  };
}

/** One row for criteria with the same advice. */
function byAdvice(rows: readonly ImprovementRow[]): ImprovementRow[] {
  const joined = (texts: readonly (string | undefined)[], by: string) => [...new Set(texts.filter(Boolean))].join(by);
  return [...groupBy(rows, ({ hint, criterion }) => hint ?? criterion)].flatMap(([, alike]) => {
    const [first] = alike;
    return first
      ? [
          {
            ...first,
            criterion: joined(
              alike.map(({ criterion }) => criterion),
              "\n",
            ),
            dimension: joined(
              alike.map(({ dimension }) => dimension),
              ", ",
            ),
          },
        ]
      : [];
  });
}

interface ImprovementContext {
  results: ItilResults;
}

/** A folded table for each practice with something to improve, and its note; one sentence when no practice has anything. */
export function improvementSections({ results }: ImprovementContext): ResultSection[] {
  const areas = areasOf(results);
  const more = { ...WITH_SUBJECTS, tab: IMPROVEMENT.id };
  if (areas.length === 0)
    return [section("areas", IMPROVEMENT.title, ["Every practice is at the highest level: no criterion is left to meet."], [], more)];
  const tables = areas.map(({ id, code, name, note, criteria }) =>
    tableOf({
      id: `improvement-${code.toLowerCase()}`,
      title: `Areas of improvement: ${name}`,
      columns: [LEVEL, ...criterionColumns(criteria, id), DIMENSION, PSF],
      rows: criteria,
      note,
    }),
  );
  const folded = areas.map(({ name, score, criteria, holding }) => {
    const above = criteria.length - holding;
    const at = score === null ? "" : `Level ${score}: `;
    const left = `${counted(holding, "criterion", "criteria")} to meet for the next level`;
    return { title: name, holds: `${at}${left}${above > 0 ? `, ${above} above it` : ""}` };
  });
  const text = "For each practice, the criteria to meet for its next level come first, then those of the levels above.";
  return [section("areas", IMPROVEMENT.title, [text], tables, { ...more, folded })];
}

/** The id of the table of notes on components. */
export const COMPONENT_NOTES = "component-notes";

/** The notes that no area of improvement shows: on components, and on practices that have nothing to improve. No section without any. */
export function noteSections({ results, head: { draftOf } }: ImprovementContext & { head: Pick<Result, "draftOf"> }): ResultSection[] {
  // In a draft, a practice that is not complete has no areas yet either.
  const others = draftOf === undefined ? "Notes on practices with nothing to improve" : "Notes on other practices";
  const tables = [
    { id: COMPONENT_NOTES, title: "Notes on maturity components", what: "Component", rows: componentNotes(results) },
    { id: "practice-notes", title: others, what: "Practice", rows: otherPracticeNotes(results) },
  ]
    .filter(({ rows }) => rows.length > 0)
    .map(({ id, title, what, rows }) => tableOf({ id, title, columns: [{ ...NAME, title: what }, NOTE], rows }));
  return tables.length === 0 ? [] : [section("notes", "Notes", [], tables, { forClients: { chapter: "results", notes: true } })];
}

/**
 * The sheet `Areas_Of_Improvement`: the criteria of all practices, then the notes that belong to no criterion
 * (docs/rules/results-and-files.md#excel).
 */
export function areaSheets({ results }: ImprovementContext): Sheet[] {
  const rows = [...areasOf(results).flatMap(({ criteria }) => criteria), ...otherPracticeNotes(results), ...componentNotes(results)];
  return [sheetOf("Areas_Of_Improvement", [NAME, RANK, SCORE, LEVEL, ANSWER, CRITERION, HINT, DIMENSION, PSF, NOTE], rows)];
}

/** The sheet `Notes`: every note. */
export function noteSheets({ results }: ImprovementContext): Sheet[] {
  const ofAreas = areasOf(results).flatMap(({ name, note }) => (note === "" ? [] : [{ name, note }]));
  const rows = [...ofAreas, ...otherPracticeNotes(results), ...componentNotes(results)];
  return [sheetOf("Notes", [NAME, { ...NOTE, width: 100 }], rows)];
}

/** The sheet `Improvements`: what each practice has to do for its next level, those with the fewest criteria first. */
export function improvementSheets({ results }: ImprovementContext): Sheet[] {
  const rows = areasOf(results)
    .toSorted((a, b) => a.holding - b.holding)
    .flatMap(({ criteria }) => criteria.filter(({ holds }) => holds));
  return [sheetOf("Improvements", [NAME, RANK, SCORE, { ...LEVEL, title: "Level to reach" }, CRITERION, HINT, DIMENSION, PSF], rows)];
}
