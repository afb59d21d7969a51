/** What all files that workers make have in common: quotas, the answer when a worker fails, and their entry in the history. */
import type { Id } from "#model/contract/common.ts";
import { Quota } from "#model/quota.ts";
import type { UserContext } from "~/services/context.server";
import { attachment } from "~/services/http/file-names.server";
import { log } from "~/services/http/log.server";
import { type Refusal, refusalPage } from "~/services/http/refusal.server";
import { hasExtension } from "~/services/upstream/extensions.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import { type FailureReason, TaskFailure } from "~/services/workers/pool.server";

/** Notes in the history that a file was taken out. Nobody waits for it, and the user gets the file even if it fails. */
export function noteTaken(api: UserApi, assessmentId: Id, what: string): void {
  const noting = async () => {
    if (await hasExtension("history")) await api.history.fileTaken({ id: assessmentId, body: { what: [...what].slice(0, 100).join("") } });
  };
  noting().catch((error: unknown) => log("warn", "a file that was taken out is not in the history", { reason: String(error) }));
}

/** A file as an answer. The cast is safe: only shared memory is excluded by `Response`, and a worker never returns any. */
export const fileResponse = (bytes: Uint8Array, headers: Record<string, string>) =>
  new Response(bytes as Uint8Array<ArrayBuffer>, { headers });

/** An Excel file as an answer. @param name with its ending */
export const excelResponse = (bytes: Uint8Array, name: string) =>
  fileResponse(bytes, {
    "Content-Type": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "Content-Disposition": attachment(name),
  });

/** Where the page about a file that was not prepared leads, and what it says of what the file is about. */
export interface WayBack {
  next: { href: string; label: string };
  safe: string;
}

/** What one person may ask of this process within a minute (docs/rules/rights.md#quotas). */
export const FILE_QUOTAS = { image: new Quota(60), "Excel file": new Quota(20), report: new Quota(20) };

/**
 * The answer to somebody who has asked for too many files; undefined when one more is fine.
 * @param named what the user wanted, if that is not one file of the counted kind
 */
export function tooManyFiles(
  context: UserContext,
  what: keyof typeof FILE_QUOTAS,
  { next }: WayBack,
  named: string = what,
): Response | undefined {
  const seconds = FILE_QUOTAS[what].take(context.user.email);
  if (seconds === undefined) return undefined;
  const text = `You have asked for many files within a minute, so this ${named} was not prepared. Please wait a minute, then try again.`;
  return refusedFile(context, { status: 429, title: "Too many files at once", text, next, retryAfter: seconds });
}

/** The page that says why a file was not prepared. */
export function refusedFile(context: UserContext, refused: Refusal): Response {
  const { status, retryAfter } = refused;
  return new Response(refusalPage(context, refused), {
    status,
    headers: { "Content-Type": "text/html; charset=utf-8", ...(retryAfter === undefined ? {} : { "Retry-After": String(retryAfter) }) },
  });
}

const RETRY_SECONDS = 30;
const AGAIN = "Please try again in half a minute";
const WHY: Readonly<Record<FailureReason, (what: string, safe: string) => { title: string; text: string }>> = {
  busy: (what) => ({ title: "The server is busy", text: `This ${what} was not prepared, because many other files are waiting. ${AGAIN}.` }),
  "too heavy": (what, safe) => ({
    title: `The ${what} could not be prepared`,
    text: `Preparing this ${what} took too long, or too much memory. ${safe} ${AGAIN}; if it happens again, get in touch.`,
  }),
  failed: (what, safe) => ({
    title: `The ${what} could not be prepared`,
    text: `Preparing this ${what} failed. ${safe} ${AGAIN}; if it fails again, get in touch.`,
  }),
};

/** The answer or, when the worker failed, a page that tells why (docs/rules/results-and-files.md#when-a-file-fails). */
export async function unlessTaskFails(
  context: UserContext,
  { next, safe }: WayBack,
  what: string,
  answer: () => Promise<Response>,
): Promise<Response> {
  try {
    return await answer();
  } catch (error) {
    if (!(error instanceof TaskFailure)) throw error;
    return refusedFile(context, { status: 503, ...WHY[error.reason](what, safe), next, retryAfter: RETRY_SECONDS });
  }
}
