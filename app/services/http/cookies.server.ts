/** The cookies of one request: the only place that reads and writes them. */
import { parseCookie, stringifySetCookie } from "cookie";

/**
 * The cookies that the browser sent, and those to be set. A new value can be read at once. Values are written when the response's
 * headers are sent, so that redirects, resource routes and data requests carry them alike.
 */
export class CookieJar {
  readonly #values: Record<string, string | undefined>;
  readonly #pending = new Map<string, string>();
  readonly #secure: boolean;
  readonly #path: string;
  /**
   * The prefix of all names on the wire. Browsers take a cookie with `__Host-` only from this very host, over https. One of an area cannot have
   * it, because it is not for all paths.
   */
  readonly #prefix: string;

  /**
   * @param header of the request
   * @param secure whether people use the product over https
   * @param area a folder of the site with cookies of its own: no other page gets them, and its pages read no others
   */
  constructor(header: unknown, secure: boolean, area?: string) {
    this.#secure = secure;
    this.#path = `/${area ?? ""}`;
    this.#prefix = area === undefined ? (secure ? "__Host-" : "") : `${secure ? "__Secure-" : ""}${area}-`;
    const sent = Object.entries(parseCookie(typeof header === "string" ? header : ""));
    this.#values = Object.fromEntries(
      sent.flatMap(([name, value]) => (name.startsWith(this.#prefix) ? [[name.slice(this.#prefix.length), value]] : [])),
    );
  }

  /** The value of a cookie; undefined when it is missing or empty. */
  find(name: string): string | undefined {
    return this.#values[name] || undefined;
  }

  /** The names of the cookies that have a value. */
  names(): string[] {
    return Object.keys(this.#values).filter((name) => this.#values[name]);
  }

  /** Sets a cookie. @param maxAge in seconds; without it the cookie ends with the browser's session */
  set(name: string, value: string, { maxAge }: { maxAge?: number } = {}): void {
    this.#values[name] = value;
    const attributes = { path: this.#path, httpOnly: true, sameSite: "lax", secure: this.#secure } as const;
    this.#pending.set(
      name,
      stringifySetCookie({ name: `${this.#prefix}${name}`, value, ...attributes, ...(maxAge === undefined ? {} : { maxAge }) }),
    );
  }

  /** Deletes a cookie that the browser has. */
  clear(name: string): void {
    if (this.#values[name] === undefined) return;
    this.set(name, "", { maxAge: 0 });
    delete this.#values[name];
  }

  /** Sends nothing about a cookie after all, so that the browser keeps the value it has. */
  leave(name: string): void {
    this.#pending.delete(name);
  }

  /** The values of `Set-Cookie`. */
  headers(): string[] {
    return [...this.#pending.values()];
  }
}
