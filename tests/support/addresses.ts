/** The addresses of the product's table of routes. */
import type { RouteConfigEntry } from "@remix-run/route-config";

/** The patterns of a table of routes, parents before them: `/assessments/:assessmentId/view?/summary`. */
export function addressesOf(entries: readonly RouteConfigEntry[], parent = ""): string[] {
  return entries.flatMap(({ path, index, children = [] }) => {
    const own = path === undefined ? parent : `${parent}/${path}`;
    return children.length > 0 ? addressesOf(children, own) : [index ? `${parent}/` : own];
  });
}

/** A pattern with each optional part left out and put in. */
export function variantsOf(pattern: string): string[] {
  const part = /\/(\w+)\?/.exec(pattern);
  if (!part) return [pattern];
  return [...variantsOf(pattern.replace(part[0], "")), ...variantsOf(pattern.replace(part[0], `/${part[1]}`))];
}
