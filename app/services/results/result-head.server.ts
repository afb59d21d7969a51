import type { Assessment } from "#model/contract/assessments.ts";
import { ORGANIZATION_FIELDS, PROFILE_FIELDS } from "#model/fields.ts";
import { optionalFacts } from "~/views/form-fields";
import type { Result } from "~/views/result";

const MISSING = "Not provided";
/** The business unit follows the name. */
const { businessUnit: _, ...FURTHER } = ORGANIZATION_FIELDS;

/**
 * The assessment and organization of every result; 'Not provided' for facts that the upstream does not send.
 * @param badge next to the assessment's name (docs/rules/results-and-files.md#badges-on-results)
 * @param extent how much of the model was assessed; undefined for all of it
 */
export function resultHead(
  found: Assessment,
  badge: string | undefined,
  extent: string | undefined,
): Pick<Result, "assessment" | "organization"> {
  const { organization } = found;
  return {
    assessment: {
      id: String(found.id),
      name: found.name ?? MISSING,
      scope: found.selectedScope ?? MISSING,
      test: found.isTestAssessment,
      createdBy: found.createdBy,
      further: optionalFacts(PROFILE_FIELDS, found),
      ...(extent === undefined ? {} : { extent }),
      ...(badge === undefined ? {} : { badge }),
      ...(found.dateStarted ? { started: found.dateStarted } : {}),
      ...(found.dateCompleted ? { completed: found.dateCompleted } : {}),
    },
    organization: {
      name: organization?.name?.trim() || MISSING,
      ...(organization?.businessUnit ? { unit: organization.businessUnit } : {}),
      location: organization?.country?.name?.trim() || MISSING,
      industry: organization?.industry?.name?.trim() || MISSING,
      size: organization?.size?.name?.trim() || MISSING,
      further: optionalFacts(FURTHER, organization ?? {}),
    },
  };
}
