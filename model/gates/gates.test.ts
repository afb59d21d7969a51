/** What screens and forms rely on, for each kind of gate. The rules themselves are tested in `p3m3/gate.test.ts` and `itil/gate.test.ts`. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { criteria } from "./criteria.ts";
import { answeredIn, type Gate, nextOf } from "./gate.ts";
import { ladder } from "./ladder.ts";
import { options } from "./options.ts";

const OPTIONS = [1, 2, 3].map((level) => ({ id: String(level + 10), level, name: `Option ${level}` }));

const GATES: { kind: string; gate: Gate; statements: number }[] = [
  { kind: "a ladder", gate: ladder(3), statements: 5 },
  { kind: "criteria", gate: criteria([2, 2, 3, 4, 5]), statements: 5 },
  { kind: "options", gate: options(OPTIONS, false), statements: 1 },
];

describe.each(GATES)("$kind", ({ gate, statements }) => {
  const change = fc.record({ index: fc.nat(statements - 1), choice: fc.nat(gate.options.length - 1) });
  const changes = fc.array(change, { maxLength: 8 });
  /** The answers after changes to statements that were open. */
  const answered = (all: readonly { index: number; choice: number }[]) =>
    all.reduce((now, { index, choice }) => (gate.open(now)[index]?.open ? gate.apply(now, index, choice) : now), gate.empty);

  test("is open, but not started or finished, without an answer", () => {
    expect(gate.isState(gate.empty)).toBe(true);
    expect(gate.isStarted(gate.empty)).toBe(false);
    expect(gate.isFinished(gate.empty)).toBe(false);
    expect(gate.scoreOf(gate.empty)).toBeNull();
    expect(nextOf(gate.open(gate.empty))).toBeDefined();
  });

  test("gives states that may be stored, in which each answer is the one that was given", () => {
    fc.assert(
      fc.property(changes, change, (before, { index, choice }) => {
        const now = answered(before);
        if (!gate.open(now)[index]?.open) return;
        const next = gate.apply(now, index, choice);
        expect(gate.isState(next)).toBe(true);
        expect(gate.open(next)[index]?.choice).toBe(choice);
        expect(gate.wordAt(next, index)).toBe(gate.options[choice]?.word);
      }),
    );
  });

  test("tells of every answer that a change took away", () => {
    fc.assert(
      fc.property(changes, change, (before, { index, choice }) => {
        const now = answered(before);
        if (!gate.open(now)[index]?.open) return;
        const next = gate.apply(now, index, choice);
        const [had, has] = [gate.open(now), gate.open(next)];
        const lost = had.flatMap((each, at) => (each.choice !== undefined && has[at]?.choice === undefined ? [at] : []));
        const effects = gate.effects(now, next).filter(({ kind }) => kind === "cleared");
        expect(effects.map((each) => each.index)).toEqual(lost);
      }),
    );
  });

  test("has nothing to be answered next once it is finished", () => {
    fc.assert(
      fc.property(changes, (before) => {
        const now = answered(before);
        expect(gate.isFinished(now)).toBe(nextOf(gate.open(now)) === undefined);
      }),
    );
  });

  test("takes one answer of a form as it takes an answer by script", () => {
    fc.assert(
      fc.property(changes, change, (before, { index, choice }) => {
        const now = answered(before);
        if (!gate.open(now)[index]?.open) return;
        const posted = Array.from({ length: statements }, (_, at) => (at === index ? gate.options[choice]?.value : undefined));
        expect(gate.applyPosted(now, posted).answers).toBe(gate.apply(now, index, choice));
        expect(gate.applyPosted(now, [])).toEqual({ answers: now, before: now });
      }),
    );
  });

  test("confirms what is open and has no answer, and nothing else", () => {
    fc.assert(
      fc.property(changes, change, (before, { index, choice }) => {
        const now = answered(before);
        const option = gate.options[choice];
        const answers = option?.letter ?? option?.value ?? "";
        const done = gate.confirm(now, { index, answers });
        expect(done !== undefined).toBe(gate.open(now)[index]?.isNext);
        if (done) expect(done).toEqual({ answers: gate.apply(now, index, choice), confirmed: [index] });
      }),
    );
  });
});

describe.each(GATES.filter(({ statements }) => statements > 1))("all of $kind", ({ gate }) => {
  test("is confirmed at once while it has no answer", () => {
    const all = gate.confirmAll("FFR") ?? "";
    expect(answeredIn(all)).toEqual([0, 1, 2]);
    expect(gate.isState(all)).toBe(true);
    expect(gate.confirm(gate.empty, { index: "all", answers: all })).toEqual({ answers: all, confirmed: [0, 1, 2] });
    expect(gate.confirm(all, { index: "all", answers: all })).toBeUndefined();
  });

  test("is not confirmed by a text that may not be stored, or by no proposal", () => {
    expect(gate.confirm(gate.empty, { index: "all", answers: "NNNNF" })).toBeUndefined();
    expect(gate.confirm(gate.empty, { index: "all", answers: "FF" })).toBeUndefined();
    expect(gate.confirmAll("NNNNN")).toBeUndefined();
  });

  test.each(["", "FF", "FFFFFF", "FXNNN", "NNNNF", "ffnnn"])("does not take '%s' for its answers", (text) => {
    expect(gate.isState(text)).toBe(false);
  });
});

test("a ladder says what a level was set to with another, and why a level is locked", () => {
  const gate = ladder(3);
  const third = gate.apply(gate.empty, 2, 0);
  expect(gate.effects(gate.empty, third).map(({ index, kind }) => [index, kind])).toEqual([
    [0, "implied"],
    [1, "implied"],
  ]);
  expect(gate.open(third).map(({ impliedBy }) => impliedBy)).toEqual([3, 3, undefined, undefined, undefined]);
  expect(gate.open(third)[4]?.reason).toBe("Opens when level 4 is answered Fully.");
});

test("a component that is calculated is not open, and nothing of it is confirmed", () => {
  const gate = options(OPTIONS, true);
  expect(gate.open("")).toEqual([{ level: undefined, choice: undefined, open: false, isNext: true }]);
  expect(gate.confirm("", { index: 0, answers: "11" })).toBeUndefined();
});

test("the words of an option are its name", () => {
  expect(options(OPTIONS, false).wordAt("12", 0)).toBe("Option 2");
  expect(options(OPTIONS, false).wordAt("", 0)).toBe("Not answered");
});
