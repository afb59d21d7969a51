/** Reference lists and the catalogue's lists. They change rarely, so each is kept for some minutes. Each may throw UpstreamFault. */
import { LRUCache } from "lru-cache";
import { richText, withRichTexts } from "~/services/upstream/rich-text.server";
import type { UserApi } from "~/services/upstream/user-api.server";

const KEPT_MS = 5 * 60_000;

/** Reads a list once and shares it with everybody: it is the same for all users. A failure is not kept. */
function keepList<T>(read: (api: UserApi) => Promise<T>): (api: UserApi) => Promise<T> {
  const kept = new LRUCache<"list", Promise<T>>({ max: 1, ttl: KEPT_MS });
  return (api) => {
    const known = kept.get("list");
    if (known) return known;
    const list = read(api).then(withRichTexts);
    kept.set("list", list);
    list.catch(() => kept.delete("list"));
    return list;
  };
}

/** The help on an entry of a list, if the upstream has one. Screens work without it, so a failure is ignored. */
export async function findHelp(list: Promise<readonly { id: number; help?: string | undefined }[]>, id: number) {
  return richText((await list.catch(() => [])).find((each) => each.id === id)?.help);
}

export const listCountries = keepList((api) => api.reference.countries());
export const listIndustries = keepList((api) => api.reference.industries());
export const listSizes = keepList((api) => api.reference.sizes());
export const listPerspectives = keepList((api) => api.p3m3.perspectives());
export const listThreads = keepList((api) => api.p3m3.threads());
export const listCapabilities = keepList((api) => api.itil.capabilities());
export const listMaturities = keepList((api) => api.itil.maturities());
