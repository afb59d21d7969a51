/** Markup of a page that is rendered beside it, because the part needs no script (docs/decisions/0051-page-weight-and-files.md). */
export class PageMarkup {
  readonly #asData: boolean;
  #kept: string | undefined;

  /** @param path of the request, with its query; single fetch asks for `….data` */
  constructor(path: string) {
    this.#asData = /^[^?]*\.data(\?|$)/.test(path);
  }

  /**
   * Takes the markup of a part.
   * @returns what the loader sends as data: the markup for a client navigation, nothing for a page that holds it as HTML
   */
  give(html: string): string | undefined {
    if (this.#asData) return html;
    this.#kept = html;
    return undefined;
  }

  /** The markup for the page that is rendered now. */
  get kept(): string | undefined {
    return this.#kept;
  }
}
