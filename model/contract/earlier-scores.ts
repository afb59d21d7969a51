/** Extension `again`: scores of assessments that were made elsewhere, entered by hand (docs/rules/earlier-scores.md). */
import { z } from "zod";
import { EARLIER_SOURCE_MAX, earlierMessages, SCORE_MAX, scoredItems } from "../earlier-scores.ts";
import { findP3m3Scope } from "../p3m3/catalogue.ts";
import { roundHalfAway } from "../rounding.ts";
import { textMessages } from "../text.ts";
import { id, LIST_MAX, requiredText, role, versioned } from "./common.ts";

/** A score as people enter it: from 0 to 5, with at most two decimals. */
export const enteredScore = z
  .number()
  .min(0)
  .max(SCORE_MAX)
  .refine((value) => roundHalfAway(value, 2) === value, earlierMessages.score);

/** What is written. ITIL has no scope here. */
export const earlierScoresForm = z
  .object({
    model: role,
    scope: z.string().nullable(),
    /** The day of that assessment. */
    date: z.iso.date({ error: textMessages.day }),
    source: requiredText(EARLIER_SOURCE_MAX),
    /** The overall maturity that it gave, if any. */
    maturity: z.number().int().min(0).max(SCORE_MAX).nullable(),
    /** By the codes of perspectives, or of practices and maturity components. */
    scores: z
      .array(z.object({ code: z.string(), score: enteredScore }))
      .min(1, earlierMessages.none)
      .max(LIST_MAX),
  })
  .superRefine((form, { addIssue }) => {
    const issue = (path: PropertyKey[], message: string) => addIssue({ code: "custom", path, message, input: form });
    if (form.model === "P3M3" ? !findP3m3Scope(form.scope) : form.scope !== null) issue(["scope"], textMessages.oneOf);
    const known = new Set(scoredItems(form.model).map(({ code }) => code));
    for (const [index, { code }] of form.scores.entries())
      if (!known.delete(code)) issue(["scores", index, "code"], "This is not part of the model, or named twice.");
  });
export type EarlierScoresForm = z.output<typeof earlierScoresForm>;

/** A row as it is stored. */
export const earlierScores = z.object({
  id,
  model: role,
  scope: z.string().nullable(),
  date: z.string(),
  source: z.string(),
  maturity: z.number().nullable(),
  scores: z.array(z.object({ code: z.string(), score: z.number() })),
  ...versioned,
});
export type EarlierScores = z.infer<typeof earlierScores>;

/** The newest first. */
export const earlierScoresList = z.object({ rows: z.array(earlierScores) });
