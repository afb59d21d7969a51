/** Reference lists and model lists of the upstream. They change rarely, so each is kept for a while. */

import type { ZodType } from "zod";
import { refList } from "#model/contract/common.ts";
import { itilCapabilities } from "#model/contract/itil.ts";
import { catalogueList } from "#model/contract/p3m3.ts";
import type { AppContext } from "~/sessions.server";

const KEPT_MS = 5 * 60_000;
const kept = new Map<string, { until: number; list: Promise<unknown> }>();

function keptList<T>(context: AppContext, path: string, schema: ZodType<T>): Promise<T> {
  const known = kept.get(path);
  if (known && known.until > Date.now()) return known.list as Promise<T>;
  const list = context.read(path, schema);
  kept.set(path, { until: Date.now() + KEPT_MS, list });
  list.catch(() => kept.delete(path));
  return list;
}

export const listCountries = (context: AppContext) => keptList(context, "/countries", refList);
export const listIndustries = (context: AppContext) => keptList(context, "/industries", refList);
export const listSizes = (context: AppContext) => keptList(context, "/sizes", refList);
export const listPerspectives = (context: AppContext) => keptList(context, "/P3M3/perspectives", catalogueList);
export const listThreads = (context: AppContext) => keptList(context, "/P3M3/threads", catalogueList);
export const listCapabilities = (context: AppContext) => keptList(context, "/ITIL/capabilities", itilCapabilities);
export const listMaturities = (context: AppContext) => keptList(context, "/ITIL/maturities", catalogueList);
