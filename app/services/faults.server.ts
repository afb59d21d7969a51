/**
 * What keeps a service from giving what it was asked for, in the product's own terms. `answer.server.ts` turns each into a page with
 * its status (docs/rules/errors-and-retries.md). Beside these there are the client's own: UpstreamFault and SessionOver.
 */
import { UpstreamFault } from "~/services/upstream/upstream.server";
import type { FailurePage } from "~/views/shell";

/** What was asked for: the texts of the error tables differ by it. */
export type Subject = "assessment" | "organization" | "result" | "dashboard";

/** Something that a screen cannot do without did not arrive. */
export class LoadFailed extends Error {
  override name = "LoadFailed";
  constructor(
    readonly subject: Subject,
    readonly fault: UpstreamFault,
  ) {
    super(`${subject}: ${fault.message}`);
  }
}

/** There is no such thing. Without a page of its own it is the general one. */
export class NotFound extends Error {
  override name = "NotFound";
  constructor(readonly page?: FailurePage) {
    super(page?.title);
  }
}

/** The account may not have or do this. */
export class Refused extends Error {
  override name = "Refused";
  constructor(readonly page: FailurePage) {
    super(page.title);
  }
}

/** No page of ours sends this. */
export class BadRequest extends Error {
  override name = "BadRequest";
}

/** What was asked for is at another address of this site, or was left for one. */
export class Elsewhere extends Error {
  override name = "Elsewhere";
  /** @param to path and query */
  constructor(readonly to: string) {
    super(to);
  }
}

/** Awaits what a screen cannot do without. @throws LoadFailed */
export async function loadFor<T>(subject: Subject, load: Promise<T>): Promise<T> {
  try {
    return await load;
  } catch (error) {
    throw error instanceof UpstreamFault ? new LoadFailed(subject, error) : error;
  }
}
