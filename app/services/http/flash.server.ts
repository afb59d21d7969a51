/** A message for the next page, kept in a cookie for a minute and shown once. */
import { randomUUID } from "node:crypto";
import type { CookieJar } from "~/services/http/cookies.server";
import { sameSitePath } from "~/views/paths";
import type { Flash } from "~/views/shell";

const COOKIE = "flash";
const SECONDS = 60;

/** The message of one request: the one that came with it, or the one for the next page. */
export class FlashMessages {
  readonly #cookies: CookieJar;
  #taken = false;

  constructor(cookies: CookieJar) {
    this.#cookies = cookies;
  }

  /** Leaves a message for the next page. */
  leave(message: Flash): void {
    this.#cookies.set(COOKIE, Buffer.from(JSON.stringify({ ...message, id: randomUUID().slice(0, 8) })).toString("base64url"), {
      maxAge: SECONDS,
    });
  }

  /** The message that the previous request left; it is given once. */
  take(): Flash | undefined {
    const kept = this.#cookies.find(COOKIE);
    if (!kept) return undefined;
    this.#cookies.clear(COOKIE);
    this.#taken = true;
    try {
      const { id, kind, title, text, link, modal } = JSON.parse(Buffer.from(kept, "base64url").toString("utf8"));
      const href = sameSitePath(link?.href);
      return { id, kind, title, text, modal, ...(href === undefined ? {} : { link: { href, label: String(link.label) } }) };
    } catch {
      return undefined;
    }
  }

  /** Keeps a message that was taken for the next response, because this one shows no page. */
  putBack(): void {
    if (this.#taken) this.#cookies.leave(COOKIE);
  }
}
