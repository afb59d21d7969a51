/** Whom an assessor asks, in rows that were pasted (docs/rules/voices.md#asking). */
import {
  addressesInLines,
  doubtsAbout,
  isHardlyName,
  type NamedPerson,
  type PeopleColumn,
  peopleInRow,
  withoutPeopleHeadings,
} from "./invitation-lines.ts";
import type { HeadedRow, PastedRow, WrongRow } from "./pasted.ts";
import { findRole, VOICES_MAX, voiceMessages } from "./voices.ts";

/** The most characters that are pasted at once. */
export const VOICE_TEXT_MAX = 60_000;

/** Somebody to be asked, and the line that says so. */
export interface VoiceLine {
  name: string;
  /** As it is stored; null for none. */
  email: string | null;
  /** As the list of roles has it. */
  role: string;
  line: string;
  /** The place of the row among all. */
  at: number;
  /** What the reader should look at, in sentences. */
  doubts: string[];
}

/** The role that a word is like, also in the plural: 'Managers'. */
const likeRole = (roles: readonly string[], word: string) => findRole(roles, word) ?? findRole(roles, word.replace(/s$/i, ""));

/** The row without its cell with a role, and the role. A heading says which it is; otherwise it is the last cell that is one. */
function withoutRole(
  headed: HeadedRow<PeopleColumn>,
  roles: readonly string[],
): { headed: HeadedRow<PeopleColumn>; role: string | undefined } {
  const { row, columns } = headed;
  const isHere = (cell: string, index: number) =>
    findRole(roles, cell) !== undefined && (columns?.includes("role") !== true || columns[index] === "role");
  const at = row.cells.findLastIndex(isHere);
  if (at < 0 || row.cells.length === 1) return { headed, role: undefined };
  const cells = row.cells.map((cell, index) => (index === at ? "" : cell));
  return { headed: { row: { ...row, cells }, columns }, role: findRole(roles, row.cells[at] ?? "") };
}

/** Whether a name may hold a role that nothing separates from it, as in 'Jane Doe Managers'. */
function wordLikeRole(name: string, roles: readonly string[]): string | undefined {
  const words = name.split(/\s+/);
  return [words.at(-1) ?? "", words[0]?.replace(/:$/, "") ?? ""].find((word) => likeRole(roles, word) !== undefined);
}

/**
 * Reads whom somebody asks. `readRows` has read the rows. An address may be missing, and a role where there is a usual one.
 * @param roles those of the assessment
 * @param usual the role of lines that name none
 * @param known addresses that are right, such as the reader's own
 * @returns who is to be asked, and the lines that name nobody, each with the reason; both in their order. With them the rows of headings
 */
export function voicesInRows(
  pasted: readonly PastedRow[],
  { roles, usual, known = [] }: { roles: readonly string[]; usual?: string | undefined; known?: readonly string[] },
): { people: VoiceLine[]; wrong: WrongRow[]; headings: PastedRow[] } {
  const people: (Omit<VoiceLine, "doubts"> & Pick<NamedPerson, "others" | "isGuessed">)[] = [];
  const wrong: WrongRow[] = [];
  const whyNot = (line: string, at: number, person: NamedPerson | string, given: string | undefined): string | undefined => {
    if (typeof person === "string") return person;
    const { name, email = null, others, isGuessed } = person;
    if (name === undefined) return voiceMessages.name;
    const like = given === undefined ? wordLikeRole(name, roles) : undefined;
    if (like !== undefined) return `Is ‘${like}’ a role? Put a semicolon before it.`;
    // With a role or an address of its own, a single word is a person.
    if (given === undefined && email === null && (!/\s/.test(name) || isHardlyName(name))) return voiceMessages.perhapsHeading(name);
    const role = given ?? findRole(roles, usual ?? "");
    if (role === undefined) return voiceMessages.role;
    if (email !== null && people.some((each) => each.email === email)) return voiceMessages.twice;
    if (people.length === VOICES_MAX) return voiceMessages.full;
    people.push({ name, email, role, line, at, others, isGuessed });
    return undefined;
  };
  const { rows, headings } = withoutPeopleHeadings(pasted);
  const roleOf = new Map<number, string | undefined>();
  for (const each of rows) {
    const { headed, role } = withoutRole(each, roles);
    roleOf.set(each.row.at, role);
    const { row, people: named } = peopleInRow(headed);
    if (role !== undefined && named.length > 1) wrong.push({ line: row.line, why: voiceMessages.columns, at: row.at });
    else
      for (const { line, person } of named) {
        const why = whyNot(line, row.at, person, role);
        if (why !== undefined) wrong.push({ line, why, at: row.at });
      }
  }
  const [first, ...others] = people;
  const isAlone = rows[0]?.row.at === first?.at && others.length > 1 && others.every(({ email }) => email !== null);
  const doubts = doubtsAbout(
    people.map((person) => ({ ...person, email: person.email ?? undefined })),
    { known, refused: addressesInLines(wrong) },
  );
  return {
    people: people.map(({ others, isGuessed: _, ...person }, index) => ({
      ...person,
      doubts: [
        ...(others.length > 0 && roleOf.get(person.at) === undefined
          ? [`No role of this assessment is in it, so it is ${person.role}.`]
          : []),
        ...(!person.name.includes(" ") && person.email === null ? ["It is a single word. Is it a person?"] : []),
        ...(index === 0 && isAlone && person.email === null
          ? ["It is the first line, and the only one without an address. Is it a heading?"]
          : []),
        ...(doubts[index] ?? []),
      ],
    })),
    wrong,
    headings,
  };
}
