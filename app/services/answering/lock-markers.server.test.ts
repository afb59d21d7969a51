import { describe, expect, test } from "vitest";
import { CookieJar } from "~/services/http/cookies.server";
import { LockMarkers } from "./lock-markers.server.ts";

const soon = (seconds = 60) => Math.floor(Date.now() / 1000) + seconds;
const sent = (cookies: Record<string, string>) => {
  const jar = new CookieJar(
    Object.entries(cookies)
      .map(([name, value]) => `${name}=${value}`)
      .join("; "),
    false,
  );
  return { jar, markers: new LockMarkers(jar) };
};

describe("lock markers", () => {
  test("are those that were set here, the one that lasts longest first", () => {
    const { markers } = sent({ "lock-7": `${soon(10)}.p`, "lock-a-b": `${soon(20)}.p`, "lock-8": "1.p", "lock-9": "later.p", other: "x" });
    expect(markers.assessments()).toEqual(["a-b", "7"]);
    expect(markers.find(7)).toEqual({ until: expect.any(Number), pageId: "p" });
    expect([markers.find(8), markers.find(9), markers.find(10)]).toEqual([undefined, undefined, undefined]);
  });

  test("are twenty at most: a further one takes the place of the one that ends first", () => {
    const { jar, markers } = sent(
      Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`lock-${index + 1}`, `${soon(100 + index)}.p`])),
    );
    markers.set(5, { until: soon(900), pageId: "q" });
    expect(markers.assessments()).toHaveLength(20);
    markers.set(21, { until: soon(1_000), pageId: "q" });
    expect(markers.assessments()).toEqual(expect.arrayContaining(["21", "5", "20"]));
    expect([markers.assessments().length, markers.find(1), jar.headers().length]).toEqual([20, undefined, 3]);
  });

  test("remember the latest twenty assessments that somebody else has locked, until they are free or gained", () => {
    const { jar, markers } = sent({ locked: `7!x y!8!${"9".repeat(65)}!7` });
    expect([7, 8, "x y", "9".repeat(65), ""].map((id) => markers.isLocked(id))).toEqual([true, true, false, false, false]);
    markers.unlock(7);
    markers.lose(9);
    expect(jar.find("locked")).toBe("8!9");
    for (let id = 101; id <= 120; id += 1) markers.lose(id);
    markers.lose("a;b");
    expect([markers.isLocked(9), markers.isLocked(101), markers.isLocked("a;b")]).toEqual([false, true, false]);
    markers.set(101, { until: soon(), pageId: "p" });
    expect(markers.isLocked(101)).toBe(false);
    markers.clearAll();
    expect([jar.find("locked"), markers.isLocked(120)]).toEqual([undefined, false]);
  });

  test("are not kept for an id that no cookie can be named after", () => {
    const { jar, markers } = sent({});
    markers.set("a;b", { until: soon(), pageId: "p" });
    expect(jar.headers()).toEqual([]);
  });
});
