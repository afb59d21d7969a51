import { planCalendar } from "~/services/engagements/calendar.server";
import { withFile } from "~/with-user.server";

/** The plan as an iCalendar file. */
export const loader = withFile(({ request, params, context }) => planCalendar(context, params.engagementId ?? "", request));
