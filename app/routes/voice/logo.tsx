import { logoResponse } from "~/services/voice/sender.server";
import { withFileOfSheet } from "~/with-user.server";

/** The logo of the team that asks, for those alone in whose browser the sheet is open (docs/rules/house-style.md#where-it-is-used). */
export const loader = withFileOfSheet(({ context }) => logoResponse(context));
