/** Strangers' scores, out of the benchmark of a team that has shells in every cohort and asks everything, month after month. */
import { openStore } from "#api/store/open.ts";
import { completeP3M3, createOrganization } from "../contract/scenario.ts";
import { Visitor } from "../support/form-driver.ts";
import { apiClient } from "../support/seed.ts";
import { type App, startApp } from "../support/server.ts";
import type { Attack } from "./attack.ts";

const HALF_A_POINT = 0.5;
/** The demo has nobody in this model scope. */
const SCOPE = { perspectiveIds: [1], threadIds: [1], selectedScope: "Project" as const };
const LETTERS = ["RNNNN", "FRNNN", "FFRNN", "FFFRN", "FFFFR", "FFFFF"];
/** What a mean with one decimal leaves open, to both sides. */
const ROUNDING = 0.05;

interface Organization {
  name: string;
  own: boolean;
  score: number;
  country: number;
  industry: number;
  size: number;
}
interface CohortQuery {
  country?: number;
  industry?: number;
  size?: number;
}
interface Answer {
  mean: number;
  /** The organizations behind it: all in the cohort, if their number is the one on the page. */
  strangers: Organization[];
  shells: Organization[];
}

const organization = (name: string, score: number, [country, industry, size]: [number, number, number], own = false): Organization => ({
  name,
  own,
  score,
  country,
  industry,
  size,
});

/** Month after month: who has completed an assessment by then. */
const MONTHS: Organization[][] = [
  [
    // The organization that asks, four shells, and one stranger, alone in a country.
    organization("alone", 4, [40, 3, 4]),
    ...[0, 0, 0, 0, 0].map((score, index) => organization(`shell ${index}`, score, [40, 3, 4], true)),
    // Seven of another country, one of them of another size.
    ...[1, 2, 3, 4, 2, 3].map((score, index) => organization(`stranger ${index}`, score, [56, 3, 4])),
    organization("other size", 5, [56, 3, 5]),
    // Six of another industry.
    ...[2, 2, 3, 3, 4, 1].map((score, index) => organization(`far stranger ${index}`, score, [56, 4, 4])),
  ],
  // One joins, and the attacker sends five more.
  [
    organization("newcomer", 5, [56, 3, 4]),
    ...[5, 5, 5, 5, 5].map((score, index) => organization(`late shell ${index}`, score, [56, 3, 4], true)),
  ],
  // One alone in an industry.
  [organization("second newcomer", 1, [56, 5, 4])],
];
const EVERY: CohortQuery[] = [undefined, 40, 56].flatMap((country) =>
  [undefined, 3, 4, 5].flatMap((industry) =>
    [undefined, 4, 5].map((size) => ({
      ...(country === undefined ? {} : { country }),
      ...(industry === undefined ? {} : { industry }),
      ...(size === undefined ? {} : { size }),
    })),
  ),
);

async function complete(app: App, each: Organization): Promise<number> {
  const team = each.own ? "Attacker" : `Team of ${each.name}`;
  const email = `${team.toLowerCase().replaceAll(" ", ".")}@attack.example`;
  const client = await apiClient(app.databaseUrl, email, { team });
  const id = await createOrganization(client, {
    name: each.name,
    benchmarkConsent: true,
    country: { id: each.country, name: "" },
    industry: { id: each.industry, name: "" },
    size: { id: each.size, name: "" },
  });
  return completeP3M3(client, id, LETTERS[each.score] ?? "", SCOPE);
}

/** Lets the month end: what is completed is of an earlier one, and the snapshot, where there is one, is of the last. */
async function letTheMonthEnd(app: App): Promise<void> {
  const store = openStore(app.databaseUrl);
  await store.updateTable("assessment").set({ date_completed: "2020-01-20T09:00:00.000Z" }).where("status", "=", "Completed").execute();
  await store.updateTable("setting").set({ value: "2020-02-01" }).where("name", "=", "benchmark-month").execute();
  await store.destroy();
}

/** The mean and the number of organizations that the result page shows; nothing where it shows none. */
async function read(
  visitor: Visitor,
  assessmentId: number,
  cohortQuery: CohortQuery,
): Promise<{ mean: number; counted: number } | undefined> {
  const query = ["country", "industry", "size"].map((name) => `${name}=${cohortQuery[name as keyof CohortQuery] ?? ""}`).join("&");
  await visitor.get(`/assessments/${assessmentId}/result?${query}`);
  const table = visitor.document
    .querySelectorAll("table[aria-labelledby]")
    .find((each) => visitor.document.getElementById(each.getAttribute("aria-labelledby") ?? "")?.text.trim() === "Benchmark figures");
  const cells = table
    ?.querySelector("tbody tr")
    ?.querySelectorAll("th, td")
    .map((cell) => cell.text.trim());
  return cells && { mean: Number(cells[2]), counted: Number(cells.at(-1)) };
}

const total = (organizations: readonly Organization[]) => organizations.reduce((sum, { score }) => sum + score, 0);

/** What is behind an answer: the strangers of the cohort alone, or with the attacker's own, as their number tells. */
function explained(figure: { mean: number; counted: number }, cohort: readonly Organization[]): Answer[] {
  const strangers = cohort.filter(({ own }) => !own);
  const shells = cohort.filter(({ own }) => own);
  return [[], shells, shells.slice(1)]
    .filter((counted) => strangers.length + counted.length === figure.counted)
    .map((counted) => ({ mean: figure.mean, strangers, shells: counted }))
    .slice(0, 1);
}

/** What can be concluded of a single stranger: from one answer, or from two that differ by one. */
function* conclusions(answers: readonly Answer[]): Generator<{ of: Organization; from: number; to: number }> {
  const nothing: Answer = { mean: 0, strangers: [], shells: [] };
  const countedIn = ({ strangers, shells }: Answer) => strangers.length + shells.length;
  const sumOver = (answer: Answer) => answer.mean * countedIn(answer) - total(answer.shells);
  for (const less of [nothing, ...answers])
    for (const more of answers) {
      const [one, ...others] = more.strangers.filter((each) => !less.strangers.includes(each));
      if (!one || others.length > 0 || less.strangers.some((each) => !more.strangers.includes(each))) continue;
      const doubt = ROUNDING * (countedIn(less) + countedIn(more));
      yield { of: one, from: sumOver(more) - sumOver(less) - doubt, to: sumOver(more) - sumOver(less) + doubt };
    }
}

export const attack: Attack = {
  title: "A team with four shells and one stranger, that joins with more, asks every filter, and asks again the month after",
  async run() {
    const app = await startApp();
    try {
      const known: Organization[] = [];
      const answers: Answer[] = [];
      let own: number | undefined;
      let [questions, scores] = [0, 0];
      let visitor: Visitor | undefined;
      for (const month of MONTHS) {
        for (const each of month) {
          const id = await complete(app, each);
          if (each.own) own ??= id;
        }
        known.push(...month);
        await letTheMonthEnd(app);
        visitor ??= await new Visitor(app.url).get(await app.entryLink("attacker@attack.example"));
        for (const query of EVERY) {
          const figure = await read(visitor, own ?? 0, query);
          questions += 1;
          if (!figure) continue;
          const within = known.filter((each) =>
            (["country", "industry", "size"] as const).every((part) => query[part] === undefined || query[part] === each[part]),
          );
          scores += 1;
          answers.push(...explained(figure, within));
        }
      }
      // All conclusions about one stranger hold together. One that is wrong would mislead the attacker, and is no success.
      const located = new Map<Organization, { from: number; to: number }>();
      for (const { of, from, to } of conclusions(answers)) {
        if (of.score < from - 1e-9 || of.score > to + 1e-9) continue;
        const before = located.get(of) ?? { from: 0, to: 5 };
        located.set(of, { from: Math.max(before.from, from), to: Math.min(before.to, to) });
      }
      const [best] = [...located]
        .map(([of, { from, to }]) => ({ name: of.name, within: (to - from) / 2 }))
        .sort((a, b) => a.within - b.within);
      const closest = best ? `'${best.name}' to within ${best.within.toFixed(2)} points, and ${HALF_A_POINT} are allowed` : "nobody at all";
      return {
        held: best === undefined || best.within >= HALF_A_POINT,
        figures: `${questions} questions in ${MONTHS.length} months, ${scores} with scores; it located ${closest}`,
      };
    } finally {
      await app.stop();
    }
  },
};
