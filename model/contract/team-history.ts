import { z } from "zod";
import { ORGANIZATIONS_MAX } from "../room.ts";
import { id, mailAddress, queryId, ref, requiredText, role } from "./common.ts";
import { historyEntry, kinds } from "./history.ts";

/** A place in the list: the moment of an entry in milliseconds, and a number that tells entries of one moment apart. */
const cursor = z.string().regex(/^\d{1,15}\.\d{1,10}$/);

/** An entry of any chain of the team. Its id is its number within its chain. */
export const teamHistoryEntry = historyEntry.omit({ by: true }).extend({
  cursor,
  /** Who did it; null for an operator. */
  by: mailAddress.nullable(),
  /** Of an entry about people: whom it is about; null where that is forgotten. */
  about: mailAddress.nullable().optional(),
  /** Those that it is about; null for the team itself, and for an organization as a whole. */
  organization: ref.nullable(),
  assessment: ref.extend({ model: role }).nullable(),
  /** The caller does not work with its model: what was done, where, and what it was before and after are left out. */
  closed: z.boolean().optional(),
});
export type TeamHistoryEntry = z.infer<typeof teamHistoryEntry>;

/** The newest first. `more`: there are further ones in the same direction. */
export const teamHistory = z.object({
  entries: z.array(teamHistoryEntry),
  more: z.boolean(),
  /** Everybody who was in the team, by address. */
  people: z.array(mailAddress),
  /** The organizations that the caller sees, by name, but no more than 500. */
  organizations: z.array(ref),
});
export type TeamHistory = z.infer<typeof teamHistory>;

/** An entry has to match all parts that are present. */
const filter = {
  organization: queryId.optional(),
  by: z.string().max(320).optional(),
  kind: kinds.optional(),
  /** From this moment on, and up to but without that one. */
  from: z.iso.datetime().optional(),
  to: z.iso.datetime().optional(),
};

export const teamHistoryQuery = z.object({
  ...filter,
  /** The entries before this one, or else those after it. */
  before: cursor.optional(),
  after: cursor.optional(),
});
export type TeamHistoryQuery = z.output<typeof teamHistoryQuery>;

export const teamHistoryExportQuery = z.object({
  ...filter,
  /** What the part before this one has as `next`. */
  after: z
    .string()
    .regex(/^-?\d{1,10}\.\d{1,2}\.\d{1,15}\.\d{1,10}$/)
    .optional(),
});
export type TeamHistoryExportQuery = z.output<typeof teamHistoryExportQuery>;

/** A part of all entries that match, in no order. `next` asks for the one after it; null where this is the last. */
export const teamHistoryExport = z.object({ entries: z.array(teamHistoryEntry), next: z.string().nullable() });
export type TeamHistoryExport = z.infer<typeof teamHistoryExport>;

/** A file that was taken out, and the organizations that are in it; `organization` where it holds what was done there alone. */
export const teamHistoryFile = z.object({
  what: requiredText(100),
  organization: id.optional(),
  organizations: z.array(id).max(ORGANIZATIONS_MAX).optional(),
});
export type TeamHistoryFile = z.output<typeof teamHistoryFile>;
