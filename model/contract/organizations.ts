import { z } from "zod";
import { ORGANIZATION_FIELDS } from "../fields.ts";
import { ROWS_AT_ONCE, ROWS_MAX, TABS } from "../home-lists.ts";
import { groups } from "./assessments.ts";
import { id, permitted, ref, role, versioned } from "./common.ts";
import { changedFields, optionalFields, readFields, writtenFields } from "./fields.ts";

/** As it is read. An organization that was made elsewhere may lack what the form asks for. */
export const organization = z.object({
  id,
  name: z.string(),
  ...readFields(ORGANIZATION_FIELDS),
  country: ref.nullish(),
  industry: ref.nullish(),
  size: ref.nullish(),
  ...permitted,
  ...versioned,
});
export type Organization = z.infer<typeof organization>;

/** What is sent; country, size and industry as whole objects (docs/upstream-contract.md#organizations). */
export const organizationForm = z
  .object({ ...writtenFields(ORGANIZATION_FIELDS), country: ref, industry: ref, size: ref })
  .partial(optionalFields(ORGANIZATION_FIELDS));
/** The same for a stored organization. An optional text that is left out stays. */
export const organizationUpdate = organizationForm.extend(changedFields(ORGANIZATION_FIELDS)).partial(optionalFields(ORGANIZATION_FIELDS));
export type OrganizationForm = z.infer<typeof organizationForm>;

export const organizationEntry = z.object({
  organization,
  totalAssessments: z.number(),
  draftAssessments: z.number(),
  createdAssessments: z.number(),
  completedAssessments: z.number(),
  activeAssessments: z.number(),
});
export type OrganizationEntry = z.infer<typeof organizationEntry>;

export const otherOrganizationEntry = organizationEntry.extend({ roles: z.array(role) });

const pageNumber = z.coerce.number<number>().int().min(1).max(1_000_000).meta({ type: "integer" });
const words = z.string().max(200);
/** As text, because an address may name anything. */
const anyId = z.string().max(200);

/** A page of the organizations of one list, instead of all. An upstream that knows no pages gives all. */
export const organizationsQuery = z.object({
  page: pageNumber.optional(),
  /** Whose organizations the page shows; by default the caller's. */
  whose: z.enum(["mine", "others"]).optional(),
  /** What name, unit, country or industry has to contain. */
  search: words.optional(),
  /** The organization that the page has to hold, whatever `page` says. */
  open: anyId.optional(),
});
export type OrganizationsQuery = z.output<typeof organizationsQuery>;

const pageShown = z.object({ page: z.number(), pages: z.number(), found: z.number() });

/** The misspelling is part of the contract. */
export const organizations = z.object({
  myOrgnizations: z.array(organizationEntry),
  otherUserOrgnizations: z.array(otherOrganizationEntry).optional(),
  /** Only if the request names a page: its number and size, the number of all entries, and whether `open` is one of these. */
  shown: pageShown.extend({ total: z.number(), hasOpen: z.boolean() }).optional(),
});
export type Organizations = z.infer<typeof organizations>;

export const organizationEnvelope = z.object({ organization });

/** A page of the assessments in one tab of each model, instead of all. An upstream that knows no pages gives all. */
export const organizationAssessmentsQuery = z.object({
  tab: z.enum(TABS).optional(),
  /** What id, name, creator or scope has to contain. */
  find: words.optional(),
  P3M3: pageNumber.default(1),
  ITIL: pageNumber.default(1),
  size: z.coerce.number<number>().int().min(1).max(ROWS_MAX).default(ROWS_AT_ONCE).meta({ type: "integer" }),
  /** The assessment that the page has to hold, whatever its number says. */
  open: anyId.optional(),
});
export type OrganizationAssessmentsQuery = z.output<typeof organizationAssessmentsQuery>;

const tabShown = pageShown.extend({ counts: z.object({ active: z.number(), completed: z.number(), archive: z.number() }) });

export const organizationAssessments = z.object({
  P3M3: groups.optional(),
  ITIL: groups.optional(),
  /** Where a tab was asked for: the page of each model, how many fit, and how many are in each tab. */
  shown: z.object({ P3M3: tabShown.optional(), ITIL: tabShown.optional() }).optional(),
});
export type OrganizationAssessments = z.infer<typeof organizationAssessments>;
