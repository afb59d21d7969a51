/** What a button does about a person: the write, and the message about it on the page that follows (docs/rules/people.md#when-something-fails). */
import type { RequestContext } from "~/services/context.server";
import { Redirect } from "~/services/faults.server";
import { putOff } from "~/services/http/failures.server";
import { confirmed, OutcomeUnknown } from "~/services/upstream/lost-answers.server";
import { isUpstreamFault, type UpstreamFault } from "~/services/upstream/upstream.server";
import type { Flash } from "~/views/shell";

interface Deed {
  write(): Promise<unknown>;
  /** Reads whether it is done, after a failure. */
  isDone(): Promise<boolean>;
  success: Omit<Flash, "kind">;
  /** Says after a failure what is as it was, or what was done before; 'Nothing was changed.' without it. */
  unchanged?: string;
  /** Says that there is nobody, or nothing, to do it to any more. */
  gone: string;
  /** Where the page leads, whatever happens. */
  back: string;
  /** The same once it is done, if it is another page. */
  after?: string;
}

/**
 * Does something, and leaves a message about it.
 * @throws Redirect, always; SessionOver, NotPermitted
 */
export async function carryOut(
  { flash }: Pick<RequestContext, "flash">,
  { write, isDone, success, unchanged = "Nothing was changed.", gone, back, after }: Deed,
): Promise<never> {
  try {
    await confirmed(write, isDone);
  } catch (error) {
    if (!isUpstreamFault(error)) throw error;
    flash.leave({ kind: "error", ...failureIn(error, gone, unchanged) });
    throw new Redirect(error.status === 404 ? (after ?? back) : back);
  }
  flash.leave({ kind: "success", ...success });
  throw new Redirect(after ?? back);
}

function failureIn(fault: UpstreamFault, gone: string, unchanged: string): Omit<Flash, "kind"> {
  if (fault instanceof OutcomeUnknown)
    return { title: "Something went wrong", text: "It is not known whether it was done. Look at the page before you try again." };
  if (fault.status === 404) return { title: gone };
  if (fault.status === 412)
    return {
      title: "Nothing was changed yet: somebody else made a change meanwhile.",
      text: "Look at it, then do it again if you still want to.",
    };
  if (fault.status === 422 && fault.detail.title) return { title: fault.detail.title, text: unchanged };
  const later = putOff(fault);
  return { title: "Something went wrong, please try again", text: later ? `${unchanged} ${later.message}` : unchanged };
}

/** The version in a posted form; undefined for none. */
export function versionIn(form: FormData): number | undefined {
  const version = form.get("version");
  return typeof version === "string" && /^\d{1,9}$/.test(version) ? Number(version) : undefined;
}
