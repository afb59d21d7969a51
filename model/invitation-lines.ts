/** The people whom somebody invites or asks, in rows that were pasted (docs/rules/people.md#lines). */
import { shownAddress, storedAddress } from "./mail-address.ts";
import { type Headings, type PastedRow, type WrongRow, withoutHeadings } from "./pasted.ts";
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
type PeopleColumn = keyof typeof PEOPLE_HEADINGS;

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

/** The name in a text that may hold an address too. What stands in brackets is one only where there is nothing else. */
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

/** The cells of a row, with those put together that a comma within a name has separated. */
function wholeCells({ cells, separator }: PastedRow): string[] {
  if (separator !== ",") return [...cells];
  const filled = cells.filter((cell) => cell !== "");
  const [last = "", first = ""] = filled;
  if (filled.length === 2 && !filled.some(isAddressed) && !/\s/.test(last)) return [`${last}, ${first}`];
  const whole: string[] = [];
  for (const cell of cells) {
    const before = whole.at(-1);
    const belongs = before !== undefined && !isAddressed(before) && isAddressed(cell) && nameIn(cell) !== "";
    if (belongs) whole[whole.length - 1] = `${before}, ${cell}`;
    else whole.push(cell);
  }
  return whole;
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
  const name = own ?? nameIn(texts[0] ?? "");
  const problem = textProblem(name, { max: PERSON_NAME_MAX, check: personNameProblem });
  return problem ?? { email: good[0], name: name || undefined, others: own === undefined ? texts.slice(1) : texts };
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
  return { ...person, others: row.cells.filter((cell, index) => cell !== "" && !taken.has(columns[index] ?? "")) };
}

/** The people of a row, in order; those that nobody could be are a message. */
export interface PeopleInRow {
  row: PastedRow;
  people: { line: string; person: NamedPerson | string }[];
}

/** The people of pasted rows. A row of headings is none. */
export function peopleInRows(pasted: readonly PastedRow[]): PeopleInRow[] {
  const { columns, rows } = withoutHeadings(pasted, PEOPLE_HEADINGS);
  return rows.map((row): PeopleInRow => {
    if (columns) return { row, people: [{ line: row.line, person: headedPerson(row, columns) }] };
    const cells = wholeCells(row);
    // A list within a cell, or a whole row as a mail program copies it.
    const isMixed = row.separator === "\t" || row.separator === "|";
    const isList = (cell: string) => isAddressed(cell) && /[,;\n]/.test(cell) && (isMixed || addressesOf(cell).length > 1);
    const parts = cells.flatMap((cell) => (isList(cell) ? cell.split(/[,;\n]/).map((part) => part.trim()) : [cell]));
    const filled = parts.filter((part) => part !== "");
    if (filled.filter(isAddressed).length < 2) return { row, people: [{ line: row.line, person: personOf(cells) }] };
    return { row, people: peopleOfList(filled).map((line) => ({ line, person: personOf([line]) })) };
  });
}

const domainOf = (email: string) => email.slice(email.indexOf("@") + 1);
const countOf = (all: readonly string[], one: string) => all.filter((each) => each === one).length;

/**
 * What the reader should look at in people, one list each: a domain that one line alone has, a name that is there twice, and what is left out.
 * @param known addresses that are right, such as the reader's own
 */
export function doubtsAbout(people: readonly Pick<NamedPerson, "email" | "name" | "others">[], known: readonly string[]): string[][] {
  const domains = [...people.flatMap(({ email }) => email ?? []), ...known.map(storedAddress)].map(domainOf);
  const names = people.map(({ name = "" }) => name.toLowerCase());
  const isUsual = domains.some((domain) => countOf(domains, domain) > 1);
  return people.map(({ email, name, others }) => {
    const domain = email === undefined ? undefined : domainOf(email);
    return [
      ...(domain !== undefined && isUsual && countOf(domains, domain) === 1
        ? [`No other line has an address at ${domainOf(shownAddress(email ?? ""))}. Is it spelt right?`]
        : []),
      ...(name !== undefined && countOf(names, name.toLowerCase()) > 1 ? ["Another line has the same name."] : []),
      ...(others.length > 0 ? [`Not taken: ${others.map((other) => `‘${other}’`).join(", ")}.`] : []),
    ];
  });
}

/**
 * Reads who is to be invited. `readRows` has read the rows.
 * @param known as `doubtsAbout` takes them
 * @returns at most INVITE_MAX people, and the lines that invite nobody, each with the reason; both in their order
 */
export function invitedInRows(rows: readonly PastedRow[], known: readonly string[] = []): { people: InvitedLine[]; wrong: WrongRow[] } {
  const people: Omit<InvitedLine, "doubts">[] = [];
  const wrong: WrongRow[] = [];
  const whyNot = (line: string, at: number, person: NamedPerson | string): string | undefined => {
    if (typeof person === "string") return person;
    const { email } = person;
    if (email === undefined) return lineMessages.none;
    if (people.some((each) => each.email === email)) return INVITE_REFUSAL_WORDS.twice;
    if (people.length === INVITE_MAX) return lineMessages.tooMany;
    people.push({ ...person, email, line, at });
    return undefined;
  };
  for (const { row, people: named } of peopleInRows(rows))
    for (const { line, person } of named) {
      const why = whyNot(line, row.at, person);
      if (why !== undefined) wrong.push({ line, why, at: row.at });
    }
  const doubts = doubtsAbout(people, known);
  return { people: people.map((person, index) => ({ ...person, doubts: doubts[index] ?? [] })), wrong };
}
