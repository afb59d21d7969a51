/**
 * Turns a failed upstream call into what the user sees: the texts and ways on of the error catalogues
 * (specification A8, B8, C8). The status alone decides.
 */
import { data } from "@remix-run/node";
import { config } from "~/services/config.server";
import { UpstreamError } from "~/services/upstream/upstream.server";
import { paths } from "~/views/paths";
import type { FailurePage } from "~/views/shell";

export type Subject = "assessment" | "organization" | "result" | "dashboard";

const HOME = { href: paths.home(), label: "Go to the home screen" };
const GENERIC = { title: "Sorry, something went wrong...", description: "Please, try again later or get in touch." };

const NOT_FOUND: Record<Subject, { title: string; description: string }> = {
  assessment: { title: "Assessment not found.", description: "The assessment you are trying to access does not exist." },
  organization: { title: "Organization not found.", description: "The organization you are trying to access does not exist." },
  result: { title: "Result not found.", description: "The result you are trying to access does not exist." },
  dashboard: GENERIC,
};

const REFUSED: Record<Subject, { title: string; description: string }> = {
  assessment: { title: "Sorry, access denied.", description: "You have no credentials to access this assessment." },
  result: { title: "Sorry, access denied.", description: "You have no credentials to access this assessment." },
  organization: { title: "Sorry, your credentials has expired.", description: "Please, try to login again or get in touch" },
  dashboard: { title: "Sorry, your credentials has expired.", description: "Please try to login again..." },
};

/** The page for a session that has run out: the message, then log-out (specification A4, A8). */
export function expiredSession(subject: Subject = "dashboard"): FailurePage {
  const { title, description } = REFUSED[subject === "dashboard" ? "dashboard" : "organization"];
  return { title, description, next: { href: paths.redirect(), label: "Log in again" }, logOut: true };
}

/** The page for a load that failed. */
export function failurePage(status: UpstreamError["status"], subject: Subject, sessionIsOver = false): FailurePage {
  if (sessionIsOver || (status === 401 && subject === "dashboard")) return expiredSession(subject);
  if (status === 401 || (status === 403 && (subject === "assessment" || subject === "result"))) {
    return { ...REFUSED[subject], next: { href: config().certifyingBodyUrl, label: "Continue" } };
  }
  if (status === 403) return { title: "Sorry, access denied.", description: "Your account may not see this organization.", next: HOME };
  if (status === 404) return { ...NOT_FOUND[subject], next: HOME };
  if (subject === "dashboard") return { ...GENERIC, next: { href: paths.home(), label: "Try again" } };
  return { ...GENERIC, next: HOME };
}

/** The status of the page that tells of an upstream failure. */
function pageStatus(status: UpstreamError["status"]): number {
  if (status === "unreachable") return 503;
  if (status === "malformed") return 502;
  return status >= 500 ? 502 : status;
}

/** Awaits a load; a failed one becomes the page that the error catalogue names for it. */
export async function loading<T>(subject: Subject, load: Promise<T>): Promise<T> {
  try {
    return await load;
  } catch (error) {
    if (error instanceof UpstreamError)
      throw data(failurePage(error.status, subject, error.sessionIsOver), { status: pageStatus(error.status) });
    throw error;
  }
}
