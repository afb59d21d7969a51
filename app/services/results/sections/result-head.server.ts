import type { Assessment } from "#model/contract/assessments.ts";
import { editionInWords, editionNumber } from "#model/editions.ts";
import { ORGANIZATION_FIELDS, PROFILE_FIELDS } from "#model/fields.ts";
import { titleOf } from "~/services/upstream/assessments.server";
import { shortDate } from "~/views/dates";
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
  assessment: Assessment,
  badge: string | undefined,
  extent: string | undefined,
): Pick<Result, "assessment" | "organization"> {
  const { organization } = assessment;
  const replaced = assessment.edition?.replacedBy;
  return {
    assessment: {
      id: String(assessment.id),
      name: titleOf(assessment),
      scope: assessment.selectedScope ?? MISSING,
      test: assessment.isTestAssessment,
      createdBy: assessment.createdBy,
      ...(assessment.createdByName?.trim() ? { creator: assessment.createdByName.trim() } : {}),
      further: optionalFacts(PROFILE_FIELDS, assessment),
      ...(extent === undefined ? {} : { extent }),
      ...(replaced
        ? { replaced: `by ${editionInWords(editionNumber(assessment) + 1)}, ${shortDate(replaced.date)}: ${replaced.reason}` }
        : {}),
      ...(badge === undefined ? {} : { badge }),
      ...(assessment.dateStarted ? { started: assessment.dateStarted } : {}),
      ...(assessment.dateCompleted ? { completed: assessment.dateCompleted } : {}),
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
