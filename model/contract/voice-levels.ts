/** Extension `voice-levels`: sheets that ask about some levels alone (docs/upstream-contract.md#voice-levels). */
import { z } from "zod";
import { LEVELS } from "../p3m3/catalogue.ts";
import { id, LIST_MAX } from "./common.ts";
import { voiceForm, voicesForm } from "./voices.ts";

const level = z.int().min(1).max(LEVELS.length);

/** From one level to another one, both included. */
export const sheetLevels = z
  .object({ from: level, to: level })
  .refine(({ from, to }) => from <= to, "The first level is above the last one.");

/** Asks several people about some levels. Null asks about all, as without the extension. */
export const voicesAtLevels = voicesForm.extend({ levels: sheetLevels.nullable() });
export type VoicesAtLevels = z.output<typeof voicesAtLevels>;

/** One voice with its levels. */
export const voiceAtLevels = voiceForm.extend({ levels: sheetLevels.nullable() });
export type VoiceAtLevels = z.output<typeof voiceAtLevels>;

/** Which levels there are, and which are asked. */
export const voiceLevels = z.object({
  /** The level that the assessment has selected; null for none. */
  selected: z.number().nullable(),
  places: z
    .array(
      z.object({
        /** A thread or practice; components have no level. */
        place: z.string(),
        statements: z.array(
          z.object({
            questionId: z.number(),
            level: z.number(),
            /** How many of each role are asked about the place, but not about this level. Sheets that were taken back are left out. */
            notAsked: z.array(z.object({ role: z.string(), voices: z.number() })),
          }),
        ),
      }),
    )
    .max(LIST_MAX),
  /** The voices whose sheets ask about some levels alone. */
  voices: z.array(z.object({ voice: id, levels: z.object({ from: z.number(), to: z.number() }) })),
});
export type VoiceLevels = z.infer<typeof voiceLevels>;
