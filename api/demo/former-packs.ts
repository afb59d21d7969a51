/**
 * What the demo's first year was assessed on: the shipped content with a few statements in a former wording, so that a comparison with that
 * year has statements that changed. They are original wording, as those of the packs are (docs/content.md).
 */
import { isP3m3Pack, type P3m3PackContent, type Pack, packOf } from "../content/pack.ts";

/** Their version. Those that ship are newer. */
export const FORMER_VERSION = "0.1.0";

/** What the first year assessed. A former pack has no more, as the demo has to start quickly. */
const THREADS = ["OR", "PL", "PR", "ST"];
const PRACTICES = ["CHE", "CI", "INM", "KM", "SDK"];

/** Perspective, thread and level in the Project scope, and how the statement was worded. */
const FORMER_STATEMENTS: readonly [perspective: string, thread: string, level: string, statement: string][] = [
  ["BM", "PL", "2", "The project has a list of its benefits, each with a date."],
  ["FM", "PR", "4", "The project manager knows how long approvals and payments take, and compares it with former projects."],
  ["MC", "OR", "3", "The roles that control the project are those that the organization has written down for all its projects."],
  ["OG", "ST", "3", "The project's mandate and business case look like those of other projects in the organization."],
];

/** How the second criterion of incident management at level 3 was worded. */
const FORMER_CRITERION =
  "The service desk sets an incident's priority by how many users it stops and how soon they need the service again.";

/** The former version of a shipped pack. */
export function formerOf({ content }: Pack): Pack {
  const heading = { version: FORMER_VERSION, title: `${content.heading.title}, first draft` };
  if (isP3m3Pack(content)) return packOf({ heading: { ...content.heading, ...heading }, perspectives: formerPerspectives(content) });
  const practices = Object.entries(content.practices).flatMap(([code, text]) => {
    if (!PRACTICES.includes(code)) return [];
    const [, second] = text.criteria.filter(({ level }) => code === "INM" && level === 3);
    const criteria = text.criteria.map((each) => (each === second ? { ...each, statement: FORMER_CRITERION } : each));
    return [[code, { ...text, criteria }] as const];
  });
  return packOf({ heading: { ...content.heading, ...heading }, practices: Object.fromEntries(practices) });
}

function formerPerspectives({ perspectives }: P3m3PackContent): P3m3PackContent["perspectives"] {
  const kept = Object.entries(perspectives).map(([code, threads]) => {
    const some = Object.entries(threads).filter(([thread]) => THREADS.includes(thread));
    return [code, structuredClone(Object.fromEntries(some))] as const;
  });
  const former = Object.fromEntries(kept);
  for (const [perspective, thread, level, statement] of FORMER_STATEMENTS) {
    const cell = former[perspective]?.[thread]?.[level]?.Project;
    if (!cell) throw new Error(`${perspective}/${thread} has no level ${level}.`);
    cell.statement = statement;
  }
  return former;
}
