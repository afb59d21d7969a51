/** Extension `targets`: which scores an organization wants to reach (docs/rules/targets.md). */
import { z } from "zod";
import { scoredItems } from "../earlier-scores.ts";
import { findP3m3Scope } from "../p3m3/catalogue.ts";
import { TARGET_REASON_MAX } from "../targets.ts";
import { textMessages } from "../text.ts";
import { id, LIST_MAX, requiredText, role, versioned } from "./common.ts";
import { enteredScore } from "./earlier-scores.ts";

const target = z.object({
  /** Of a perspective, or of a practice or maturity component. */
  code: z.string(),
  score: enteredScore,
  /** The day until which it is to be reached. */
  date: z.iso.date({ error: textMessages.day }),
  reason: requiredText(TARGET_REASON_MAX),
});

/** All targets of a model and scope. ITIL has no scope here. */
export const targetsForm = z
  .object({ model: role, scope: z.string().nullable(), targets: z.array(target).max(LIST_MAX) })
  .superRefine((form, { addIssue }) => {
    const issue = (path: PropertyKey[], message: string) => addIssue({ code: "custom", path, message, input: form });
    if (form.model === "P3M3" ? !findP3m3Scope(form.scope) : form.scope !== null) issue(["scope"], textMessages.oneOf);
    const known = new Set(scoredItems(form.model).map(({ code }) => code));
    for (const [index, { code }] of form.targets.entries())
      if (!known.delete(code)) issue(["targets", index, "code"], "This is not part of the model, or named twice.");
  });
export type TargetsForm = z.output<typeof targetsForm>;

/** The targets of a model and scope, in the order of the model. */
export const targetSet = z.object({
  model: role,
  scope: z.string().nullable(),
  targets: z.array(z.object({ code: z.string(), score: z.number(), date: z.string(), reason: z.string() })),
  /** The latest score of everything that has one, with the completed assessment that gave it; absent unless they were asked for. */
  latest: z
    .array(
      z.object({
        code: z.string(),
        score: z.number(),
        from: z.object({ id, name: z.string().nullable(), dateCompleted: z.string().nullable() }),
      }),
    )
    .optional(),
  ...versioned,
});
export type TargetSet = z.infer<typeof targetSet>;

export const targetSets = z.object({ sets: z.array(targetSet) });

export const targetsQuery = z.object({
  model: role.optional(),
  /** Only with `model`. */
  scope: z.string().optional(),
  /** Adds the scores of the latest completed assessment; of a scope that is named, even where it has no targets. */
  with: z.literal("latest").optional(),
});
