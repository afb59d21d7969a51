import { expect, test, vi } from "vitest";
import { takeTurns } from "./turns.server";

/** Tasks that the test ends, and the order in which they began. */
function tasksOf(turns: ReturnType<typeof takeTurns>) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    ask: (person: string | undefined, name: string) =>
      turns.run(person, () => {
        begun.push(name);
        return new Promise<void>((resolve) => ends.set(name, resolve));
      }),
    end: (name: string) => ends.get(name)?.(),
  };
}

test("whoever asks for one task is reached after two of somebody who asks for many", async () => {
  const turns = takeTurns(1);
  const { ask, begun, end } = tasksOf(turns);
  const all = [1, 2, 3, 4, 5].map((count) => ask("mallory", `mallory ${count}`));
  all.push(ask("kim", "kim"), ask("lee", "lee"));
  for (let count = 0; count < all.length; count += 1) {
    await vi.waitFor(() => expect(begun).toHaveLength(count + 1));
    end(begun.at(-1) ?? "");
  }
  await Promise.all(all);
  expect(begun).toEqual(["mallory 1", "mallory 2", "kim", "lee", "mallory 3", "mallory 4", "mallory 5"]);
});

test("of one person two tasks run at once, whatever room there is", async () => {
  const turns = takeTurns(4);
  const { ask, begun, end } = tasksOf(turns);
  const all = [1, 2, 3].map((count) => ask("mallory", `mallory ${count}`));
  all.push(ask("kim", "kim"), ask(undefined, "nobody"));
  await vi.waitFor(() => expect(begun).toHaveLength(4));
  expect([turns.running(), begun.includes("mallory 3")]).toEqual([4, false]);
  end("mallory 1");
  await vi.waitFor(() => expect(begun).toContain("mallory 3"));
  for (const name of begun) end(name);
  await Promise.all(all);
});

test("a task that fails gives way to the next of the same person", async () => {
  const turns = takeTurns(1);
  const failing = () => Promise.reject(new Error("A fault in the task."));
  const all = [failing, failing, failing, async () => "done"].map((task) => turns.run<string>("kim", task));
  expect((await Promise.allSettled(all)).map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected", "fulfilled"]);
});
