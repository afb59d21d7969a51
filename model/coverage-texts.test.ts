import { expect, test } from "vitest";
import { itilCoverageText, p3m3CoverageText } from "./coverage-texts.ts";
import { PRACTICES } from "./itil/catalogue.ts";
import { PERSPECTIVES, THREADS } from "./p3m3/catalogue.ts";

const perspectives = PERSPECTIVES.map(({ name }) => name);
const threads = THREADS.map(({ name }) => name);
const whole = { perspectives, threads, offered: threads, descoped: [], soFar: false };
const [first = "", second = ""] = perspectives;
const [planning = "", process = ""] = threads;
const everywhere = (thread: string, reason?: string) => perspectives.map((perspective) => ({ thread, perspective, reason }));

test("all that was assessed is said to be all", () => {
  expect(p3m3CoverageText(whole)).toBe("All seven perspectives were assessed.");
  expect(p3m3CoverageText({ ...whole, soFar: true })).toBe("All seven perspectives are in scope.");
});

test("a thread that is descoped everywhere with a reason does not apply; without one it was left out", () => {
  expect(p3m3CoverageText({ ...whole, descoped: everywhere(planning, "Bought in.") })).toBe(
    `All seven perspectives were assessed. One thread does not apply: ${planning}.`,
  );
  expect(p3m3CoverageText({ ...whole, descoped: everywhere(planning, " ") })).toBe(
    `All seven perspectives were assessed. One thread was left out: ${planning}.`,
  );
  const two = [...everywhere(planning, "a"), ...everywhere(process, "b")];
  expect(p3m3CoverageText({ ...whole, descoped: two })).toMatch(/ Two threads do not apply: .* and .*\.$/);
});

test("what some perspectives leave out is named with them while it is little", () => {
  const one = { thread: planning, perspective: first, reason: "a" };
  expect(p3m3CoverageText({ ...whole, descoped: [one] })).toMatch(new RegExp(` ${planning} does not apply in ${first}\\.$`));
  const more = [one, { thread: process, perspective: first }, { thread: process, perspective: second }];
  expect(p3m3CoverageText({ ...whole, descoped: more })).toMatch(
    new RegExp(` Two threads do not apply in single perspectives: ${planning} \\(${first}\\) and ${process} \\(${first}, ${second}\\)\\.$`),
  );
  const many = threads.slice(0, 5).map((thread) => ({ thread, perspective: first }));
  expect(p3m3CoverageText({ ...whole, descoped: many })).toMatch(/ Five threads do not apply in single perspectives\.$/);
});

test("a part of the model is named", () => {
  expect(p3m3CoverageText({ ...whole, perspectives: [first], threads: [planning, process] })).toBe(
    `One of the seven perspectives was assessed: ${first}. In each, two of the 13 threads were assessed: ${planning} and ${process}.`,
  );
  expect(p3m3CoverageText({ ...whole, threads: threads.slice(1) })).toMatch(
    new RegExp(`In each, 12 of the 13 threads were assessed; not in scope is ${planning}\\.$`),
  );
});

test("of ITIL practices and components are", () => {
  const practices = PRACTICES.map(({ name }) => name);
  expect(itilCoverageText({ practices, hasComponents: true, soFar: false })).toBe(
    "All 34 practices and the five components were assessed.",
  );
  const [one = "", two = ""] = practices;
  expect(itilCoverageText({ practices: [one, two], hasComponents: true, soFar: false })).toBe(
    `Two of the 34 practices were assessed: ${one} and ${two}. So were the five components.`,
  );
  expect(itilCoverageText({ practices: [one], hasComponents: false, soFar: true })).toBe(`One of the 34 practices is in scope: ${one}.`);
});
