/**
 * The errors that services throw. The wrappers in `app/with-user.server.ts` turn each into a page and a status
 * (docs/rules/errors-and-retries.md). The upstream client adds two of its own: UpstreamFault and SessionOver.
 */
import { UpstreamFault } from "~/services/upstream/upstream.server";
import type { FailurePage, Flash } from "~/views/shell";

/** What was asked for. The texts of the error page depend on it. */
export type Subject = "assessment" | "organization" | "result" | "dashboard";

/** The upstream failed to give something that the screen needs (docs/rules/errors-and-retries.md#loading-an-assessment). */
export class LoadFailure extends Error {
  override name = "LoadFailure";
  constructor(
    readonly subject: Subject,
    readonly fault: UpstreamFault,
  ) {
    super(`${subject}: ${fault.message}`);
  }
}

/** The address, or the thing that it names, does not exist. Without a page of its own, the general 404 page is shown. */
export class NotFound extends Error {
  override name = "NotFound";
  constructor(readonly page?: FailurePage) {
    super(page?.title);
  }
}

/** The account has no right to see or do this. */
export class Forbidden extends Error {
  override name = "Forbidden";
  constructor(readonly page: FailurePage) {
    super(page.title);
  }
}

/** The account asks more often than one person does (docs/rules/rights.md#quotas). */
export class TooManyRequests extends Error {
  override name = "TooManyRequests";
  constructor(readonly page: FailurePage) {
    super(page.title);
  }
}

/** A sheet, or a page of it, cannot be used as asked (docs/rules/voices.md#the-sheet). */
export class SheetUnavailable extends Error {
  override name = "SheetUnavailable";
  constructor(
    readonly status: 401 | 404 | 409,
    readonly page: FailurePage,
  ) {
    super(page.title);
  }
}

/** Somebody was signed in just now, and the browser has not kept the cookie (docs/rules/sign-in-and-session.md#without-cookies). */
export class NoCookies extends Error {
  override name = "NoCookies";
}

/** The screen that follows a change cannot be shown. A dialog tells what came of the change. */
export class ScreenUnavailable extends Error {
  override name = "ScreenUnavailable";
  readonly page: FailurePage;
  /** @param href where the dialog leads */
  constructor(title: string, description: string, href: string) {
    super(title);
    this.page = { title, description, next: { href, label: "Continue" }, modal: true };
  }
}

/** The request holds something that our own pages never send. */
export class BadRequest extends Error {
  override name = "BadRequest";
}

/** The request is answered with a redirect. */
export class Redirect extends Error {
  override name = "Redirect";
  /**
   * @param to path and query, or an address outside the product
   * @param why a message for the next page, where the reader would wonder
   */
  constructor(
    readonly to: string,
    readonly why?: Flash,
  ) {
    super(to);
  }
}

/** Waits for something that the screen needs. @throws LoadFailure instead of UpstreamFault */
export async function loadFor<T>(subject: Subject, load: Promise<T>): Promise<T> {
  try {
    return await load;
  } catch (error) {
    throw error instanceof UpstreamFault ? new LoadFailure(subject, error) : error;
  }
}
