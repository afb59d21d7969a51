/** Entries of evidence as screens and files show them (docs/rules/evidence.md). */
import type { EvidenceEntry } from "#model/contract/evidence.ts";
import { isPast } from "#model/days.ts";
import { addressIn } from "#model/evidence.ts";
import { fingerprint } from "#model/note.ts";
import type { InScope } from "~/services/upstream/assessment-model.server";
import type { EvidenceItem } from "~/views/answering/evidence";

/** What an entry says, by which a form recognises that nobody changed it. */
export const baseOf = ({ id: _id, versions: _versions, ...content }: EvidenceEntry): string => fingerprint(JSON.stringify(content));

/**
 * An entry in words.
 * @param scope what of the assessment is answered; what has left it is not shown
 * @param today as in 2026-11-05
 */
export function evidenceItem(entry: EvidenceEntry, scope: readonly InScope[], today: string): EvidenceItem {
  const { id, kind, what, where, who, date, goodUntil, remark } = entry;
  const own = new Map(entry.places.map((at) => [at.place, at]));
  return {
    ...{ id: String(id), kind, what, where, who, date, goodUntil, remark },
    href: addressIn(where),
    isPast: isPast(goodUntil, today),
    for: scope.flatMap(({ place, name, to }) => {
      const at = own.get(place);
      return at ? [{ place, name, href: to, supports: at.supports, against: at.against }] : [];
    }),
    base: baseOf(entry),
  };
}
