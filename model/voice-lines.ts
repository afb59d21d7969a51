/** Whom an assessor asks, as lines are typed or pasted: `Name <address>; role` (docs/rules/voices.md#asking). */
import { withoutControls } from "./characters.ts";
import type { WrongLine } from "./earlier-scores.ts";
import { partsOf, personIn } from "./invitation-lines.ts";
import { withoutInvisible } from "./text.ts";
import { findRole, VOICES_MAX, voiceMessages } from "./voices.ts";

/** The most characters that are pasted at once. */
export const VOICE_TEXT_MAX = 60_000;

/** Somebody to be asked, and the line that says so. */
export interface VoiceLine {
  name: string;
  /** In lower case; null for none. */
  email: string | null;
  /** As the list of roles has it. */
  role: string;
  line: string;
  /** The place of the line among all. */
  at: number;
}

/** A line without its role, and the role: behind a semicolon, or in the last column of a spreadsheet. */
function splitLine(line: string, roles: readonly string[]): { person: string; role: string | undefined } | undefined {
  const [person = "", role, ...more] = partsOf(line, ";").map((part) => part.trim());
  if (more.some((part) => part !== "")) return undefined;
  if (role) return { person, role };
  const cells = person.split("\t");
  const last = cells.length > 1 ? findRole(roles, cells.at(-1) ?? "") : undefined;
  return last === undefined ? { person, role: undefined } : { person: cells.slice(0, -1).join(" "), role: last };
}

/**
 * Reads lines such as `Jane Doe <jane@example.org>; Manager`. An address may be missing, and a role where there is a usual one.
 * @param roles those of the assessment
 * @param usual the role of lines that name none
 * @returns who is to be asked, and the lines that name nobody, each with the reason; both in their order
 */
export function voicesInLines(
  text: string,
  { roles, usual }: { roles: readonly string[]; usual?: string | undefined },
): { people: VoiceLine[]; wrong: (WrongLine & { at: number })[] } {
  const people: VoiceLine[] = [];
  const known = new Set<string>();
  const add = (line: string, at: number): string | undefined => {
    const parts = splitLine(line, roles);
    if (!parts) return voiceMessages.columns;
    const person = personIn(parts.person);
    if (typeof person === "string") return person;
    const { name, email = null } = person;
    if (name === undefined) return voiceMessages.name;
    const role = findRole(roles, parts.role ?? usual ?? "");
    if (role === undefined) return voiceMessages.role;
    if (email !== null && known.has(email)) return voiceMessages.twice;
    if (people.length === VOICES_MAX) return voiceMessages.full;
    if (email !== null) known.add(email);
    people.push({ name, email, role, line, at });
    return undefined;
  };
  const lines = withoutInvisible(withoutControls(text))
    .split(/\r\n?|\n/)
    .map((line) => line.trim())
    .filter((line) => /[^\s,;]/.test(line));
  const wrong = lines.flatMap((line, at) => {
    const why = add(line, at);
    return why === undefined ? [] : [{ line, why, at }];
  });
  return { people, wrong };
}
