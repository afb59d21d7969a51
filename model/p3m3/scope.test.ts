import { describe, expect, it } from "vitest";
import { LEVEL_NAMES, MANDATORY_THREAD_IDS, MODEL_INTEGRATION_CODE, P3M3_SCOPES, PERSPECTIVES, THREADS } from "./catalogue.ts";
import { descopeRefusal, lockedScope, type P3m3ScopeChoice, p3m3ScopeFollowing, p3m3ScopeIssues, threadsOffered } from "./scope.ts";

const all = (items: readonly { id: number }[]) => items.map(({ id }) => id);

describe("the catalogue", () => {
  it("has seven perspectives and thirteen threads, numbered in order, each code once", () => {
    expect(all(PERSPECTIVES)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(all(THREADS)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
    for (const items of [PERSPECTIVES, THREADS]) expect(new Set(items.map(({ code }) => code)).size).toBe(items.length);
  });

  it("keeps the ids of the mandatory threads and the code of Model integration", () => {
    const names = MANDATORY_THREAD_IDS.map((id) => THREADS.find((thread) => thread.id === id)?.name);
    expect(names).toEqual(["Information and knowledge management", "Organization", "Process", "Standards"]);
    expect(THREADS.find(({ code }) => code === MODEL_INTEGRATION_CODE)?.name).toBe("Model integration");
    expect(Object.values(LEVEL_NAMES)).toEqual(["Awareness", "Repeatable", "Defined", "Managed", "Optimized"]);
  });
});

describe("threadsOffered", () => {
  it("offers no Model integration in the Project scope, and everything in the others", () => {
    expect(threadsOffered("Project").map(({ code }) => code)).not.toContain("MI");
    expect(P3M3_SCOPES.map((scope) => [scope, threadsOffered(scope).length])).toEqual([
      ["Project", 12],
      ["Programme", 13],
      ["Portfolio", 13],
    ]);
  });
});

describe("lockedScope", () => {
  it("locks all perspectives and the four mandatory threads when the assessment is to be certified", () => {
    expect(lockedScope(true)).toEqual({ perspectiveIds: [1, 2, 3, 4, 5, 6, 7], threadIds: [6, 9, 11, 12] });
    expect(lockedScope(false)).toEqual({ perspectiveIds: [], threadIds: [] });
  });
});

describe("scopeFollowing", () => {
  const saved = { perspectiveIds: [3, 1], threadIds: [8, 2] };

  it.each([
    ["nothing changes where the profile asks for nothing", "Programme", false, { perspectiveIds: [1, 3], threadIds: [2, 8] }],
    ["certification adds what it needs", "Portfolio", true, { perspectiveIds: [1, 2, 3, 4, 5, 6, 7], threadIds: [2, 6, 8, 9, 11, 12] }],
    ["Project takes Model integration out", "Project", false, { perspectiveIds: [1, 3], threadIds: [2] }],
    ["both at once", "Project", true, { perspectiveIds: [1, 2, 3, 4, 5, 6, 7], threadIds: [2, 6, 9, 11, 12] }],
  ] as const)("%s", (_, selectedScope, certified, expected) => {
    expect(p3m3ScopeFollowing({ selectedScope, certified }, saved)).toEqual(expected);
  });

  it("leaves a scope empty that was never saved, and one that consisted of Model integration", () => {
    const empty = { perspectiveIds: [], threadIds: [] };
    expect(p3m3ScopeFollowing({ selectedScope: "Programme", certified: true }, empty)).toEqual(empty);
    expect(p3m3ScopeFollowing({ selectedScope: "Project", certified: false }, { perspectiveIds: [1], threadIds: [8] }).threadIds).toEqual(
      [],
    );
  });
});

describe("scopeIssues", () => {
  const smallest: P3m3ScopeChoice = { selectedScope: "Programme", certified: false, selectedLevel: 2, perspectiveIds: [1], threadIds: [1] };
  const certified: P3m3ScopeChoice = { ...smallest, certified: true, perspectiveIds: all(PERSPECTIVES), threadIds: [6, 9, 11, 12] };

  it.each([
    ["one perspective and one thread", smallest],
    ["everything", { ...smallest, perspectiveIds: all(PERSPECTIVES), threadIds: all(THREADS) }],
    ["Model integration in a portfolio", { ...smallest, selectedScope: "Portfolio", threadIds: [8] }],
    ["a certified one with all that is mandatory", certified],
    ["a certified one with more than that, in any order", { ...certified, threadIds: [13, 12, 11, 9, 6] }],
  ] as const)("accepts %s", (_, choice) => {
    expect(p3m3ScopeIssues(choice)).toEqual([]);
  });

  const oneOf = "Please select one of the options.";
  it.each([
    ["no perspective", { ...smallest, perspectiveIds: [] }, [["perspectives", oneOf]]],
    ["no thread", { ...smallest, threadIds: [] }, [["threads", oneOf]]],
    ["no level", { ...smallest, selectedLevel: null }, [["selectedLevel", "This Field is required."]]],
    ["a level that does not exist", { ...smallest, selectedLevel: 6 }, [["selectedLevel", oneOf]]],
    ["half a level", { ...smallest, selectedLevel: 1.5 }, [["selectedLevel", oneOf]]],
    ["an unknown perspective", { ...smallest, perspectiveIds: [1, 8] }, [["perspectives", "Please enter a valid perspective."]]],
    ["an unknown thread", { ...smallest, threadIds: [14] }, [["threads", "Please enter a valid thread."]]],
    [
      "Model integration in a project",
      { ...smallest, selectedScope: "Project", threadIds: [1, 8] },
      [["threads", "Please enter a valid thread."]],
    ],
    [
      "a certified one without a perspective",
      { ...certified, perspectiveIds: [1, 2, 3, 4, 5, 6] },
      [["perspectives", "A certified assessment covers all seven perspectives."]],
    ],
    [
      "a certified one without a mandatory thread",
      { ...certified, threadIds: [6, 9, 11, 13] },
      [["threads", "A certified assessment covers the four mandatory threads."]],
    ],
    [
      "nothing at all",
      { ...smallest, selectedLevel: null, perspectiveIds: [], threadIds: [] },
      [
        ["selectedLevel", "This Field is required."],
        ["perspectives", oneOf],
        ["threads", oneOf],
      ],
    ],
  ] as const)("refuses %s beside its field", (_, choice, expected) => {
    expect(p3m3ScopeIssues(choice).map(({ path, message }) => [path, message])).toEqual(expected);
  });
});

describe("descopeRefusal", () => {
  const planning = { id: 10 };
  const process = { id: 11 };
  const inScope = (id: number) => ({ id, descoped: false });
  const descoped = (id: number) => ({ id, descoped: true });

  it("lets a thread go while another stays", () => {
    expect(descopeRefusal(planning, [inScope(10), inScope(1)], false)).toBeUndefined();
    expect(descopeRefusal(planning, [inScope(10), inScope(11)], true)).toBeUndefined();
    expect(descopeRefusal(process, [inScope(11), inScope(1)], false)).toBeUndefined();
  });

  it("keeps the last thread of a perspective", () => {
    const refusal = "This is the last thread of its perspective and cannot be descoped.";
    expect(descopeRefusal(planning, [inScope(10)], false)).toBe(`${refusal} Take the perspective out of scope.`);
    expect(descopeRefusal(planning, [inScope(10), descoped(1)], false)).toBe(
      `${refusal} Rescope another thread first, or take the perspective out of scope.`,
    );
  });

  it.each(MANDATORY_THREAD_IDS)("keeps mandatory thread %i of a certified assessment", (id) => {
    expect(descopeRefusal({ id }, [inScope(id), inScope(1)], true)).toBe(
      "This thread is mandatory for a certified assessment and cannot be descoped.",
    );
  });
});
