/** Where somebody saved last in each assessment, in this browser (docs/rules/navigation-and-home.md#where-start-and-continue-lead). */
import type { Id } from "#model/contract/common.ts";
import type { CookieJar } from "~/services/http/cookies.server";

const COOKIE = "places";
const KEPT_FOR = 90 * 24 * 60 * 60;
/** Assessments that one browser remembers; the one that was saved longest ago gives way. */
const PLACES_MAX = 20;
/** An assessment's id, and the codes of a perspective and thread, or of a practice or component. */
const PLACE = /^([\w.~-]{1,64}):([\w.~-]{1,32}(?:\/[\w.~-]{1,32})?)$/;

/**
 * The places of one request, the one that was saved last first. What is no place of ours is left out, and so are more than twenty, and
 * all that somebody else saved in this browser.
 */
export class LastPlaces {
  /** @param owners names for the signed-in person that give no identity away, the present one first; none for nobody */
  constructor(
    private readonly cookies: CookieJar,
    private readonly owners: () => readonly string[],
  ) {}

  /** The codes of the place in an assessment; undefined when none is remembered. They may be anybody's invention. */
  find(assessmentId: Id): string[] | undefined {
    return this.#places().get(String(assessmentId))?.split("/");
  }

  /** The assessments that have one, the one that was saved last first. */
  assessmentIds(): string[] {
    return [...this.#places().keys()];
  }

  /** Remembers a place. One whose codes no cookie could hold is not remembered. */
  remember(assessmentId: Id, codes: readonly string[]): void {
    const [owner] = this.owners();
    const id = String(assessmentId);
    const place = codes.join("/");
    if (owner === undefined || !PLACE.test(`${id}:${place}`)) return;
    const others = [...this.#places()].filter(([other]) => other !== id).slice(0, PLACES_MAX - 1);
    const value = [owner, ...[[id, place], ...others].map((each) => each.join(":"))].join(",");
    if (value !== this.cookies.find(COOKIE)) this.cookies.set(COOKIE, value, { maxAge: KEPT_FOR });
  }

  #places(): Map<string, string> {
    const [owner = "", ...places] = (this.cookies.find(COOKIE) ?? "").split(",");
    if (!this.owners().includes(owner)) return new Map();
    const entries = places.flatMap((each): [string, string][] => {
      const [, id, place] = PLACE.exec(each) ?? [];
      return id !== undefined && place !== undefined ? [[id, place]] : [];
    });
    return new Map(entries.slice(0, PLACES_MAX));
  }
}
