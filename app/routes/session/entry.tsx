import { anyone } from "~/answer.server";
import { config } from "~/services/config.server";
import { Elsewhere } from "~/services/faults.server";
import { tooManySignIns } from "~/services/http/refusal.server";
import { mustWaitToSignIn, signInByEntryToken } from "~/services/session/sign-in.server";
import { paths } from "~/views/paths";

/**
 * The entry link: exchanges the token for a session. A failure leads to the external home site
 * (docs/rules/sign-in-and-session.md#entry-link).
 */
export const loader = anyone(async ({ request, params, context }) => {
  if (context.session.current) throw new Elsewhere(paths.home());
  // A mail scanner or a prefetching browser must not use up the token.
  if (request.method === "HEAD" || request.headers.get("Sec-Purpose")?.includes("prefetch")) return new Response(null, { status: 204 });
  if (await mustWaitToSignIn(context.address)) return tooManySignIns(context);
  const session = await signInByEntryToken(request, params.token ?? "", context);
  if (!session) throw new Elsewhere(config().homeSiteUrl);
  await context.session.signIn(session);
  throw new Elsewhere(context.session.takeNext() ?? paths.home());
});
