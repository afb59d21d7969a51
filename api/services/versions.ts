/** Versions of the parts that are edited by themselves (docs/upstream-contract.md#versions). */

import { Problem } from "#api/problem.ts";
import type { Db } from "#api/store/open.ts";
import type { VersionedPart, Versions } from "#model/contract/common.ts";
import { placeOf, type Subject } from "#model/contract/history.ts";
import type { Work } from "./work.ts";

/** The parts whose changes the history records by the same name. */
type RecordedPart = Exclude<
  VersionedPart,
  "person" | "invitation" | "voice" | "voices" | "voicePage" | "point" | "review" | "member" | "planRow" | "engagementText"
>;
type AnyPart = PartAddress<VersionedPart>;

/** A part: its name on the wire, and where it is stored. */
export interface PartAddress<Name extends VersionedPart = RecordedPart> {
  name: Name;
  /** Such as `assessment/12`, which is also the name of the assessment's chain in the history. */
  of: string;
  /** Such as `thread/2/7`; empty for the whole. */
  place: string;
}

/** A part of what an assessment says about a thread, practice or component. */
export const answeredPart = (
  name: "answers" | "marks" | "note" | "flag" | "reason",
  assessmentId: number,
  subject: Subject,
): PartAddress => ({
  name,
  of: `assessment/${assessmentId}`,
  place: placeOf(subject),
});

/** The profile or the scope of an assessment. */
export const setupPart = (name: "profile" | "scope", assessmentId: number): PartAddress => ({
  name,
  of: `assessment/${assessmentId}`,
  place: "",
});

/** An organization as a whole. */
export const organizationPart = (id: number): PartAddress => ({ name: "organization", of: `organization/${id}`, place: "" });

/** The largest version that both databases can hold. */
const VERSION_MAX = 2_147_483_647;

const keyOf = ({ name, of, place }: AnyPart) => [of, place, name].filter(Boolean).join("/");

/**
 * The versions of parts by their names; 0 for what was never changed. Outside a transaction, read them before the content. A version that
 * is too old only costs a refusal. One that is too new would let a write overwrite what nobody saw.
 */
export async function versionsOf(db: Db, parts: readonly AnyPart[]): Promise<Versions> {
  const stored = await db.selectFrom("part_version").selectAll().where("part", "in", parts.map(keyOf)).execute();
  return Object.fromEntries(parts.map((part) => [part.name, stored.find((row) => row.part === keyOf(part))?.version ?? 0]));
}

/** The same for the parts of many places, with one query: the versions by place. */
export async function versionsByPlace(db: Db, parts: readonly AnyPart[]): Promise<ReadonlyMap<string, Versions>> {
  if (parts.length === 0) return new Map();
  const rows = await db.selectFrom("part_version").selectAll().where("part", "in", parts.map(keyOf)).execute();
  const stored = new Map(rows.map(({ part, version }) => [part, version]));
  const byPlace = new Map<string, Versions>();
  for (const part of parts) byPlace.set(part.place, { ...byPlace.get(part.place), [part.name]: stored.get(keyOf(part)) ?? 0 });
  return byPlace;
}

/** The same for parts of anything, with one query: a function that gives the version of each. */
export async function versionsAmong(db: Db, parts: readonly AnyPart[]): Promise<(part: AnyPart) => number> {
  const rows = parts.length === 0 ? [] : await db.selectFrom("part_version").selectAll().where("part", "in", parts.map(keyOf)).execute();
  const stored = new Map(rows.map(({ part, version }) => [part, version]));
  return (part) => stored.get(keyOf(part)) ?? 0;
}

/** Whether a row holds these values already, so that writing them changes nothing. */
export function isStored<Row extends object>(row: Row, columns: Partial<Row>): boolean {
  return Object.entries(columns).every(([name, value]) => row[name as keyof Row] === value);
}

/**
 * Gives a part its next version, before it is changed.
 * @param present reads what is stored now, for the refusal
 * @returns the new version
 * @throws Problem 412 when the write was made from another version than the present one
 */
export async function advance(
  { db, madeFrom }: Pick<Work, "db" | "madeFrom">,
  part: AnyPart,
  present?: () => Promise<unknown>,
): Promise<number> {
  const { [part.name]: expected } = madeFrom ?? {};
  const next = await (expected ? advanceFrom(db, part, expected) : begin(db, part, expected === undefined));
  if (next) return next.version;
  throw new Problem(412, "This was changed meanwhile.", {
    detail: "Read it again, and decide what is right.",
    present: await present?.(),
  });
}

/** Gives a part its next version if it has this one. */
async function advanceFrom(db: Db, part: AnyPart, version: number) {
  // A larger number would be a fault on PostgreSQL.
  if (version > VERSION_MAX) return undefined;
  return db
    .updateTable("part_version")
    .set({ version: version + 1 })
    .where("part", "=", keyOf(part))
    .where("version", "=", version)
    .returning("version")
    .executeTakeFirst();
}

/** Gives a part its first version, or if it has one already the next where `orNext` is set. */
function begin(db: Db, part: AnyPart, orNext: boolean) {
  return db
    .insertInto("part_version")
    .values({ part: keyOf(part), version: 1 })
    .onConflict((conflict) => {
      const known = conflict.column("part");
      return orNext ? known.doUpdateSet(({ eb, ref }) => ({ version: eb(ref("part_version.version"), "+", 1) })) : known.doNothing();
    })
    .returning("version")
    .executeTakeFirst();
}

const PAIR =
  /^(answers|marks|note|flag|reason|evidence|wording|profile|scope|organization|style|earlier|targets|action|access|person|invitation|voice|voices|voicePage|teamName|point|review|teamRules|reportDefaults|engagement|member|planRow|departure|engagementText)=(\d{1,10})$/;

/**
 * Reads the header `Made-From`, such as `answers=3, marks=7`.
 * @throws Problem 400 when it holds anything else
 */
export function versionsIn(header: string | undefined): Versions | undefined {
  if (header === undefined) return undefined;
  const pairs = header.split(",").map((text): [string, number] => {
    const [, name, version] = PAIR.exec(text.trim()) ?? [];
    if (!name) throw new Problem(400, "Made-From must name parts and their versions, as in: answers=3, marks=7");
    return [name, Number(version)];
  });
  return Object.fromEntries(pairs);
}
