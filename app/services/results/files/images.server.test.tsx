import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { drawableContent, encodePicture, svgOf } from "~/services/results/files/images.server";

const picture = (text: string) => <div style={{ display: "flex", fontSize: 40, padding: 10 }}>{text}</div>;
/** The outline that a character is drawn as. */
const outline = async (character: string) => / d="([^"]*)"/.exec(await svgOf(picture(character), 100))?.[1] ?? "";

describe("characters", () => {
  test("of Latin Extended, Greek, Cyrillic and Vietnamese are drawn, each as itself", async () => {
    const box = await outline("\u4e2d");
    const characters = [..."AŁŽğőșΩλЖїҐộ"];
    const outlines = await Promise.all(characters.map(outline));
    for (const [index, drawn] of outlines.entries()) {
      expect(drawn.length, characters[index]).toBeGreaterThan(40);
      expect(drawn, characters[index]).not.toBe(box);
    }
    expect(new Set(outlines).size).toBe(characters.length);
  });

  test("that the typeface has are left as they are", async () => {
    const texts = ["Łódź & Sons <b>", "Ελληνικός Οργανισμός", "Київ Жовтень", "Việt Nam", "– “quoted” … €", "e\u0301te\u0301"];
    const { content, remark } = await drawableContent(texts);
    expect(content).toEqual(texts.map((text) => text.normalize("NFC")));
    expect(remark).toBeUndefined();
  });

  test("of Arabic and Chinese are drawn, with fonts that are read for them alone", async () => {
    const texts = ["هيئة الموانئ السعودية", "中国港口管理局（北京）", "富士フイルム"];
    const { content, remark, scripts } = await drawableContent(texts);
    expect([content, remark, scripts]).toEqual([texts, undefined, ["arabic", "chinese"]]);
    expect((await drawableContent(["Łódź"])).scripts).toEqual([]);
    const box = await outline("\u4e2d");
    const drawn = / d="([^"]*)"/.exec(await svgOf(picture("\u4e2d"), 100, { scripts }))?.[1];
    expect(drawn).not.toBe(box);
  });

  test("of Arabic are joined, and run from right to left", async () => {
    const drawn = async (text: string) => / d="([^"]*)"/.exec(await svgOf(picture(text), 400, { scripts: ["arabic"] }))?.[1] ?? "";
    // A mark between letters that keeps them from joining.
    expect(await drawn("بب")).not.toBe(await drawn("ب\u200cب"));
    // Dal and alef never join. Alef, the second letter, is where it is alone: leftmost. Dal is to the right of it.
    const alef = (await drawn("ا")).trim();
    expect((await drawn("دا")).startsWith(alef)).toBe(true);
    expect((await drawn("اد")).startsWith(alef)).toBe(false);
  });

  test.each<[what: string, text: string, script: string]>([
    ["signs", "→≥≤≠✓●■←↑↓≈√∞☐☑✗✔★", "signs"],
    ["Korean", "한국항만공사", "korean"],
    ["Hebrew", "רשות הנמלים", "hebrew"],
    ["Thai", "การท่าเรือแห่งประเทศไทย", "thai"],
    ["Hindi", "भारतीय पत्तन प्राधिकरण", "hindi"],
    ["emoji", "🚀 👍🏽 👩‍💻 ❤ 🇩🇪", "emoji"],
    ["flags", "🇩🇪", "emoji"],
  ])("of %s are drawn, with a font that is read for them alone", async (_, text, script) => {
    const { content, remark, scripts } = await drawableContent([text]);
    expect([content, remark, scripts]).toEqual([[text], undefined, expect.arrayContaining([script])]);
    const first = [...text][0] ?? "";
    const drawn = / d="([^"]*)"/.exec(await svgOf(picture(first), 100, { scripts }))?.[1] ?? "";
    expect(drawn.length).toBeGreaterThan(20);
    expect(drawn).not.toBe(await outline(first));
  });

  test("of Hebrew run from right to left", async () => {
    const drawn = async (text: string) => / d="([^"]*)"/.exec(await svgOf(picture(text), 400, { scripts: ["hebrew"] }))?.[1] ?? "";
    const alef = (await drawn("א")).trim();
    expect([(await drawn("בא")).startsWith(alef), (await drawn("אב")).startsWith(alef)]).toEqual([true, false]);
  });

  test("of emoji in colour are drawn as they are without", async () => {
    expect(await drawableContent(["❤\ufe0f"])).toMatchObject({ content: ["❤"], remark: undefined });
  });

  test("of emoji of keys are drawn without the key", async () => {
    expect(await drawableContent(["1\ufe0f\u20e3 Plan, #\u20e3 and 10"])).toEqual({
      content: ["1 Plan, # and 10"],
      remark: undefined,
      scripts: [],
    });
  });

  test("that are a hyphen which does not break are drawn as one", async () => {
    expect(await drawableContent(["on\u2011site"])).toEqual({ content: ["on-site"], remark: undefined, scripts: [] });
  });

  test("that the typeface lacks are replaced, and the picture says so", async () => {
    const { content, remark } = await drawableContent({ name: "Fuji 富士 ა Works", rows: [["ქარ", 3]] });
    expect(content.name).toBe("Fuji 富士 � Works");
    expect(content.rows).toEqual([["���", 3]]);
    expect(remark).toContain("does not have");
  });
});

test("of thousands of different characters few are looked up, and the others are taken as missing", async () => {
  const han = Array.from({ length: 12_000 }, (_, index) => String.fromCodePoint(0x20000 + index)).join("");
  const { content } = await drawableContent({ note: `Fuji ${han}`, tower: `o${"\u0301".repeat(1_000)}k` });
  expect(content).toEqual({ note: `Fuji ${"\ufffd".repeat(12_000)}`, tower: "\ufffdk" });
});

test("a picture has two pixels per unit and is as high as its content", async () => {
  const { format, width, height } = await sharp(await encodePicture(picture("One line"), 600, { format: "jpg" })).metadata();
  expect({ format, width }).toEqual({ format: "jpeg", width: 1200 });
  expect(height).toBeGreaterThan(100);
  expect(height).toBeLessThan(200);
});

test("a picture too high to be rasterized so gets fewer pixels, and is whole", async () => {
  const tall = <div style={{ display: "flex", height: 12_000, width: 300 }}>Top</div>;
  const { width = 0, height = 0 } = await sharp(await encodePicture(tall, 300, { format: "jpg" })).metadata();
  expect(height).toBeLessThanOrEqual(10_000);
  expect(height / width).toBeCloseTo(40, 0);
});

test("a drawing inside a picture becomes part of it, not an image of its own", async () => {
  const svg = await svgOf(
    <div style={{ display: "flex", padding: 30 }}>
      <svg width={20} height={20} viewBox="0 0 16 16" aria-hidden="true">
        <circle cx={8} cy={8} r={6} fill="#123456" />
      </svg>
    </div>,
    100,
  );
  expect(svg).not.toMatch(/<image|<mask/);
  expect(svg).toMatch(/<svg x="30" y="30"[^>]*>.*#123456/s);
});
