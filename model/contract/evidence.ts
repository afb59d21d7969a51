/** Extension `evidence`: what answers rest on, as references (docs/upstream-contract.md#evidence). */
import { z } from "zod";
import { EVIDENCE_KINDS, EVIDENCE_MAX, EVIDENCE_TEXT_MAX, evidenceIssues, levelsAt, whereProblem } from "../evidence.ts";
import { textMessages } from "../text.ts";
import { id, LIST_MAX, queryId, requiredText, typedText, versioned } from "./common.ts";
import { requiredPlace, subjectAt } from "./history.ts";

/** The field of a thread or practice in the progress that says how many entries there are for it. */
export const evidenced = { evidence: z.number().optional() };

const levels = z.array(z.number().int().min(1).max(5)).max(5);

/** What an entry is evidence for, and about which levels it says something. */
export const evidencePlace = z.object({ place: requiredPlace, supports: levels, against: levels });

const day = z.iso.date({ error: textMessages.day }).nullable();

const texts = {
  kind: z.enum(EVIDENCE_KINDS, { error: "Please select one of the options." }),
  what: requiredText(EVIDENCE_TEXT_MAX.what),
  where: typedText(EVIDENCE_TEXT_MAX.where),
  /** A role: the person who was interviewed, or who keeps the evidence. */
  who: typedText(EVIDENCE_TEXT_MAX.who),
  date: day,
  /** The last day on which it counts. */
  goodUntil: day,
  remark: typedText(EVIDENCE_TEXT_MAX.remark),
};

/** What is written of an entry. */
export const evidenceForm = z
  .object({
    ...texts,
    places: z.array(evidencePlace).min(1).max(LIST_MAX),
    /** Somebody takes it over from the assessment before (extension `again`; docs/rules/assess-again.md#last-times-evidence). */
    takenOver: z.boolean().optional(),
  })
  .superRefine((entry, { addIssue }) => {
    const issue = (path: PropertyKey[], message: string) => addIssue({ code: "custom", path, message, input: entry });
    const problem = whereProblem(entry.where);
    if (problem) issue(["where"], problem);
    for (const { path, message } of evidenceIssues(entry)) issue([path], message);
    const seen = new Set<string>();
    for (const [index, { place: at, supports, against }] of entry.places.entries()) {
      if (seen.has(at)) issue(["places", index, "place"], "This is named twice.");
      seen.add(at);
      const subject = subjectAt(at);
      const all = [...supports, ...against];
      if (subject && all.some((level) => !levelsAt(subject).includes(level))) issue(["places", index], "There is no such level.");
      if (new Set(all).size < all.length) issue(["places", index], "A level is either supported or spoken against.");
    }
  });
export type EvidenceForm = z.output<typeof evidenceForm>;

/** An entry as it is stored. */
export const evidenceEntry = z.object({
  id,
  kind: z.enum(EVIDENCE_KINDS),
  what: z.string(),
  where: z.string(),
  who: z.string(),
  date: z.string().nullable(),
  goodUntil: z.string().nullable(),
  remark: z.string(),
  places: z.array(z.object({ place: z.string(), supports: z.array(z.number()), against: z.array(z.number()) })),
  ...versioned,
});
export type EvidenceEntry = z.infer<typeof evidenceEntry>;
/** The places of an entry, without the rest of it. */
export const evidencePlaces = evidenceEntry.pick({ places: true });

/** An entry without what the store adds to it. */
export type EvidenceContent = Omit<EvidenceEntry, "id" | "versions">;

/** `total`: the number of entries that match, where only the newest are listed. */
export const evidenceList = z.object({ entries: z.array(evidenceEntry), total: z.number().int().optional() });
export type EvidenceList = z.infer<typeof evidenceList>;

export const evidenceQuery = z.object({
  /** Only the entries for this thread, practice or component. */
  place: requiredPlace.optional(),
  /** Only this entry. */
  entry: queryId.optional(),
  /** At most this many, the newest. */
  newest: z.coerce.number<number | string>().int().min(1).max(EVIDENCE_MAX).optional().meta({ type: "integer" }),
});
export type EvidenceQuery = z.output<typeof evidenceQuery>;
