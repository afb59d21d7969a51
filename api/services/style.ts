/** The house style of a team. Everybody of the team may read and change it (docs/rules/house-style.md). */
import { createHash } from "node:crypto";
import type { z } from "zod";
import { notFound } from "#api/problem.ts";
import type { TeamStyleTable } from "#api/store/database.ts";
import type { logo, logoForm, Style, StyleForm } from "#model/contract/style.ts";
import { fieldNames, STYLE_FIELDS } from "#model/fields.ts";
import { record, teamChain } from "./history.ts";
import { advance, isStored, type PartAddress, versionsOf } from "./versions.ts";
import { moment, type Work } from "./work.ts";

type Content = Omit<TeamStyleTable, "team_id" | "updated_at">;

const TEXTS = fieldNames(STYLE_FIELDS, "text");
const NOTHING: Content = { name: null, accent: null, confidentiality: null, footer: null, logo: null };

const partOf = ({ user }: Work): PartAddress => ({ name: "style", of: `team/${user.teamId}`, place: "" });

const readRow = async ({ db, user }: Work): Promise<Content> =>
  (await db
    .selectFrom("team_style")
    .select([...TEXTS, "logo"])
    .where("team_id", "=", user.teamId)
    .executeTakeFirst()) ?? NOTHING;

const digestOf = (png: string | null) => png && createHash("sha256").update(png).digest("base64url").slice(0, 16);

/** Without the picture itself: what a read gives, and what the history keeps. */
const described = ({ logo, ...texts }: Content) => ({ ...texts, logo: digestOf(logo) });

/** The house style of the caller's team; nulls where it says nothing. */
export async function readStyle(work: Work): Promise<Style> {
  // Versions come before what they are versions of: see `versionsOf`.
  const versions = await versionsOf(work.db, [partOf(work)]);
  return { ...described(await readRow(work)), versions };
}

/** The logo of the caller's team. @throws Problem 404 when it has none */
export async function readLogo(work: Work): Promise<z.infer<typeof logo>> {
  const { logo: png } = await readRow(work);
  if (png === null) throw notFound();
  return { png };
}

/** Stores texts and colour. @returns the style as it is now @throws Problem 412 */
export const writeStyle = (work: Work, { name, accent, confidentiality, footer }: StyleForm): Promise<Style> =>
  change(work, { name, accent, confidentiality, footer });

/** Stores a logo, or takes it away. @returns the style as it is now */
export const writeLogo = (work: Work, { png }: z.infer<typeof logoForm>): Promise<Style> => change(work, { logo: png });

async function change(work: Work, columns: Partial<Content>): Promise<Style> {
  const { db, user } = work;
  const stored = await readRow(work);
  if (isStored(stored, columns)) return readStyle(work);
  await advance(work, partOf(work), () => readStyle(work));
  const content = { ...stored, ...columns };
  await record(work, teamChain(user.teamId), { kind: "style", before: described(stored), after: described(content) });
  const row = { ...content, updated_at: moment(work) };
  await db
    .insertInto("team_style")
    .values({ team_id: user.teamId, ...row })
    .onConflict((conflict) => conflict.column("team_id").doUpdateSet(row))
    .execute();
  return readStyle(work);
}
