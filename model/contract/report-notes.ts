/** Extension `report-notes`: which notes of the assessors a report for a client may have (docs/upstream-contract.md#report-notes). */
import { z } from "zod";
import { versioned } from "./common.ts";
import { requiredPlace } from "./history.ts";

/** The most notes of an assessment: one for each thread of each perspective, or each practice and component. */
const NOTES_MAX = 200;

/** A note that somebody has looked at: where it is, what it said then, as a digest, and whether it is ticked. */
export const listedNote = z.object({ place: requiredPlace, digest: z.string().min(1).max(64), ticked: z.boolean() });
export type ListedNote = z.infer<typeof listedNote>;

/** The whole list, which takes the place of what is stored. */
export const reportNotesForm = z.object({
  notes: z
    .array(listedNote)
    .max(NOTES_MAX)
    .refine((notes) => new Set(notes.map(({ place }) => place)).size === notes.length, "A place is named twice."),
});

/** The list as it was stored last; null before. */
export const reportNotes = z.object({ notes: z.array(listedNote).nullable(), ...versioned });
export type ReportNotes = z.infer<typeof reportNotes>;
