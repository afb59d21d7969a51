import { describe, expect, it } from "vitest";
import { formsOfAddress, isSameAddress, shownAddress, storedAddress } from "./mail-address.ts";

const FORMS = [
  ["müller.example", "xn--mller-kva.example"],
  ["straße.example", "xn--strae-oqa.example"],
  ["пример.рф", "xn--e1afmkfd.xn--p1ai"],
  ["例え.テスト", "xn--r8jz45g.xn--zckzah"],
  ["παράδειγμα.δοκιμή", "xn--hxajbheg2az3al.xn--jxalpdlp"],
  ["مثال.إختبار", "xn--mgbh0fb.xn--kgbechtv"],
  ["한국.한국", "xn--3e0b707e.xn--3e0b707e"],
] as const;

describe("an international domain", () => {
  it.each(FORMS)("is stored as mail servers write it, and shown as people do: %s, %s", (written, stored) => {
    expect(storedAddress(`Jörg@${written}`)).toBe(`jörg@${stored}`);
    expect(shownAddress(`joerg@${stored}`)).toBe(`joerg@${written}`);
  });

  it("is one, however it is written", () => {
    expect(storedAddress("Joerg@MÜLLER.example")).toBe("joerg@xn--mller-kva.example");
    expect(storedAddress("joerg@mu\u0308ller\u3002example")).toBe("joerg@xn--mller-kva.example");
    expect(isSameAddress("joerg@müller.example", "JOERG@XN--mller-kva.example")).toBe(true);
    expect(isSameAddress("joerg@müller.example", "joerg@muller.example")).toBe(false);
  });

  it.each(["gоogle.example", "аррӏе.example", "пример.com", "日本a.example", "☕.example", "xn--gogle-jye.example"])(
    "of several scripts is shown as it is stored: %s",
    (domain) => {
      const stored = storedAddress(`joerg@${domain}`);
      expect(stored).toMatch(/@xn--|\.xn--/);
      expect(shownAddress(stored)).toBe(stored);
      expect(shownAddress(`joerg@${domain}`)).toBe(stored);
    },
  );

  it.each(["joerg@xn--zzzzzzzz9999.example", "joerg@xn--a.example", "joerg@xn--mller-kva-.example", "joerg@xn--.example"])(
    "that encodes nothing stays as it is: %s",
    (address) => {
      expect(storedAddress(address)).toBe(address);
      expect(shownAddress(address)).toBe(address);
    },
  );

  it("is no other host than it says", () => {
    expect(storedAddress("joerg@mül/ler.example")).toBe("joerg@mül/ler.example");
    expect(storedAddress("joerg@mül%6cer.example")).toBe("joerg@mül%6cer.example");
  });

  it("has three forms at most", () => {
    expect(formsOfAddress("joerg@mu\u0308ller.example")).toEqual([
      "joerg@mu\u0308ller.example",
      "joerg@xn--mller-kva.example",
      "joerg@müller.example",
    ]);
    expect(formsOfAddress("Jane@Example.org")).toEqual(["jane@example.org"]);
  });
});

it.each(["Jane@Example.org", "removed person 5", "Voice 3", ""])("what has no such domain is shown as it is: %j", (text) =>
  expect(shownAddress(text)).toBe(text),
);
