/** Extension `wording-basis`: the facts on which a text of a report rests (docs/upstream-contract.md#wording-basis). */
import { z } from "zod";
import { BASIS_MAX } from "../basis.ts";
import { requiredText, versioned } from "./common.ts";
import { wordingForm } from "./wording.ts";

export const basisFact = z.object({ what: requiredText(BASIS_MAX.what), value: requiredText(BASIS_MAX.value) });

/** A text with the facts that its suggestion states; it takes the place of what is stored. */
export const basedTextForm = wordingForm.extend({
  basis: z
    .array(basisFact)
    .max(BASIS_MAX.facts)
    .refine((facts) => new Set(facts.map(({ what }) => what)).size === facts.length, "A fact is named twice."),
});

/** `basis` is null where nobody has said on what the text rests. */
export const basedText = z.object({
  part: z.string(),
  body: z.string(),
  basis: z.array(z.object({ what: z.string(), value: z.string() })).nullable(),
  ...versioned,
});
export type BasedText = z.infer<typeof basedText>;

/** The texts that were ever written. */
export const basedTexts = z.object({ texts: z.array(basedText) });
export type BasedTexts = z.infer<typeof basedTexts>;
