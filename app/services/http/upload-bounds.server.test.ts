import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { faultOfUpload } from "./upload-bounds.server";

const MARK = "--y0Zk";
const TYPE = `multipart/form-data; boundary=${MARK.slice(2)}`;
const FILE = 'Content-Disposition: form-data; name="workbook"; filename="answers.xlsx"\r\nContent-Type: text/plain';
const body = (...parts: string[]) => `${parts.map((part) => `${MARK}\r\n${part}\r\n`).join("")}${MARK}--\r\n`;
const fault = (text: string) => faultOfUpload(Buffer.from(text), TYPE);

async function isParsed(text: string): Promise<boolean> {
  try {
    await new Response(text, { headers: { "Content-Type": TYPE } }).formData();
    return true;
  } catch {
    return false;
  }
}

describe("a form with a file", () => {
  test.each<[what: string, text: string]>([
    ["as browsers send it", body(`${FILE}\r\n\r\nhello`, 'Content-Disposition: form-data; name="go"\r\n\r\n1')],
    ["without any part", `${MARK}--\r\n`],
    ["with a file without a name", body('Content-Disposition: form-data; name="workbook"; filename=""\r\n\r\n')],
  ])("%s can be parsed", async (_, text) => {
    expect([fault(text), await isParsed(text)]).toEqual([false, true]);
  });

  // The first is what `curl -F "=@file.txt"` sends.
  test.each<[what: string, text: string]>([
    [
      "whose file belongs to no field",
      body('Content-Disposition: form-data; filename="file.txt"\r\nContent-Type: text/plain\r\n\r\nhello'),
    ],
    ["that says nothing of a part", body("Content-Type: text/plain\r\n\r\nhello")],
    ["whose name is not closed", body('Content-Disposition: form-data; name="a\r\n\r\nhello')],
    ["that is cut off", body(`${FILE}\r\n\r\nhello`).slice(0, -10)],
    ["whose boundary stands within a line", body(`${FILE}\r\n\r\nhello ${MARK} hello`)],
    ["of too many parts", body(...Array.from({ length: 9 }, () => `${FILE}\r\n\r\n`))],
  ])("%s is refused", (_, text) => expect(fault(text)).toBe(true));

  test("that is admitted can be parsed, whatever was done to it", async () => {
    const piece = fc.constantFrom(
      MARK,
      "--",
      "\r\n",
      "\r\n\r\n",
      '"',
      ";",
      "name",
      "=",
      "form-data",
      "x",
      FILE,
      "filename*=utf-8''a",
      "\0",
    );
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.nat(40), piece, async (at, length, put) => {
        const whole = body(`${FILE}\r\n\r\nhello`, 'Content-Disposition: form-data; name="go"\r\n\r\n1');
        const from = at % whole.length;
        const spoiled = whole.slice(0, from) + put + whole.slice(from + length);
        if (!fault(spoiled)) expect(await isParsed(spoiled), JSON.stringify(spoiled)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});
