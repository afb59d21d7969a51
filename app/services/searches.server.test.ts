import { expect, test } from "vitest";
import { TooManyRequests } from "./faults.server.ts";
import { inTurn, textsWith } from "./searches.server.ts";

const next = { href: "/", label: "Home" };
const as = (person: string, asker = new AbortController().signal) => ({ person, asker, next });

test("other work of the process has its turn while long texts are searched", async () => {
  // Each is long enough for a turn of its own.
  const notes = Array.from({ length: 91 }, (_, index) => `${index}${"é".repeat(20_000)}`);
  let turns = 0;
  let waiting: NodeJS.Immediate;
  const other = () => {
    turns += 1;
    waiting = setImmediate(other);
  };
  waiting = setImmediate(other);
  expect((await textsWith(["e", "ee", "90"], notes)).size).toBe(1);
  clearImmediate(waiting);
  expect(turns).toBeGreaterThanOrEqual(90);
});

test("somebody who searches a lot waits for their own searches, and is told after thirty", async () => {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const search = (person: string) =>
    inTurn(as(person), () => {
      begun.push(person);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  const all = Array.from({ length: 30 }, () => search("mallory@search.example"));
  await expect(search("mallory@search.example")).rejects.toThrow(TooManyRequests);
  all.push(search("kim@search.example"));
  for (let count = 0; count < 31; count += 1) {
    while (ends.length === 0) await new Promise((resolve) => setImmediate(resolve));
    ends.shift()?.();
  }
  await Promise.all(all);
  expect(begun.indexOf("kim@search.example")).toBeLessThanOrEqual(2);
});

test("a search that nobody waits for any more is not made", async () => {
  const gone = new AbortController();
  gone.abort();
  const search = inTurn(as("gone@search.example", gone.signal), async () => expect.fail("it was made"));
  await expect(search).rejects.toThrow("aborted");
});
