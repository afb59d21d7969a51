import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Extensions } from "./extensions.server.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-03-02T09:00:00Z") });
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const later = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1_000);
const settled = () => new Promise((resolve) => setImmediate(resolve));

function upstreamThat(...answers: (readonly string[] | "fails")[]) {
  const ask = vi.fn(async () => {
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer === "fails" || answer === undefined) throw new Error("fails");
    return answer;
  });
  return { ask, known: new Extensions(ask) };
}

test("is asked once for any number of questions", async () => {
  const { ask, known } = upstreamThat(["logout", "something of a later version"]);
  expect(await Promise.all([known.has("logout"), known.has("logout")])).toEqual([true, true]);
  for (let count = 0; count < 50; count += 1) expect(await known.has("logout")).toBe(true);
  expect(ask).toHaveBeenCalledTimes(1);
});

test("a fault is asked about again, at once and then ever more rarely, until there is a first answer", async () => {
  const { ask, known } = upstreamThat("fails", "fails", "fails", ["logout"]);
  expect([await known.has("logout"), await known.has("logout")]).toEqual([false, false]);
  expect([await known.has("logout"), ask.mock.calls.length]).toEqual([false, 2]);
  later(2);
  expect([await known.has("logout"), ask.mock.calls.length]).toEqual([false, 3]);
  later(3);
  expect([await known.has("logout"), ask.mock.calls.length]).toEqual([false, 3]);
  later(1);
  expect(await known.has("logout")).toBe(true);
});

test("an upstream that does not answer lacks nothing", async () => {
  const { known } = upstreamThat("fails", []);
  expect([await known.lacks("voices"), await known.lacks("voices")]).toEqual([false, true]);
  expect(await upstreamThat(["voices"]).known.lacks("voices")).toBe(false);
});

test("what was named once stays, whatever is answered later; what is new is noticed", async () => {
  for (const afterwards of ["fails", []] as const) {
    const { ask, known } = upstreamThat(["logout"], afterwards);
    expect(await known.has("logout")).toBe(true);
    later(301);
    expect(await known.has("logout")).toBe(true);
    await settled();
    expect([await known.has("logout"), ask.mock.calls.length]).toEqual([true, afterwards === "fails" ? 3 : 2]);
  }
  const { known } = upstreamThat([], ["logout"]);
  expect(await known.has("logout")).toBe(false);
  later(301);
  await known.has("logout");
  await settled();
  expect(await known.has("logout")).toBe(true);
});
