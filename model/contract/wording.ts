/** Extension `wording`: what the assessors write into the report for a client (docs/upstream-contract.md#wording). */
import { z } from "zod";
import { REPORT_TEXT_MAX } from "../text.ts";
import { typedText, versioned } from "./common.ts";

/**
 * One of:
 * - 'summary';
 * - 'moved-' and the id of the assessment to compare with;
 * - the code of the perspective or practice whose chapter the text opens;
 * - 'step-' and what names a recommended step.
 */
const part = z.string().regex(/^[A-Za-z][\w-]{0,63}$/);

/** What is written; an empty text takes it back. */
export const wordingForm = z.object({ part, body: typedText(REPORT_TEXT_MAX) });

export const wordingText = z.object({ part: z.string(), body: z.string(), ...versioned });
export type WordingText = z.infer<typeof wordingText>;

/** The texts that were ever written. */
export const wordingTexts = z.object({ texts: z.array(wordingText) });
export type WordingTexts = z.infer<typeof wordingTexts>;
