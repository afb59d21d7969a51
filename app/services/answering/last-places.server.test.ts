import { describe, expect, test } from "vitest";
import { CookieJar } from "~/services/http/cookies.server";
import { LastPlaces } from "./last-places.server.ts";

const sent = (value?: string, owner: string | undefined = "mine") => {
  const jar = new CookieJar(value === undefined ? undefined : `places=${encodeURIComponent(`mine,${value}`)}`, false);
  return { jar, places: new LastPlaces(jar, () => [owner, "formerly"]) };
};

describe("last places", () => {
  test("are one for each assessment, the newest", () => {
    const { places } = sent("7:BM/AM");
    places.remember(8, ["INM"]);
    places.remember(7, ["BM", "AS"]);
    expect([places.find(7), places.find("8"), places.find(9)]).toEqual([["BM", "AS"], ["INM"], undefined]);
  });

  test("are twenty at most: the one saved longest ago gives way", () => {
    const { jar, places } = sent();
    for (let id = 1; id <= 21; id += 1) places.remember(id, ["BM", "AM"]);
    expect([places.find(1), places.find(2), places.find(21)]).toEqual([undefined, ["BM", "AM"], ["BM", "AM"]]);
    places.remember(2, ["BM", "AS"]);
    places.remember(22, ["BM", "AM"]);
    expect([places.find(2), places.find(3)]).toEqual([["BM", "AS"], undefined]);
    expect(jar.headers()).toHaveLength(1);
  });

  test("are those of the person alone who saved them, and give way when somebody else saves in this browser", () => {
    expect(sent("7:BM/AM", "theirs").places.assessmentIds()).toEqual([]);
    const { jar, places } = sent("7:BM/AM", "theirs");
    places.remember(8, ["INM"]);
    expect([places.assessmentIds(), jar.find("places")]).toEqual([["8"], "theirs,8:INM"]);
    const nobody = new LastPlaces(new CookieJar("places=7:BM/AM,8:INM", false), () => []);
    nobody.remember(9, ["INM"]);
    expect(nobody.assessmentIds()).toEqual([]);
  });

  test("are theirs still after a change of address, and are kept by their present name from then on", () => {
    const jar = new CookieJar("places=formerly,7:BM/AM", false);
    const places = new LastPlaces(jar, () => ["mine", "formerly"]);
    places.remember(8, ["INM"]);
    expect([places.assessmentIds(), jar.find("places")]).toEqual([["8", "7"], "mine,8:INM,7:BM/AM"]);
  });

  test("fit into one cookie even where ids and codes are as long as they may be", () => {
    const { jar, places } = sent();
    for (let id = 10; id < 40; id += 1) places.remember(`${id}`.padEnd(64, "x"), ["P".repeat(32), "T".repeat(32)]);
    expect(jar.headers()[0]?.length).toBeLessThan(4_096);
  });

  test.each(["", "7", "7:", ":BM/AM", "7:BM/AM/X", "7:../AM x", "7:<b>", `${"7".repeat(65)}:BM`, "a;b:BM"])(
    "leave out what somebody forged: %s",
    (value) => {
      const { places } = sent(`${value},8:INM`);
      expect([places.find(7), places.find("a;b"), places.find(8)]).toEqual([undefined, undefined, ["INM"]]);
    },
  );

  test("do not remember what no cookie can hold, and set nothing when nothing changes", () => {
    const { jar, places } = sent("7:BM/AM");
    places.remember("a;b", ["BM", "AM"]);
    places.remember(7, ["B M", "AM"]);
    places.remember(7, ["BM", "AM"]);
    expect(jar.headers()).toEqual([]);
  });
});
