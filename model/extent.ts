/** How much of a model an assessment covers (docs/rules/scores.md#what-was-assessed). Every screen and file asks here. */
import { COMPONENTS, PRACTICES } from "./itil/catalogue.ts";
import { findP3m3Scope, PERSPECTIVES, THREADS } from "./p3m3/catalogue.ts";
import { threadsOffered } from "./p3m3/scope.ts";

/**
 * The part of P3M3 that an assessment covers: '1 of 7 perspectives, 4 of 13 threads'; undefined for all perspectives and all threads of its scope.
 * @param scope as the assessment has it
 * @param threads in scope, each once, descoped ones included
 */
export function p3m3Extent({
  scope,
  perspectives,
  threads,
}: {
  scope: string | null | undefined;
  perspectives: number;
  threads: number;
}): string | undefined {
  const known = findP3m3Scope(scope ?? null);
  const offered = (known ? threadsOffered(known) : THREADS).length;
  if (perspectives >= PERSPECTIVES.length && threads >= offered) return undefined;
  return `${perspectives} of ${PERSPECTIVES.length} perspectives, ${threads} of ${offered} threads`;
}

/**
 * The part of ITIL that an assessment covers: '9 of 34 practices, 5 of 5 components', or without components '9 of 34 practices'; undefined
 * for the scope Comprehensive.
 */
export function itilExtent({
  scope,
  practices,
  components,
}: {
  scope: string | null | undefined;
  practices: number;
  components: number;
}): string | undefined {
  if (scope === "Comprehensive") return undefined;
  const ofPractices = `${practices} of ${PRACTICES.length} practices`;
  return components === 0 ? ofPractices : `${ofPractices}, ${components} of ${COMPONENTS.length} components`;
}
