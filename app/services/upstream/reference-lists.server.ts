/** Reference lists and model lists of the upstream. They change rarely, so each is kept for a while. */

import { withRichTexts } from "~/services/answering/rich-text.server";
import type { AppContext } from "~/sessions.server";

const KEPT_MS = 5 * 60_000;
const kept = new Map<string, { until: number; list: Promise<unknown> }>();

/** A list of the upstream as it was read by whoever asked for it first. */
function keptList<T>(name: string, read: (api: AppContext["api"]) => Promise<T>): (context: AppContext) => Promise<T> {
  return (context) => {
    const known = kept.get(name);
    if (known && known.until > Date.now()) return known.list as Promise<T>;
    const list = read(context.api).then(withRichTexts);
    kept.set(name, { until: Date.now() + KEPT_MS, list });
    list.catch(() => kept.delete(name));
    return list;
  };
}

export const listCountries = keptList("countries", (api) => api.reference.countries());
export const listIndustries = keptList("industries", (api) => api.reference.industries());
export const listSizes = keptList("sizes", (api) => api.reference.sizes());
export const listPerspectives = keptList("perspectives", (api) => api.p3m3.perspectives());
export const listThreads = keptList("threads", (api) => api.p3m3.threads());
export const listCapabilities = keptList("capabilities", (api) => api.itil.capabilities());
export const listMaturities = keptList("maturities", (api) => api.itil.maturities());
