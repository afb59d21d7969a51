/** The character between the numbers of a date, by language: what `/` means in a format that names one (docs/rules/workbook.md#what-is-read). */
import { tokenize } from "numfmt";

/** Languages by their tag, with their number in a format. Those that are missing write `/`. */
const LANGUAGES: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  ".": {
    ...{ az: 0x2c, be: 0x23, bg: 0x02, bs: 0x1a, cs: 0x05, de: 0x07, et: 0x25, fi: 0x0b, hr: 0x1a, hu: 0x0e, is: 0x0f, kk: 0x3f },
    ...{ ky: 0x40, lv: 0x26, mk: 0x2f, mn: 0x50, nb: 0x14, nn: 0x14, no: 0x14, pl: 0x15, ro: 0x18, ru: 0x19, sk: 0x1b, sl: 0x24 },
    ...{ sr: 0x1a, tg: 0x28, tk: 0x42, tr: 0x1f, tt: 0x44, uk: 0x22 },
  },
  "-": {
    ...{ af: 0x36, bn: 0x45, da: 0x06, fo: 0x38, fy: 0x62, gu: 0x47, hi: 0x39, kn: 0x4b, lt: 0x27, ml: 0x4c, mr: 0x4e, nl: 0x13 },
    ...{ pa: 0x46, st: 0x30, sv: 0x1d, ta: 0x49, te: 0x4a, tn: 0x32, ts: 0x31, ve: 0x33, xh: 0x34, zu: 0x35 },
  },
};
/** Where a country writes another one than its language, with their number. */
const COUNTRIES: typeof LANGUAGES = {
  ".": { "fr-ch": 0x100c, "it-ch": 0x0810, "sv-fi": 0x081d },
  "-": { "en-ca": 0x1009, "en-za": 0x1c09, "es-cl": 0x340a, "fr-ca": 0x0c0c, "pt-pt": 0x0816 },
  "/": { "nl-be": 0x0813 },
};
/** The bits of a number that name the language with its country, and the language alone. */
const WITH_COUNTRY = 0xff_ff;
const ALONE = 0x3_ff;

/** The separator of a language. @param locale as a format names it: `407` or `de-DE`, with a sign of a currency before it or not */
function separatorOf(locale: string): string {
  const name = locale.slice(locale.indexOf("-") + 1).toLowerCase();
  const number = /^[0-9a-f]{3,8}$/.test(name) ? Number.parseInt(name, 16) : undefined;
  const isOne = ([tag, own]: [string, number], bits: number, wanted: string) =>
    number === undefined ? tag === wanted : (number & bits) === own;
  const find = (table: typeof LANGUAGES, bits: number, wanted: string) =>
    Object.keys(table).find((separator) => Object.entries(table[separator] ?? {}).some((each) => isOne(each, bits, wanted)));
  return find(COUNTRIES, WITH_COUNTRY, name) ?? find(LANGUAGES, ALONE, name.split("-")[0] ?? "") ?? "/";
}

/** A format with the separator of its language in place of `/`, in each part that is a date. */
export function withDateSeparators(code: string): string {
  const parts: { raw: string; type: string; value: unknown }[][] = [[]];
  for (const token of tokenize(code)) {
    if (token.type === "break") parts.push([token]);
    else parts.at(-1)?.push(token);
  }
  return parts
    .map((tokens) => {
      const locale = tokens.find(({ type }) => type === "locale");
      const isDate = tokens.some(({ type }) => type === "datetime");
      if (!locale || !isDate) return tokens.map(({ raw }) => raw).join("");
      const separator = separatorOf(String(locale.value));
      return tokens.map(({ type, raw }) => (type === "slash" ? `"${separator}"` : raw)).join("");
    })
    .join("");
}
