/**
 * What a report for a client says about its scope (docs/rules/client-report.md#executive-summary). A thread that was descoped with a reason is no gap:
 * it was looked at, and does not apply.
 */
import { NONE, Stated } from "./basis.ts";
import { groupBy } from "./group-by.ts";
import { COMPONENTS, PRACTICES } from "./itil/catalogue.ts";
import { PERSPECTIVES } from "./p3m3/catalogue.ts";
import { countedInWords, countInWords, listed, upperFirst } from "./words.ts";

/** More names than these are counted. */
const NAMED = 4;

/** A thread that one or more perspectives leave out. */
export interface DescopedName {
  thread: string;
  perspective: string;
  /** Empty or absent where nobody gave one. */
  reason?: string | undefined;
}

export interface P3m3Covered {
  /** The names of those in scope. */
  perspectives: readonly string[];
  /** The names of the threads in scope, descoped ones included. */
  threads: readonly string[];
  /** The names of all threads that the scope of the assessment offers. */
  offered: readonly string[];
  descoped: readonly DescopedName[];
  /** Of an assessment in progress. */
  soFar: boolean;
}

const was = (count: number, soFar: boolean) =>
  soFar ? (count === 1 ? "is in scope" : "are in scope") : count === 1 ? "was assessed" : "were assessed";
/** ': A and B' for a few names; nothing for more. */
const naming = (names: readonly string[], most = NAMED) => (names.length > 0 && names.length <= most ? `: ${listed(names)}` : "");

/**
 * 'All seven perspectives were assessed. One thread does not apply: Commercial – deliverer.'
 * @param say collects the facts that are stated
 * @param isBrief without what does not apply
 * @returns sentences in one text
 */
export function p3m3CoverageText(
  { perspectives, threads, offered, descoped, soFar }: P3m3Covered,
  say = new Stated(),
  isBrief = false,
): string {
  const all = PERSPECTIVES.length;
  say.note("perspectives in scope", perspectives.length >= all ? `all ${all}` : listed(perspectives));
  const some =
    perspectives.length >= all
      ? `All ${countInWords(all)} perspectives ${was(all, soFar)}.`
      : `${upperFirst(countInWords(perspectives.length))} of the ${countInWords(all)} perspectives ${was(perspectives.length, soFar)}${naming(perspectives, all)}.`;
  return [some, ...threadsOf(say, threads, offered, soFar), ...descopedOf(say, descoped, perspectives).filter(() => !isBrief)].join(" ");
}

function threadsOf(say: Stated, threads: readonly string[], offered: readonly string[], soFar: boolean): string[] {
  const left = offered.filter((name) => !threads.includes(name));
  say.note("threads in scope", left.length === 0 ? "all" : `${threads.length} of ${offered.length}`);
  say.note("threads not in scope", left.length === 0 ? NONE : listed(left));
  if (left.length === 0) return [];
  const { length } = threads;
  const first = `In each, ${countInWords(length)} of the ${countInWords(offered.length)} threads ${was(length, soFar)}`;
  if (length <= NAMED) return [`${first}${naming(threads)}.`];
  return [left.length <= NAMED ? `${first}; not in scope ${left.length === 1 ? "is" : "are"} ${listed(left)}.` : `${first}.`];
}

/** What was descoped everywhere, and in some perspectives; without a reason it is only said to be left out. */
function descopedOf(say: Stated, descoped: readonly DescopedName[], perspectives: readonly string[]): string[] {
  const byThread = [...groupBy(descoped, ({ thread }) => thread)];
  const everywhere = byThread.filter(([, some]) => some.length >= perspectives.length);
  const elsewhere = byThread.filter(([, some]) => some.length < perspectives.length);
  const hasReason = (some: readonly DescopedName[]) => some.every(({ reason }) => reason?.trim());
  const without = everywhere.filter(([, some]) => !hasReason(some)).map(([name]) => name);
  const reasoned = everywhere.filter(([, some]) => hasReason(some)).map(([name]) => name);
  say.names("threads that do not apply", reasoned);
  say.names("threads that were left out", without);
  say.names(
    "threads that do not apply in single perspectives",
    elsewhere.map(([name, some]) => `${name} (${some.map(({ perspective }) => perspective).join(", ")})`),
  );
  const said = (names: readonly string[], one: string, many: string) =>
    names.length === 0 ? [] : [`${upperFirst(countedInWords(names.length, "thread"))} ${names.length === 1 ? one : many}${naming(names)}.`];
  return [...said(reasoned, "does not apply", "do not apply"), ...said(without, "was left out", "were left out"), ...inSome(elsewhere)];
}

function inSome(elsewhere: readonly (readonly [string, readonly DescopedName[]])[]): string[] {
  const [only, ...others] = elsewhere;
  if (!only) return [];
  if (others.length === 0) return [`${only[0]} does not apply in ${listed(only[1].map(({ perspective }) => perspective))}.`];
  const names = elsewhere.map(([name, some]) => `${name} (${some.map(({ perspective }) => perspective).join(", ")})`);
  const count = upperFirst(countedInWords(elsewhere.length, "thread"));
  return [`${count} do not apply in single perspectives${elsewhere.length <= NAMED ? `: ${listed(names)}` : ""}.`];
}

/** 'All 34 practices and the five components were assessed.' @param figures.practices names of those in scope @param say collects the facts that are stated */
export function itilCoverageText(
  { practices, hasComponents, soFar }: { practices: readonly string[]; hasComponents: boolean; soFar: boolean },
  say = new Stated(),
): string {
  const { length } = practices;
  say.note("practices in scope", length >= PRACTICES.length ? `all ${length}` : listed(practices));
  const components = hasComponents ? `the ${countInWords(COMPONENTS.length)} components` : undefined;
  if (length >= PRACTICES.length)
    return `All ${PRACTICES.length} practices${components ? ` and ${components}` : ""} ${was(length, soFar)}.`;
  const first = `${upperFirst(countInWords(length))} of the ${PRACTICES.length} practices ${was(length, soFar)}${naming(practices)}.`;
  return components ? `${first} So ${soFar ? "are" : "were"} ${components}.` : first;
}
