import { profileWorkbook } from "~/services/engagements/profile-files.server";
import { withFile } from "~/with-user.server";

/** The Excel file of a profile. */
export const loader = withFile(({ request, params, context }) => profileWorkbook(context, params.engagementId ?? "", request));
