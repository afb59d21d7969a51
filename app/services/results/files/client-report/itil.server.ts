/** What a report for a client says about an ITIL result (docs/rules/client-report.md). */
import { Stated } from "#model/basis.ts";
import { itilCoverageText } from "#model/coverage-texts.ts";
import { COMPONENTS as COMPONENT_LIST, PRACTICES } from "#model/itil/catalogue.ts";
import { PRIMARY } from "#model/itil/scope.ts";
import { type ItilJudged, itilJudgement, itilMeaning, itilPoints } from "#model/judgement.ts";
import { holdMessage, practiceOpening, rangeMessage, type ScoredName } from "#model/report-texts.ts";
import { scoreForClients } from "#model/rounding.ts";
import { overallNames } from "#model/score-names.ts";
import { countedInWords, countInWords, lowerFirst, upperFirst } from "#model/words.ts";
import {
  blocksOf,
  changeOf,
  changesIn,
  coverageInSummary,
  inWords,
  isPart,
  liftBlocks,
  lowestWithout,
  type ModelContent,
  type NotedFact,
  riseOf,
  type SubjectContent,
  sectionOf,
  statementsInKey,
  suggested,
  viewsIn,
} from "~/services/results/files/client-report/content.server";
import { draftSummary } from "~/services/results/files/client-report/draft.server";
import { COMPONENT_NOTES } from "~/services/results/sections/itil/improvement.server";
import type { ItilFigures, Result, ScoredPractice } from "~/views/result";

const CAPABILITY = [
  "Each practice was rated Fully or Rarely/Never against the criteria of levels 2 to 5, up to the first level that was not met. Its level is the highest whose criteria, and those of all levels below, are fully met; every practice is at level 1 at least.",
];
const PRACTICES_RULE =
  "The level of Practices is the lowest of the assessed practices, where a Supporting practice counts as one level higher.";
const IN_BRIEF = {
  capability: "Each practice was rated level by level up to the first level that is not met.",
  maturity: ({ assessment: { extent } }: Result) => `The ${lowerFirst(overallNames(extent).svs)} is the lowest of the five components.`,
  practices: PRACTICES_RULE,
};
/** How the maturity is found (docs/rules/itil.md#svs-maturity). */
const COMPONENTS = `The assessors judged the levels of Guiding Principles, Governance and Service Value Chain. ${PRACTICES_RULE} The level of Continual Improvement is that of the practice of this name.`;

const hasSupporting = ({ progress }: ItilFigures["standing"]) => progress.capabilityProgress.some(({ mode }) => mode !== PRIMARY);

/** What readers have to know who do not know ITIL. @param further what only slides have */
const keyOf = (result: Result, { hasMaturity, standing }: ItilFigures, further: ModelContent["key"] = []) => [
  ["ITIL", "A body of good practice for managing services."] as const,
  ["Practice", `One of its ${PRACTICES.length} fields, such as Incident management. It is rated against criteria.`] as const,
  ...(hasMaturity && hasSupporting(standing)
    ? [["Primary, Supporting", "Practices that the assessment is mainly about, and those that they rely on."] as const]
    : []),
  ...(hasMaturity
    ? [
        [
          "Component",
          `One of the ${countInWords(COMPONENT_LIST.length)} parts of the service value system (SVS), such as Governance.`,
        ] as const,
      ]
    : []),
  ["Levels", "From 1, the lowest, to 5. A practice reaches a level once all criteria of it, and of those below, are fully met."] as const,
  ...further,
  ...statementsInKey(result),
];

/** What the level says that the steps lead to. */
function deckKeyOf({ meanings, lift }: ItilFigures): ModelContent["key"] {
  const goal = lift?.to === undefined ? undefined : meanings[lift.to - 1];
  return goal ? [[`Level ${lift?.to}`, goal]] : [];
}

/** The notes on practices and components, those of what holds the maturity first, and of the lowest levels. */
function notedIn(result: Result, { practices, components, holding, maturity }: ItilFigures): NotedFact[] {
  const held = [...holding.flatMap((component) => component.practices), ...holding.map(({ name }) => name)];
  const ofComponents = (sectionOf(result, "notes")?.exhibits ?? [])
    .flatMap((exhibit) => (exhibit.kind === "table" && exhibit.id === COMPONENT_NOTES ? exhibit.rows : []))
    .flatMap(([name, cell]) => (name && cell?.noteAt ? [{ name: name.text, note: cell.text, noteAt: cell.noteAt }] : []))
    .map((each) => ({ ...each, scored: components.find(({ name }) => name === each.name) }));
  const rank = ({ name, scored }: Pick<ScoredPractice, "name" | "scored">) => (held.includes(name) ? 0 : 10) + (scored?.value ?? 5);
  return [...ofComponents, ...practices]
    .toSorted((a, b) => rank(a) - rank(b))
    .flatMap(({ name, scored, note, noteAt }) => {
      if (note === undefined || noteAt === undefined) return [];
      const rise = riseOf(result, name);
      const isStrong = scored !== undefined && rise >= 0 && scored.value > (maturity ?? 1);
      return [
        {
          ...{ place: noteAt, group: name, about: `${name}${scored ? `, level ${scored.value}` : ""}`, text: note },
          hasFallen: rise < 0,
          ...(isStrong ? { strength: scored.value + rise / 10 } : {}),
        },
      ];
    });
}

function unexplainedIn({ practices, holding }: ItilFigures): number {
  const held = holding.flatMap((component) => component.practices);
  const noted = practices.flatMap(({ name, note }) => (note === undefined ? [] : [name]));
  return lowestWithout(
    practices.flatMap(({ name, scored }) => (scored && held.includes(name) ? [scored] : [])),
    noted,
  );
}

/** @param result of an ITIL result */
export function itilContent(result: Result, figures: ItilFigures): ModelContent {
  const { hasMaturity, maturity, components, practices } = figures;
  // Of both charts of the practices the first can be read better.
  const [chart] = sectionOf(result, "capabilities")?.exhibits ?? [];
  const ofParts = sectionOf(result, "maturity")?.exhibits ?? [];
  const [parts] = ofParts;
  const isDraft = result.draftOf !== undefined;
  // A level is whole by rule.
  const said = (scored: readonly ScoredName[]) =>
    isDraft ? scored : scored.map((each) => ({ ...each, shown: scoreForClients("ITIL", each.value) }));
  const scores = practices.flatMap(({ scored }) => scored ?? []);
  const range = rangeMessage(said(scores), "practices");
  const why = sectionOf(result, "why");
  const soFar = isDraft ? " so far" : "";
  const inSentences = sectionOf(result, "capabilities")?.text ?? [];
  const holding = components
    .filter(({ value }) => value === maturity)
    .map(({ name }, _, all) => (all.length === 1 ? `the component ${name}` : name));
  const slide = { section: "results", board: true } as const;
  const inScope = { practices: practices.map(({ name }) => name), hasComponents: hasMaturity };
  const summary = suggested(result, (say, so) => [
    ...(so
      ? [...draftSummary(result, { field: "service management", parts: scores }, say), ...inSentences]
      : itilJudgement({ ...judgedItil(result, figures), changes: changesIn(result, say) }, say)),
    ...viewsIn(result, say),
    ...coverageInSummary(result, itilCoverageText({ ...inScope, soFar: so }, say)),
  ]);
  return {
    subjects: "Practices",
    all: PRACTICES.length,
    summary: summary.words,
    summaryFacts: summary.facts,
    summaryPoints: isDraft || maturity === null ? [] : itilPoints(judgedItil(result, figures)),
    meaning: isDraft || maturity === null || !hasMaturity ? undefined : itilMeaning(judgedItil(result, figures), maturity),
    change: isDraft || maturity === null ? undefined : changeOf(result, maturity),
    key: keyOf(result, figures),
    deckKey: keyOf(result, figures, deckKeyOf(figures)),
    noted: notedIn(result, figures),
    unexplained: figures.lift ? unexplainedIn(figures) : 0,
    coverage: {
      whole: itilCoverageText({ ...inScope, soFar: isDraft }),
      further: isPart(result) ? "" : itilCoverageText({ ...inScope, soFar: isDraft }),
    },
    methodInBrief: [IN_BRIEF.capability, ...(hasMaturity ? [`${IN_BRIEF.maturity(result)} ${IN_BRIEF.practices}`] : [])],
    otherRule: { whole: [], brief: [] },
    method: hasMaturity ? [...CAPABILITY, `${IN_BRIEF.maturity(result)} ${COMPONENTS}`] : CAPABILITY,
    chapters: practices.map(chapterOf),
    slides: [
      parts && {
        ...slide,
        title: `${rangeMessage(said(components), "components") ?? "Maturity components"}${soFar}`,
        blocks: blocksOf([parts]),
        // A radar has no figures.
        forBoard: blocksOf(ofParts.filter(({ kind }) => kind === "table")),
        notes: [inWords(parts), `${IN_BRIEF.maturity(result)} ${COMPONENTS}`],
      },
      why && {
        ...slide,
        lifts: true as const,
        title: maturity === null ? why.title : holdMessage(holding, components.length, maturity, "components"),
        blocks: liftBlocks(why),
        notes: why.text,
      },
      {
        ...slide,
        // The sentence of a draft says itself what has no level yet.
        title: range ? `${range}${soFar}` : (inSentences[0]?.replace(/\.$/, "") ?? "Levels of the practices"),
        blocks: blocksOf([chart]),
        notes: [...inSentences, inWords(chart), ...CAPABILITY],
      },
    ].filter((each) => each !== undefined),
  };
}

const judgedItil = (result: Result, { components, practices, ...figures }: ItilFigures): ItilJudged => ({
  ...figures,
  organization: result.organization.name,
  unit: result.organization.unit,
  isPart: isPart(result),
  components: components.length,
  practices: practices.map(({ name, scored }) => ({ name, level: scored?.value })),
});

function chapterOf({ code, name, scored, toMeet, criteria, note, noteAt }: ScoredPractice): SubjectContent {
  const say = new Stated();
  const suggestion = practiceOpening({ name, level: scored?.value, toMeet }, say);
  return {
    code,
    name,
    suggestion,
    facts: say.facts,
    chart: [],
    findings: [],
    toDo: blocksOf([criteria]),
    notes: note === undefined ? [] : [{ kind: "text", text: note, noteAt }],
    standing: standingOf(scored?.value, toMeet),
  };
}

/** The level of a practice and what is to be met for the next one, in cells. What is above that was assessed nowhere. */
function standingOf(level: number | undefined, [next]: ScoredPractice["toMeet"]): NonNullable<SubjectContent["standing"]> {
  const open = next
    ? `${upperFirst(countedInWords(next.criteria, "criterion", "criteria"))} of level ${next.level}`
    : "Nothing: it is the highest level";
  return { level: level === undefined ? "None yet" : String(level), open, title: "Still to be met; what is above was not assessed" };
}
