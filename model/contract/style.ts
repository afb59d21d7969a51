/** Extension `style`: the house style of the caller's team, for reports (docs/upstream-contract.md#style). */
import { z } from "zod";
import { STYLE_FIELDS } from "../fields.ts";
import { accentProblem, LOGO_MAX } from "../style.ts";
import { versioned } from "./common.ts";
import { changedFields, readFields } from "./fields.ts";

/** As it is read; `logo` is a digest that changes with the picture, or null where there is none. */
export const style = z.object({ ...readFields(STYLE_FIELDS), logo: z.string().nullish(), ...versioned });
export type Style = z.infer<typeof style>;

const written = changedFields(STYLE_FIELDS);

/** Refuses an accent colour that cannot be used, in words; for forms and API. */
export function checkAccent(color: string | null, check: z.RefinementCtx): void {
  const problem = accentProblem(color ?? "");
  if (problem) check.addIssue(problem);
}

/** What is written. */
export const styleForm = z.object({
  ...written,
  accent: written.accent.superRefine(checkAccent),
});
export type StyleForm = z.infer<typeof styleForm>;

/** A PNG in base64. */
const png = z
  .string()
  .max(LOGO_MAX)
  .regex(/^iVBORw0KGgo[A-Za-z\d+/]+={0,2}$/);

export const logo = z.object({ png });
/** Null takes the logo away. */
export const logoForm = z.object({ png: png.nullable() });
