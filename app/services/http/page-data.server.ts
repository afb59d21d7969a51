/** The data that a page's script starts with (docs/decisions/0065-pages-as-texts.md). */

/** What Remix escapes in the same way: characters that would end a script. */
const ESCAPES: Readonly<Record<string, string>> = {
  "&": "\\u0026",
  "<": "\\u003c",
  ">": "\\u003e",
  "\u2028": "\\u2028",
  "\u2029": "\\u2029",
};
const inScript = (text: string) => JSON.stringify(text).replace(/[&<>\u2028\u2029]/g, (character) => ESCAPES[character] ?? "");

const END = "</body></html>";

/**
 * Adds the data to a page, at the end of its body. Remix writes them after the end of the document, which is no valid HTML.
 * @param data of all loaders, as a text that may hold anything
 * @throws RangeError when the page has another end
 */
export function withData(html: string, data: string, nonce: string): string {
  if (!html.endsWith(END)) throw new RangeError("A page ends with its body.");
  const script = `const { streamController } = window.__remixContext; streamController.enqueue(${inScript(data)}); streamController.close();`;
  return `${html.slice(0, -END.length)}<script nonce="${nonce}">{ ${script} }</script>${END}`;
}
