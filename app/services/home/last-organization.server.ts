/** The organization opened last on this device (docs/rules/navigation-and-home.md#last-opened-organization). */
import type { CookieJar } from "~/services/http/cookies.server";

const COOKIE = "organization";
const A_YEAR = 365 * 24 * 60 * 60;

/** The cookie that remembers it, for one request. */
export class LastOrganization {
  constructor(private readonly cookies: CookieJar) {}

  /** The id of the organization; undefined when none is remembered. */
  find(): string | undefined {
    return this.cookies.find(COOKIE);
  }

  /** Remembers an organization. @param organizationId undefined when none is open any more */
  set(organizationId: string | undefined): void {
    if (organizationId === this.find()) return;
    if (organizationId === undefined) this.cookies.clear(COOKIE);
    else this.cookies.set(COOKIE, organizationId, { maxAge: A_YEAR });
  }
}
