import { z } from "zod";
import type { CookieJar } from "~/services/http/cookies.server";
import { seal, unseal } from "~/services/session/sealing.server";

const LIFETIME = 12 * 60 * 60;
const COOKIE = "sheet";

/** A sheet, and the bearer token that opens it. */
const opened = z.object({ sheet: z.string(), token: z.string() });

/**
 * The sheet that is open in this browser (docs/rules/voices.md#links): a sealed cookie of the voice's own pages. It ends with its token, or after
 * twelve hours. Idling does not end it.
 */
export class OpenSheet {
  #current: z.output<typeof opened> | undefined;

  /** @param cookies of the voice's own pages */
  constructor(private readonly cookies: CookieJar) {}

  /** The sheet; undefined where none is open, and on all other pages. */
  get current(): z.output<typeof opened> | undefined {
    return this.#current;
  }

  /** Reads which sheet is open. */
  async restore(): Promise<void> {
    this.#current = await unseal("sheet", opened, this.cookies.find(COOKIE));
  }

  /** Opens a sheet in this browser, in place of the one that may be open. @param expiry of the token, epoch seconds */
  async open({ sheet, token, expiry }: { sheet: string; token: string; expiry: number }): Promise<void> {
    const seconds = Math.max(0, Math.min(LIFETIME, expiry - Math.floor(Date.now() / 1000)));
    this.#current = { sheet, token };
    this.cookies.set(COOKIE, await seal("sheet", this.#current, seconds), { maxAge: seconds });
  }

  /** Closes a sheet in this browser, if it is the one that is open. */
  close(sheet: string): void {
    if (this.#current?.sheet !== sheet) return;
    this.#current = undefined;
    this.cookies.clear(COOKIE);
  }

  /** Whether a 401 means that the sheet is not open any more: always, because a voice lacks no right on its own sheet. */
  async isOver(): Promise<boolean> {
    return true;
  }
}
