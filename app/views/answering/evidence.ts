/** What the questions screens show of evidence, and the names of its fields (docs/rules/evidence.md). */
import type { EvidenceKind } from "#model/evidence.ts";
import type { FieldWords } from "~/views/form-words";

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
  /** Stands for all of it, so that a form can name what it was rendered from. */
  base: string;
}

/** The evidence of one thread, practice or component. */
export interface EvidenceView {
  place: string;
  /** Undefined when they could not be read. */
  entries: EvidenceItem[] | undefined;
  levels: readonly number[];
  /** What else an entry can serve. */
  others: { group: string; items: { place: string; label: string }[] }[];
  /** Whether an entry that was removed can be put back. */
  putsBack: boolean;
  /** A new entry that is sent twice by this form is stored once. */
  formId: string;
  register: string;
  save: string;
}

/** The name of the entry that is not stored yet. */
export const NEW = "new";
/** The field of the address that opens the form: an entry's id, or `new`; and the one that tells which entry was just removed. */
export const OPEN_FIELD = "evidence";
export const REMOVED_FIELD = "removed";
/** Where the evidence stands on a questions screen. */
export const EVIDENCE_ID = "evidence";

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
export const evidenceLevelField = (level: number) => `evidence-level-${level}`;
export const evidencePlaceField = (place: string) => `evidence-for-${place.replaceAll("/", "-")}`;
export const TEXT_LABELS = {
  kind: "Kind",
  what: "What it is",
  where: "Where it is found",
  who: "Who",
  date: "Date",
  goodUntil: "Good until",
  remark: "Remark",
} as const;
export type EvidenceTextField = keyof typeof TEXT_LABELS;
export const SPEAKS = { supports: "Supports it", against: "Speaks against it" } as const;

/** What a button asks to do with evidence: the value of `go`, such as `evidence-remove 34`. */
export const EVIDENCE_ACTS = ["save", "open", "remove", "back", "cancel"] as const;
export type EvidenceAct = (typeof EVIDENCE_ACTS)[number];
export const evidenceGo = (act: EvidenceAct, id = "") => `evidence-${act} ${id}`.trim();

/** What was asked; undefined for any other button. */
export function evidenceAsked(go: string | undefined): { act: EvidenceAct; id: string } | undefined {
  const [, word, id = ""] = /^evidence-(\w+)(?: (\S{1,100}))?$/.exec(go ?? "") ?? [];
  const act = EVIDENCE_ACTS.find((each) => each === word);
  return act && { act, id };
}

/** The fields of a form as posted, to be shown again. */
export type TypedEvidence = Record<string, string>;

/** Reads what was typed; undefined where no form was open. */
export function typedEvidence(
  posted: (name: string) => string | undefined,
  { levels, others }: Pick<EvidenceView, "levels" | "others">,
): TypedEvidence | undefined {
  if (posted(FIELDS.id) === undefined) return undefined;
  const names = [
    ...Object.values(FIELDS),
    ...levels.map(evidenceLevelField),
    ...others.flatMap(({ items }) => items.map(({ place }) => evidencePlaceField(place))),
  ];
  return Object.fromEntries(names.flatMap((name) => (posted(name) === undefined ? [] : [[name, posted(name) ?? ""]])));
}

/** The fields as an entry fills them; those of a new one. */
export function fieldsOf(entry: EvidenceItem | undefined, place: string): TypedEvidence {
  const here = entry?.for.find((each) => each.place === place);
  return {
    [FIELDS.kind]: entry?.kind ?? "document",
    [FIELDS.what]: entry?.what ?? "",
    [FIELDS.where]: entry?.where ?? "",
    [FIELDS.who]: entry?.who ?? "",
    [FIELDS.date]: entry?.date ?? "",
    [FIELDS.goodUntil]: entry?.goodUntil ?? "",
    [FIELDS.remark]: entry?.remark ?? "",
    ...Object.fromEntries((here?.supports ?? []).map((level) => [evidenceLevelField(level), "supports"])),
    ...Object.fromEntries((here?.against ?? []).map((level) => [evidenceLevelField(level), "against"])),
    ...Object.fromEntries((entry?.for ?? []).map((each) => [evidencePlaceField(each.place), "on"])),
  };
}

/** Whether nothing was typed into the form of a new entry. */
export const isBlank = (typed: TypedEvidence): boolean =>
  (typed[FIELDS.id] ?? NEW) === NEW &&
  Object.entries(typed).every(
    ([name, value]) => value.trim() === "" || [FIELDS.id, FIELDS.base, FIELDS.formId, FIELDS.kind].some((each) => each === name),
  );

/** What the form asks, in words, for the page that gives it back when it comes too late. */
export function evidenceWords({ levels, others }: Pick<EvidenceView, "levels" | "others">): FieldWords[] {
  const texts = (Object.keys(TEXT_LABELS) as EvidenceTextField[]).filter((name) => name !== "kind");
  return [
    { ask: { [FIELDS.kind]: "Evidence: kind" }, values: { ...KIND_WORDS } },
    { ask: Object.fromEntries(texts.map((name) => [FIELDS[name], `Evidence: ${TEXT_LABELS[name].toLowerCase()}`])) },
    { ask: Object.fromEntries(levels.map((level) => [evidenceLevelField(level), `Evidence: level ${level}`])), values: { ...SPEAKS } },
    {
      ask: Object.fromEntries(
        others.flatMap(({ group, items }) =>
          items.map(({ place, label }) => [evidencePlaceField(place), `Evidence also for ${group}, ${label}`]),
        ),
      ),
      values: { on: "Yes" },
    },
  ];
}

/** What came of a save. */
export type EvidenceOutcome =
  | { kind: "saved"; id: string }
  | { kind: "invalid"; errors: Partial<Record<EvidenceTextField, string>>; message: string | undefined }
  /** Somebody changed or removed it meanwhile; nothing was written. */
  | { kind: "conflict"; stored: EvidenceItem | undefined }
  | { kind: "locked"; by?: string }
  | { kind: "refused"; message: string }
  | { kind: "failed"; unknown?: boolean };

/** An entry that was not saved, with what was typed. `outcome` is absent where the save was not tried, because that of the answers failed. */
export interface EvidenceResult {
  typed: TypedEvidence;
  outcome?: Exclude<EvidenceOutcome, { kind: "saved" }>;
}

/** Which levels it speaks about, in words; empty when it names none. */
export function levelsInWords({ supports, against }: { supports: readonly number[]; against: readonly number[] }): string {
  const listed = (levels: readonly number[]) =>
    `level${levels.length === 1 ? "" : "s"} ${new Intl.ListFormat("en-GB").format(levels.map(String))}`;
  const parts = [
    ...(supports.length > 0 ? [`supports ${listed(supports)}`] : []),
    ...(against.length > 0 ? [`speaks against ${listed(against)}`] : []),
  ];
  return parts.join(", ");
}
