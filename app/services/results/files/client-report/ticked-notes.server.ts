/** The notes of the assessors that a report for a client has (docs/rules/client-report.md#notes-for-the-client). */
import type { Id } from "#model/contract/common.ts";
import type { ReportNotes } from "#model/contract/report-notes.ts";
import { fingerprint } from "#model/note.ts";
import { cutTo } from "#model/words.ts";
import type { UserContext } from "~/services/context.server";
import { BadRequest, loadFor } from "~/services/faults.server";
import { putOff } from "~/services/http/failures.server";
import { contentOf, sectionsFor } from "~/services/results/files/client-report/compose.server";
import { getForTexts } from "~/services/results/files/client-report/wording.server";
import type { RemarkOnNote } from "~/services/results/sections/second-ratings.server";
import { hasExtension } from "~/services/upstream/extensions.server";
import { isUpstreamFault } from "~/services/upstream/upstream.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import { type Block, NOTE_FIELDS, type NoteList, type NotesOutcome, noteDigestField } from "~/views/client-report";
import type { Result } from "~/views/result";

interface Note {
  place: string;
  about: string;
  body: string;
}

const notesInBlocks = (name: string, blocks: readonly Block[]): Note[] =>
  blocks.flatMap((block): Note[] => {
    if (block.kind === "text") return block.noteAt ? [{ place: block.noteAt, about: name, body: block.text }] : [];
    if (block.kind === "facts" || block.exhibit.kind !== "table") return [];
    return block.exhibit.rows.flatMap((row) =>
      row.flatMap(({ noteAt, text }) =>
        noteAt ? [{ place: noteAt, about: [name, row[0]?.text].filter(Boolean).join(" / "), body: text }] : [],
      ),
    );
  });

/** Every note of a result that its report could have, in its order. */
function notesOf(result: Result): Note[] {
  const inChapters = contentOf(result).chapters.flatMap(({ name, notes }) => notesInBlocks(name, notes));
  const inSections = sectionsFor(result, "results")
    .filter(({ forClients }) => forClients?.notes)
    .flatMap(({ exhibits }) =>
      notesInBlocks(
        "",
        exhibits.map((exhibit): Block => ({ kind: "exhibit", exhibit })),
      ),
    );
  return [...inChapters, ...inSections];
}

/** The list as it is stored; undefined where the upstream keeps none. @throws LoadFailure */
export async function readTickedNotes(api: UserApi, assessmentId: Id): Promise<ReportNotes | undefined> {
  if (!(await hasExtension("report-notes"))) return undefined;
  return loadFor("result", api.reportNotes.list({ id: assessmentId }));
}

const baseOf = ({ notes }: ReportNotes) => fingerprint(JSON.stringify(notes));

/** Characters of a note on the screen: enough to know which it is. */
const SHOWN = 400;

/** What the screen shows; undefined without a note. In a list that was never stored everything is ticked that has no remark. */
export function noteList(result: Result, list: ReportNotes, remarkOn: RemarkOnNote = () => undefined): NoteList | undefined {
  const known = new Map(list.notes?.map((note) => [note.place, note]));
  const notes = notesOf(result).map(({ place, about, body }) => {
    const digest = fingerprint(body);
    const seen = known.get(place);
    const isNew = list.notes !== null && seen?.digest !== digest;
    const remark = remarkOn(place, body);
    const isTicked = list.notes === null ? remark === undefined : !isNew && seen?.ticked === true;
    return { place, about, text: cutTo(body, SHOWN), digest, isTicked, isNew, remark };
  });
  return notes.length === 0 ? undefined : { notes, isStored: list.notes !== null, base: baseOf(list) };
}

/** The places of the notes that are ticked and say what they said then; "not stored" while nobody has looked at the list. */
export function tickedPlaces(result: Result, list: ReportNotes): ReadonlySet<string> | "not stored" {
  const shown = noteList(result, list);
  if (shown && !shown.isStored) return "not stored";
  return new Set(shown?.notes.filter(({ isTicked }) => isTicked).map(({ place }) => place));
}

const CHANGED = "Somebody has changed the list or its notes since you opened the page. Look at them again, then save.";
const NOT_SAVED = "The list could not be saved. Your ticks are still here; please try again.";

/** Saves the list as the form shows it. @returns undefined once it is saved @throws BadRequest, and as `getForTexts` */
export async function saveTickedNotes(reader: UserContext, assessmentId: Id, form: FormData): Promise<NotesOutcome | undefined> {
  const { api } = reader;
  if (!(await hasExtension("report-notes"))) throw new BadRequest();
  await getForTexts(reader, assessmentId);
  const textsOf = (name: string) => form.getAll(name).map(String);
  const places = textsOf(NOTE_FIELDS.place);
  const ticked = textsOf(NOTE_FIELDS.ticked);
  const notes = places.map((place) => ({ place, digest: String(form.get(noteDigestField(place)) ?? ""), ticked: ticked.includes(place) }));
  if (new Set(places).size < places.length || notes.some(({ digest }) => digest === "")) throw new BadRequest();
  const failed = (kind: NotesOutcome["kind"], message: string): NotesOutcome => ({ of: "notes", kind, ticked, message });
  try {
    const list = await api.reportNotes.list({ id: assessmentId });
    if (baseOf(list) !== form.get(NOTE_FIELDS.base)) return failed("conflict", CHANGED);
    await api.reportNotes.put({ id: assessmentId, body: { notes } }, { madeFrom: list.versions ?? { wording: 0 } });
    return undefined;
  } catch (error) {
    if (!isUpstreamFault(error)) throw error;
    if (error.status === 412) return failed("conflict", CHANGED);
    const late = putOff(error);
    if (late) return { ...late, of: "notes", ticked };
    return failed("failed", error.status === 403 ? "You may read this report, but not change its notes." : NOT_SAVED);
  }
}
