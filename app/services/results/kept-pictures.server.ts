/** Pictures that have been drawn, by what they show. */
import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { PictureContent } from "~/services/results/picture-content.server";
import { runTask, TaskFailed } from "~/services/workers/pool.server";

/** Changes whenever a picture of the same content would look different. */
const EDITION = "2";

/** A name for a picture's content: equal content, equal name (an entity tag of HTTP). */
export function pictureTag(content: PictureContent): string {
  return `"${createHash("sha256").update(EDITION).update(JSON.stringify(content)).digest("base64url").slice(0, 27)}"`;
}

type Draw = (content: PictureContent) => Promise<Uint8Array>;

/**
 * Keeps pictures while there is room. Several who ask for one at the same time wait for one drawing, and one that could not be drawn is
 * not tried again for a while, as it would take its worker's time or memory once more.
 */
export function keepPictures(draw: Draw, { bytes, failedFor }: { bytes: number; failedFor: number }) {
  const failed = new LRUCache<string, TaskFailed>({ max: 1_000, ttl: failedFor });
  const kept = new LRUCache<string, Uint8Array, PictureContent>({
    maxSize: bytes,
    sizeCalculation: (picture) => Math.max(1, picture.length),
    // What is under way stays so, however many others are asked for meanwhile.
    ignoreFetchAbort: true,
    allowStaleOnFetchAbort: true,
    fetchMethod: (_tag, _stale, { context }) => draw(context),
  });
  return async (tag: string, content: PictureContent): Promise<Uint8Array> => {
    const failure = failed.get(tag);
    if (failure) throw failure;
    try {
      return await kept.forceFetch(tag, { context: content });
    } catch (error) {
      if (error instanceof TaskFailed && error.reason === "failed") failed.set(tag, error);
      throw error;
    }
  };
}

/** A picture under its name, drawn by a worker or kept. @throws TaskFailed */
export const keptPicture = keepPictures((content) => runTask("drawPicture", content), { bytes: 24 * 1024 * 1024, failedFor: 30_000 });
