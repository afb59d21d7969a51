/** How somebody likes the questions screens, remembered in this browser (docs/rules/gate.md#keys, docs/rules/notes-and-diagnostics.md#diagnostics). */
import type { CookieJar } from "~/services/http/cookies.server";
import type { AnsweringChoices } from "~/views/answering";
import type { FieldReader } from "~/views/saving";

const A_YEAR = 365 * 24 * 60 * 60;

/** The choices of one request: a cookie each. */
export class Choices {
  constructor(private readonly cookies: CookieJar) {}

  get(): AnsweringChoices {
    const keys = this.cookies.find("keys");
    return {
      keys: keys === "on" || keys === "off" ? keys : undefined,
      diagnostics: this.cookies.find("diagnostics") === "open" ? "open" : undefined,
    };
  }

  /** Remembers what a form chooses; what it does not name stays as it is. */
  take(posted: FieldReader): void {
    const { keys, unfold } = { keys: posted("keys"), unfold: posted("unfold") };
    if (keys === "on" || keys === "off") this.cookies.set("keys", keys, { maxAge: A_YEAR });
    if (unfold === "open") this.cookies.set("diagnostics", unfold, { maxAge: A_YEAR });
    if (unfold === "marked") this.cookies.clear("diagnostics");
  }
}
