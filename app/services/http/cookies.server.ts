/** The cookies of one request: the only place that reads and writes them. */
import { parseCookie, stringifySetCookie } from "cookie";

/**
 * What the browser sent, and what is to be set. New values are read back at once. They are written when the response's headers are
 * sent, so that redirects, resource routes and data requests carry them alike.
 */
export class CookieJar {
  readonly #values: Record<string, string | undefined>;
  readonly #pending = new Map<string, string>();
  readonly #secure: boolean;

  /**
   * @param header of the request
   * @param secure whether people use the product over https
   */
  constructor(header: unknown, secure: boolean) {
    this.#values = { ...parseCookie(typeof header === "string" ? header : "") };
    this.#secure = secure;
  }

  /** The value of a cookie, undefined where there is none or an empty one. */
  find(name: string): string | undefined {
    return this.#values[name] || undefined;
  }

  names(): string[] {
    return Object.keys(this.#values).filter((name) => this.#values[name]);
  }

  /** @param maxAge in seconds; without it the cookie ends with the browser's session */
  set(name: string, value: string, { maxAge }: { maxAge?: number } = {}): void {
    this.#values[name] = value;
    const attributes = { path: "/", httpOnly: true, sameSite: "lax", secure: this.#secure } as const;
    this.#pending.set(name, stringifySetCookie({ name, value, ...attributes, ...(maxAge === undefined ? {} : { maxAge }) }));
  }

  clear(name: string): void {
    if (this.#values[name] === undefined) return;
    this.set(name, "", { maxAge: 0 });
    delete this.#values[name];
  }

  /** Takes back what was to be set or cleared: the browser keeps what it has. */
  leave(name: string): void {
    this.#pending.delete(name);
  }

  /** The values of `Set-Cookie`. */
  headers(): string[] {
    return [...this.#pending.values()];
  }
}
