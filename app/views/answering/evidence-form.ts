/** The form of an entry of evidence: its fields, their names, and the typed values (docs/rules/evidence.md). */
import {
  type EvidenceItem,
  type EvidenceTextField,
  type EvidenceView,
  FIELDS,
  KIND_WORDS,
  NEW,
  type TypedEvidence,
} from "~/views/answering/evidence";
import type { FieldLabels } from "~/views/form-labels";

export const evidenceLevelField = (level: number) => `evidence-level-${level}`;
export const evidencePlaceField = (place: string) => `evidence-for-${place.replaceAll("/", "-")}`;
export const TEXT_LABELS: Readonly<Record<EvidenceTextField, string>> = {
  kind: "Kind",
  what: "What it is",
  where: "Where it is found",
  who: "Who",
  date: "Date",
  goodUntil: "Good until",
  remark: "Remark",
};
const TEXT_FIELDS = Object.keys(TEXT_LABELS) as EvidenceTextField[];
export const SPEAKS = { supports: "Supports it", against: "Speaks against it" } as const;

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
    ...Object.fromEntries(TEXT_FIELDS.map((name) => [FIELDS[name], entry?.[name] ?? (name === "kind" ? "document" : "")])),
    ...Object.fromEntries((here?.supports ?? []).map((level) => [evidenceLevelField(level), "supports"])),
    ...Object.fromEntries((here?.against ?? []).map((level) => [evidenceLevelField(level), "against"])),
    ...Object.fromEntries((entry?.for ?? []).map((each) => [evidencePlaceField(each.place), "on"])),
  };
}

/** The texts of an entry with their labels. */
export const textsOf = (entry: EvidenceItem): [label: string, text: string][] =>
  TEXT_FIELDS.map((name) => [TEXT_LABELS[name], name === "kind" ? KIND_WORDS[entry.kind] : (entry[name] ?? "")]);

/** Whether nothing was typed into the form of a new entry. */
export const isBlank = (typed: TypedEvidence): boolean =>
  (typed[FIELDS.id] ?? NEW) === NEW &&
  Object.entries(typed).every(
    ([name, value]) => value.trim() === "" || [FIELDS.id, FIELDS.base, FIELDS.formId, FIELDS.kind].some((each) => each === name),
  );

/** What the form asks, in words, for the page that gives it back when it comes too late. */
export function evidenceLabels({ levels, others }: Pick<EvidenceView, "levels" | "others">): FieldLabels[] {
  const texts = TEXT_FIELDS.filter((name) => name !== "kind");
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
