/** The first sheet of the workbook of answers: how to fill it in, and the rating scale. */

import type ExcelJS from "exceljs";
import { UNANSWERED } from "#model/answer-words.ts";
import { upperFirst } from "#model/words.ts";
import { cellText } from "#model/workbook/cells.ts";
import {
  CLOSED_FILL,
  HEAD_STYLE,
  heightOf,
  IMPLIED_FILL,
  PLAIN_STYLE,
  pageOf,
  STRONG_STYLE,
  TITLE_STYLE,
  WRONG_FILL,
} from "~/services/answering/workbook/styles.server";
import type { AnswersWorkbook } from "~/views/answering/workbook";
import { shortDate, timeOfDay } from "~/views/dates";

export const HOW_TO = "How to fill it in";
const WIDTHS = [24, 100];

/** What only one model says: how to answer, and what its colours mean. */
const MODELS: Record<AnswersWorkbook["model"], { steps: string[]; colours: [fill: ExcelJS.FillPattern, meaning: string][] }> = {
  P3M3: {
    steps: [
      "There is a sheet for each perspective, with five statements for each thread. Rate a statement by choosing from the list in its cell.",
      "Begin at the level that fits best. Where a level is Fully, those below it that are empty count as Fully too. Where it is less, the levels above it stay empty.",
    ],
    colours: [[IMPLIED_FILL, "Empty, and counts as Fully because a higher level is Fully."]],
  },
  ITIL: {
    steps: [
      "There is a sheet for each group of practices. Rate a criterion by choosing from the list in its cell, level 2 first.",
      "A level opens when every criterion below it is Fully. Until then its cells stay empty. For a maturity component choose the option that fits best.",
    ],
    colours: [],
  },
};
const COMMON = [
  "Write notes beside the answers, one for each block. Everything else is protected, so that nothing is typed over by mistake; there is no password.",
  "On paper each sheet is an interview sheet: it prints in landscape, as wide as the page, with its heading on every page.",
  "To bring it back, open the assessment's summary, choose ‘Work in Excel’ and upload this file as .xlsx. You will see every change before anything is stored, and what was changed by others meanwhile is not overwritten.",
  "Rows may be moved and sheets renamed. Formulas, macros and links to other files are not read.",
];

const EVIDENCE =
  "The column for evidence is there to be read. Evidence is added and changed on the questions screens; what is typed into the column is not taken over.";

const VOICES =
  "The column ‘Voices’ says how many people of the organization say what. It is there to be read, and answers nothing: what is typed into it is not taken over.";

const beforeTold = (head: string) =>
  `The column ‘${head}’ says how the assessment before answered. It is there to be read, and answers nothing: what is typed into it is not taken over.`;

/** Adds the sheet. */
export function howToSheet(book: ExcelJS.Workbook, content: AnswersWorkbook): void {
  const { name, model, facts, groups, howToRate, levels, downloaded, before } = content;
  const sheet = book.addWorksheet(HOW_TO, { ...pageOf(name) });
  sheet.columns = WIDTHS.map((width) => ({ width }));
  const add = (left: string, right: string, style = PLAIN_STYLE) => {
    const row = sheet.addRow([cellText(left), cellText(right)]);
    row.getCell(1).style = STRONG_STYLE;
    row.getCell(2).style = style;
    row.height = Math.max(heightOf(left, WIDTHS[0] ?? 0), heightOf(right, WIDTHS[1] ?? 0));
    return row;
  };
  const section = (title: string) => {
    sheet.addRow([]);
    const row = sheet.addRow([title, ""]);
    for (const column of [1, 2]) row.getCell(column).style = HEAD_STYLE;
  };
  sheet.addRow([cellText(name)]).getCell(1).style = TITLE_STYLE;
  for (const { label, value } of [...facts, { label: "Downloaded", value: `${shortDate(downloaded)}, ${timeOfDay(downloaded)}` }])
    add(label, value);
  section(HOW_TO);
  const hasEvidence = groups.some(({ items }) => items.some(({ evidence }) => evidence !== undefined));
  const hasVoices = groups.some(({ items }) => items.some(({ voices }) => voices !== undefined));
  const columns = [
    ...(before === undefined ? [] : [beforeTold(before)]),
    ...(hasVoices ? [VOICES] : []),
    ...(hasEvidence ? [EVIDENCE] : []),
  ];
  [...MODELS[model].steps, ...COMMON, ...columns].forEach((step, index) => {
    add(`${index + 1}.`, step);
  });
  section("How to rate");
  for (const each of howToRate) {
    const [, word, rest] = /^([^:]{1,20}): (.*)$/s.exec(each) ?? [];
    add(word ?? "", rest === undefined ? each : upperFirst(rest));
  }
  if (levels.length > 0) section("What the levels mean");
  for (const level of levels) {
    const [label = "", meaning = ""] = level.split(": ", 2);
    add(label, meaning);
  }
  section("Colours");
  for (const [fill, meaning] of [
    [CLOSED_FILL, `${UNANSWERED.locked} for now: leave it empty.`],
    ...MODELS[model].colours,
    [WRONG_FILL, "Cannot stand beside the other answers: clear it, or change those."],
  ] as const) {
    const row = add("", meaning);
    row.getCell(1).style = { ...STRONG_STYLE, fill };
  }
}
