/** What the history of an assessment shows (docs/rules/history.md#the-screen). */

import type { Role } from "#model/contract/common.ts";
import type { HistoryKind } from "#model/contract/history.ts";
import type { HistoryAddress } from "~/views/paths";
import type { Screens } from "~/views/screens";

/** The choices of the filter: kinds of entries under one name, some of one model alone. An upstream's other kinds are shown when nothing is filtered. */
export const KIND_GROUPS: readonly { id: string; label: string; kinds: readonly HistoryKind[]; of?: Role }[] = [
  { id: "answers", label: "Answers", kinds: ["answers"] },
  { id: "at-once", label: "Workbooks, and many at once", kinds: ["bulk"] },
  { id: "diagnostics", label: "Diagnostics", kinds: ["marks"], of: "P3M3" },
  { id: "notes", label: "Notes", kinds: ["note"] },
  { id: "report", label: "Texts of the report", kinds: ["wording"] },
  { id: "descoping", label: "Descoping and rescoping", kinds: ["descoped", "rescoped", "reason"], of: "P3M3" },
  { id: "flags", label: "Flags", kinds: ["flag"] },
  { id: "evidence", label: "Evidence", kinds: ["evidence"] },
  {
    id: "voices",
    label: "Voices",
    kinds: [
      "voicesAsked",
      "voice",
      "voiceTakenBack",
      "voiceReminded",
      "voiceMailedAgain",
      "voicesHandedOver",
      "voiceLink",
      "voicesClosed",
      "voicesSecondRound",
      "voiceNames",
      "voices",
    ],
  },
  {
    id: "review",
    label: "Peer review",
    kinds: [
      "reviewPoint",
      "reviewReply",
      "reviewPointCorrected",
      "reviewPointSettled",
      "reviewPointRemoved",
      "reviewAsked",
      "reviewApproved",
      "reviewSentBack",
      "reviewWithdrawn",
      "reviewApprovalWithdrawn",
    ],
  },
  { id: "set-up", label: "Set-up", kinds: ["created", "profile", "scope"] },
  { id: "status", label: "Submission and archive", kinds: ["submitted", "edition", "certification", "validation", "archived", "restored"] },
  {
    id: "lock",
    label: "Handing over",
    kinds: ["lockAsked", "lockWithdrawn", "lockKept", "lockHandedOver", "lockTakenOver"],
  },
  { id: "reading", label: "Reading and files", kinds: ["read", "file"] },
];

/** One value that changed. Undefined: there was none. */
export interface FieldChange {
  name: string;
  before: string | undefined;
  after: string | undefined;
}

/** What one entry says. */
export interface EntryView {
  id: number;
  /** ISO 8601. */
  at: string;
  by: string;
  /** All of it in a line. */
  words: string;
  /** What it is about in full, such as the statement of a diagnostic. */
  about: string | undefined;
  changes: FieldChange[];
  /** A note as it was and as it became. */
  texts: { before: string; after: string } | undefined;
  /** Where both are whole, if they are cut here. */
  whole?: string | undefined;
  /** The address asks for all of these texts. */
  isWhole?: boolean;
  /** Why there are no details. */
  gone: string | undefined;
  /** The address that asks whether to put it back. */
  back: string | undefined;
  /** The address of the single changes, for an entry that sums up many. */
  each?: string | undefined;
}

/** Saves of one sitting, or a single deed: entries, the newest first. */
export interface SittingView {
  /** Of the newest and of the oldest entry. */
  at: string;
  since: string;
  by: string;
  /** Of all entries together. */
  words: string;
  /** What several entries are: 'saves of one sitting', or 'perspectives' of a thread that was descoped in all of them. */
  folded: string;
  /** Where it is answered. */
  to: string | undefined;
  /** The address that asks whether to put all of several entries back. */
  back: string | undefined;
  entries: EntryView[];
}

/** The filter as the user typed it. */
export type HistoryFilter = Pick<HistoryAddress, "from" | "to" | "by" | "kind" | "place" | "zone">;

/** A page of the history. */
export interface HistoryPage {
  assessment: { name: string; scope: string };
  sittings: SittingView[];
  filter: HistoryFilter;
  /** Only what happened since then; undefined where the address names no moment. */
  moment: string | undefined;
  /** What is wrong with the days that were typed. */
  errors: Partial<Record<"from" | "to", string>>;
  isFiltered: boolean;
  /** The choices of the filter. */
  people: string[];
  kinds: { id: string; label: string }[];
  places: { group: string; items: { value: string; label: string }[] }[];
  newer: string | undefined;
  older: string | undefined;
  /** Why nothing can be put back; undefined when it can. */
  readOnly: string | undefined;
  question: PutBackQuestion | undefined;
  screens: Screens;
  links: { here: string; all: string };
}

/** The two states that an entry tells of. */
export type Side = "before" | "after";

/** Asks whether to put back what an entry tells of. */
export interface PutBackQuestion {
  id: number;
  /** The entry in words. */
  words: string;
  at: string;
  by: string;
  /** What it can be again; empty when it is all that already. */
  sides: Side[];
  /** Why it cannot be put back; undefined when it can. */
  refusal: string | undefined;
  /** What would differ from now, by side. */
  rows: { name: string; now: string; before: string | undefined; after: string | undefined }[];
  /** Notes in full. */
  texts: { now: string; before: string | undefined; after: string | undefined } | undefined;
  /** What else to know before it is put back, a sentence each. */
  remarks?: string[];
  /** What is stored now, for the form to carry: a field for each part. */
  base: Record<string, string>;
}

/** The name of the field that carries what a part is now. */
export const baseField = (part: string) => `${part}Base`;

/** The days on which something was done, the newest first, in a time zone. */
export function byDay<S extends { at: string }>(sittings: readonly S[], timeZone: string): { day: string; sittings: S[] }[] {
  const format = new Intl.DateTimeFormat("en-GB", { weekday: "long", day: "numeric", month: "long", year: "numeric", timeZone });
  const days: { day: string; sittings: S[] }[] = [];
  for (const sitting of sittings) {
    const day = format.format(new Date(sitting.at));
    const last = days.at(-1);
    if (last?.day === day) last.sittings.push(sitting);
    else days.push({ day, sittings: [sitting] });
  }
  return days;
}

/** A page of what was done about the people of a team. */
export interface PeopleHistoryPage {
  /** Where the history of the whole team is. */
  all: string | undefined;
  entries: EntryView[];
  newer: string | undefined;
  older: string | undefined;
}
