import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { config } from "~/config.server";
import { paths } from "~/paths";
import { signInByEntryToken } from "~/services/sign-in.server";

/** The entry link: exchanges the token for a session (specification A2). Failure leads to the external home site. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  if (context.currentUser()) throw redirect(paths.home());
  const session = await signInByEntryToken(request, params.token ?? "", context.requestId);
  if (!session) throw redirect(config().homeSiteUrl);
  await context.signIn(session);
  throw redirect(context.takeNext() ?? paths.home());
}
