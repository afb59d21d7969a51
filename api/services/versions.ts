/** Versions of the parts that are edited by themselves (docs/upstream-contract.md#versions). */
import { Problem } from "#api/problem.ts";
import type { Db } from "#api/store/open.ts";
import type { VersionedPart, Versions } from "#model/contract/common.ts";
import type { Work } from "./work.ts";

/** A part: what it is called on the wire, and its key in the store. */
export interface Part {
  name: VersionedPart;
  key: string;
}

/** What is answered and noted: a thread of a perspective, a practice, or a maturity component (docs/rules/notes-and-diagnostics.md#notes). */
export type Subject = { kind: "thread"; perspectiveId: number; threadId: number } | { kind: "capability" | "maturity"; id: number };

/** A part of what an assessment says about a thread, practice or component. */
export function answeredPart(name: "answers" | "marks" | "note", assessmentId: number, subject: Subject): Part {
  const place = subject.kind === "thread" ? `thread/${subject.perspectiveId}/${subject.threadId}` : `${subject.kind}/${subject.id}`;
  return { name, key: `assessment/${assessmentId}/${place}/${name}` };
}

/** The profile or the scope of an assessment. */
export const setupPart = (name: "profile" | "scope", assessmentId: number): Part => ({ name, key: `assessment/${assessmentId}/${name}` });

/** An organization as a whole. */
export const organizationPart = (id: number): Part => ({ name: "organization", key: `organization/${id}` });

/** The versions of parts by their names; 0 for what was never changed. */
export async function versionsOf(db: Db, parts: readonly Part[]): Promise<Versions> {
  const stored = await db
    .selectFrom("part_version")
    .selectAll()
    .where(
      "part",
      "in",
      parts.map(({ key }) => key),
    )
    .execute();
  return Object.fromEntries(parts.map(({ name, key }) => [name, stored.find(({ part }) => part === key)?.version ?? 0]));
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
export async function advance({ db, madeFrom }: Work, { name, key }: Part, present?: () => Promise<unknown>): Promise<number> {
  const expected = madeFrom?.[name];
  if (expected !== undefined) {
    const { [name]: version } = await versionsOf(db, [{ name, key }]);
    if (version !== expected)
      throw new Problem(412, "This was changed meanwhile.", {
        detail: "Read it again, and decide what is right.",
        present: await present?.(),
      });
  }
  const { version } = await db
    .insertInto("part_version")
    .values({ part: key, version: 1 })
    .onConflict((conflict) => conflict.column("part").doUpdateSet(({ eb, ref }) => ({ version: eb(ref("part_version.version"), "+", 1) })))
    .returning("version")
    .executeTakeFirstOrThrow();
  return version;
}

const PAIR = /^(answers|marks|note|profile|scope|organization)=(\d{1,10})$/;

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
