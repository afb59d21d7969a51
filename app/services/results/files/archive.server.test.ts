import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import yauzl from "yauzl";
import { archiveOf } from "~/services/results/files/archive.server";

const bytes = (text: string) => new TextEncoder().encode(text);

test.each([true, false])("an archive holds its files in their order, compressed: %s", async (compress) => {
  const names = ["Łódź.jpg", "中国.jpg", "c.jpg"];
  const chunks: Buffer[] = [];
  for await (const chunk of archiveOf(
    names.map((name) => ({ name, read: async () => bytes(`content of ${name}`) })),
    { compress },
  ))
    chunks.push(chunk);
  const zip = await yauzl.fromBufferPromise(Buffer.concat(chunks), { lazyEntries: true });
  const entries: [string, string][] = [];
  for await (const entry of zip.eachEntry()) {
    const parts: Buffer[] = [];
    for await (const part of await zip.openReadStreamPromise(entry)) parts.push(part as Buffer);
    entries.push([entry.fileName, Buffer.concat(parts).toString()]);
  }
  expect(entries).toEqual(names.map((name) => [name, `content of ${name}`]));
});

test("a file that cannot be made ends the archive with its error, and no further one is made", async () => {
  const requests: string[] = [];
  const file = (name: string, read: () => Promise<Uint8Array>) => ({
    name,
    read: () => {
      requests.push(name);
      return read();
    },
  });
  const failing = new Error("no room");
  const archive = archiveOf(
    [file("a", async () => bytes("a")), file("b", () => Promise.reject(failing)), file("c", async () => bytes("c"))],
    { compress: false },
  );
  await expect(
    (async () => {
      for await (const _ of archive);
    })(),
  ).rejects.toBe(failing);
  expect([requests, archive.destroyed]).toEqual([["a", "b"], true]);
});

test("when nobody reads any more, nothing more is made", async () => {
  let count = 0;
  let finish: (bytes: Uint8Array) => void = () => undefined;
  const read = () => {
    count += 1;
    return new Promise<Uint8Array>((resolve) => {
      finish = resolve;
    });
  };
  const archive = archiveOf(
    ["a", "b", "c"].map((name) => ({ name, read })),
    { compress: false },
  );
  expect(count).toBe(1);
  archive.destroy();
  finish(bytes("a"));
  for (let turn = 0; turn < 5; turn += 1) await setImmediate();
  expect(count).toBe(1);
});

test("a file is made only when those before it have been taken", async () => {
  let count = 0;
  const large = new Uint8Array(1_000_000);
  const archive = archiveOf(
    ["a", "b", "c"].map((name) => ({
      name,
      read: async () => {
        count += 1;
        return large;
      },
    })),
    { compress: false },
  );
  for (let turn = 0; turn < 20; turn += 1) await setImmediate();
  expect(count).toBe(1);
  for await (const _ of archive);
  expect(count).toBe(3);
});
