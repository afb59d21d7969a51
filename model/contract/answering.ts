/** Flags for later (extension `flags`), and the reason why a thread is descoped (extension `reasons`). */
import { z } from "zod";
import { REASON_MAX } from "../text.ts";
import { typedText, versioned } from "./common.ts";

/** The field of a question, and of a thread or practice in the progress, that says whether its thread or practice is flagged. */
export const flaggable = { flagged: z.boolean().optional() };

export const flag = z.object({ flagged: z.boolean() });
export const storedFlag = flag.extend(versioned);
export type StoredFlag = z.infer<typeof storedFlag>;

const reasonText = typedText(REASON_MAX);
export const descoping = z.object({ reason: reasonText.optional() });
export const reason = z.object({ reason: reasonText });
export const storedReason = z.object({ reason: z.string(), ...versioned });
export type StoredReason = z.infer<typeof storedReason>;
