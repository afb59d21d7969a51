/**
 * Markup of a page's parts that is rendered apart from the page, because the part needs no script
 * (docs/decisions/0015-results.md).
 */
export class PageMarkup {
  readonly #asData: boolean;
  readonly #kept: Record<string, string> = {};

  /** @param path of the request, with its query; single fetch asks for `….data` */
  constructor(path: string) {
    this.#asData = /^[^?]*\.data(\?|$)/.test(path);
  }

  /**
   * Takes the markup of a part.
   * @param id of the element that shows it
   * @returns what the loader sends as data: the markup for a client navigation, nothing for a page that holds it as HTML
   */
  give(id: string, html: string): string | undefined {
    if (this.#asData) return html;
    this.#kept[id] = html;
    return undefined;
  }

  /** The markup for the page that is rendered now, by the ids of its elements. */
  get kept(): Readonly<Record<string, string>> {
    return this.#kept;
  }
}
