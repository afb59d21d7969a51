import { anyone } from "~/answer.server";
import { config } from "~/services/config.server";
import { Elsewhere } from "~/services/faults.server";
import { paths } from "~/views/paths";

/** Public; sends the visitor to the external home site (docs/rules/sign-in-and-session.md#access-to-routes). */
export const loader = anyone(({ context }) => {
  throw new Elsewhere(context.session.current ? paths.home() : config().homeSiteUrl);
});
