/** Writes the files of the history of a team, in a worker (docs/rules/history.md#files-of-the-history-of-a-team). */
import type { TeamHistoryEntry } from "#model/contract/team-history.ts";
import { counted, cutTo } from "#model/words.ts";
import type { Names } from "~/services/history/describe-entry.server";
import { teamEntryInWords } from "~/services/history/describe-team-entry.server";
import { type Lists, namesFrom } from "~/services/history/entry-names.server";
import { writeLongList } from "~/services/workers/write-long-list.server";
import { TEAM_KIND_GROUPS, type TeamHistoryFormat } from "~/views/team-history";

/** What a file is made of. */
export interface TeamHistoryContent {
  format: TeamHistoryFormat;
  /** Lists of entries as JSON. Each would hold the web process up as values. */
  parts: readonly string[];
  names: Lists;
  /** The time zone of moments in Excel. */
  zone: string;
  count: number;
}

/** How much of the details and texts of an entry is in a cell of Excel. */
const CELL_SHOWN = 1_000;

/** The entries of all parts, the newest first, each as JSON. */
function inOrder(parts: readonly string[]): TeamHistoryEntry[] {
  const place = ({ cursor }: TeamHistoryEntry) => cursor.split(".").map(Number) as [number, number];
  return parts
    .flatMap((part) => JSON.parse(part) as TeamHistoryEntry[])
    .map((entry) => ({ entry, place: place(entry) }))
    .sort((one, other) => other.place[0] - one.place[0] || other.place[1] - one.place[1])
    .map(({ entry }) => entry);
}

const KINDS = new Map(TEAM_KIND_GROUPS.flatMap(({ label, kinds }) => kinds.map((kind) => [kind as string, label] as const)));

const columnsFor = (zone: string) => [
  { title: `Time (${zone})`, width: 22 },
  { title: "Who", width: 30 },
  { title: "Organization", width: 30 },
  { title: "Assessment", width: 30 },
  { title: "Kind", width: 24 },
  { title: "What", width: 60 },
  { title: "Details", width: 60 },
];

/** @returns the bytes of the file */
export async function writeHistory({ format, parts, names: lists, zone, count }: TeamHistoryContent): Promise<Uint8Array> {
  const names = namesFrom(lists);
  const entries = inOrder(parts);
  if (format === "jsonl") {
    const lines = entries.map((entry) => {
      const { cursor: _, ...said } = entry;
      return `${JSON.stringify({ ...said, words: teamEntryInWords(entry, names).words })}\n`;
    });
    return Buffer.from(lines.join(""));
  }
  return writeLongList({
    name: "Entries",
    title: "History of the team",
    facts: counted(count, "entry", "entries"),
    columns: columnsFor(zone),
    rows: rowsOf(entries, names, zone),
  });
}

/** What the cells of each entry say. */
function* rowsOf(entries: readonly TeamHistoryEntry[], names: Names, zone: string): Generator<string[]> {
  // As in 2026-11-05 09:00:00, which sorts.
  const moments = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "medium", timeZone: zone });
  for (const entry of entries) {
    const { words, by, changes, texts, about, gone } = teamEntryInWords(entry, names);
    const details = [
      ...changes.map(({ name, before, after }) => `${name}: ${before === undefined ? "" : `${before} → `}${after ?? "none"}`),
      ...(texts?.before ? [`Before: ${texts.before}`] : []),
      ...(texts ? [`After: ${texts.after}`] : []),
      ...[about, gone].filter((each) => each !== undefined),
    ];
    yield [
      ...[moments.format(new Date(entry.at)), by, entry.organization?.name ?? "", entry.assessment?.name ?? ""],
      ...[KINDS.get(entry.kind) ?? "", cutTo(words, CELL_SHOWN), cutTo(details.join("\n"), CELL_SHOWN)],
    ];
  }
}
