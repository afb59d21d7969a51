/** The note of a questions screen (docs/rules/notes-and-diagnostics.md#notes). */
import { fingerprint } from "#model/note.ts";
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

/** A note and its version. */
export const noteView = ({ body }: { body: string }) => ({ note: body, noteVersion: fingerprint(body) });
