import { anyone } from "~/answer.server";
import { config } from "~/services/config.server";
import { Elsewhere } from "~/services/faults.server";
import { paths } from "~/views/paths";

/** Public; sends the visitor to the external home site (specification A2). */
export const loader = anyone(({ context }) => {
  throw new Elsewhere(context.session.current ? paths.home() : config().homeSiteUrl);
});
