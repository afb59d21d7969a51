/** Whom an assessor asks, in rows that were pasted (docs/rules/voices.md#asking). */
import { doubtsAbout, type NamedPerson, peopleInRows } from "./invitation-lines.ts";
import type { PastedRow, WrongRow } from "./pasted.ts";
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

/** The role among some cells, and the other cells. */
function roleIn(cells: readonly string[], roles: readonly string[]) {
  const at = cells.findLastIndex((cell) => findRole(roles, cell) !== undefined);
  return { role: at < 0 ? undefined : findRole(roles, cells[at] ?? ""), others: cells.map((cell, index) => (index === at ? "" : cell)) };
}

/** The row without its cell with a role, and the role. */
function withoutRole(row: PastedRow, roles: readonly string[]): { row: PastedRow; role: string | undefined } {
  const { role, others } = roleIn(row.cells, roles);
  return role === undefined || row.cells.length === 1 ? { row, role: undefined } : { row: { ...row, cells: others }, role };
}

/** Whether a name may hold a role that nothing separates from it, as in 'Jane Doe Managers'. */
function wordLikeRole(name: string, roles: readonly string[]): string | undefined {
  const words = name.split(/\s+/);
  return [words.at(-1) ?? "", words[0] ?? ""].find((word) => likeRole(roles, word) !== undefined);
}

/**
 * Reads whom somebody asks. `readRows` has read the rows. An address may be missing, and a role where there is a usual one.
 * @param roles those of the assessment
 * @param usual the role of lines that name none
 * @param known addresses that are right, such as the reader's own
 * @returns who is to be asked, and the lines that name nobody, each with the reason; both in their order
 */
export function voicesInRows(
  rows: readonly PastedRow[],
  { roles, usual, known = [] }: { roles: readonly string[]; usual?: string | undefined; known?: readonly string[] },
): { people: VoiceLine[]; wrong: WrongRow[] } {
  const people: (Omit<VoiceLine, "doubts"> & Pick<NamedPerson, "others">)[] = [];
  const wrong: WrongRow[] = [];
  const whyNot = (line: string, at: number, person: NamedPerson | string, given: string | undefined): string | undefined => {
    if (typeof person === "string") return person;
    const { name, email = null, others } = person;
    if (name === undefined) return voiceMessages.name;
    const like = given === undefined ? wordLikeRole(name, roles) : undefined;
    if (like !== undefined) return `Is ‘${like}’ a role? Put a semicolon before it.`;
    const role = given ?? findRole(roles, usual ?? "");
    if (role === undefined) return voiceMessages.role;
    if (email !== null && people.some((each) => each.email === email)) return voiceMessages.twice;
    if (people.length === VOICES_MAX) return voiceMessages.full;
    people.push({ name, email, role, line, at, others });
    return undefined;
  };
  const roleOf = new Map<number, string | undefined>();
  const persons = rows.map((row) => {
    const split = withoutRole(row, roles);
    roleOf.set(row.at, split.role);
    return split.row;
  });
  for (const { row, people: named } of peopleInRows(persons)) {
    const role = roleOf.get(row.at);
    if (role !== undefined && named.length > 1) wrong.push({ line: row.line, why: voiceMessages.columns, at: row.at });
    else
      for (const { line, person } of named) {
        const why = whyNot(line, row.at, person, role);
        if (why !== undefined) wrong.push({ line, why, at: row.at });
      }
  }
  const doubts = doubtsAbout(
    people.map((person) => ({ ...person, email: person.email ?? undefined })),
    known,
  );
  return {
    people: people.map(({ others, ...person }, index) => ({
      ...person,
      doubts: [
        ...(others.length > 0 && roleOf.get(person.at) === undefined
          ? [`No role of this assessment is in it, so it is ${person.role}.`]
          : []),
        ...(!person.name.includes(" ") && person.email === null ? ["It is a single word. Is it a person?"] : []),
        ...(doubts[index] ?? []),
      ],
    })),
    wrong,
  };
}
