import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type SaveAttempt, type SaveEnd, SaveQueue, type SaveQueueOptions } from "./SaveQueue.ts";

/** A server that answers when the test says so, and a browser's store. */
function setUp(over: Partial<SaveQueueOptions> = {}) {
  const sent: ({ value: string; base: string; end(end: SaveEnd): void; cut(): void } & SaveAttempt)[] = [];
  const kept = new Map<string, string>();
  const queue = new SaveQueue({
    base: "",
    value: "",
    delay: 0,
    versionOf: (value) => value,
    send: (value, base, sending) =>
      new Promise((end, reject) => sent.push({ value, base, ...sending, end, cut: () => reject(new TypeError("line down")) })),
    keep: (value, base) => kept.set("kept", `${base}>${value}`),
    forget: (value) => {
      if (kept.get("kept")?.endsWith(`>${value}`)) kept.delete("kept");
    },
    ...over,
  });
  queue.start();
  return { queue, sent, kept: () => kept.get("kept") };
}

/** Runs the code that waits for a promise. */
const settle = () => vi.advanceTimersByTimeAsync(0);

describe("SaveQueue", () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: new Date("2026-11-05T09:00:00Z") });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("sends one value at a time, and of those that came meanwhile only the newest, from what was stored before it", async () => {
    const { queue, sent } = setUp();
    for (const value of ["A", "AB", "ABC"]) queue.save(value);
    expect(sent.map(({ value }) => value)).toEqual(["A"]);
    sent[0]?.end({ kind: "saved" });
    await settle();
    expect(sent.map(({ value, base }) => `${base}>${value}`)).toEqual([">A", "A>ABC"]);
    expect(queue.state.kind).toBe("saving");
    sent[1]?.end({ kind: "saved" });
    await settle();
    expect(queue.state).toEqual({ kind: "saved", at: new Date() });
    expect(queue.isUnsent).toBe(false);
  });

  it("keeps what was saved only in part, and sends the rest from what is stored now", async () => {
    const { queue, sent, kept } = setUp();
    queue.save("AB");
    sent[0]?.end({ kind: "refused", message: "B lacks its reason.", version: "A" });
    await settle();
    expect([queue.state.kind, queue.isUnsent, kept()]).toEqual(["refused", true, "A>AB"]);
    queue.save("ABC");
    queue.save("ABCD");
    sent[1]?.end({ kind: "refused", message: "B lacks its reason.", version: "AC" });
    await settle();
    expect(sent.map(({ value, base }) => `${base}>${value}`)).toEqual([">AB", "A>ABC", "AC>ABCD"]);
    sent[2]?.end({ kind: "saved" });
    await settle();
    expect([queue.state.kind, queue.isUnsent, kept()]).toEqual(["saved", false, undefined]);
  });

  it("sends nothing where a change was taken back before it was sent", async () => {
    const { queue, sent, kept } = setUp({ delay: 700 });
    queue.save("A");
    expect(kept()).toBe(">A");
    queue.save("");
    await vi.advanceTimersByTimeAsync(5000);
    expect(sent).toEqual([]);
    expect(queue.isUnsent).toBe(false);
    // Nor at the next visit.
    expect(kept()).toBeUndefined();
  });

  it("waits with one change for more where it is told so, and sends it at once when asked", async () => {
    const { queue, sent, kept } = setUp();
    queue.save("A", 700);
    await vi.advanceTimersByTimeAsync(600);
    expect([sent.length, kept()]).toEqual([0, ">A"]);
    void queue.flush();
    expect(sent.map(({ value }) => value)).toEqual(["A"]);
  });

  it("waits for its delay after the last change", async () => {
    const { queue, sent } = setUp({ delay: 700 });
    queue.save("A");
    await vi.advanceTimersByTimeAsync(600);
    queue.save("AB");
    await vi.advanceTimersByTimeAsync(699);
    expect(sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent.map(({ value }) => value)).toEqual(["AB"]);
  });

  it("keeps what is not saved until it is", async () => {
    const { queue, sent, kept } = setUp();
    queue.save("A");
    expect(kept()).toBe(">A");
    queue.save("AB");
    sent[0]?.end({ kind: "saved" });
    await settle();
    expect(kept()).toBe("A>AB");
    sent[1]?.end({ kind: "saved" });
    await settle();
    expect(kept()).toBeUndefined();
  });

  it("tries again what failed, ever less often, and says so", async () => {
    const { queue, sent, kept } = setUp();
    queue.save("A");
    sent[0]?.cut();
    await settle();
    expect(queue.state).toEqual({ kind: "failed" });
    expect(kept()).toBe(">A");
    await vi.advanceTimersByTimeAsync(3000);
    expect(sent).toHaveLength(2);
    sent[1]?.end({ kind: "failed" });
    await vi.advanceTimersByTimeAsync(5999);
    expect(sent).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    sent[2]?.end({ kind: "saved" });
    await settle();
    expect(queue.state.kind).toBe("saved");
  });

  /** Lets every try fail until none follows. */
  const failUntilQuiet = async ({ sent }: Pick<ReturnType<typeof setUp>, "sent">) => {
    for (let answered = sent.length - 1; answered < sent.length; answered += 1) {
      sent[answered]?.end({ kind: "failed" });
      await vi.advanceTimersByTimeAsync(600_000);
    }
  };

  it("gives up after six tries, keeps what was entered, and begins again when told to", async () => {
    const { queue, sent, kept } = setUp();
    queue.save("A");
    expect(queue.hasGivenUp).toBe(false);
    await failUntilQuiet({ sent });
    expect(sent).toHaveLength(6);
    expect([queue.state.kind, queue.hasGivenUp, queue.isUnsent, kept()]).toEqual(["failed", true, true, ">A"]);
    void queue.retry();
    expect(queue.hasGivenUp).toBe(true);
    await failUntilQuiet({ sent });
    expect(sent).toHaveLength(12);
    void queue.retry();
    sent[12]?.end({ kind: "saved" });
    await settle();
    expect([queue.state.kind, queue.hasGivenUp, kept()]).toEqual(["saved", false, undefined]);
  });

  it("sends again when the server has said how long to wait, and shows why until then", async () => {
    const { queue, sent, kept } = setUp();
    const tooMuch = { kind: "refused", message: "Please wait.", retryAfter: 40 } as const;
    queue.save("A");
    sent[0]?.end(tooMuch);
    await settle();
    expect([queue.state, queue.isUnsent, kept()]).toEqual([tooMuch, true, ">A"]);
    await vi.advanceTimersByTimeAsync(39_999);
    expect(sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    sent[1]?.end({ kind: "saved" });
    await settle();
    expect([queue.state.kind, sent.map(({ key, doubtful }) => [key, doubtful])]).toEqual(["saved", [1, 2].map(() => [sent[0]?.key, []])]);
  });

  it("does so no more often than after a fault", async () => {
    const { queue, sent } = setUp();
    queue.save("A");
    for (let answered = 0; answered < sent.length; answered += 1) {
      sent[answered]?.end({ kind: "refused", message: "Please wait.", retryAfter: 60 });
      await vi.advanceTimersByTimeAsync(600_000);
    }
    expect([sent.length, queue.state.kind, queue.isUnsent]).toEqual([6, "refused", true]);
  });

  it("sends a further change once after it has given up, and says the same until it is saved", async () => {
    const { queue, sent, kept } = setUp();
    queue.save("A");
    await failUntilQuiet({ sent });
    queue.save("AB");
    await failUntilQuiet({ sent });
    expect(sent.map(({ value }) => value)).toEqual(["A", "A", "A", "A", "A", "A", "AB"]);
    expect([queue.hasGivenUp, kept()]).toEqual([true, ">AB"]);
  });

  it("names a change the same on all its tries, and each change otherwise", async () => {
    const { queue, sent } = setUp();
    queue.save("A");
    await failUntilQuiet({ sent });
    void queue.retry();
    sent[6]?.end({ kind: "saved" });
    await settle();
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
    for (const value of ["", "A"]) {
      queue.save(value);
      sent.at(-1)?.end({ kind: "saved" });
      await settle();
    }
    expect(new Set(sent.map(({ key }) => key)).size).toBe(3);
  });

  it("names a change that was kept as it was named before, and a choice between two versions anew", async () => {
    const { queue, sent } = setUp();
    queue.settle("", "A", "as before");
    sent[0]?.end({ kind: "conflict", stored: "X" });
    await settle();
    queue.settle("X", "A");
    expect(sent[0]?.key).toBe("as before");
    expect(sent[1]?.key).not.toBe("as before");
  });

  it("names what may have been stored although the answer was lost, and makes sure even where the change was taken back", async () => {
    const { queue, sent } = setUp();
    queue.save("A");
    sent[0]?.cut();
    await settle();
    queue.save("");
    expect(queue.isUnsent).toBe(true);
    expect(sent.map(({ value, doubtful }) => [value, doubtful])).toEqual([
      ["A", []],
      ["", ["A"]],
    ]);
    sent[1]?.end({ kind: "saved" });
    await settle();
    expect(queue.isUnsent).toBe(false);
  });

  it("flushes at once and tells whether the server has everything", async () => {
    const { queue, sent } = setUp({ delay: 700 });
    queue.save("A");
    const flushed = queue.flush();
    sent[0]?.end({ kind: "saved" });
    expect(await flushed).toBe(true);
    queue.save("AB");
    const failed = queue.flush();
    sent[1]?.cut();
    expect(await failed).toBe(false);
  });

  it("waits for the reader in a conflict, and then saves the chosen version from what is stored", async () => {
    const { queue, sent } = setUp();
    queue.save("A");
    sent[0]?.end({ kind: "conflict", stored: "X" });
    await settle();
    expect(queue.state).toEqual({ kind: "conflict", stored: "X" });
    queue.save("AB");
    expect(await queue.flush()).toBe(false);
    expect(sent).toHaveLength(1);
    queue.settle("X", queue.value);
    expect(sent.map(({ value, base }) => `${base}>${value}`)).toEqual([">A", "X>AB"]);
  });

  it("lets the stored version count, when that was chosen", async () => {
    const { queue, sent } = setUp();
    queue.save("A");
    sent[0]?.end({ kind: "conflict", stored: "X" });
    await settle();
    queue.settle("X", "X");
    expect(queue.state.kind).toBe("idle");
    expect(queue.isUnsent).toBe(false);
    expect(sent).toHaveLength(1);
  });

  it.each<SaveEnd>([{ kind: "locked", by: "kim@example.org" }, { kind: "signed-out" }, { kind: "refused", message: "Too long." }])(
    "asks again only when told to after $kind",
    async (end) => {
      const { queue, sent } = setUp();
      queue.save("A");
      sent[0]?.end(end);
      await vi.advanceTimersByTimeAsync(60_000);
      expect(queue.state).toEqual(end);
      expect(sent).toHaveLength(1);
      void queue.retry();
      expect(sent).toHaveLength(2);
    },
  );

  it("tries once more when it is stopped, and no further", async () => {
    const { queue, sent, kept } = setUp({ delay: 700 });
    queue.save("A");
    queue.stop();
    expect(sent).toHaveLength(1);
    sent[0]?.cut();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toHaveLength(1);
    expect(kept()).toBe(">A");
  });

  it("ends with the newest value stored, whatever fails and however the changes fall", async () => {
    const step = fc.oneof(
      fc.record({ do: fc.constant("save" as const), value: fc.constantFrom("A", "B", "C", "") }),
      fc.record({ do: fc.constantFrom("answer" as const, "lose" as const, "cut" as const, "fail" as const, "wait" as const) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        let stored = "";
        let newest = "";
        const { queue, sent } = setUp();
        let answered = 0;
        const answer = (how: "answer" | "lose" | "cut" | "fail") => {
          const request = sent[answered];
          if (!request) return;
          answered += 1;
          if (how === "answer" || how === "lose") {
            // The server only stores a value that follows from its own. A save that another one overtook does not.
            expect([request.base, ...request.doubtful, request.value]).toContain(stored);
            stored = request.value;
            if (how === "lose") request.cut();
            else request.end({ kind: "saved" });
          } else if (how === "cut") request.cut();
          else request.end({ kind: "failed" });
        };
        for (const each of steps) {
          if (each.do === "save") {
            newest = each.value;
            queue.save(newest);
          } else if (each.do === "wait") await vi.advanceTimersByTimeAsync(40_000);
          else answer(each.do);
          await settle();
        }
        for (let round = 0; round < 10 && (queue.isUnsent || answered < sent.length); round += 1) {
          await vi.advanceTimersByTimeAsync(40_000);
          void queue.retry();
          answer("answer");
          await settle();
        }
        expect(stored).toBe(newest);
        expect(queue.isUnsent).toBe(false);
        queue.stop();
      }),
    );
  });
});
