/** What somebody typed is never lost: whatever page answers a form that was not saved gives it back, to be sent again. */
import { data } from "@remix-run/node";
import { log } from "~/services/http/log.server";
import { UpstreamError } from "~/services/upstream/upstream.server";
import type { AppContext } from "~/sessions.server";
import type { FailurePage, KeptForm } from "~/views/shell";

/** A posted form as it can be sent again: where it was going, and what was in it. */
export function formAsTyped({ url }: Request, form: FormData): KeptForm {
  const { pathname, search } = new URL(url);
  return {
    action: `${pathname.replace(/\.data$/, "")}${search.replace(/([?&])_routes=[^&]*/, "")}`,
    fields: [...form].flatMap(([name, value]): [string, string][] => (typeof value === "string" ? [[name, value]] : [])),
  };
}

/** Forms that a request brought and that were not saved. */
const unsavedForms = new WeakMap<AppContext, KeptForm>();

/** Notes that a form was not saved, so that whatever page answers this request gives it back. */
export function keepForm(context: AppContext, request: Request, form: FormData): void {
  unsavedForms.set(context, formAsTyped(request, form));
}

/** Whether this request brought a form that was not saved. */
export const keepsForm = (context: AppContext): boolean => unsavedForms.has(context);

/** Where the page cannot even be loaded, the error page keeps the form that was not saved. */
export async function keepingWhatWasTyped<T>(context: AppContext, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const kept = unsavedForms.get(context);
    const failure = failurePageOf(error);
    if (kept && failure && (failure.status >= 500 || failure.page.logOut))
      throw data({ ...failure.page, kept }, { status: failure.status });
    throw error;
  }
}

/**
 * A failure of a save that leaves the user on the page: the status to answer with, and what the upstream said of single
 * fields. It is logged, for a form that was not saved is worth knowing of.
 * @param what names the form in the log
 * @throws the error itself where the page cannot be shown any more, such as for an assessment that is gone
 */
export function failedSave(context: AppContext, what: string, error: unknown): { status: number; errors: Record<string, string[]> } {
  const failure = error instanceof UpstreamError ? error : undefined;
  const page = failurePageOf(error);
  if (!failure && (page === undefined || page.status < 500)) throw error;
  log("error", `${what} not saved`, { requestId: context.requestId, status: failure?.status ?? page?.status });
  const errors: Record<string, string[]> = {};
  for (const { path, message } of failure?.detail.errors ?? []) errors[path] = [...(errors[path] ?? []), message];
  return { status: failure?.status === 422 ? 400 : 502, errors };
}

/** The designed page that a load threw, with its status. */
function failurePageOf(error: unknown): { page: FailurePage; status: number } | undefined {
  const { type, data: page, init } = (error ?? {}) as Partial<ReturnType<typeof data<FailurePage>>>;
  return type === "DataWithResponseInit" && page && "next" in page ? { page, status: init?.status ?? 500 } : undefined;
}
