/** Joining by a link that a lead has copied (docs/rules/people.md#copied-links). */
import { CONTRACT } from "#model/contract/calls.ts";
import { shownAddress } from "#model/mail-address.ts";
import { config } from "~/services/config.server";
import type { RequestContext } from "~/services/context.server";
import { signInBy } from "~/services/session/authenticator.server";
import { startSession } from "~/services/session/entering.server";
import { requireExtension } from "~/services/upstream/extensions.server";
import { UpstreamFault, upstream } from "~/services/upstream/upstream.server";
import type { JoinPage } from "~/views/joining";
import { nameOfInviter } from "~/views/people";

/** The refusals of a link that does not serve. */
const isOver = (error: unknown): boolean => error instanceof UpstreamFault && (error.status === 401 || error.status === 422);

/** What the page of a link shows. It uses nothing up. @throws NotFound where the upstream has no such links; UpstreamFault */
export async function lookAtJoinLink(context: RequestContext, token: string): Promise<JoinPage> {
  await requireExtension("joining");
  const { session, requestId } = context;
  const call = await upstream();
  const offer = await call(CONTRACT.joining.look, { body: { token } }, { requestId }).catch((error: unknown) => {
    if (isOver(error)) return undefined;
    throw error;
  });
  const data = offer?.data;
  return {
    offer: data && {
      team: data.team ?? "the team",
      by: nameOfInviter(data.by) ?? "Somebody",
      email: shownAddress(data.email),
      until: data.expiresAt,
    },
    signedInAs: session.current?.user.email,
    homeSite: config().homeSiteUrl,
  };
}

/** The page's button. @returns once the link does not serve @throws Redirect once somebody has joined; NotFound, UpstreamFault */
export async function joinByLink(context: RequestContext, request: Request, token: string): Promise<void> {
  await requireExtension("joining");
  const entered = await signInBy("join-link", request, { token }, context.requestId).catch((error: unknown) => {
    if (isOver(error)) return undefined;
    throw error;
  });
  if (entered) await startSession(context, entered);
}
