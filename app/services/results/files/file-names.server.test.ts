import { expect, test } from "vitest";
import { attachment, fileName } from "~/services/http/file-names.server";
import { distinctTitles, imageName } from "~/services/results/files/file-names.server";

const date = new Date("2026-11-20T23:30:00.000Z");

test("a file is named by date, model and assessment with spaces as underscores", () => {
  expect(fileName(date, "P3M3", "Digital services programme", "xlsx")).toBe("2026-11-20_P3M3_Digital_services_programme.xlsx");
  expect(fileName(date, "ITIL", 'a/b\\c"d\r\ne', "xlsx")).toBe("2026-11-20_ITIL_a-b-c-d--e.xlsx");
});

test("no name can disguise the ending of a file", () => {
  expect(fileName(date, "P3M3", "Review \u202ecod.\u200b", "xlsx")).toBe("2026-11-20_P3M3_Review_cod..xlsx");
});

test("an image says what it shows, which part of it, and its format", () => {
  expect(imageName(date, "P3M3", "Review", { title: "Heat map", format: "jpg" })).toBe("2026-11-20_P3M3_Review_Heat_map.jpg");
  expect(imageName(date, "ITIL", "Review", { title: "Notes: Service desk", format: "png", part: { number: 2, of: 3 } })).toBe(
    "2026-11-20_ITIL_Review_Notes_Service_desk_2_of_3.png",
  );
});

test("exhibits that are titled alike get different files, on systems that ignore capital letters too", () => {
  const titles = distinctTitles(["Notes", "notes", "Scores", "Notes"].map((title, index) => ({ id: String(index), title })));
  expect([...titles.values()]).toEqual(["Notes", "notes (2)", "Scores", "Notes (3)"]);
});

test("the header carries any name: a plain one for old readers, and the whole one", () => {
  const header = attachment(fileName(date, "P3M3", "Łódź 中 (1)* 'x' 100%; y=\"z\"", "xlsx"));
  expect(header).toMatch(/^attachment; filename="[\x20-\x7e]*"; filename\*=UTF-8''[\w.~!#$&+^`|%-]*$/);
  expect(/filename="[^"]*"/.exec(header)?.[0]).not.toContain("%");
  const [, encoded = ""] = /filename\*=UTF-8''(.*)$/.exec(header) ?? [];
  expect(decodeURIComponent(encoded)).toBe("2026-11-20_P3M3_Łódź_中_(1)-_'x'_100%;_y=-z-.xlsx");
  expect(() => new Headers({ "Content-Disposition": header })).not.toThrow();
});

test("no name can add a header of its own", () => {
  const header = attachment('Łódź "x"\r\nSet-Cookie: a=b');
  expect(header).not.toMatch(/[\r\n]/);
  expect(new Headers({ "Content-Disposition": header }).get("Content-Disposition")).toBe(header);
});
