/** The note of a questions screen (docs/rules/notes-and-diagnostics.md#notes). */
import { fingerprint } from "#model/note.ts";
import { hasExtension } from "~/services/upstream/extensions.server";
import { isUpstreamFault } from "~/services/upstream/upstream.server";
import type { ItemOf, Kind } from "~/views/answering/item";

/**
 * The note of a questions screen. One that cannot be read leaves the rest of the screen as it is
 * (docs/rules/notes-and-diagnostics.md#a-note-that-cannot-be-read).
 * @throws SessionOver
 */
export async function readNoteView(reading: Promise<{ body: string }>): Promise<Pick<ItemOf<Kind>, "note" | "noteVersion">> {
  try {
    return noteView(await reading);
  } catch (error) {
    if (!isUpstreamFault(error)) throw error;
    return { note: undefined, noteVersion: undefined };
  }
}

/** Who reads the notes of an assessment (docs/rules/client-report.md#notes-for-the-client). */
export async function aboutNotes(): Promise<string> {
  const isTicked = await hasExtension("report-notes");
  return `Colleagues see this. It is on the result and in its Excel file. A Word report or slides have it only if ${isTicked ? "it is ticked on Report" : "Notes of the assessors is ticked on Report"}.`;
}

/** A note and its version. */
export const noteView = ({ body }: { body: string }) => ({ note: body, noteVersion: fingerprint(body) });
