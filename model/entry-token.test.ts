import { expect, it } from "vitest";
import { saysExpired, withEnd } from "./entry-token.ts";

const END = new Date("2026-11-05T09:15:00.000Z");
const at = (ms: number) => new Date(END.getTime() + ms);

it("a token with an end has expired from then on", () => {
  const token = withEnd("a-token_1", END);
  expect(token).toBe("a-token_1~1793870100");
  expect([saysExpired(token, at(-1)), saysExpired(token, at(0)), saysExpired(token, at(1))]).toEqual([false, true, true]);
});

it.each(["a-token_1", "", "~", "a~b", "a~12x", "1~1793870100~", "a~9999999999999"])("%j says nothing", (token) =>
  expect(saysExpired(token, at(0))).toBe(false),
);
