/** Tells a browser that keeps no cookies from one that comes too late (docs/rules/sign-in-and-session.md#without-cookies). */
import { Redirect } from "~/services/faults.server";
import type { CookieJar } from "~/services/http/cookies.server";

/** The part of an address that says when its cookie was set, in epoch seconds. */
const MARK = "cookie";
/** A later visit tells nothing: a cookie ends. */
const SECONDS = 60;
const now = () => Math.floor(Date.now() / 1000);

export class CookieCheck {
  readonly #hasCookies: boolean;

  /** @param cookies as they came */
  constructor(cookies: CookieJar) {
    this.#hasCookies = cookies.names().length > 0;
  }

  /** The address to lead to with a cookie that was just set. It is marked for a browser that has sent no cookie yet. */
  leadTo(path: string): string {
    return this.#hasCookies ? path : `${path}?${MARK}=${now()}`;
  }

  /**
   * Whether this request should have come with the cookie that was just set, and came without any.
   * @throws Redirect for the address without its mark, once it has served
   */
  isRefused({ url }: Request): boolean {
    const { pathname, searchParams } = new URL(url);
    const mark = searchParams.get(MARK);
    if (mark === null) return false;
    if (this.#hasCookies) throw new Redirect(pathname.replace(/\.data$/, ""));
    return Math.abs(now() - Number(mark)) <= SECONDS;
  }
}
