import { renewLease } from "~/services/answering/locks.server";
import { readForm } from "~/services/http/posted.server";
import { whyAtHome } from "~/services/session/home-site.server";
import { findSuspensionPage } from "~/services/session/suspension.server";
import { assessmentInPath } from "~/views/paths";
import { nothingToRead, withVisitor } from "~/with-user.server";

/**
 * Called by open pages in the background: reports how many seconds ago the user was active and on which page, and answers until when the
 * token lasts. Opening the context has already refreshed a token that was due.
 */
export const action = withVisitor(async ({ request, context }) => {
  if (!context.session.current) {
    // The page leads to sign-in next, which says so if it is ours.
    const suspended = context.session.ended === "expired" ? await findSuspensionPage(context) : undefined;
    const why = suspended && whyAtHome({ kind: "error", title: suspended.title, text: suspended.description });
    if (why) context.flash.leave(why);
    return Response.json({ signedIn: false, refreshIn: 0, expiresIn: 0 });
  }
  const form = await readForm(request);
  const active = form.get("active");
  if (active !== null) {
    await context.session.markSeen(Math.max(0, Number(active) || 0));
    const assessmentId = assessmentInPath(String(form.get("at") ?? ""));
    if (assessmentId !== undefined) await renewLease(context, assessmentId);
  }
  return Response.json({ signedIn: true, ...context.session.clock() });
});

export const loader = nothingToRead;
