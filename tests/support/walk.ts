/** What a walk over all screens opens, and who walks: in `tests/scenarios` over HTTP, in `tests/journeys` in a browser. */
import routes from "../../app/routes.ts";
import { screensOf, variantsOf } from "./addresses.ts";
import type { OddState } from "./odd-states.ts";
import type { EntryLinkOptions } from "./server.ts";

/** Files and calls have tests of their own; signing in and out ends the walk, and a sheet needs nobody signed in. */
const LEFT_OUT =
  /\.(xlsx|ics|docx|pptx|zip|json|jpg|png|svg)$|^\/team\/history\/:file$|\/(save|lock\/:act)$|^\/(sign-out|signed-out|entry|redirect|sign-in|demo|voice|session$|choices|health|ready|metrics|\*)/;

/** The other model's addresses of an assessment lead to its own ones; that is tested where the routes are. */
const ANSWERING = /\/(questions\/|grid\/|summary|search)/;

export const SCREENS = screensOf(routes)
  .filter(({ pattern }) => !LEFT_OUT.test(pattern))
  .flatMap(({ pattern, family }) => variantsOf(pattern).map((variant) => ({ pattern: variant, family })));

const isIn = ({ model }: OddState, pattern: string) => !ANSWERING.test(pattern) || pattern.startsWith("/itil/") === (model === "ITIL");

const NOBODY = "999999";

/** The address of a pattern in a state. Where the state lacks something, the address names one that does not exist. */
function addressIn(pattern: string, state: OddState): string {
  const values: Record<string, string | number | undefined> = {
    organizationId: state.organizationId,
    assessmentId: state.assessmentId,
    voiceId: state.voiceId,
    actionId: state.actionId,
    earlierId: state.earlierId,
    perspectiveCode: "BM",
    threadCode: "PL",
    practiceCode: "IM",
    group: "general-management",
  };
  return pattern.replace(/:(\w+)/g, (_, name: string) => String(values[name] ?? NOBODY));
}

/** The addresses of all screens in a state, by the folder of their routes. */
export function addressesIn(state: OddState): Map<string, string[]> {
  const families = new Map<string, string[]>();
  for (const { pattern, family } of SCREENS)
    if (isIn(state, pattern)) families.set(family, [...(families.get(family) ?? []), addressIn(pattern, state)]);
  return families;
}

/** Who walks, in the team that a state belongs to. */
export const WALKERS = [
  { who: "a lead with both models", permission: "lead", roles: ["P3M3", "ITIL"] },
  { who: "an assessor with P3M3", permission: "assessor", roles: ["P3M3"] },
  { who: "a viewer", permission: "viewer", roles: ["P3M3", "ITIL"] },
  { who: "an assessor with ITIL", permission: "assessor", roles: ["ITIL"] },
] as const satisfies readonly (EntryLinkOptions & { who: string })[];

/** One load of a page. */
export interface Load {
  address: string;
  walker: (typeof WALKERS)[number];
  script: boolean;
}

/**
 * What is opened in a state: one address of each family, such that over all states each family meets each kind of person with script and
 * without, and each state does, too. Which address of a family it is changes with the state.
 * @param turn the number of the state
 */
export function pairwiseLoads(state: OddState, turn: number): Load[] {
  return [...addressesIn(state).values()].map((addresses, index) => ({
    address: addresses[turn % addresses.length] ?? "/",
    ...walkerAt(turn + index),
  }));
}

/** All addresses in a state, with a kind of person and with script or without in turn. */
export function allLoads(state: OddState, turn: number): Load[] {
  return [...addressesIn(state).values()].flat().map((address, index) => ({ address, ...walkerAt(turn + index) }));
}

function walkerAt(place: number): Pick<Load, "walker" | "script"> {
  const walker = WALKERS[place % WALKERS.length] ?? WALKERS[0];
  return { walker, script: Math.floor(place / WALKERS.length) % 2 === 0 };
}
