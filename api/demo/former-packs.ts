/**
 * What the demo's first year was assessed on: the shipped content in the words that its statements had before, with a few that ask something
 * else, so that a comparison with that year has statements that changed. They are original wording, as those of the packs are (docs/content.md).
 */
import { P3M3_SCOPES } from "#model/p3m3/catalogue.ts";
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
    const criteria = text.criteria.map((each) =>
      inFormerWords(each === second ? { ...each, statement: FORMER_CRITERION, sameAs: [] } : each),
    );
    return [[code, { ...text, criteria }] as const];
  });
  return packOf({ heading: { ...content.heading, ...heading }, practices: Object.fromEntries(practices) });
}

/** A statement or criterion as it was worded before, with nothing before that. */
function inFormerWords<T extends { statement: string; sameAs?: readonly string[] | undefined }>({ sameAs, ...own }: T) {
  return { ...own, statement: sameAs?.at(-1) ?? own.statement };
}

function formerPerspectives({ perspectives }: P3m3PackContent): P3m3PackContent["perspectives"] {
  const kept = Object.entries(perspectives).map(([code, threads]) => {
    const some = Object.entries(threads).filter(([thread]) => THREADS.includes(thread));
    return [code, structuredClone(Object.fromEntries(some))] as const;
  });
  const former = Object.fromEntries(kept);
  for (const threads of Object.values(former))
    for (const levels of Object.values(threads))
      for (const level of Object.values(levels))
        for (const scope of P3M3_SCOPES) {
          const cell = level[scope];
          if (cell) level[scope] = inFormerWords(cell);
        }
  for (const [perspective, thread, level, statement] of FORMER_STATEMENTS) {
    const cell = former[perspective]?.[thread]?.[level]?.Project;
    if (!cell) throw new Error(`${perspective}/${thread} has no level ${level}.`);
    cell.statement = statement;
  }
  return former;
}
