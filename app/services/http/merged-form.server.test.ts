import { describe, expect, test } from "vitest";
import { baseFrom, mergeForm } from "~/services/http/merged-form.server";
import { readForm } from "~/services/http/posted.server";

const LABELS = { title: "Title", places: "Places", agreed: "Agreed" };
type Content = { title: string; places: string[]; agreed: string[] };

const THEN: Content = { title: "Old", places: ["a"], agreed: [] };

/** @param base what the form says it was made from */
function merged(now: Partial<Content>, mine: Partial<Content>, base: string | undefined = baseFrom(THEN)) {
  const posted = new FormData();
  if (base !== undefined) posted.set("base", base);
  const sideOf = (changes: Partial<Content>) => {
    const held = { ...THEN, ...changes };
    return { held, inWords: (field: keyof Content) => [held[field]].flat().filter(Boolean).join("+") };
  };
  const { isSame, messages, form } = mergeForm({
    what: "this thing was",
    labels: LABELS,
    posted,
    now: sideOf(now),
    mine: sideOf(mine),
    isKeptUnknown: (field) => field !== "agreed",
    lines: { agreed: "It is not agreed any more." },
  });
  return {
    isSame,
    lines: messages.slice(1, -1),
    form: { title: form.get("title"), places: form.getAll("places"), agreed: form.getAll("agreed") },
  };
}

describe("a form that a colleague's change met", () => {
  test.each<[string, Partial<Content>, Partial<Content>]>([
    ["nobody changed anything", {}, {}],
    ["only its user did", {}, { title: "Mine" }],
    ["both did the same", { places: ["a", "b"] }, { places: ["a", "b"] }],
  ])("is not held up where %s", (_, now, mine) => {
    expect(merged(now, mine).isSame).toBe(true);
  });

  test("keeps what was typed, follows where nothing was, and says both", () => {
    expect(merged({ title: "Theirs", places: ["a", "b"] }, { title: "Mine" })).toEqual({
      isSame: false,
      lines: ["Title is now Theirs. What you entered is kept below: Mine.", "Places is now a+b."],
      form: { title: "Mine", places: ["a", "b"], agreed: [] },
    });
  });

  test("keeps what was emptied, and names what is empty now", () => {
    expect(merged({ title: "", places: [] }, { places: ["b"] }).lines).toEqual([
      "Title is now empty.",
      "Places is now empty. What you entered is kept below: b.",
    ]);
    expect(merged({ title: "Theirs" }, { title: "" }).lines).toEqual(["Title is now Theirs. Below it stays empty, as you left it."]);
  });

  test.each(["", "null", '{"title":1}'])("is held up where it does not say what it was made from: %j", (base) => {
    expect(merged({}, { title: "Mine", agreed: ["on"] }, base)).toEqual({
      isSame: false,
      lines: ["Title is now Old. What you entered is kept below: Mine.", "It is not agreed any more."],
      form: { title: "Mine", places: ["a"], agreed: [] },
    });
  });
});

test("what a form was made from comes back from its field, whatever the upstream stores", async () => {
  const held = { ...THEN, title: "Then\u2028and\u0085 “now”\u007f" };
  const request = new Request("http://localhost", { method: "POST", body: new URLSearchParams({ base: baseFrom(held) }) });
  expect(JSON.parse(String((await readForm(request)).get("base")))).toEqual(held);
});
