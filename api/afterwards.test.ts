import { expect, it } from "vitest";
import { Afterwards } from "./afterwards.ts";
import type { Log } from "./log.ts";

function open() {
  const logged: Parameters<Log>[0][] = [];
  return { logged, afterwards: new Afterwards((line) => logged.push(line), 0) };
}

it("keeps a share for callers who are known, and says once that it drops others", async () => {
  const { logged, afterwards } = open();
  const done: string[] = [];
  const note = (what: string) => async () => void done.push(what);
  for (let times = 0; times < 1_000; times += 1) afterwards.do(note("flood"));
  for (let times = 0; times < 3; times += 1) afterwards.do(note("dropped"));
  afterwards.do(note("known"), "known");
  await afterwards.done();
  expect([done.length, done.at(-1)]).toEqual([1_001, "known"]);
  expect(logged).toEqual([{ level: "warn", message: "requests for mails were dropped: too many wait", share: "anybody" }]);
});

it("tries once more what failed, and logs only the second fault", async () => {
  const { logged, afterwards } = open();
  const tries = { once: 0, ever: 0 };
  afterwards.do(async () => {
    tries.once += 1;
    if (tries.once === 1) throw new Error("busy");
  });
  afterwards.do(async () => {
    tries.ever += 1;
    throw new Error(`fault ${tries.ever}`);
  });
  await afterwards.done();
  expect(tries).toEqual({ once: 2, ever: 2 });
  expect(logged).toMatchObject([{ level: "error", reason: "Error: fault 2" }]);
});

it("stops without waiting for ever, and begins nothing more", async () => {
  const { afterwards } = open();
  let isBegun = false;
  let finish = () => {};
  afterwards.do(
    () =>
      new Promise<void>((done) => {
        finish = done;
      }),
  );
  afterwards.do(async () => {
    isBegun = true;
  });
  await afterwards.stop();
  finish();
  await afterwards.done();
  expect(isBegun).toBe(false);
});
