/** The house style of a team. Everybody of the team may read and change it (docs/rules/house-style.md). */
import { createHash } from "node:crypto";
import type { z } from "zod";
import { notFound } from "#api/problem.ts";
import type { TeamStyleTable } from "#api/store/database.ts";
import type { Db } from "#api/store/open.ts";
import type { logo, logoForm, Style, StyleForm } from "#model/contract/style.ts";
import { fieldNames, STYLE_FIELDS } from "#model/fields.ts";
import { record, teamChain } from "./history.ts";
import { requireLimits } from "./stored-fields.ts";
import { advance, isStored, type PartAddress, versionsOf } from "./versions.ts";
import { moment, type Work } from "./work.ts";

/** What a read looks at: everything but the picture itself, which is large. */
type StyleDescription = Omit<TeamStyleTable, "team_id" | "logo" | "updated_at">;

const TEXTS = fieldNames(STYLE_FIELDS, "text");
const NOTHING: StyleDescription = { name: null, accent: null, confidentiality: null, footer: null, logo_digest: null };

const partOf = ({ user }: Work): PartAddress => ({ name: "style", of: `team/${user.teamId}`, place: "" });

const rowOfTeam = (db: Db, teamId: number) => db.selectFrom("team_style").where("team_id", "=", teamId);
const rowOf = ({ db, user }: Work) => rowOfTeam(db, user.teamId);
const readRow = async (work: Work): Promise<StyleDescription> =>
  (await rowOf(work)
    .select([...TEXTS, "logo_digest"])
    .executeTakeFirst()) ?? NOTHING;

const describe = ({ logo_digest: logo, ...texts }: StyleDescription) => ({ ...texts, logo });

/** The house style of the caller's team; nulls where it says nothing. */
export async function readStyle(work: Work): Promise<Style> {
  // Versions come before what they are versions of: see `versionsOf`.
  const versions = await versionsOf(work.db, [partOf(work)]);
  return { ...describe(await readRow(work)), versions };
}

/** A digest of a team's logo; null where it has none. */
export async function logoDigestOf(db: Db, teamId: number): Promise<string | null> {
  return (await rowOfTeam(db, teamId).select("logo_digest").executeTakeFirst())?.logo_digest ?? null;
}

/** The logo of the caller's team. @throws Problem 404 when it has none */
export const readLogo = ({ db, user }: Work): Promise<z.infer<typeof logo>> => logoOf(db, user.teamId);

/** The logo of a team. @throws Problem 404 when it has none */
export async function logoOf(db: Db, teamId: number): Promise<z.infer<typeof logo>> {
  const { logo: png = null } = (await rowOfTeam(db, teamId).select("logo").executeTakeFirst()) ?? {};
  if (png === null) throw notFound();
  return { png };
}

/** Stores texts and colour. @returns the style as it is now @throws Problem 412, 422 */
export async function writeStyle(work: Work, texts: StyleForm): Promise<Style> {
  requireLimits(STYLE_FIELDS, await readRow(work), texts);
  const { name, accent, confidentiality, footer } = texts;
  return change(work, { name, accent, confidentiality, footer });
}

/** Stores a logo, or takes it away. @returns the style as it is now */
export const writeLogo = (work: Work, { png }: z.infer<typeof logoForm>): Promise<Style> =>
  change(work, { logo_digest: png && createHash("sha256").update(png).digest("base64url").slice(0, 16) }, { logo: png });

/** @param changed what tells whether anything changes @param picture the columns that follow from it */
async function change(work: Work, changed: Partial<StyleDescription>, picture: { logo?: string | null } = {}): Promise<Style> {
  const { db, user } = work;
  const stored = await readRow(work);
  if (isStored(stored, changed)) return readStyle(work);
  await advance(work, partOf(work), () => readStyle(work));
  const after = describe({ ...stored, ...changed });
  await record(work, teamChain(user.teamId), { kind: "style", before: describe(stored), after });
  const row = { ...changed, ...picture, updated_at: moment(work) };
  await db
    .insertInto("team_style")
    .values({ team_id: user.teamId, ...row })
    .onConflict((conflict) => conflict.column("team_id").doUpdateSet(row))
    .execute();
  return readStyle(work);
}
