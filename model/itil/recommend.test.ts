import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ITIL_SCOPES, PRACTICES } from "./catalogue.ts";
import { BREADTHS, PURPOSES, practicesFor, recommendScope, type ScopeAnswers } from "./recommend.ts";
import { isScopeReady, itilScopeIssues, missingPractices, practiceRule } from "./scope.ts";

const answers = (over: Partial<ScopeAnswers> = {}): ScopeAnswers => ({
  purpose: "both",
  breadth: "unknown",
  wantsRating: false,
  wantsCertificate: false,
  practiceIds: [],
  ...over,
});
const SIX = [3, 4, 5, 6, 7, 8];
const scopeOf = (over: Partial<ScopeAnswers>) => recommendScope(answers(over)).scope;

describe("the recommended scope", () => {
  it.each([
    [{ purpose: "practices" }, "Capability"],
    [{ purpose: "practices", practiceIds: SIX }, "Capability"],
    [{ purpose: "practices", breadth: "many" }, "Capability"],
    [{ purpose: "practices", wantsRating: true }, "Maturity"],
    [{ purpose: "practices", wantsCertificate: true }, "Comprehensive"],
    [{ purpose: "organization" }, "Maturity"],
    [{ purpose: "organization", breadth: "few", practiceIds: SIX.slice(1) }, "Maturity"],
    [{ purpose: "organization", breadth: "few", practiceIds: SIX }, "Comprehensive"],
    [{ purpose: "both", breadth: "many" }, "Comprehensive"],
    [{ purpose: "both", breadth: "few" }, "Maturity"],
    [{ purpose: "organization", breadth: "few", wantsCertificate: true }, "Comprehensive"],
    // Continual improvement is added by itself, so it is no sixth practice.
    [{ purpose: "both", practiceIds: [2, ...SIX.slice(1)] }, "Maturity"],
  ] as [Partial<ScopeAnswers>, string][])("for %j is %s", (over, scope) => {
    expect(scopeOf(over)).toBe(scope);
  });

  it("comes with the reason that decided first, and with what is still to be chosen", () => {
    const certified = recommendScope(answers({ wantsCertificate: true, practiceIds: SIX.slice(2) }));
    expect(certified.reasons[0]).toContain("independent validation");
    expect(certified.remarks[0]).toBe(`${practiceRule("Comprehensive")} 2 still to be chosen in the scope step.`);
    expect(recommendScope(answers({ practiceIds: SIX })).reasons).toContain(
      "You picked 6 practices beside continual improvement, and Maturity takes at most 5.",
    );
    expect(recommendScope(answers({ purpose: "practices" })).remarks).toEqual([
      `${practiceRule("Capability")} 1 still to be chosen in the scope step.`,
    ]);
  });

  const any = fc.record({
    purpose: fc.constantFrom(...PURPOSES),
    breadth: fc.constantFrom(...BREADTHS),
    wantsRating: fc.boolean(),
    wantsCertificate: fc.boolean(),
    practiceIds: fc.uniqueArray(fc.constantFrom(...PRACTICES.map(({ id }) => id))),
  });

  it("takes every practice that was picked: nothing but more of them is ever missing", () => {
    fc.assert(
      fc.property(any, (given) => {
        const { scope } = recommendScope(given);
        const practices = practicesFor(scope, given.practiceIds);
        expect(given.practiceIds.every((id) => practices.some((practice) => practice.id === id))).toBe(true);
        if (missingPractices(scope, practices) > 0) expect(isScopeReady(scope, practices)).toBe(false);
        else expect(itilScopeIssues({ selectedScope: scope, practices })).toEqual([]);
      }),
    );
  });

  it("says why it is this one, and why none of the others", () => {
    fc.assert(
      fc.property(any, (given) => {
        const { scope, reasons, instead } = recommendScope(given);
        expect(reasons.length).toBeGreaterThan(0);
        expect(new Set([scope, ...instead.map((other) => other.scope)])).toEqual(new Set(ITIL_SCOPES));
        expect(instead.every(({ reason }) => reason !== "")).toBe(true);
      }),
    );
  });

  it("assesses the whole whenever that is asked, and is Comprehensive whenever a certificate is", () => {
    fc.assert(
      fc.property(any, (given) => {
        const { scope } = recommendScope(given);
        if (given.wantsCertificate) expect(scope).toBe("Comprehensive");
        if (given.wantsRating || given.purpose !== "practices") expect(scope).not.toBe("Capability");
      }),
    );
  });
});
