import { z } from "zod";
import { queryId } from "./common.ts";

/** What an entry of the history is about. */
export const historyKind = z.enum([
  "created",
  "profile",
  "scope",
  "answers",
  "marks",
  "note",
  "descoped",
  "rescoped",
  "submitted",
  "certification",
  "validation",
  "archived",
  "restored",
  "read",
  "file",
  "organization",
  "signedIn",
  "signedOut",
]);
export type HistoryKind = z.infer<typeof historyKind>;

/** What is answered and noted: a thread of a perspective, a practice, or a maturity component (docs/rules/notes-and-diagnostics.md#notes). */
export type Subject = { kind: "thread"; perspectiveId: number; threadId: number } | { kind: "capability" | "maturity"; id: number };

/** A subject as text, such as `thread/2/7`. */
export const placeOf = (subject: Subject) =>
  subject.kind === "thread" ? `thread/${subject.perspectiveId}/${subject.threadId}` : `${subject.kind}/${subject.id}`;

/** The subject that a text names; undefined when it names none. */
export function subjectAt(place: string): Subject | undefined {
  const [kind = "", first, second] = place.split("/");
  if (kind === "thread") return { kind, perspectiveId: Number(first), threadId: Number(second) };
  return kind === "capability" || kind === "maturity" ? { kind, id: Number(first) } : undefined;
}

const place = z.string().regex(/^(thread\/\d+\/\d+|(capability|maturity)\/\d+)?$/);

export const historyEntry = z.object({
  id: z.number(),
  at: z.string(),
  kind: historyKind,
  /** An e-mail address. */
  by: z.string(),
  /** What it is about: `thread/{perspectiveId}/{threadId}`, `capability/{id}` or `maturity/{id}`; empty for the assessment as a whole. */
  place,
  before: z.unknown().optional(),
  after: z.unknown().optional(),
  erased: z.boolean().optional(),
});
export type HistoryEntry = z.infer<typeof historyEntry>;

export const history = z.object({ entries: z.array(historyEntry), more: z.boolean(), people: z.array(z.string()) });
export type History = z.infer<typeof history>;

export const historyQuery = z.object({
  before: queryId.optional(),
  kind: historyKind.optional(),
  by: z.string().max(320).optional(),
  day: z
    .string()
    .regex(/^\d{4}-\d\d-\d\d$/)
    .optional(),
  place: place.optional(),
});

/** A file that was taken out. */
export const fileTaken = z.object({ what: z.string().min(1).max(100) });
