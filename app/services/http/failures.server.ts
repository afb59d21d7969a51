/** The message about an error, and where the reader goes next (docs/rules/errors-and-retries.md). */
import type { Problem } from "#model/contract/common.ts";
import { QUOTA_SECONDS } from "#model/quota.ts";
import { ratingMessages } from "#model/ratings.ts";
import { config } from "~/services/config.server";
import {
  BadRequest,
  Forbidden,
  LoadFailure,
  NoCookies,
  NotFound,
  ScreenUnavailable,
  SheetUnavailable,
  type Subject,
  TooManyRequests,
} from "~/services/faults.server";
import { type FailureStatus, NotPermitted, SessionOver, UpstreamFault } from "~/services/upstream/upstream.server";
import { paths } from "~/views/paths";
import { ratingPaths } from "~/views/rating-paths";
import type { FailurePage } from "~/views/shell";

const HOME = { href: paths.home(), label: "Go to the home screen" };
/** The text of a failure that has none of its own. */
export const GENERIC = { title: "Sorry, something went wrong...", description: "Please, try again later or get in touch." };

/** The message to somebody who has saved more than they may within a minute (docs/rules/rights.md#quotas). */
export const TOO_MUCH = "You have saved a lot within a minute. Please wait a minute, then save again.";
const noRoom = (then: string) =>
  `The service has no room left, because its disk is full. Please tell whoever runs it, and ${then} when there is room.`;
/** The message while the disk of the upstream is full (docs/rules/errors-and-retries.md#a-full-disk). */
export const NO_ROOM = noRoom("save again");

/** What came of a save that will work only later; undefined for any other fault. `again` are the seconds to wait. */
export function putOff({ status, detail }: { status: FailureStatus; detail?: UpstreamFault["detail"] }) {
  if (status === 429) return { kind: "refused", message: TOO_MUCH, retryAfter: detail?.retryAfter ?? QUOTA_SECONDS } as const;
  if (status === 507) return { kind: "refused", message: NO_ROOM, retryAfter: QUOTA_SECONDS, isFull: true } as const;
  return undefined;
}

/**
 * Advice for an action other than a save that will work only later; undefined for any other fault.
 * @param then such as 'send the request again'
 */
export function putOffUntil({ status }: { status: FailureStatus }, then: string): string | undefined {
  if (status === 429) return `Please wait a minute, then ${then}.`;
  return status === 507 ? noRoom(then) : undefined;
}

const MISSING: Record<Subject, { title: string; description: string }> = {
  assessment: { title: "Assessment not found.", description: "The assessment you are trying to access does not exist." },
  organization: { title: "Organization not found.", description: "The organization you are trying to access does not exist." },
  result: { title: "Result not found.", description: "The result you are trying to access does not exist." },
  dashboard: GENERIC,
};

const DENIED: Record<Subject, { title: string; description: string }> = {
  assessment: { title: "Sorry, access denied.", description: "You have no credentials to access this assessment." },
  result: { title: "Sorry, access denied.", description: "You have no credentials to access this assessment." },
  organization: { title: "Sorry, your credentials has expired.", description: "Please, try to login again or get in touch" },
  dashboard: { title: "Sorry, your credentials has expired.", description: "Please try to login again..." },
};

/** The page for a session that has run out; whatever dismisses it logs out (docs/rules/sign-in-and-session.md#when-a-session-ends). */
function expiredSession(subject: Subject = "dashboard"): FailurePage {
  const { title, description } = DENIED[subject === "dashboard" ? "dashboard" : "organization"];
  return { title, description, next: { href: paths.redirect(), label: "Log in again" }, logOut: true };
}

/**
 * The page for a load that failed, by what was loaded and the upstream's status (docs/rules/errors-and-retries.md#loading-an-assessment).
 */
export function failurePage(status: FailureStatus, subject: Subject): FailurePage {
  if (status === 401 && subject === "dashboard") return expiredSession(subject);
  const { certifyingBodyUrl: site } = config();
  if (status === 401) return { ...DENIED[subject], next: site === undefined ? HOME : { href: site, label: "Continue" } };
  if (status === 403 && (subject === "assessment" || subject === "result")) return { ...DENIED[subject], next: HOME };
  const isDashboard = subject === "dashboard";
  if (status === 429)
    return { title: "That was a lot within a minute.", description: "Please wait a minute, then try again.", next: HOME, mayRetry: true };
  const next = isDashboard ? { next: HOME, mayRetry: true } : { next: HOME };
  if (status === 507) return { title: GENERIC.title, description: `${GENERIC.description} ${NO_ROOM}`, ...next };
  if (status === 403) {
    const what = isDashboard ? "these organizations" : "this organization";
    return { title: "Sorry, access denied.", description: `Your account may not see ${what}.`, ...next };
  }
  return { ...(status === 404 ? MISSING[subject] : GENERIC), ...next };
}

const NOT_A_LEAD = {
  title: "Only a lead of your team may do this.",
  description: "Ask a lead of your team to do it, or whoever runs this service to make you a lead.",
};
const VIEWER = {
  title: "You may read this, but not change it.",
  description: "You are a viewer of your team. A lead of the team, or whoever runs this service, can give you the right to make changes.",
};

/** The page for a browser that refuses the cookie of a session. A link is used up by then. */
function noCookiesPage(): FailurePage {
  const { homeSiteUrl: href } = config();
  return {
    title: "This browser keeps no cookies.",
    description:
      "Signing in needs them, so nobody is signed in here. Please allow cookies for this site in the settings of the browser, then sign in once more: a link works only once, so ask for a new one where you got this one. Or sign in with another browser.",
    next: { href, label: href === paths.signIn() ? "Sign in by mail" : "Go to the home site" },
  };
}

/** The page for somebody whose permission is not enough (docs/rules/rights.md#what-screens-offer). */
const notPermittedPage = ({ next = HOME, needs }: NotPermitted): FailurePage => ({ ...(needs === "lead" ? NOT_A_LEAD : VIEWER), next });

/** The page for everything about an assessment that the reader rates without seeing it (docs/rules/second-ratings.md#blind). */
const ratedApartPage = ({ assessment, number, name }: NonNullable<Problem["apart"]>): FailurePage => ({
  title: ratingMessages.apart,
  description: `Until then questions, results, notes, history and files of ${name ? `‘${name}’` : "this assessment"} are closed to you.`,
  next: { href: ratingPaths.own(assessment, number), label: "Go to your rating" },
});

/**
 * The status of our own page when the upstream failed with the given one. A 408 would say that the browser's request came too late: Chromium
 * sends such a request again and again.
 */
function pageStatus(status: FailureStatus): number {
  if (status === "unreachable") return 503;
  if (status === "malformed" || status === 408) return 502;
  if (status === 507) return 507;
  return status >= 500 ? 502 : status;
}

/** The status and page for an error that services throw; undefined for any other error. Without a page, one follows from the status. */
export function failureOf(error: unknown): { status: number; page: FailurePage | null } | undefined {
  if (error instanceof NotFound) return { status: 404, page: error.page ?? null };
  if (error instanceof Forbidden) return { status: 403, page: error.page };
  if (error instanceof NotPermitted) return { status: 403, page: notPermittedPage(error) };
  if (error instanceof TooManyRequests) return { status: 429, page: error.page };
  if (error instanceof SheetUnavailable) return { status: error.status, page: error.page };
  if (error instanceof ScreenUnavailable) return { status: 502, page: error.page };
  if (error instanceof NoCookies) return { status: 400, page: noCookiesPage() };
  if (error instanceof BadRequest) return { status: 400, page: null };
  const { subject, fault } = error instanceof LoadFailure ? error : { subject: "dashboard" as const, fault: error };
  if (fault instanceof SessionOver) return { status: 401, page: expiredSession(subject) };
  if (fault instanceof UpstreamFault && fault.detail.apart) return { status: 403, page: ratedApartPage(fault.detail.apart) };
  return fault instanceof UpstreamFault ? { status: pageStatus(fault.status), page: failurePage(fault.status, subject) } : undefined;
}

/** Whether an error means that the session has run out. */
export const isSessionOver = (error: unknown): boolean =>
  error instanceof SessionOver || (error instanceof LoadFailure && error.fault instanceof SessionOver);
