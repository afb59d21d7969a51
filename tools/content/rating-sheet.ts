/**
 * Rating sheets, on which two assessors rate the same statements independently (docs/content.md#trials). They are written from a pack,
 * and read when they are filled in.
 */
import Papa from "papaparse";
import { criterionCodes, type ItilPackContent, isP3m3Pack, type P3m3PackContent, type PackContent } from "#api/content/pack.ts";
import { howToRate } from "#model/how-to-rate.ts";
import { PRACTICES } from "#model/itil/catalogue.ts";
import { LEVELS, P3M3_SCOPES, type P3m3Scope, PERSPECTIVES, THREADS } from "#model/p3m3/catalogue.ts";
import { type RatedStatement, TrialError } from "./trial.ts";

/** A row to be filled in. */
export interface SheetRow extends Omit<RatedStatement, "rating" | "isHard" | "isOdd" | "reason"> {
  /** What the thread or practice is about, and what belongs to its neighbours. */
  help: string;
}

/** What a sheet is to hold. */
export interface SheetChoice {
  /** The model scope; P3M3 needs one, ITIL has none. */
  scope?: string;
  /** Codes of perspectives or practices; all when absent. */
  codes?: readonly string[];
}

/**
 * The rows of a sheet, in the order in which the screens show them.
 * @throws TrialError when the scope or a code is not one of the pack's model
 */
export function sheetRows(content: PackContent, { scope, codes }: SheetChoice): SheetRow[] {
  const known = Object.keys(isP3m3Pack(content) ? content.perspectives : content.practices);
  const unknown = (codes ?? []).filter((code) => !known.includes(code));
  if (unknown.length > 0) throw new TrialError(unknown.map((code) => `${code} is not in the pack, which has ${known.join(", ")}`));
  const chosen = new Set(codes ?? known);
  if (!isP3m3Pack(content)) return criterionRows(content, chosen);
  const knownScope = P3M3_SCOPES.find((name) => name === scope);
  if (!knownScope) throw new TrialError([`the scope must be ${P3M3_SCOPES.join(", ")}`]);
  return statementRows(content, knownScope, chosen);
}

function statementRows({ heading, perspectives }: P3m3PackContent, scope: P3m3Scope, chosen: ReadonlySet<string>): SheetRow[] {
  return PERSPECTIVES.filter(({ code }) => chosen.has(code)).flatMap((perspective) =>
    THREADS.flatMap((thread) =>
      LEVELS.flatMap((level): SheetRow[] => {
        const cell = perspectives[perspective.code]?.[thread.code]?.[String(level)]?.[scope];
        if (!cell) return [];
        const about = heading.threads.find(({ code }) => code === thread.code);
        return [
          {
            id: `${scope} ${perspective.code}-${thread.code}-${level}`,
            level,
            area: perspective.name,
            part: thread.name,
            statement: cell.statement,
            help: [about?.help, about?.belongs].filter(Boolean).join(" "),
          },
        ];
      }),
    ),
  );
}

function criterionRows({ practices }: ItilPackContent, chosen: ReadonlySet<string>): SheetRow[] {
  return PRACTICES.filter(({ code }) => chosen.has(code)).flatMap(({ code, name, group }) => {
    const practice = practices[code];
    if (!practice) return [];
    const codes = criterionCodes(practice);
    return practice.criteria.map(
      ({ level, statement }, index): SheetRow => ({
        id: codes[index] ?? "",
        level,
        area: `${group[0]?.toUpperCase()}${group.slice(1)} management practices`,
        part: name,
        statement,
        help: [practice.help, practice.belongs].filter(Boolean).join(" "),
      }),
    );
  });
}

const COLUMNS = [
  "id",
  "level",
  "perspective or group",
  "thread or practice",
  "statement",
  "help",
  "rating",
  "hard",
  "odd",
  "reason",
] as const;
type Column = (typeof COLUMNS)[number];

/** The sheet for a spreadsheet program: CSV in UTF-8 with a byte order mark, which Excel needs. */
export function toCsv(rows: readonly SheetRow[]): string {
  const data = rows.map(({ id, level, area, part, statement, help }) => [id, level, area, part, statement, help, "", "", "", ""]);
  return `\uFEFF${Papa.unparse({ fields: [...COLUMNS], data }, { newline: "\r\n" })}\r\n`;
}

/** The sheet to read, and to fill in on paper: Markdown with a heading for each thread or practice. */
export function toMarkdown(title: string, model: "P3M3" | "ITIL", rows: readonly SheetRow[]): string {
  const lines = [
    `# ${title}`,
    "",
    ...howToRate(model).map((line) => `- ${line}`),
    "- Hard: y when the words of the statement left you in doubt; say why in a few words. What is not known about the organization is no such doubt.",
    "- Odd: y when you would not say the sentence aloud to a client, or had to read it twice.",
  ];
  let heading = "";
  for (const { id, level, area, part, statement, help } of rows) {
    const own = `${area}: ${part}`;
    if (own !== heading) lines.push("", `## ${own}`, "", help, "");
    heading = own;
    lines.push(`- **${id}** (level ${level}) ${statement}  `, "  Rating: ____ Hard: __ Odd: __ Reason: ____");
  }
  return `${lines.join("\n")}\n`;
}

const RATINGS: Readonly<Record<string, string>> = {
  fully: "Fully",
  f: "Fully",
  partially: "Partially",
  p: "Partially",
  "rarely/never": "Rarely/Never",
  rarely: "Rarely/Never",
  never: "Rarely/Never",
  r: "Rarely/Never",
};
/** A practice's code, the level and the number within it, where a P3M3 statement has a thread and a level. */
const CRITERION_ID = /^\w+-\d\.\d+$/;
const MARKED: Readonly<Record<string, boolean>> = { y: true, yes: true, x: true, n: false, no: false, "": false };

/**
 * Reads a sheet that was filled in. Columns are found by name. The separator is detected, because spreadsheet programs write commas,
 * semicolons or tabs depending on the country. A rating is a word of the scale or its first letter, in any case; an empty one is open.
 * @throws TrialError naming each fault with its line
 */
export function parseSheet(csv: string): RatedStatement[] {
  const { data, meta } = Papa.parse<Partial<Record<Column, string>>>(csv, {
    header: true,
    skipEmptyLines: "greedy",
    delimitersToGuess: [",", ";", "\t"],
    transformHeader: (name) => name.trim().toLowerCase(),
  });
  const needed = COLUMNS.filter((name) => name !== "help" && name !== "odd" && !meta.fields?.includes(name));
  if (needed.length > 0) throw new TrialError([`no column ${needed.map((name) => `"${name}"`).join(", ")}`]);
  const faults: string[] = [];
  const seen = new Set<string>();
  const rows = data.map((row, index): RatedStatement => {
    const cell = (column: Column) => row[column]?.trim() ?? "";
    const fault = (words: string) => faults.push(`row ${index + 2}: ${words}`);
    const id = cell("id");
    if (id === "") fault("has no id");
    else if (seen.has(id)) fault(`${id} is there twice`);
    seen.add(id);
    const rating = cell("rating");
    const read = RATINGS[rating.toLowerCase()];
    if (rating !== "" && read === undefined) fault(`"${rating}" is not a rating; Fully, Partially and Rarely/Never are`);
    if (read === "Partially" && CRITERION_ID.test(id)) fault(`${id} is a criterion: Fully and Rarely/Never are its ratings`);
    const marked = (column: "hard" | "odd") => {
      const mark = MARKED[cell(column).toLowerCase()];
      if (mark === undefined) fault(`"${cell(column)}" in ${column} should be y or n`);
      return mark ?? false;
    };
    return {
      id,
      level: Number(cell("level")),
      area: cell("perspective or group"),
      part: cell("thread or practice"),
      statement: cell("statement"),
      rating: read,
      isHard: marked("hard"),
      isOdd: marked("odd"),
      reason: cell("reason"),
    };
  });
  if (faults.length > 0) throw new TrialError(faults);
  return rows;
}
