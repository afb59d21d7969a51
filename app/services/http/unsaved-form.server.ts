/** What somebody typed is never lost: whatever page answers a form that was not saved gives it back, to be sent again. */
import { LoadFailed } from "~/services/faults.server";
import { failureOf, isSessionOver } from "~/services/http/failures.server";
import { log } from "~/services/http/log.server";
import { UpstreamFault } from "~/services/upstream/upstream.server";
import type { KeptForm } from "~/views/shell";

/** The form that a request brought. */
export class UnsavedForm {
  #arrived: Request | undefined;
  #kept: KeptForm | undefined;

  /** Takes a copy of a request that brings a form. */
  arrive(request: Request): void {
    this.#arrived = request.clone();
  }

  /** The form as it was typed, to be given back should the session turn out to be over; undefined where none came along. */
  async asTyped(): Promise<KeptForm | undefined> {
    return this.#arrived && formAsTyped(this.#arrived, await this.#arrived.clone().formData());
  }

  /** Notes that the form is not saved, so that whatever page answers this request gives it back. */
  keep(form: FormData): void {
    if (this.#arrived) this.#kept = formAsTyped(this.#arrived, form);
  }

  /** The form, where it is not saved. */
  get kept(): KeptForm | undefined {
    return this.#kept;
  }
}

/** A posted form as it can be sent again: where it was going, and what was in it. */
function formAsTyped({ url }: Request, form: FormData): KeptForm {
  const { pathname, search } = new URL(url);
  return {
    action: `${pathname.replace(/\.data$/, "")}${search.replace(/([?&])_routes=[^&]*/, "")}`,
    fields: [...form].flatMap(([name, value]): [string, string][] => (typeof value === "string" ? [[name, value]] : [])),
  };
}

/**
 * A failure of a save that leaves the user on the page: the status to answer with, and what the upstream said of single
 * fields. It is logged, for a form that was not saved is worth knowing of.
 * @param what names the form in the log
 * @throws the error itself where the page cannot be shown any more, such as for an assessment that is gone or a session that is over
 */
export function failedSave(requestId: string, what: string, error: unknown): { status: number; errors: Record<string, string[]> } {
  if (isSessionOver(error)) throw error;
  const fault = error instanceof UpstreamFault ? error : undefined;
  const loading = error instanceof LoadFailed ? failureOf(error) : undefined;
  if (!fault && (loading === undefined || loading.status < 500)) throw error;
  log("error", `${what} not saved`, { requestId, status: fault?.status ?? loading?.status });
  const errors: Record<string, string[]> = {};
  for (const { path, message } of fault?.detail.errors ?? []) errors[path] = [...(errors[path] ?? []), message];
  return { status: fault?.status === 422 ? 400 : 502, errors };
}
