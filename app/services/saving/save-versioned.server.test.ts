import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { OutcomeUnknown } from "~/services/upstream/lost-answers.server";
import { SessionOver, UpstreamFault } from "~/services/upstream/upstream.server";
import { saveVersioned } from "./save-versioned.server.ts";

const fault = (status: number, title?: string) => new UpstreamFault(status, "a call", title === undefined ? {} : { title });
const saved = { kind: "saved" as const };
/** A place that no other test saves to. */
const newPlace = () => randomUUID();

describe("a save", () => {
  test("writes nothing over what somebody else changed", async () => {
    const written: string[] = [];
    const outcome = await saveVersioned({
      place: newPlace(),
      read: async () => "theirs",
      conflictWith: (now) => (now === "mine before" ? undefined : { kind: "conflict" as const, stored: now }),
      write: async () => {
        written.push("mine");
        return { kind: "conflict" as const, stored: "" };
      },
    });
    expect([outcome, written]).toEqual([{ kind: "conflict", stored: "theirs" }, []]);
  });

  test("begins again where something is stored between reading and writing", async () => {
    const versions = [1, 2];
    const written: (number | undefined)[] = [];
    const outcome = await saveVersioned({
      place: newPlace(),
      read: async () => versions.shift(),
      write: async (version) => {
        written.push(version);
        if (version === 1) throw fault(412);
        return saved;
      },
    });
    expect([outcome, written]).toEqual([saved, [1, 2]]);
  });

  test("of the same place waits for the one before it, even if that fails", async () => {
    const place = newPlace();
    const events: string[] = [];
    let fail = () => {};
    const first = saveVersioned({
      place,
      read: async () => events.push("first reads"),
      write: () => new Promise((_, reject) => (fail = () => reject(fault(500)))),
    });
    const second = saveVersioned({
      place,
      read: async () => events.push("second reads"),
      write: async () => saved,
    });
    await saveVersioned({ place: newPlace(), read: async () => events.push("elsewhere"), write: async () => saved });
    fail();
    expect([await first, await second, events]).toEqual([{ kind: "failed" }, saved, ["first reads", "elsewhere", "second reads"]]);
  });

  test.each([
    [fault(403), { kind: "refused", message: "You have no credentials to access this assessment." }],
    [fault(404), { kind: "refused", message: "The assessment you are trying to access does not exist." }],
    [fault(422, "Too long."), { kind: "refused", message: "Too long." }],
    [fault(500), { kind: "failed" }],
    [new OutcomeUnknown(fault(500)), { kind: "failed", unknown: true }],
    [fault(429), { kind: "refused", message: expect.any(String), retryAfter: expect.any(Number) }],
  ])("tells what came of %s", async (error, outcome) => {
    expect(await saveVersioned({ place: newPlace(), read: async () => 1, write: () => Promise.reject(error) })).toEqual(outcome);
  });

  test("says in its own words what was refused", async () => {
    const save = { place: newPlace(), read: async () => 1, write: () => Promise.reject(fault(422)), refusal: () => "Say more." };
    expect(await saveVersioned(save)).toEqual({ kind: "refused", message: "Say more." });
  });

  test("lets the end of a session through", async () => {
    const save = { place: newPlace(), read: () => Promise.reject(new SessionOver("a call")), write: async () => saved };
    await expect(saveVersioned(save)).rejects.toThrow(SessionOver);
  });

  test("that failed looks at what was stored, if anything can have been sent", async () => {
    const looks: unknown[] = [];
    const lookAgain = async (outcome: object, before: string) => {
      looks.push([outcome, before]);
      return saved;
    };
    const place = newPlace();
    await saveVersioned({ place, read: () => Promise.reject(fault(500)), write: async () => saved, lookAgain });
    expect(looks).toEqual([]);
    const outcome = await saveVersioned({ place, read: async () => "before", write: () => Promise.reject(fault(500)), lookAgain });
    expect([outcome, looks]).toEqual([saved, [[{ kind: "failed" }, "before"]]]);
  });
});
