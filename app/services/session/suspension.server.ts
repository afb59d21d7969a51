/** Says once to somebody whose session ended by suspension whom to ask (docs/rules/sign-in-and-session.md#suspended). */
import { CONTRACT } from "#model/contract/calls.ts";
import { config } from "~/services/config.server";
import type { RequestContext } from "~/services/context.server";
import { hasExtension } from "~/services/upstream/extensions.server";
import { upstream } from "~/services/upstream/upstream.server";
import { paths } from "~/views/paths";
import type { FailurePage } from "~/views/shell";

export type Suspended = Pick<RequestContext, "session" | "requestId">;

/**
 * What a browser reads whose session ended because its person was suspended; undefined for any other end, and where the upstream does not tell.
 * Nothing is forgotten, so that a page can still say it.
 */
export async function findSuspension({ session, requestId }: Suspended): Promise<{ title: string; description: string } | undefined> {
  const { opened } = session;
  if (!opened || !(await hasExtension("joining"))) return undefined;
  try {
    const call = await upstream();
    const sent = { token: opened.token, cookies: opened.upstreamCookies, requestId };
    const { isSuspended, leads } = (await call(CONTRACT.joining.suspension, {}, sent)).data;
    if (!isSuspended) return undefined;
    const names = leads.map(({ firstName, email }) => firstName ?? email).join(", ");
    return {
      title: "Your access was suspended.",
      description: names === "" ? "Please ask whoever runs this service." : `Please ask a lead of your team: ${names}.`,
    };
  } catch {
    // The session is over in any case.
    return undefined;
  }
}

/** The page that says so. The browser forgets the session, so it reads this once. */
export async function findSuspensionPage(context: Suspended): Promise<FailurePage | undefined> {
  const suspension = await findSuspension(context);
  if (!suspension) return undefined;
  context.session.signOut();
  const { homeSiteUrl: href } = config();
  return { ...suspension, next: { href, label: href === paths.signIn() ? "Go to the sign-in page" : "Go to the home site" } };
}
