/** The report of a completed ITIL assessment (specification C2, C9): every number of it is made here, once. */
import type { ItilAssessment } from "#model/contract/assessments.ts";
import type { ItilProgress, ItilResults } from "#model/contract/itil.ts";
import { cappingComponents, isComputed, nextSteps, practicesHolding } from "#model/itil/explain.ts";
import { HIGHEST } from "#model/itil/progress.ts";
import { PRIMARY } from "#model/itil/scope.ts";
import {
  counted,
  holdAt,
  listed,
  NONE,
  numberColumn,
  numberIn,
  scoreOrNone,
  textColumn,
  type Value,
  whole,
  words,
} from "~/services/results/cells.server";
import { reportHead } from "~/services/results/report-head.server";
import type { Column, Exhibit, Radar, Report, Section, Sheet, Table } from "~/views/report";

const RESULTS = { id: "results", title: "Results" };
const IMPROVEMENT = { id: "improvement", title: "Areas of Improvement" };
const SVS = "SVS Maturity Score";

const CODE: Column = { title: "Code", kind: "code" };

type Item = ItilResults["capabilities"][number] | ItilResults["maturities"][number];

function section(id: string, title: string, text: string[], exhibits: Exhibit[], more: Partial<Section> = {}): Section {
  return { id, title, text, exhibits, tab: RESULTS.id, ...more };
}

export function itilReport(found: ItilAssessment, results: ItilResults): Report {
  const { maturities, capabilities, maturityScore } = results;
  const primary = capabilities.filter(({ mode }) => mode === PRIMARY);
  const supporting = capabilities.filter(({ mode }) => mode !== PRIMARY);
  const maturity = maturities.length > 0;
  return {
    model: "ITIL",
    ...reportHead(found, found.endorsed === true ? "Endorsed" : undefined),
    figures: [
      ...(maturity
        ? [{ label: SVS, value: maturityScore === null ? "–" : String(maturityScore), meaning: "The lowest of the five components" }]
        : []),
      { label: "Practices assessed", value: String(capabilities.length), meaning: practicesInWords(primary.length, supporting.length) },
    ],
    tabs: [RESULTS, IMPROVEMENT],
    sections: [
      ...(maturity
        ? [
            section(
              "maturity",
              "Maturity",
              [],
              [radar("maturity-radar", "Maturity components", maturities, "Maturity components"), components(results)],
            ),
            whySection(results),
          ]
        : []),
      section("capabilities", "Capabilities", capabilityText(results), [
        radar(
          "capability-radar",
          "Capability levels",
          capabilities,
          supporting.length > 0 ? "Primary capabilities and Supporting capabilities" : "Primary capabilities",
        ),
        ...(primary.length > 0 ? [practiceTable("primary-capabilities", "Primary capabilities", primary)] : []),
        ...(supporting.length > 0 ? [practiceTable("supporting-capabilities", "Supporting capabilities", supporting)] : []),
      ]),
      ...componentNotes(results),
      improvementSection(results),
    ],
    sheets: [scoreSheet(results), improvementSheet(results)],
  };
}

const practicesInWords = (primary: number, supporting: number) => `${primary} Primary, ${supporting} Supporting`;

function radar(id: string, title: string, items: readonly Item[], figuresIn: string): Radar {
  return {
    kind: "radar",
    id,
    title,
    description: `A radar chart from 0 to 5. ${items.map((item) => `${item.name} ${scoreOrNone(item.score).text}`).join("; ")}.`,
    figuresIn,
    spokes: items.map(({ code, name }) => ({ code, name })),
    series: [{ name: "This assessment", role: "own", points: items.map((item) => (item.score === null ? null : scoreOrNone(item.score))) }],
  };
}

function components({ maturities, maturityScore }: ItilResults): Table {
  return {
    kind: "table",
    id: "maturity-components",
    title: "Maturity components",
    columns: [CODE, textColumn("Component", { names: true }), textColumn("Comes from"), numberColumn("Score")],
    rows: maturities.map((component) => [
      words(component.code),
      words(component.name),
      words(isComputed(component) ? "Computed from practices" : "Chosen by the assessors"),
      scoreOrNone(component.score),
    ]),
    total: [words(""), words(SVS), words(""), maturityScore === null ? NONE : whole(maturityScore)],
  };
}

function practiceTable(id: string, title: string, practices: ItilResults["capabilities"]): Table {
  return {
    kind: "table",
    id,
    title,
    columns: [CODE, textColumn("Practice", { names: true }), numberColumn("Score")],
    rows: practices.map(({ code, name, score }) => [words(code), words(name), scoreOrNone(score)]),
  };
}

/** The criteria that hold a practice: those of the lowest level in its area of improvement. */
function holdingIn(results: ItilResults, practiceId: number): number | undefined {
  const questions = results.areasOfImprovement.find(({ id }) => id === practiceId)?.questions ?? [];
  if (questions.length === 0) return undefined;
  const lowest = Math.min(...questions.map(({ level }) => level));
  return questions.filter(({ level }) => level === lowest).length;
}

/** Results told as progress, which the rules that explain a score read. */
function asProgress(results: ItilResults): ItilProgress {
  return {
    maturityScore: results.maturityScore,
    capabilityProgress: results.capabilities.map(({ id, code, name, mode, score }) => {
      const holding = holdingIn(results, id);
      return {
        id,
        code,
        name,
        mode,
        complete: score !== null,
        started: true,
        currentScore: score,
        ...(holding === undefined ? {} : { toNextLevel: holding }),
      };
    }),
    maturityProgress: results.maturities.map(({ id, code, name, score }) => ({
      id,
      code,
      name,
      mode: null,
      complete: score !== null,
      started: true,
      currentScore: score,
    })),
  };
}

const WHY = "Why the maturity is what it is";

function whySection(results: ItilResults): Section {
  const progress = asProgress(results);
  const { maturityScore } = results;
  if (maturityScore === null) return section("why", WHY, ["The SVS maturity is not known: a component has no score."], []);
  const capping = cappingComponents(progress);
  const names = listed(capping.map(({ name }) => name));
  const verb = holdAt(capping.length, results.maturities.length);
  const why = `The SVS maturity is the lowest of the five components. ${names} ${verb} ${maturityScore}.`;
  const computed = capping.filter(isComputed).flatMap((component) => {
    const holding = practicesHolding(component, progress);
    if (holding.length === 0) return [];
    return [
      `The component ${component.name} is computed: ${listed(holding.map((practice) => practice.name))} ${holding.length > 1 ? "hold" : "holds"} it there.`,
    ];
  });
  if (maturityScore >= HIGHEST) return section("why", WHY, [`${why} There is no higher level.`], []);
  const steps = nextSteps(progress);
  const lift: Table = {
    kind: "table",
    id: "what-would-lift-it",
    title: `What would lift the SVS maturity to ${maturityScore + 1}`,
    columns: [
      textColumn("What", { names: true }),
      textColumn("Kind"),
      numberColumn("Score"),
      numberColumn("Has to reach"),
      numberColumn("Criteria to meet"),
    ],
    rows: steps.map(({ kind, item, to, criteria }) => [
      words(item.name),
      words(kind === "practice" ? (item.mode === PRIMARY ? "Primary practice" : "Supporting practice") : "Component"),
      scoreOrNone(item.currentScore),
      scoreOrNone(to),
      criteria === undefined ? NONE : whole(criteria),
    ]),
    hint: "All of these are needed. Criteria to meet: those of the next level that are not fully met today.",
  };
  return section("why", WHY, [why, ...computed], steps.length > 0 ? [lift] : []);
}

function capabilityText({ capabilities }: ItilResults): string[] {
  const scores = capabilities.flatMap(({ score }) => score ?? []);
  if (scores.length === 0) return [];
  const [low, high] = [Math.min(...scores), Math.max(...scores)];
  const at = (level: number) => capabilities.filter(({ score }) => score === level).map(({ name }) => name);
  if (low === high) return [`${capabilities.length === 1 ? `${capabilities[0]?.name} is` : "All practices are"} at level ${low}.`];
  const named = (level: number) => {
    const names = at(level);
    return names.length <= 3 ? listed(names) : counted(names.length, "practice");
  };
  return [`The levels range from ${low} (${named(low)}) to ${high} (${named(high)}).`];
}

function componentNotes({ notes }: ItilResults): Section[] {
  const written = notes.maturity.filter(({ body }) => body.trim() !== "");
  if (written.length === 0) return [];
  const table: Table = {
    kind: "table",
    id: "component-notes",
    title: "Notes on maturity components",
    columns: [textColumn("Component", { names: true }), textColumn("Note", { wide: true })],
    rows: written.map(({ maturity, body }) => [words(maturity.name), words(body.trim())]),
  };
  return [section("notes", table.title, [], [table])];
}

function improvementSection(results: ItilResults): Section {
  const { areasOfImprovement, capabilities } = results;
  if (areasOfImprovement.length === 0)
    return section("areas", IMPROVEMENT.title, ["Every practice is at the highest level: no criterion is left to meet."], [], {
      tab: IMPROVEMENT.id,
    });
  const practices = areasOfImprovement.map((area) => ({ ...area, practice: capabilities.find(({ id }) => id === area.id) }));
  const tables = practices.map(({ id, name, note, questions, practice }): Table => {
    const body = note?.body.trim();
    return {
      kind: "table",
      id: `improvement-${(practice?.code ?? String(id)).toLowerCase()}`,
      title: `Areas of improvement: ${name}`,
      columns: [numberColumn("Level"), textColumn("Criterion", { wide: true }), textColumn("Dimension"), textColumn("PSF")],
      rows: questions.map(({ level, statement, dimension, psf }) => [whole(level), words(statement), words(dimension), words(psf)]),
      ...(body ? { note: body } : {}),
    };
  });
  const folded = practices.map(({ id, name, questions, practice }) => {
    const holding = holdingIn(results, id) ?? 0;
    const score = practice?.score ?? null;
    const above = questions.length - holding;
    return {
      title: name,
      holds: `${score === null ? "" : `Level ${score}: `}${counted(holding, "criterion", "criteria")} to meet for the next level${above > 0 ? `, ${above} above it` : ""}`,
    };
  });
  const text =
    "Per practice, first the criteria that hold it at its level, then those of the levels above, which come into reach after them.";
  return section("areas", IMPROVEMENT.title, [text], tables, { tab: IMPROVEMENT.id, folded });
}

// --- the Excel file -------------------------------------------------------------------------------------------------

const rankOf = (mode: number | undefined) => (mode === undefined ? "" : mode === PRIMARY ? "Primary" : "Supporting");

function scoreSheet({ maturityScore, maturities, capabilities }: ItilResults): Sheet {
  return {
    name: "Scores",
    columns: [
      { title: "Kind", width: 22, kind: "text" },
      { title: "Code", width: 9, kind: "text" },
      { title: "Name", width: 44, kind: "text" },
      { title: "Final score", width: 12, kind: "whole" },
      { title: "Score", width: 10, kind: "decimal" },
    ],
    rows: [
      ...(maturities.length > 0 ? [[SVS, "", "", maturityScore, null]] : []),
      ...maturities.map(({ code, name, score }): Value[] => ["Maturity component", code, name, null, numberIn(scoreOrNone(score))]),
      ...capabilities.map(({ code, name, mode, score }): Value[] => [
        `${rankOf(mode)} capability`,
        code,
        name,
        null,
        numberIn(scoreOrNone(score)),
      ]),
    ],
  };
}

function improvementSheet({ areasOfImprovement, capabilities, notes }: ItilResults): Sheet {
  return {
    name: "Areas_Of_Improvement",
    columns: [
      { title: "Practice or component", width: 34, kind: "text" },
      { title: "Rank", width: 12, kind: "text" },
      { title: "Score", width: 9, kind: "decimal" },
      { title: "Level", width: 8, kind: "whole" },
      { title: "Criterion", width: 80, kind: "text" },
      { title: "Dimension", width: 28, kind: "text" },
      { title: "PSF", width: 36, kind: "text" },
      { title: "Note", width: 60, kind: "text" },
    ],
    rows: [
      ...areasOfImprovement.flatMap(({ id, name, note, questions }) => {
        const practice = capabilities.find((capability) => capability.id === id);
        const head: Value[] = [name, rankOf(practice?.mode), practice?.score ?? null];
        return questions.map(({ level, statement, dimension, psf }, index): Value[] => [
          ...head,
          level,
          statement,
          dimension,
          psf,
          // A note is about the whole practice: it stands once.
          index === 0 ? (note?.body.trim() ?? "") : "",
        ]);
      }),
      ...notes.maturity
        .filter(({ body }) => body.trim() !== "")
        .map(({ maturity, body }): Value[] => [maturity.name, "", null, null, "", "", "", body.trim()]),
    ],
  };
}
