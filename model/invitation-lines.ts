/** The people that somebody invites, as lines are typed or pasted from a mail program or a spreadsheet (docs/rules/people.md#lines). */
import { withoutControls } from "./characters.ts";
import type { WrongLine } from "./earlier-scores.ts";
import { addressIn, INVITE_MAX, INVITE_REFUSAL_WORDS, PERSON_NAME_MAX, personNameProblem } from "./people.ts";
import { textProblem, withoutInvisible } from "./text.ts";

/** The most characters that are pasted at once. */
export const INVITE_TEXT_MAX = 40_000;

/** The messages about a line that invites nobody. */
export const lineMessages = {
  none: "There is no e-mail address in it.",
  several: "There is more than one e-mail address in it.",
  tooMany: `At most ${INVITE_MAX} people are invited at once. Send this one next.`,
} as const;

/** Somebody to be invited, and the line that says so. */
export interface InvitedLine {
  /** In lower case. */
  email: string;
  name: string | undefined;
  line: string;
  /** The place of the line among all. */
  at: number;
}

/** Parts of a text between separators that are outside quotation marks and angle brackets. */
export function partsOf(text: string, separator: string): string[] {
  const parts: string[] = [];
  let from = 0;
  let closedBy: string | undefined;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (closedBy !== undefined) closedBy = character === closedBy ? undefined : closedBy;
    else if (character === '"') closedBy = '"';
    else if (character === "<") closedBy = ">";
    else if (character === separator) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return [...parts, text.slice(from)];
}

const isAddressed = (part: string) => part.includes("@");

/** The people of a list with commas. A comma may also be in a name: 'Doe, Jane <jane@example.org>'. So a part without an address belongs to the next. */
function peopleOf(list: string): string[] {
  const parts = partsOf(list, ",");
  if (parts.filter(isAddressed).length < 2) return [list];
  const people: string[] = [];
  let name = "";
  for (const part of parts) {
    if (isAddressed(part)) people.push(name + part);
    name = isAddressed(part) ? "" : `${name}${part},`;
  }
  return name.trim() === "" ? people : [...people, name.slice(0, -1)];
}

/** Every person of a text, as typed. A line break, a semicolon and a comma separate them. */
const linesOf = (text: string): string[] =>
  text
    .split(/\r\n?|\n/)
    .flatMap((line) => partsOf(line, ";"))
    .flatMap(peopleOf)
    .map((line) => line.trim())
    .filter((line) => /[^\s,]/.test(line));

/** The words of a line without what stands around names and addresses. */
const wordsOf = (line: string): string[] => line.replaceAll(",", ", ").split(/[\s<>"()]+/);
const bare = (word: string) => word.replace(/^mailto:/i, "").replace(/^'|(?<![',])[',]+$/g, "");

/** Who a line names, also somebody without an address, or why it names nobody. */
export function personIn(line: string): { email: string | undefined; name: string | undefined } | string {
  const words = wordsOf(line);
  // A mail program writes the address in place of a name that it does not know.
  const [address, ...more] = new Set(words.filter(isAddressed).map((word) => bare(word).toLowerCase()));
  if (more.length > 0) return lineMessages.several;
  const email = address === undefined ? undefined : addressIn(address);
  if (email === undefined && address !== undefined) return INVITE_REFUSAL_WORDS.address;
  const name = words
    .filter((word) => word !== "" && !isAddressed(word))
    .join(" ")
    .replace(/^[\s,']+/, "")
    .replace(/(?<![\s,'])[\s,']+$/, "");
  return textProblem(name, { max: PERSON_NAME_MAX, check: personNameProblem }) ?? { email, name: name || undefined };
}

/**
 * Reads lines such as `Jane Doe <jane@example.org>`, also without a name, and lists with commas or semicolons.
 * @returns who is to be invited, at most INVITE_MAX, and the lines that invite nobody, each with the reason; both in their order
 */
export function invitedInLines(text: string): { people: InvitedLine[]; wrong: (WrongLine & { at: number })[] } {
  const people: InvitedLine[] = [];
  const known = new Set<string>();
  const wrong: (WrongLine & { at: number })[] = [];
  const add = (line: string, at: number): string | undefined => {
    const person = personIn(line);
    if (typeof person === "string") return person;
    const { email, name } = person;
    if (email === undefined) return lineMessages.none;
    if (known.has(email)) return INVITE_REFUSAL_WORDS.twice;
    if (people.length === INVITE_MAX) return lineMessages.tooMany;
    known.add(email);
    people.push({ email, name, line, at });
    return undefined;
  };
  for (const [at, line] of linesOf(withoutInvisible(withoutControls(text))).entries()) {
    const why = add(line, at);
    if (why !== undefined) wrong.push({ line, why, at });
  }
  return { people, wrong };
}
