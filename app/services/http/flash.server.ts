/** A message for the next page, kept in a cookie for a minute and shown once. */
import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { CookieJar } from "~/services/http/cookies.server";
import { sameSitePath } from "~/views/paths";
import type { Flash } from "~/views/shell";

const COOKIE = "flash";
const SECONDS = 60;

/** A browser may hold anything under the name of the cookie. A link that leads elsewhere is left out. */
const message = z
  .object({
    id: z.string(),
    kind: z.enum(["success", "error", "info"]),
    title: z.string(),
    text: z.string().optional(),
    further: z.string().optional(),
    link: z.object({ href: z.string(), label: z.string() }).optional(),
    modal: z.boolean().optional(),
  })
  .transform(({ link, ...others }): Flash => {
    const href = sameSitePath(link?.href);
    return href === undefined || !link ? others : { ...others, link: { ...link, href } };
  });

/** What a cookie holds; undefined where it is no message. */
function read(kept: string | undefined): Flash | undefined {
  if (!kept) return undefined;
  try {
    return message.safeParse(JSON.parse(Buffer.from(kept, "base64url").toString("utf8"))).data;
  } catch {
    return undefined;
  }
}

/** The message of one request: the one that came with it, or the one for the next page. */
export class FlashMessages {
  /** The one that came with the request. */
  readonly #arrived: Flash | undefined;
  #left: { kind: Flash["kind"]; value: string } | undefined;

  constructor(private readonly cookies: CookieJar) {
    this.#arrived = read(cookies.find(COOKIE));
  }

  /** Leaves a message for the next page. */
  leave(message: Flash): void {
    const value = Buffer.from(JSON.stringify({ ...message, id: randomUUID().slice(0, 8) })).toString("base64url");
    this.#left = { kind: message.kind, value };
    this.cookies.set(COOKIE, value, { maxAge: SECONDS });
  }

  /** The message that the previous request left. Only the first call gets it. */
  take(): Flash | undefined {
    const kept = this.cookies.find(COOKIE);
    if (!kept) return undefined;
    this.cookies.clear(COOKIE);
    return read(kept);
  }

  /**
   * Keeps the message for the next response, because this one shows no page. Loaders of one page run beside each other: the frame may take
   * what the screen has just left, or take an older message after that. Of two messages an error is kept, else the newer one.
   */
  putBack(): void {
    const isNewerKept = this.#arrived?.kind !== "error" || this.#left?.kind === "error";
    if (this.#left && isNewerKept) this.cookies.set(COOKIE, this.#left.value, { maxAge: SECONDS });
    else this.cookies.leave(COOKIE);
  }
}
