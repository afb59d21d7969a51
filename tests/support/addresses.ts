/** The addresses of the product's table of routes. */
import { dirname } from "node:path/posix";
import type { RouteConfigEntry } from "@remix-run/route-config";

/** A line of the table. */
export interface ScreenPattern {
  /** Such as `/assessments/:assessmentId/view?/summary`. */
  pattern: string;
  /** The folder of its module in `app/routes`, such as `answering/p3m3`. */
  family: string;
}

/** The lines of a table of routes, parents before them. */
export function screensOf(entries: readonly RouteConfigEntry[], parent = ""): ScreenPattern[] {
  return entries.flatMap(({ path, index, file, children = [] }) => {
    const own = path === undefined ? parent : `${parent}/${path}`;
    if (children.length > 0) return screensOf(children, own);
    return [{ pattern: index ? `${parent}/` : own, family: dirname(file).replace(/^routes\//, "") }];
  });
}

/** The patterns of a table of routes, parents before them. */
export const addressesOf = (entries: readonly RouteConfigEntry[]): string[] => screensOf(entries).map(({ pattern }) => pattern);

/** A pattern with each optional part left out and put in. */
export function variantsOf(pattern: string): string[] {
  const part = /\/(:?\w+)\?/.exec(pattern);
  if (!part) return [pattern];
  return [...variantsOf(pattern.replace(part[0], "")), ...variantsOf(pattern.replace(part[0], `/${part[1]}`))];
}
