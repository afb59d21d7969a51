/** Extension `second-round`: a check of facts by those who have answered (docs/upstream-contract.md#second-round). */
import { z } from "zod";
import { VOICES_MAX } from "../voices.ts";
import { id } from "./common.ts";
import { sheetMessage, sheetUntil } from "./voices.ts";

/** Asks voices to check facts, with a last day and a message of their own. */
export const secondRoundForm = z.object({
  voices: z
    .array(id)
    .min(1)
    .max(VOICES_MAX)
    .refine((list) => new Set(list.map(String)).size === list.length, "A voice is named twice."),
  until: sheetUntil,
  message: sheetMessage,
});
export type SecondRoundForm = z.output<typeof secondRoundForm>;

/** Who is asked now, those included who were asked before. The others stay as they were. */
export const secondRoundAsked = z.object({ voices: z.array(id) });
export type SecondRoundAsked = z.infer<typeof secondRoundAsked>;

/** The voices that are in the second round, and those that can be asked. */
export const secondRound = z.object({
  voices: z.array(
    z.object({
      voice: id,
      askedAt: z.iso.datetime(),
      /** Pages with a verdict to check, and how many are checked. */
      total: z.number(),
      checked: z.number(),
    }),
  ),
  /** Living voices that see no verdict yet, and have answered about a place that has one. */
  ready: z.array(id),
});
export type SecondRound = z.infer<typeof secondRound>;

/** The round of the sheet that asks for it. */
export const voiceRound = z.object({
  /** Whether the first round is over: the sheet takes checks of facts alone. */
  second: z.boolean(),
  /** The pages of the second round, and which are checked. */
  pages: z.array(z.object({ place: z.string(), checked: z.boolean() })),
});
export type VoiceRound = z.infer<typeof voiceRound>;
