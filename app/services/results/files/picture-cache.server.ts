/** Keeps drawn pictures by what they show. */
import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { PictureContent } from "~/services/results/files/picture-content.server";
import { runTask, TaskFailure } from "~/services/workers/pool.server";

/** To be changed whenever pictures of the same content will look different. */
const EDITION = "4";

/** The entity tag (ETag) of a picture: equal content gives an equal tag. */
export function pictureTag(content: PictureContent): string {
  return `"${createHash("sha256").update(EDITION).update(JSON.stringify(content)).digest("base64url").slice(0, 27)}"`;
}

type Draw = (content: PictureContent, person: string) => Promise<Uint8Array>;

/**
 * Keeps pictures up to a limit. Requests for the same picture share one drawing. A picture that could not be drawn is not tried again for
 * a while, because it would use up its worker's time or memory again.
 * @param bytes of all pictures together
 * @param failedFor milliseconds until a failed picture is tried again
 * @returns `picture` draws a picture for somebody or gives the kept one, and throws TaskFailure; `failureOf` tells if it lately could not be drawn
 */
export function keepPictures(draw: Draw, { bytes, failedFor }: { bytes: number; failedFor: number }) {
  const failed = new LRUCache<string, TaskFailure>({ max: 1_000, ttl: failedFor });
  const kept = new LRUCache<string, Uint8Array, { content: PictureContent; person: string }>({
    maxSize: bytes,
    sizeCalculation: (picture) => Math.max(1, picture.length),
    // A drawing in progress is finished, even if others push it out of the store.
    ignoreFetchAbort: true,
    allowStaleOnFetchAbort: true,
    fetchMethod: (_tag, _stale, { context }) => draw(context.content, context.person),
  });
  return {
    failureOf: (tag: string) => failed.get(tag),
    async picture(tag: string, content: PictureContent, person: string): Promise<Uint8Array> {
      const failure = failed.get(tag);
      if (failure) throw failure;
      try {
        return await kept.forceFetch(tag, { context: { content, person } });
      } catch (error) {
        if (error instanceof TaskFailure && error.reason !== "busy") failed.set(tag, error);
        throw error;
      }
    },
  };
}

/** Pictures drawn by workers. */
export const keptPictures = keepPictures((content, person) => runTask("drawPicture", content, { person }), {
  bytes: 24 * 1024 * 1024,
  failedFor: 30_000,
});
