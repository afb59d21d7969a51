import { data } from "@remix-run/node";
import { type MetaFunction, useLoaderData } from "@remix-run/react";
import { saysExpired } from "#model/entry-token.ts";
import { EntryExpired, EntryQuestion } from "~/components/session/EntryPages";
import { screenTitle } from "~/components/shell/Page";
import { BrandBar } from "~/components/shell/TopBar";
import { config } from "~/services/config.server";
import type { RequestContext } from "~/services/context.server";
import { Redirect } from "~/services/faults.server";
import { startSession } from "~/services/session/entering.server";
import { toHomeSite } from "~/services/session/home-site.server";
import { isPlainNavigation, signInByEntryToken } from "~/services/session/sign-in.server";
import { withVisitor } from "~/with-user.server";

/** @property homeSite where new links come from; absent unless this one has expired */
interface EntryScreen {
  signedInAs: string | undefined;
  homeSite?: string;
}

const NO_ENTRY = { kind: "error", title: "That link does not work.", text: "It has been used already, or is not complete." } as const;

export const meta: MetaFunction = () => [{ title: screenTitle("Sign in") }];

/**
 * The entry link (docs/rules/sign-in-and-session.md#entry-link). A plain navigation exchanges the token at once. A request that is not one,
 * or that would end somebody's session, gets a page that asks first, so that a preview of the link does not use it up. A link that says
 * itself that it has expired is not exchanged.
 */
export const loader = withVisitor(async ({ request, params, context }) => {
  if (request.method === "HEAD") return { signedInAs: undefined };
  const { current } = context.session;
  const signedInAs = current?.user.email;
  if (saysExpired(params.token ?? "", new Date())) return data({ signedInAs, homeSite: config().homeSiteUrl }, { status: 410 });
  if (!current && isPlainNavigation(request)) await enter(request, params.token, context);
  return { signedInAs };
});

/** The page's button. A link that has expired since says so. */
export const action = withVisitor(({ request, params, context }) => {
  if (saysExpired(params.token ?? "", new Date())) throw new Redirect(new URL(request.url).pathname);
  return enter(request, params.token, context);
});

/** Exchanges the token for a session, in place of the one that this browser may have. @throws Redirect, always */
async function enter(request: Request, token: string | undefined, context: RequestContext): Promise<never> {
  const entered = await signInByEntryToken(request, token ?? "", context);
  if (!entered) throw toHomeSite(NO_ENTRY);
  return startSession(context, entered);
}

export default function Entry() {
  const { signedInAs, homeSite } = useLoaderData<EntryScreen>();
  return (
    <>
      <BrandBar />
      {homeSite ? <EntryExpired signedInAs={signedInAs} homeSite={homeSite} /> : <EntryQuestion signedInAs={signedInAs} />}
    </>
  );
}
