import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { keepPictures, pictureTag } from "~/services/results/files/picture-cache.server";
import type { PictureContent } from "~/services/results/files/picture-content.server";
import { TaskFailure } from "~/services/workers/pool.server";

const content = { exhibit: { kind: "table", id: "x", title: "X", columns: [], rows: [] } } as unknown as PictureContent;
const MEGABYTE = 1024 * 1024;

/** Keeps pictures that are drawn by what comes first in the list, the last one again and again. */
function keeping(...drawings: (() => Promise<Uint8Array>)[]) {
  let drawn = 0;
  const { picture: keep, failureOf } = keepPictures(
    () => {
      const drawing = drawings[Math.min(drawn, drawings.length - 1)];
      drawn += 1;
      return drawing?.() ?? Promise.reject(new Error("none"));
    },
    { bytes: 24 * MEGABYTE, failedFor: 60_000 },
  );
  return { keep: (tag: string, of: PictureContent) => keep(tag, of, "kim"), failureOf, drawn: () => drawn };
}
const bytes = (length: number) => async () => new Uint8Array(length);

describe("kept pictures", () => {
  test("are drawn once, also when several ask at the same time", async () => {
    const { keep, drawn } = keeping(bytes(10));
    const tag = randomUUID();
    await Promise.all([keep(tag, content), keep(tag, content)]);
    expect(await keep(tag, content)).toHaveLength(10);
    expect(drawn()).toBe(1);
  });

  test("are drawn when there is room for them again", async () => {
    const { keep } = keeping(() => Promise.reject(new TaskFailure("busy", "drawPicture")), bytes(3));
    const tag = randomUUID();
    await expect(keep(tag, content)).rejects.toMatchObject({ reason: "busy" });
    expect(await keep(tag, content)).toHaveLength(3);
  });

  test("that could not be drawn are not tried again at once", async () => {
    const { keep, failureOf, drawn } = keeping(() => Promise.reject(new TaskFailure("failed", "drawPicture")), bytes(3));
    const tag = randomUUID();
    expect(failureOf(tag)).toBeUndefined();
    for (let times = 0; times < 3; times += 1) await expect(keep(tag, content)).rejects.toMatchObject({ reason: "failed" });
    expect(drawn()).toBe(1);
    expect(failureOf(tag)).toMatchObject({ reason: "failed" });
    expect(await keep(randomUUID(), content)).toHaveLength(3);
  });

  test("give way to newer ones when they take too much room", async () => {
    const { keep, drawn } = keeping(bytes(10 * MEGABYTE), bytes(20 * MEGABYTE), bytes(1));
    const first = randomUUID();
    await keep(first, content);
    await keep(randomUUID(), content);
    expect(await keep(first, content)).toHaveLength(1);
    expect(drawn()).toBe(3);
  });

  test("are sent also when they are too large to be kept", async () => {
    const { keep } = keeping(bytes(25 * MEGABYTE));
    expect(await keep(randomUUID(), content)).toHaveLength(25 * MEGABYTE);
  });

  test("are named by their content", () => {
    expect(pictureTag(content)).toBe(pictureTag(structuredClone(content)));
    expect(pictureTag(content)).not.toBe(pictureTag({ ...content, exhibit: { ...content.exhibit, title: "Y" } }));
    expect(pictureTag(content)).not.toBe(pictureTag({ ...content, format: "png" }));
    expect(pictureTag(content)).toMatch(/^"[\w-]{20,}"$/);
  });
});
