/** What the questions screens show of evidence, and the names of its fields (docs/rules/evidence.md). */

import type { EvidenceKind } from "#model/evidence.ts";
import { listed } from "#model/words.ts";

/** The position of the evidence on a questions screen. */
export const EVIDENCE_ID = "evidence";

export const KIND_WORDS: Readonly<Record<EvidenceKind, string>> = {
  document: "Document",
  interview: "Interview",
  observation: "Observation",
  data: "Data",
};

/** An entry in words. */
export interface EvidenceItem {
  id: string;
  kind: EvidenceKind;
  what: string;
  /** Where it is found, and the address if that is one. */
  where: string;
  href: string | undefined;
  who: string;
  /** Days such as 2026-11-05. */
  date: string | null;
  goodUntil: string | null;
  /** The last day on which it counts is over. */
  isPast: boolean;
  remark: string;
  /** What it is evidence for, in the order of the scope, with the levels that it supports and speaks against. */
  for: { place: string; name: string; href: string; supports: number[]; against: number[] }[];
  /** The digest of all of it, so that a form can name the version that it was rendered from. */
  base: string;
}

/** The evidence of one thread, practice or component. */
export interface EvidenceView {
  place: string;
  /** The newest, the oldest of them first; undefined when they could not be read. */
  entries: EvidenceItem[] | undefined;
  /** How many there are, shown or not. */
  total: number;
  levels: readonly number[];
  /** What else an entry can serve. */
  others: { group: string; items: { place: string; label: string }[] }[];
  /** Whether an entry that was removed can be put back. */
  putsBack: boolean;
  /** A new entry that is sent twice by this form is stored once. */
  formId: string;
  /** The register: all of it, and what it has of this thread, practice or component. */
  register: string;
  registerHere: string;
  /** Where entries of the register, or several new ones, are added to it. */
  addMany: string;
  save: string;
}

/** The name of the entry that is not stored yet. */
export const NEW = "new";
/** The field of the address that opens the form: an entry's id, or `new`; and the one that tells which entry was just removed. */
export const OPEN_FIELD = "evidence";
export const REMOVED_FIELD = "removed";

/** The names of the form's fields. */
export const FIELDS = {
  id: "evidence-id",
  base: "evidence-base",
  formId: "evidence-form",
  kind: "evidence-kind",
  what: "evidence-what",
  where: "evidence-where",
  who: "evidence-who",
  date: "evidence-date",
  goodUntil: "evidence-until",
  remark: "evidence-remark",
} as const;
/** The fields that are filled in. */
export type EvidenceTextField = Exclude<keyof typeof FIELDS, "id" | "base" | "formId">;
/** The fields that can have a message: these, and the places that the entry serves. */
export type EvidenceErrorField = EvidenceTextField | "places";

/** What an entry serves beyond these is counted, not listed. */
export const PLACES_SHOWN = 30;

/** What a button asks to do with evidence: the value of `go`, such as `evidence-remove 34`. */
export const EVIDENCE_ACTS = ["save", "open", "remove", "back", "take", "voice", "cancel"] as const;
export type EvidenceAct = (typeof EVIDENCE_ACTS)[number];
export const evidenceGo = (act: EvidenceAct, id = "") => `evidence-${act} ${id}`.trim();

/** The action on evidence of the pressed button; undefined for any other button. */
export function evidenceAsked(go: string | undefined): { act: EvidenceAct; id: string } | undefined {
  const [, word, id = ""] = /^evidence-(\w+)(?: (\S{1,100}))?$/.exec(go ?? "") ?? [];
  const act = EVIDENCE_ACTS.find((each) => each === word);
  return act && { act, id };
}

/** The fields of a form as posted, to be shown again. */
export type TypedEvidence = Record<string, string>;

/** The outcome of a save. */
export type EvidenceOutcome =
  | { kind: "saved"; id: string }
  | { kind: "invalid"; errors: Partial<Record<EvidenceErrorField, string>>; message: string | undefined }
  /** Somebody else changed or removed it, and nothing was written. */
  | { kind: "conflict"; stored: EvidenceItem | undefined }
  | { kind: "locked"; by?: string }
  | { kind: "refused"; message: string; retryAfter?: number | undefined }
  | { kind: "failed"; unknown?: boolean };

/** An entry that was not saved, with what was typed. `outcome` is absent where the save was not tried, because that of the answers failed. */
export interface EvidenceResult {
  typed: TypedEvidence;
  outcome?: Exclude<EvidenceOutcome, { kind: "saved" }>;
}

/** Which levels it speaks about, in words; empty when it names none. */
export function levelsInWords({ supports, against }: { supports: readonly number[]; against: readonly number[] }): string {
  const named = (levels: readonly number[]) => `level${levels.length === 1 ? "" : "s"} ${listed(levels)}`;
  const parts = [
    ...(supports.length > 0 ? [`supports ${named(supports)}`] : []),
    ...(against.length > 0 ? [`speaks against ${named(against)}`] : []),
  ];
  return parts.join(", ");
}
