import { z } from "zod";
import { ACCESS, ACCESS_REASON_MAX, NAMED_MAX } from "../walls.ts";
import { id, mailAddress, permitted, requiredText, versioned } from "./common.ts";
import { permission } from "./permissions.ts";

export const access = z.enum(ACCESS);

const whom = { id, email: mailAddress, firstName: z.string().nullable() };

/** Somebody who is named, since when. */
export const namedPerson = z.object({ ...whom, permission, since: z.iso.datetime() });
export type NamedPerson = z.infer<typeof namedPerson>;

/**
 * Who may see an organization. A lead who is not named reads this, too. It holds nothing else of the organization than its name
 * (docs/rules/walls.md#leads).
 */
export const organizationAccess = z.object({
  organization: z.object({ id, name: z.string() }),
  access,
  /** Since when; null where nobody has changed it. */
  since: z.iso.datetime().nullable(),
  /** Those who are named, by address; none where the whole team may see it. */
  people: z.array(namedPerson),
  /** Whether the caller sees the organization. */
  isSeen: z.boolean(),
  /** The internal accounts, which read every organization. */
  internalAccounts: z.array(mailAddress),
  ...versioned,
  /** `change` for leads of its team. */
  ...permitted,
});
export type OrganizationAccess = z.infer<typeof organizationAccess>;

/** All who are named from now on. They are left out where the whole team may see the organization. */
export const accessForm = z.object({
  access,
  people: z.array(id).max(NAMED_MAX).optional(),
  reason: requiredText(ACCESS_REASON_MAX),
});
export type AccessForm = z.output<typeof accessForm>;

/** Somebody who was named on a day, from when until when. */
const namedThen = z.object({ ...whom, from: z.iso.datetime(), until: z.iso.datetime().nullable() });

const pageNumber = z.coerce.number<number>().int().min(1).max(1_000_000).meta({ type: "integer" });

export const teamAccessQuery = z.object({
  /** A day; today unless it is said. */
  on: z.iso.date().optional(),
  page: pageNumber.default(1),
  /** Only those that the caller does not see now. */
  unseen: z.literal("1").optional(),
});
export type TeamAccessQuery = z.output<typeof teamAccessQuery>;

/** The organizations that were behind a wall on a day, by name, and who was named at any time of that day. The whole team sees all others. */
export const teamAccess = z.object({
  on: z.iso.date(),
  organizations: z.array(z.object({ id, name: z.string(), isSeen: z.boolean(), people: z.array(namedThen) })),
  page: z.number(),
  pages: z.number(),
  /** How many there are on all pages. */
  total: z.number(),
  /** Whether nobody else is in the caller's team now, so that a wall would keep nobody out. */
  isAlone: z.boolean(),
  internalAccounts: z.array(mailAddress),
});
export type TeamAccess = z.infer<typeof teamAccess>;
