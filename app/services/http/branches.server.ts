/** Which routes an address leads through. Remix itself looks for it in all routes, several times for each request. */
import { matchRoutes } from "@remix-run/react";
import { LRUCache } from "lru-cache";

/** The routes of the build, by their ids, as Remix keeps them. */
export type RouteTable = Record<
  string,
  { id: string; parentId?: string | undefined; path?: string | undefined; index?: boolean | undefined }
>;

type Branch = { id: string; index: true } | { id: string; path?: string; children: Branch[] };

/** Characters of all addresses that are kept. */
const KEPT = 500_000;

/** @returns a function that finds the ids of the routes of an address, from the root to the screen; none for an address that no route has */
export function branchesOf(routes: RouteTable): (url: string) => readonly string[] {
  const below = (parent: string | undefined): Branch[] =>
    Object.values(routes)
      .filter(({ parentId }) => parentId === parent)
      .map(({ id, path, index }) => (index ? { id, index } : { id, ...(path === undefined ? {} : { path }), children: below(id) }));
  const tree = below(undefined);
  const known = new LRUCache<string, readonly string[]>({
    maxSize: KEPT,
    sizeCalculation: (_, path) => path.length + 1,
    memoMethod: (path) => (matchRoutes(tree, path) ?? []).map(({ route }) => route.id),
  });
  return (url) => known.memo((url.split(/[?#]/)[0] ?? "").replace(/^\/_root\.data$/, "/").replace(/\.data$/, ""));
}
