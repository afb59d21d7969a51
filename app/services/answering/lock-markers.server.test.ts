import { describe, expect, test } from "vitest";
import { CookieJar } from "~/services/http/cookies.server";
import { LockMarkers, newPageId } from "./lock-markers.server.ts";

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
    const { markers } = sent({ "lock-7": `${soon(10)}`, "lock-a-b": `${soon(20)}`, "lock-8": "1", "lock-9": "later", other: "x" });
    expect(markers.assessments()).toEqual(["a-b", "7"]);
    expect(markers.find(7)).toBeGreaterThan(soon(0));
    expect([markers.find(8), markers.find(9), markers.find(10)]).toEqual([undefined, undefined, undefined]);
  });

  test("are twenty at most: a further one takes the place of the one that ends first", () => {
    const { jar, markers } = sent(
      Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`lock-${index + 1}`, `${soon(100 + index)}`])),
    );
    markers.set(5, soon(900));
    expect(markers.assessments()).toHaveLength(20);
    markers.set(21, soon(1_000));
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
    markers.set(101, soon());
    expect(markers.isLocked(101)).toBe(false);
    markers.clearAll();
    expect([jar.find("locked"), markers.isLocked(120)]).toEqual([undefined, false]);
  });

  test("are not kept for an id that no cookie can be named after", () => {
    const { jar, markers } = sent({});
    markers.set("a;b", soon());
    expect(jar.headers()).toEqual([]);
  });
});

describe("pages that take the lock", () => {
  const QUESTIONS = "/assessments/7/questions/BM/AM";
  const NEXT = "/assessments/7/questions/BM/AS";
  /** A browser: each request gets the cookies that the answers before it left. */
  const browser = () => {
    const cookies = new Map<string, string>([["lock-7", `${soon(1_000)}`]]);
    return (options: ConstructorParameters<typeof LockMarkers>[1] = {}) => {
      const jar = new CookieJar([...cookies].map(([name, value]) => `${name}=${value}`).join("; "), false);
      const markers = new LockMarkers(jar, options);
      const answered = <T>(outcome: T): T => {
        for (const line of jar.headers()) {
          const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
          if (value === "") cookies.delete(name);
          else cookies.set(name, value);
        }
        return outcome;
      };
      return {
        open: (path: string) => {
          const id = newPageId(path);
          markers.open(7, id);
          return answered(id);
        },
        live: (id: string) => answered(markers.keepOpen(7, id, true)),
        again: (id: string) => answered(markers.keepOpen(7, id)),
        close: (id: string) => answered(markers.close(7, [id])),
        leave: () => answered(markers.leave()),
        clear: () => answered(markers.clear(7)),
        isOpen: () => markers.isOpen(7),
        pages: () => jar.names().filter((name) => name.startsWith("page-")).length,
      };
    };
  };

  test("are left where their address leads on", () => {
    const request = browser();
    request().open(QUESTIONS);
    request({ from: QUESTIONS }).open(NEXT);
    expect([request().pages(), request({ from: NEXT }).leave()]).toEqual([1, "7"]);
    expect([request().isOpen(), request({ from: "/" }).leave(), request().leave()]).toEqual([false, undefined, undefined]);
  });

  test("stay where another tab leads on, and where the same page does by script, which tells by itself", () => {
    const request = browser();
    const page = request().open(QUESTIONS);
    expect(request({ from: "/assessments/7/report" }).leave()).toBe("7");
    expect(request().isOpen()).toBe(true);
    request({ from: QUESTIONS, byScript: true }).leave();
    expect(request().isOpen()).toBe(true);
    request().live(page);
    request({ from: QUESTIONS }).leave();
    expect(request().isOpen()).toBe(true);
    expect([request().close(page), request().isOpen(), request().close(page)]).toEqual([true, false, false]);
  });

  test("loaded once more, or by Back, take the place of what their tab showed", () => {
    const request = browser();
    request().open(QUESTIONS);
    request().open(`${QUESTIONS}/`);
    expect(request().pages()).toBe(1);
    request({ from: QUESTIONS }).open(NEXT);
    request({ from: "/" }).open(QUESTIONS);
    expect(request().pages()).toBe(1);
    request({ from: QUESTIONS }).leave();
    expect(request().isOpen()).toBe(false);
  });

  test("of another tab on the same address count by themselves, as script tells which of them closes", () => {
    const request = browser();
    const [one, other] = [request({ byScript: true }).open(QUESTIONS), request({ byScript: true }).open(QUESTIONS)];
    for (const page of [one, other]) request().live(page);
    expect([request().close(one), request().isOpen(), request().close(other)]).toEqual([false, true, true]);
  });

  test("that a script asked for count once they are shown, in place of the one that its tab showed before", () => {
    const request = browser();
    const page = request().open(QUESTIONS);
    request().live(page);
    const dropped = request({ from: QUESTIONS, byScript: true }).open(NEXT);
    const shown = request({ from: QUESTIONS, byScript: true }).open(NEXT);
    expect([request().pages(), request().close(dropped)]).toEqual([1, false]);
    request().live(shown);
    expect([request().close(page), request().pages(), request().close(shown)]).toEqual([false, 1, true]);
  });

  test("are named again by a write that took the lock once more", () => {
    const request = browser();
    const page = request().open(QUESTIONS);
    request({ from: QUESTIONS }).leave();
    request().again(page);
    expect(request().isOpen()).toBe(true);
    request({ from: QUESTIONS }).leave();
    expect(request().isOpen()).toBe(false);
  });

  test("are forgotten with the marker, without which none is noted, and are thirty at most", () => {
    const request = browser();
    for (let number = 0; number < 40; number += 1) request().open(`${QUESTIONS}/${number}`);
    expect(request().pages()).toBe(30);
    request().again("no page");
    request().again("a".repeat(5_000));
    request().clear();
    expect(request().pages()).toBe(0);
    request().live(newPageId(QUESTIONS));
    expect(request().pages()).toBe(0);
  });
});
