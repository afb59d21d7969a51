import { z } from "zod";
import { ORGANIZATION_FIELDS } from "../fields.ts";
import { groups } from "./assessments.ts";
import { id, permitted, ref, role, versioned } from "./common.ts";
import { optionalFields, readFields, writtenFields } from "./fields.ts";

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

/** What is sent; country, size and industry as whole objects (docs/upstream-contract.md#organizations). An optional text that is left out stays. */
export const organizationForm = z
  .object({ ...writtenFields(ORGANIZATION_FIELDS), country: ref, industry: ref, size: ref })
  .partial(optionalFields(ORGANIZATION_FIELDS));
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

/** The misspelling is part of the contract. */
export const organizations = z.object({
  myOrgnizations: z.array(organizationEntry),
  otherUserOrgnizations: z.array(otherOrganizationEntry).optional(),
});
export type Organizations = z.infer<typeof organizations>;

export const organizationEnvelope = z.object({ organization });

export const organizationAssessments = z.object({ P3M3: groups.optional(), ITIL: groups.optional() });
export type OrganizationAssessments = z.infer<typeof organizationAssessments>;
