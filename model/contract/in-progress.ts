import { z } from "zod";
import { IN_PROGRESS_ORDERS } from "../in-progress.ts";
import { SEARCH_MAX } from "../search.ts";
import { assessment } from "./assessments.ts";
import { id, mailAddress, queryId, ref, role } from "./common.ts";

/** An assessment has to match all parts that are present. */
export const inProgressQuery = z.object({
  organization: queryId.optional(),
  model: role.optional(),
  /** Who edits it, by address; `nobody` for those that nobody edits. */
  by: z.string().max(320).optional(),
  /** What id, name, scope or organization has to contain. */
  q: z.string().max(SEARCH_MAX).optional(),
  /** Tests and archived ones are left out unless asked for. */
  tests: z.literal("1").optional(),
  archived: z.literal("1").optional(),
  order: z.enum(IN_PROGRESS_ORDERS).default("changed"),
  page: z.coerce.number<number>().int().min(1).max(1_000_000).default(1).meta({ type: "integer" }),
});
export type InProgressQuery = z.output<typeof inProgressQuery>;

/** A page of the assessments of the caller's team that are not completed, as far as the caller may see and work with them. */
export const inProgress = z.object({
  rows: z.array(
    z.object({
      /** As in a list of its organization. */
      assessment,
      organization: ref,
      /** When it was changed last, or else created. */
      changedAt: z.string(),
      /** The engagement that it belongs to, who is responsible there, and until when (extension `engagements`). */
      engagement: z
        .object({
          id,
          name: z.string(),
          unit: z.string(),
          responsible: z.object({ id, email: mailAddress, firstName: z.string().nullable() }).nullable(),
          day: z.string().nullable(),
        })
        .nullish(),
    }),
  ),
  page: z.number().int(),
  pages: z.number().int(),
  /** How many match the query, and how many there are without what narrows it. */
  matches: z.number().int(),
  total: z.number().int(),
  /** The choices of the filter: organizations of the list by name, no more than 500, and who edits now. */
  organizations: z.array(ref),
  editors: z.array(mailAddress),
});
export type InProgress = z.infer<typeof inProgress>;
