/** Gives a form back that was not saved, so that nothing typed is lost (docs/rules/errors-and-retries.md#nothing-typed-is-lost). */

import { LoadFailure } from "~/services/faults.server";
import { failureOf, isSessionOver, putOff } from "~/services/http/failures.server";
import { keepForm } from "~/services/http/form-copy.server";
import { log } from "~/services/http/log.server";
import { readForm } from "~/services/http/posted.server";
import { messagesByField } from "~/services/http/submission.server";
import { isUpstreamFault, UpstreamFault } from "~/services/upstream/upstream.server";
import type { KeptForm } from "~/views/shell";

/** The form that came with a request. */
export class UnsavedForm {
  #arrived: Request | undefined;
  /** The form, if it is to be given back. */
  kept: KeptForm | undefined;

  /** Keeps a copy of a request that has a form, before its body is read. */
  arrive(request: Request): void {
    this.#arrived = request.clone();
  }

  /** The form as it was typed, for a page about a session that is over; undefined when the request had none. */
  async asTyped(): Promise<KeptForm | undefined> {
    return this.#arrived && formAsTyped(this.#arrived, await readForm(this.#arrived.clone()));
  }

  /** From now on, whatever page answers this request gives the form back. */
  keep(form: FormData): void {
    if (this.#arrived) this.kept = formAsTyped(this.#arrived, form);
  }

  /** The form was saved: no page gives it back. */
  forget(): void {
    this.kept = undefined;
  }

  /** The form may have been saved: nobody knows. */
  doubt(): void {
    if (this.kept) this.kept.mayBeSaved = true;
  }
}

/** A posted form as it can be sent again: where it was going, and what was in it. */
function formAsTyped({ url }: Request, form: FormData): KeptForm {
  const { pathname, search } = new URL(url);
  return keepForm(
    `${pathname.replace(/\.data$/, "")}${search.replace(/([?&])_routes=[^&]*/, "")}`,
    [...form].flatMap(([name, value]): [string, string][] => (typeof value === "string" ? [[name, value]] : [])),
  );
}

interface FailedSave {
  status: number;
  errors: Record<string, string[]>;
  /** What to do, where trying again at once cannot help; it follows the form's own alert. */
  advice?: string;
}

/**
 * Turns the failure of a save into a reply on the same page, and logs it.
 * @param what names the form in the log
 * @returns the status to answer with, the upstream's messages by field, and what to say after the form's own alert
 * @throws the error itself when the page cannot be shown any more: the session is over, or the assessment is gone
 */
export function failedSave(requestId: string, what: string, error: unknown): FailedSave {
  if (isSessionOver(error)) throw error;
  const fault = error instanceof UpstreamFault ? error : undefined;
  const loading = error instanceof LoadFailure ? failureOf(error) : undefined;
  if (!fault && (loading === undefined || loading.status < 500)) throw error;
  log("error", `${what} not saved`, { requestId, status: fault?.status ?? loading?.status });
  const errors = messagesByField(fault?.detail.errors ?? []);
  // Trying again at once would fail again, so the form says what to wait for (docs/rules/rights.md#quotas).
  const late = fault && putOff(fault);
  if (late) return { status: late.isFull ? 507 : 429, errors, advice: late.message };
  return { status: fault?.status === 422 ? 400 : 502, errors };
}

/**
 * The same for a form whose alert is one of its messages. A refusal that concerns no field says why itself, such as that there is no room.
 * @param alert the form's own, for any other failure
 * @throws as `failedSave`
 */
export function failedForm(
  requestId: string,
  what: string,
  error: unknown,
  alert = "Something went wrong, please try again",
): Omit<FailedSave, "advice"> & { messages: string[] } {
  const { status, errors, advice } = failedSave(requestId, what, error);
  const refusal = isUpstreamFault(error) && error.status === 422 && Object.keys(errors).length === 0 ? error.detail.title : undefined;
  return { status, errors, messages: refusal ? [refusal] : [alert, ...(advice ? [advice] : [])] };
}
