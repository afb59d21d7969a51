import { describe, expect, it } from "vitest";
import { keepForm } from "~/services/http/form-copy.server";
import { choiceLabels, tickLabels, writeLabels } from "~/views/form-labels";

const WORDS = writeLabels([
  { ask: { name: "Name", note: "Assessment Notes" } },
  choiceLabels("country", "Location", [{ value: "176", label: "Poland" }]),
  choiceLabels("threads", "Threads", [
    { value: "1", label: "Planning" },
    { value: "2", label: "Assurance" },
  ]),
  tickLabels({ test: "Test assessment" }),
]);
const keep = (...fields: [string, string][]) => keepForm("/here", [["words", WORDS], ...fields]);

describe("a form that is given back", () => {
  it("shows each answer in words, and hides every value", () => {
    const kept = keep(["formId", "5f1c"], ["name", "Łódź"], ["country", "176"], ["threads", "1"], ["threads", "2"], ["test", "on"]);
    expect(kept.answers).toEqual([
      ["Name", "Łódź"],
      ["Location", "Poland"],
      ["Threads", "Planning, Assurance"],
      ["Test assessment", "Yes"],
    ]);
    expect(kept.texts).toEqual([]);
    expect(kept.fields).toEqual([
      ["words", WORDS],
      ["formId", "5f1c"],
      ["name", "Łódź"],
      ["country", "176"],
      ["threads", "1"],
      ["threads", "2"],
      ["test", "on"],
    ]);
  });

  it.each([
    ["several lines", "one\ntwo"],
    ["a long text", "x".repeat(61)],
  ])("lets %s be edited, once", (_, value) => {
    const kept = keep(["note", value]);
    expect(kept.texts).toEqual([{ name: "note", label: "Assessment Notes", value }]);
    expect([kept.answers, kept.fields]).toEqual([[], [["words", WORDS]]]);
  });

  it("shows nothing that is empty, and no value without words", () => {
    expect(keep(["name", "  "], ["country", "9"], ["base", "FFFNN"]).answers).toEqual([]);
  });

  it.each([
    ["no words", undefined],
    ["words that are no JSON", "{"],
    ["words of another shape", '{"ask":1}'],
    ["words that reach into prototypes", '[{"ask":{"__proto__":"x"},"values":{"constructor":"y"}}]'],
  ])("keeps every field of a form with %s", (_, words) => {
    const fields: [string, string][] = [
      ...(words === undefined ? [] : [["words", words] as [string, string]]),
      ["note", "Long ".repeat(20)],
    ];
    expect(keepForm("/here", fields)).toEqual({ action: "/here", fields, texts: [], answers: [], more: 0 });
  });

  it("shows forty answers and counts the others, and cuts words that no form of ours has", () => {
    const ask = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`n${index}`, "q".repeat(1000)]));
    const forged = writeLabels([{ ask, values: { 1: "a".repeat(100_000) } }]);
    const kept = keepForm("/here", [["words", forged], ...Object.keys(ask).map((name): [string, string] => [name, "1"])]);
    expect([kept.answers.length, kept.more]).toEqual([40, 10]);
    expect(kept.answers[0]?.map((text) => text.length)).toEqual([500, 200]);
  });
});
