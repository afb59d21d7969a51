/** Extension `again`: what the assessment before said, place by place (docs/upstream-contract.md#again). */
import { z } from "zod";
import { id, queryIds } from "./common.ts";
import { evidenceEntry } from "./evidence.ts";
import { requiredPlace } from "./history.ts";

/** The assessment before; null for none. */
export const previousId = id.nullable();

/** The field of an answer that is written: somebody confirms what was proposed (docs/rules/assess-again.md#confirming). */
export const confirmable = { confirmed: z.boolean().optional() };

/** An answer then. `Chosen`: the option of a component. */
const selection = z.enum(["Fully", "Partially", "Rarely/Never", "Rarely", "Chosen"]);

export const statementThen = z.object({ level: z.number(), statement: z.string(), selection: selection.nullable() });
export type StatementThen = z.infer<typeof statementThen>;

export const statementSince = z.object({
  /** Of the question, or of an option of a component. */
  id: z.number(),
  state: z.enum(["same", "changed", "new"]),
  /** The answer then to what asks the same. */
  proposal: selection.optional(),
  /** Its words then, where it is the same in other words now. */
  askedAs: z.string().optional(),
  /** What it was before it changed. */
  former: statementThen.optional(),
});
export type StatementSince = z.infer<typeof statementSince>;

export const placeSince = z.object({
  place: z.string(),
  /** Whether it was assessed then. A place that was not has nothing else to say. */
  covered: z.boolean(),
  /** It was descoped then, for this reason. */
  descoped: z.object({ reason: z.string() }).optional(),
  /** In the order of the questions or options; none where nothing can be compared. */
  statements: z.array(statementSince),
  gone: z.array(statementThen),
  note: z.string(),
  /** What is not past its date, with those of its places that are in scope now. */
  evidence: z.array(evidenceEntry.omit({ versions: true })),
});
export type PlaceSince = z.infer<typeof placeSince>;

export const again = z.object({
  /** Its name has the number of its edition, from the second on. */
  before: z.object({ id, name: z.string().nullable(), dateCompleted: z.string().nullable() }),
  /** Why nothing is proposed: it was of another scope, or its content is of another pack. */
  nothing: z.enum(["scope", "pack"]).optional(),
  /** How many answers are as proposed, and how many are not, in the whole assessment. */
  counts: z.object({ confirmed: z.number(), changed: z.number() }),
  places: z.array(placeSince),
});
export type Again = z.infer<typeof again>;

/** What the assessment before said, in the answer to another call that was sent with `with=again` (extension `again`). */
export const since = { again: again.optional() };
export type WithAgain = { again?: Again | undefined };

/** Asks the progress for what the assessment before said, of one thread, practice or component. */
export const progressQuery = z.object({ with: z.literal("again").optional(), place: requiredPlace.optional() });
export type ProgressQuery = z.output<typeof progressQuery>;

export const againQuery = z.object({
  /** Only this thread, practice or component. */
  place: requiredPlace.optional(),
  /** Only some perspectives or practices, as of the overview. */
  perspectiveIds: queryIds.optional(),
  capabilityIds: queryIds.optional(),
  /** Leaves notes and evidence out. */
  without: z.literal("notes").optional(),
});
export type AgainQuery = z.output<typeof againQuery>;

/** What a new assessment could not go on with. */
export const fit = z.object({
  /** The newest content of the model is of another pack, so no answers would be proposed. */
  otherPack: z.boolean(),
  /** The names of the perspectives or practices that are no longer part of the content. */
  gone: z.array(z.string()),
});
export type Fit = z.infer<typeof fit>;
