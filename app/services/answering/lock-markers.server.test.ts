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

  test("are not kept for an id that no cookie can be named after", () => {
    const { jar, markers } = sent({});
    markers.set("a;b", { until: soon(), pageId: "p" });
    expect(jar.headers()).toEqual([]);
  });
});
