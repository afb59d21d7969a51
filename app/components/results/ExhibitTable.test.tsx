import { readFileSync } from "node:fs";
import { parse } from "node-html-parser";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { BANDS } from "~/components/charts/palette";
import { ExhibitTable } from "~/components/results/ExhibitTable";

const WORD = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerk";
const ADDRESS = "https://harbour.sharepoint.example/sites/Shared%20Documents/Register_2026.xlsx";

test("only very long words may be broken, addresses between their parts, and no text changes", () => {
  const texts = ["Infrastructure and platform management", `Kept by the ${WORD}`, `Seen at ${ADDRESS}, twice`];
  const columns = [{ title: "Note", kind: "text" as const, wide: true }];
  const rows = texts.map((text) => [{ text }]);
  const table = <ExhibitTable table={{ kind: "table", id: "t", title: "T", columns, rows }} labelledBy="t" />;
  const cells = parse(renderToStaticMarkup(table)).querySelectorAll("td");
  expect(cells.map((cell) => cell.text)).toEqual(texts);
  const unbroken = cells.map((cell) => Math.max(...cell.innerHTML.split(/<wbr>|\s/).map(({ length }) => length)));
  expect(unbroken).toEqual(["Infrastructure".length, 12, 12]);
  expect(cells[2]?.innerHTML).toContain("sharepoint.<wbr>example/<wbr>");
});

test("on a dark page, too, the stronger stands out more: it is the lighter there", () => {
  const styles = readFileSync(new URL("./ExhibitTable.module.css", import.meta.url), "utf8");
  const dark = /prefers-color-scheme: dark\) \{([\s\S]*?)\n {2}\}\n/.exec(styles)?.[1] ?? "";
  const luminance = (name: string) => {
    const colour = new RegExp(`\\.${name}\\b[^{}]*\\{\\s*--band: #(\\w{6});`).exec(dark)?.[1] ?? "";
    const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const bands = BANDS.map((_, band) => luminance(`band-${band}`));
  expect(bands).toEqual(bands.toSorted((one, other) => one - other));
  expect(new Set(bands).size).toBe(BANDS.length);
  expect(luminance("mark-fully")).toBeGreaterThan(luminance("mark-partially"));
});

test("the bands of a page have the colours that those of an image have", () => {
  const styles = readFileSync(new URL("./ExhibitTable.module.css", import.meta.url), "utf8");
  const inPage = BANDS.map((_, band) => new RegExp(`\\.band-${band}\\b[^{]*\\{\\s*--band: ([^;]+);`).exec(styles)?.[1]);
  expect(inPage).toEqual(BANDS);
});
