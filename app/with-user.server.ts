/**
 * The wrappers around every loader and action. They check who is signed in, and turn the errors of services into pages and statuses
 * (docs/rules/errors-and-retries.md), because services know nothing of Remix.
 */

import { data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import type { RequestContext, UserContext } from "~/services/context.server";
import { NoCookies, Redirect } from "~/services/faults.server";
import { failureOf, isSessionOver } from "~/services/http/failures.server";
import { changesSomething } from "~/services/http/origin.server";
import { readForm } from "~/services/http/posted.server";
import { NO_SUCH_ADDRESS, refusalPage } from "~/services/http/refusal.server";
import { whyAtHome } from "~/services/session/home-site.server";
import { userOf } from "~/services/session/session-data.server";
import { findSuspensionPage } from "~/services/session/suspension.server";
import { refuseWithout } from "~/services/upstream/extensions.server";
import { SessionOver } from "~/services/upstream/upstream.server";
import { noCookies, notOpen, requireOpen } from "~/services/voice/availability.server";
import { paths } from "~/views/paths";

const IDLE = { kind: "info", title: "You were logged out.", text: "Nothing happened for 26 minutes." } as const;

interface RouteArgs<Context> extends Pick<LoaderFunctionArgs, "request" | "params"> {
  context: Context;
}

type Answer<Context, T> = (args: RouteArgs<Context>) => T | Promise<T>;

/** @param thrown what Remix gets for an error */
const wrapped =
  <T>(answer: Answer<RequestContext, T>, thrown: (error: unknown, context: RequestContext) => unknown) =>
  async ({ request, params, context }: RouteArgs<RequestContext>): Promise<T> => {
    try {
      return await answer({ request, params, context });
    } catch (error) {
      throw await thrown(error, context);
    }
  };

/** For routes that are open to everybody. */
export const withVisitor = <T>(answer: Answer<RequestContext, T>) => wrapped(answer, pageFor);

/**
 * Wraps a loader or action for signed-in users (docs/rules/sign-in-and-session.md#access-to-routes). When nobody is signed in, it remembers
 * the page and sends the visitor to /redirect. If the browser keeps no cookies, a page says so. A form that is posted too late is answered with
 * a page that holds everything typed (docs/rules/sign-in-and-session.md#when-a-session-ends).
 */
export const withUser = <T>(answer: Answer<UserContext, T>) => wrapped(asUser(answer), pageFor);

/** The same for a file. No screen surrounds it, so an error becomes a page by itself (docs/rules/results-and-files.md#when-a-file-fails). */
export const withFile = (answer: Answer<UserContext, Response>) => wrapped(asUser(answer), filePageFor);

function asUser<T>(answer: Answer<UserContext, T>): Answer<RequestContext, T> {
  return async ({ request, params, context }) => {
    const { session, unsavedForm, cookieCheck } = context;
    if (changesSomething(request)) unsavedForm.arrive(request);
    if (session.ended === undefined && cookieCheck.isRefused(request)) throw new NoCookies();
    if (session.current) return answer({ request, params, context: { ...context, user: userOf(session.current) } });
    if (changesSomething(request)) throw new SessionOver();
    const { pathname, search } = new URL(request.url);
    session.rememberNext(`${pathname.replace(/\.data$/, "")}${search}`);
    if (session.ended === "expired") throw new SessionOver();
    throw new Redirect(paths.redirect(), session.ended === "idle" ? whyAtHome(IDLE) : undefined);
  };
}

/**
 * Wraps a loader or action of a sheet (docs/rules/voices.md#the-sheet). It does not matter who is signed in. If the sheet of a form is not open here,
 * or another one is, the answer gives the form back.
 */
export const withSheet = <T>(answer: Answer<RequestContext, T>) => wrapped(onSheet(answer), pageFor);

/** The same for a file, as `withFile`. */
export const withFileOfSheet = (answer: Answer<RequestContext, Response>) => wrapped(onSheet(answer), filePageFor);

function onSheet<T>(answer: Answer<RequestContext, T>): Answer<RequestContext, T> {
  return async ({ request, params, context }) => {
    await refuseWithout("voices");
    const { unsavedForm, openSheet, cookieCheck } = context;
    const sheet = params.sheet ?? "";
    if (changesSomething(request)) {
      unsavedForm.arrive(request);
      unsavedForm.keep(await readForm(request.clone()));
    }
    if (cookieCheck.isRefused(request)) throw noCookies(sheet);
    requireOpen(openSheet, sheet);
    try {
      return await answer({ request, params, context });
    } catch (error) {
      throw isSessionOver(error) ? notOpen(sheet) : error;
    }
  };
}

/** The loader of a route that only takes posted forms. */
export const nothingToRead = withVisitor((): never => {
  throw data(null, { status: 405 });
});

/** What to throw to Remix for an error where a file was asked for: a page of its own. */
function filePageFor(error: unknown, context: RequestContext): unknown {
  const failure = error instanceof Redirect ? undefined : failureOf(error);
  if (!failure) return pageFor(error, context);
  const { status, page } = failure;
  const { title, text } = page ? { title: page.title, text: page.description } : NO_SUCH_ADDRESS;
  const headers = { "Content-Type": "text/html; charset=utf-8" };
  return new Response(refusalPage(context, { status, title, text, ...(page?.next ? { next: page.next } : {}) }), { status, headers });
}

/** What to throw to Remix for an error: a designed page for the errors of services, any other error unchanged. */
async function pageFor(error: unknown, context: RequestContext): Promise<unknown> {
  const { unsavedForm, flash, isBackground } = context;
  if (error instanceof Redirect) {
    if (error.why) flash.leave(error.why);
    return redirect(error.to);
  }
  const suspended = isSessionOver(error) && !isBackground ? await findSuspensionPage(context) : undefined;
  if (suspended) {
    const kept = await unsavedForm.asTyped();
    return data(kept ? { ...suspended, kept } : suspended, { status: 401 });
  }
  const lateForm = isSessionOver(error) ? await unsavedForm.asTyped() : undefined;
  if (lateForm) return data({ lateForm }, { status: 401 });
  const failure = failureOf(error);
  if (!failure) return error;
  const { page, status } = failure;
  const { kept } = unsavedForm;
  // Whatever the page says, a form that was not saved comes with it; the general page of a status has no text of its own here.
  return data(kept ? { ...page, kept } : page, { status });
}
