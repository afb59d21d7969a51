/** The people whom somebody invites or asks, in rows that were pasted (docs/rules/people.md#lines). */

import { shownAddress, storedAddress } from "./mail-address.ts";
import { isOneEditAway, meantLastPart } from "./mail-domains.ts";
import { type HeadedRow, type HeadedRows, type Headings, type PastedRow, type WrongRow, withoutHeadings } from "./pasted.ts";
import { addressIn, INVITE_MAX, INVITE_REFUSAL_WORDS, PERSON_NAME_MAX, personNameProblem } from "./people.ts";
import { textProblem } from "./text.ts";

/** The most characters that are pasted at once. */
export const INVITE_TEXT_MAX = 40_000;

/** The messages about a line that invites nobody. */
export const lineMessages = {
  none: "There is no e-mail address in it.",
  several: "There is more than one e-mail address in it.",
  tooMany: `At most ${INVITE_MAX} people are invited at once. Send this one next.`,
} as const;

/** Somebody whom a row names. */
export interface NamedPerson {
  /** As it is stored. */
  email: string | undefined;
  name: string | undefined;
  /** Cells that are neither name nor address, such as a job. */
  others: string[];
  /** Whether one of several cells was taken for the name, without a heading that says so. */
  isGuessed: boolean;
}

/** Somebody to be invited, and the line that says so. */
export interface InvitedLine extends NamedPerson {
  email: string;
  line: string;
  /** The place of the row among all. */
  at: number;
  /** What the reader should look at, in sentences. */
  doubts: string[];
}

const PEOPLE_HEADINGS = {
  name: [
    "name",
    "full name",
    "display name",
    "person",
    "participant",
    "participants",
    "attendee",
    "attendees",
    "contact",
    "teilnehmer",
    "nom",
  ],
  first: ["first name", "firstname", "given name", "forename", "vorname", "prénom"],
  last: ["last name", "lastname", "surname", "family name", "nachname", "familienname"],
  email: ["email", "e mail", "mail", "email address", "e mail address", "mail address", "address", "e mail adresse", "courriel"],
  role: ["role", "rolle", "voice role"],
  other: [
    "job",
    "job title",
    "title",
    "position",
    "function",
    "funktion",
    "department",
    "company",
    "organization",
    "organisation",
    "phone",
    "no",
    "nr",
  ],
} as const satisfies Headings<string>;
export type PeopleColumn = keyof typeof PEOPLE_HEADINGS;

const isAddressed = (text: string) => text.includes("@");
/** Marks around a word that are no part of it. */
const AROUND = /^[\s'‘’"`,;:]+|(?<![\s'‘’"`,;:])[\s'‘’"`,;:]+$/g;
const bare = (text: string) => text.replace(AROUND, "");
const wordsOf = (text: string): string[] => text.split(/[\s<>()[\],;]+/);

/** The addresses of a text, each once: a mail program writes one in place of a name that it does not know. */
const addressesOf = (text: string): string[] => [
  ...new Set(
    wordsOf(text)
      .filter(isAddressed)
      .map((word) => bare(word.replace(/^["'‘]*mailto:/i, "")).toLowerCase()),
  ),
];

/** A name as people say it: what stands before its only comma is the surname. */
function asSaid(name: string): string {
  const [last = "", first = "", ...more] = name.split(",").map((part) => part.trim());
  return more.length > 0 || first === "" ? name : `${first} ${last}`;
}

/** The name in a text that may hold an address too. Text in brackets is a name only where there is no other text. */
function nameIn(text: string): string {
  const withoutAddress = (part: string) =>
    part
      .replace(/<[^<>]*(?:>|$)/g, " ")
      .split(/\s+/)
      .filter((word) => !isAddressed(word))
      .join(" ");
  const outside = bare(withoutAddress(text.replace(/\([^()]*\)/g, " ")));
  const inside = /\(([^()@]+)\)/.exec(text)?.[1] ?? "";
  return asSaid(bare((outside === "" ? inside : outside).replace(/["<>()]/g, " ").replace(/\s+/g, " ")));
}

/** The people of a list with commas or semicolons. What has no address belongs to the address after it, as in 'Doe, Jane <jane@example.org>'. */
function peopleOfList(parts: readonly string[]): string[] {
  const people: string[] = [];
  let name = "";
  for (const part of parts) {
    if (isAddressed(part)) people.push(`${name}${part}`);
    name = isAddressed(part) ? "" : `${name}${part}, `;
  }
  return name === "" ? people : [...people, name.replace(/, $/, "")];
}

/** Words of jobs and of groups, which are no names. Those that are surnames, too, are left out. */
const NO_NAME =
  /(?:^|[^\p{L}])(?:(?:head|lead|chair) of|(?:consultant|manager|director|officer|engineer|analyst|architect|developer|administrator|assistant|coordinator|executive|president|chairman|chairwoman|secretary|specialist|expert|advisor|adviser|auditor|accountant|controller|planner|scientist|trainer|sponsor|associate|intern|trainee|supervisor|team leader|project leader|ceo|cfo|cio|cto|coo|pmo|team|group|guest|member|participant|attendee|department|list|liste|gast|gäste|teilnehmer|mitglieder|gruppe|abteilung|\p{L}*berater|\p{L}*leiter|referent|sachbearbeiter|geschäftsführer|vorstand)(?:s|in|innen|n)?)(?![\p{L}])/iu;

/** Whether a text looks like a job, a group or a heading rather than like a name. */
export const isHardlyName = (text: string): boolean => NO_NAME.test(text) || /:(?:\s|$)/.test(text);

/** The cells of a row, with those put together that a comma within a name has separated. */
export function wholeCells({ cells, separator }: PastedRow): string[] {
  if (separator !== ",") return [...cells];
  const filled = cells.filter((cell) => cell !== "");
  const [last = "", first = ""] = filled;
  if (filled.length === 2 && !filled.some(isAddressed) && !/\s/.test(last)) return [`${last}, ${first}`];
  const whole: string[] = [];
  let before: string[] = [];
  for (const cell of filled) {
    if (!isAddressed(cell)) before.push(cell);
    else {
      // What stands before the brackets of an address is the name, up to the address before.
      const from = nameIn(cell) === "" ? before.length : before.findLastIndex((each) => isHardlyName(each) && !/[()]/.test(each)) + 1;
      whole.push(...before.slice(0, from), [...before.slice(from), cell].join(", "));
      before = [];
    }
  }
  return [...whole, ...before];
}

/** The place of the name among the texts of a row: the first, unless it looks like a job and a later one like a name of several words. */
function placeOfName(texts: readonly string[]): number {
  if (!isHardlyName(texts[0] ?? "")) return 0;
  return Math.max(
    0,
    texts.findIndex((text) => !isHardlyName(text) && /\p{L}[\s,]+\p{L}/u.test(text)),
  );
}

/** The name and address of somebody. @param cells of one person, the address with or without a name */
function personOf(cells: readonly string[]): NamedPerson | string {
  const addressed = cells.filter(isAddressed);
  const addresses = [...new Set(addressed.flatMap(addressesOf))];
  const good = [...new Set(addresses.flatMap((address) => addressIn(address) ?? []))];
  const isInBrackets = (address: string) => addressed.some((cell) => cell.toLowerCase().includes(`(${address})`));
  const bad = addresses.filter((address) => addressIn(address) === undefined && !(good.length > 0 && isInBrackets(address)));
  if (good.length > 1 || (good.length === 1 && bad.length > 0)) return lineMessages.several;
  if (bad.length > 0) return bad.length > 1 ? lineMessages.several : INVITE_REFUSAL_WORDS.address;
  const own = addressed.map(nameIn).find((name) => name !== "");
  const texts = cells.filter((cell) => !isAddressed(cell) && /[\p{L}\p{N}]/u.test(cell));
  const place = placeOfName(texts);
  const name = own ?? nameIn(texts[place] ?? "");
  const problem = textProblem(name, { max: PERSON_NAME_MAX, check: personNameProblem });
  const others = own === undefined ? texts.filter((_, index) => index !== place) : texts;
  return problem ?? { email: good[0], name: name || undefined, others, isGuessed: own === undefined };
}

/** Where a heading names the columns, the cells of a person under them. */
function headedPerson(row: PastedRow, columns: readonly (PeopleColumn | undefined)[]): NamedPerson | string {
  const under = (column: PeopleColumn) => row.cells.filter((cell, index) => columns[index] === column && cell !== "");
  const [last] = under("last");
  const names = last === undefined ? [...under("name"), ...under("first")] : [[...under("first"), last].join(" ")];
  const person = personOf([
    ...names.slice(0, 1),
    ...under("email"),
    ...row.cells.filter((cell, index) => columns[index] !== "email" && isAddressed(cell)),
  ]);
  if (typeof person === "string") return person;
  const taken = new Set(["name", "first", "last", "email"]);
  const others = row.cells.filter((cell, index) => cell !== "" && !isAddressed(cell) && !taken.has(columns[index] ?? ""));
  return { ...person, others, isGuessed: false };
}

/** The people of a row, in order; those that nobody could be are a message. */
export interface PeopleInRow {
  row: PastedRow;
  people: { line: string; person: NamedPerson | string }[];
}

/** Takes rows of headings off. */
export const withoutPeopleHeadings = (rows: readonly PastedRow[]): HeadedRows<PeopleColumn> => withoutHeadings(rows, PEOPLE_HEADINGS);

/** The people of a row. */
export function peopleInRow({ row, columns }: HeadedRow<PeopleColumn>): PeopleInRow {
  // A row with more cells than there are headings is in columns of its own.
  if (columns && row.cells.length <= columns.length) return { row, people: [{ line: row.line, person: headedPerson(row, columns) }] };
  const cells = wholeCells(row);
  const [only = ""] = cells;
  if (row.isOfMail && cells.length > 1)
    return { row, people: cells.flatMap((line) => (/[^\s,;|]/.test(line) ? { line, person: personOf([line]) } : [])) };
  // Read each line of the cell by itself.
  if (cells.length === 1 && only.includes("\n") && addressesOf(only).length > 1) {
    const lines = only.split("\n").filter((line) => line.trim() !== "");
    return {
      row,
      people: lines.flatMap((line) => peopleInRow({ row: { ...row, cells: [line.trim()], line: line.trim() }, columns: undefined }).people),
    };
  }
  // A list within a cell, or a whole row as a mail program copies it.
  const isMixed = row.separator === "\t" || row.separator === "|";
  const isList = (cell: string) => isAddressed(cell) && /[,;\n]/.test(cell) && (isMixed || addressesOf(cell).length > 1);
  const parts = cells.flatMap((cell) => (isList(cell) ? cell.split(/[,;\n]/).map((part) => part.trim()) : [cell]));
  const filled = parts.filter((part) => /[^\s,;|]/.test(part));
  if (filled.filter(isAddressed).length < 2) return { row, people: [{ line: row.line, person: personOf(cells) }] };
  return { row, people: peopleOfList(filled).map((line) => ({ line, person: personOf([line]) })) };
}

const domainOf = (email: string) => email.slice(email.indexOf("@") + 1);
const shownDomain = (email: string) => domainOf(shownAddress(email));

/** The good addresses of some lines. */
export const addressesInLines = (lines: readonly { line: string }[]): string[] =>
  lines.flatMap(({ line }) => addressesOf(line)).flatMap((address) => addressIn(address) ?? []);

/** What else is known when people are looked at. */
export interface Around {
  /** Addresses that are right, such as those of the team. */
  known: readonly string[];
  /** Those of lines that are not taken. */
  refused: readonly string[];
}

/** Says why the domain of an address may be misspelt. @param all addresses of the list, each once */
function domainDoubt(all: readonly string[], { known }: Around): (email: string) => string | undefined {
  const right = new Set(known.map(shownDomain));
  const counts = new Map<string, number>();
  for (const domain of all.map(shownDomain)) counts.set(domain, (counts.get(domain) ?? 0) + 1);
  const isUsual = [...counts].some(([domain, count]) => count > 1 || right.has(domain));
  return (email) => {
    const domain = shownDomain(email);
    const count = counts.get(domain) ?? 0;
    const isRight = right.has(domain);
    if (!isRight && isUsual && count === 1) return `No other line has an address at ${domain}. Is it spelt right?`;
    const meant = meantLastPart(domain);
    if (meant !== undefined) return `${domain} does not end in ‘.${meant}’. Is it spelt right?`;
    const isLikelier = (other: string) => right.has(other) || (counts.get(other) ?? 0) >= count;
    const like = isRight ? undefined : [...right, ...counts.keys()].find((other) => isOneEditAway(domain, other) && isLikelier(other));
    return like === undefined ? undefined : `${domain} is nearly ${like}. Is it spelt right?`;
  };
}

const quoted = (texts: readonly string[]) => texts.map((text) => `‘${text}’`).join(", ");

/** What cells that are not taken say about a name. */
function nameDoubts({ name = "", others, isGuessed }: Pick<NamedPerson, "name" | "others" | "isGuessed">): string[] {
  const rivals = isGuessed ? others.filter((other) => !isHardlyName(other)) : [];
  const left = others.filter((other) => !rivals.includes(other));
  return [
    ...(isHardlyName(name) ? [`Is ‘${name}’ a name?`] : []),
    ...(rivals.length > 0 ? [`Not taken, but it may be the name: ${quoted(rivals)}.`] : []),
    ...(left.length > 0 ? [`Not taken: ${quoted(left)}.`] : []),
  ];
}

/**
 * What the reader should look at in people, one list each: a domain that may be misspelt, a name that is there twice or may be none, and what is
 * left out.
 */
export function doubtsAbout(people: readonly Pick<NamedPerson, "email" | "name" | "others" | "isGuessed">[], around: Around): string[][] {
  const addresses = new Set([...people.flatMap(({ email }) => email ?? []), ...around.refused].map(storedAddress));
  const aboutDomain = domainDoubt([...addresses], around);
  const names = new Map<string, number>();
  for (const { name = "" } of people) names.set(name.toLowerCase(), (names.get(name.toLowerCase()) ?? 0) + 1);
  return people.map((person) => [
    ...[person.email === undefined ? undefined : aboutDomain(person.email)].filter((doubt) => doubt !== undefined),
    ...(person.name !== undefined && (names.get(person.name.toLowerCase()) ?? 0) > 1 ? ["Another line has the same name."] : []),
    ...nameDoubts(person),
  ]);
}

/**
 * Reads who is to be invited. `readRows` has read the rows.
 * @param known addresses that are right, such as those of the team
 * @returns at most INVITE_MAX people, and the lines that invite nobody, each with the reason; both in their order. With them the rows of headings
 */
export function invitedInRows(
  pasted: readonly PastedRow[],
  known: readonly string[] = [],
): { people: InvitedLine[]; wrong: WrongRow[]; headings: PastedRow[] } {
  const people: Omit<InvitedLine, "doubts">[] = [];
  const wrong: WrongRow[] = [];
  const { rows, headings } = withoutPeopleHeadings(pasted);
  const whyNot = (line: string, at: number, person: NamedPerson | string): string | undefined => {
    if (!isAddressed(line)) return lineMessages.none;
    if (typeof person === "string") return person;
    const { email } = person;
    if (email === undefined) return lineMessages.none;
    if (people.some((each) => each.email === email)) return INVITE_REFUSAL_WORDS.twice;
    if (people.length === INVITE_MAX) return lineMessages.tooMany;
    people.push({ ...person, email, line, at });
    return undefined;
  };
  for (const { row, people: named } of rows.map(peopleInRow))
    for (const { line, person } of named) {
      const why = whyNot(line, row.at, person);
      if (why !== undefined) wrong.push({ line, why, at: row.at });
    }
  const doubts = doubtsAbout(people, { known, refused: addressesInLines(wrong) });
  return { people: people.map((person, index) => ({ ...person, doubts: doubts[index] ?? [] })), wrong, headings };
}
