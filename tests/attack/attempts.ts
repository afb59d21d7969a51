import ExcelJS from "exceljs";
import { strFromU8, unzipSync } from "fflate";
import type { Answer } from "../support/api.ts";
import type { Visitor } from "../support/form-driver.ts";

/** In the names and texts of the other team, and nowhere else. */
export const SECRET = "Nightingale";

/** What is tried, and what came of it. */
export interface Attempt {
  what: string;
  fell: boolean;
}

/** Tries what has to be refused, without a fault of the server and without a word about the other team. */
export async function refused(what: string, trying: Promise<Answer>): Promise<Attempt> {
  const { status, body } = await trying;
  const isSecret = (JSON.stringify(body) ?? "").includes(SECRET);
  return { what: `${what} (${status})`, fell: status < 400 || status === 429 || status >= 500 || isSecret };
}

/** Whether all attempts failed, and how many there were. */
export function outcomeOf(tried: readonly Attempt[]): { held: boolean; figures: string } {
  const fell = tried.filter((each) => each.fell);
  const which = fell.length > 0 ? `: ${fell.map(({ what }) => what).join("; ")}` : "";
  return { held: fell.length === 0, figures: `${tried.length} attempts, ${fell.length} succeeded${which}` };
}

/** How many cells of an Excel file have one of some texts, and how many calculate or lead somewhere. */
export async function cellsOf(file: Uint8Array, texts: readonly string[]): Promise<{ shown: number; calculates: number }> {
  const book = new ExcelJS.Workbook();
  await book.xlsx.load(file.buffer as ArrayBuffer);
  let [shown, calculates] = [0, 0];
  book.eachSheet((sheet) =>
    sheet.eachRow((row) =>
      row.eachCell((cell) => {
        if (cell.type === ExcelJS.ValueType.Formula || cell.type === ExcelJS.ValueType.Hyperlink) calculates += 1;
        if (texts.some((text) => cell.text.includes(text))) shown += 1;
      }),
    ),
  );
  return { shown, calculates };
}

/** What a file says that came as an archive; the page that came instead of one. */
export function textOfFile(visitor: Visitor): string {
  if (visitor.status !== 200 || visitor.text() !== "") return visitor.text();
  return Object.values(unzipSync(visitor.body))
    .map((part) => strFromU8(part))
    .join("\n");
}
