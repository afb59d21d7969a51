import { config } from "~/services/config.server";
import { Redirect } from "~/services/faults.server";
import { paths } from "~/views/paths";
import { withVisitor } from "~/with-user.server";

/** Public; sends the visitor to the external home site (docs/rules/sign-in-and-session.md#access-to-routes). */
export const loader = withVisitor(({ context }) => {
  throw new Redirect(context.session.current ? paths.home() : config().homeSiteUrl);
});
