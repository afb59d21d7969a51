import { logoResponse } from "~/services/voice/sender.server";
import { withSheet } from "~/with-user.server";

/** The logo of the team that asks, for those alone in whose browser the sheet is open (docs/rules/house-style.md#where-it-is-used). */
export const loader = withSheet(({ context }) => logoResponse(context));
