/** Extension `report-defaults`: what the reports of a team begin with (docs/upstream-contract.md#report-defaults). */
import { z } from "zod";
import { onOneLine } from "../characters.ts";
import { COVER_FIELDS } from "../report-cover.ts";
import { typedText, versioned } from "./common.ts";

const { authors, disclaimer } = COVER_FIELDS;

/** Null: new reports begin without it. */
export const reportDefaults = z.object({ authors: z.string().nullable(), disclaimer: z.string().nullable(), ...versioned });
export type ReportDefaults = z.infer<typeof reportDefaults>;

/** Both are written together. Empty: none. */
export const reportDefaultsForm = z.object({
  authors: z.string().overwrite(onOneLine).pipe(typedText(authors.max)).meta({ maxLength: authors.max }),
  disclaimer: typedText(disclaimer.max),
});
export type ReportDefaultsForm = z.output<typeof reportDefaultsForm>;
