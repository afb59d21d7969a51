/**
 * Markup of a page's parts that is rendered apart from the page, because the part needs no script
 * (docs/decisions/0015-results.md).
 */
export class PageMarkup {
  readonly #asData: boolean;
  /** The markup for the page that is rendered now. */
  kept: string | undefined;

  /** @param path of the request, with its query; single fetch asks for `….data` */
  constructor(path: string) {
    this.#asData = /^[^?]*\.data(\?|$)/.test(path);
  }

  /** @returns what the loader sends as data: the markup for a client navigation, nothing for a page that holds it as HTML */
  give(html: string): string | undefined {
    if (this.#asData) return html;
    this.kept = html;
    return undefined;
  }
}
