import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { config } from "~/services/config.server";
import { paths } from "~/views/paths";

/** Public; sends the visitor to the external home site (specification A2). */
export function loader({ context }: LoaderFunctionArgs) {
  throw redirect(context.currentUser() ? paths.home() : config().homeSiteUrl);
}
