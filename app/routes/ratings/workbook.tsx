import { ratingDifferencesWorkbook } from "~/services/ratings/workbook.server";
import { withFile } from "~/with-user.server";

/** The Excel file of where ratings and the verdict differ. */
export const loader = withFile(({ request, params, context }) => ratingDifferencesWorkbook(context, params.assessmentId ?? "", request));
