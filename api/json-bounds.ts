/**
 * How much the JSON of a call may hold (docs/upstream-contract.md#transport). The text is checked before it is parsed, because a
 * megabyte of brackets takes half a second to parse, and a schema reports every wrong entry.
 */

/** The most objects, lists and entries, taken together. A call with five hundred answers has half as many. */
export const VALUES_MAX = 5_000;
/** The most objects and lists inside one another. The deepest call, which saves a scope, has three. */
export const DEPTH_MAX = 10;

const [QUOTE, BACKSLASH, COMMA] = [34, 92, 44];
const isOpening = (code: number) => code === 91 || code === 123;
const isClosing = (code: number) => code === 93 || code === 125;

/** True when a text, JSON or not, holds more values than any call takes, or deeper ones. */
export function exceedsJsonBounds(text: string): boolean {
  let [values, depth] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (isClosing(code)) depth -= 1;
    else if (code === COMMA) values += 1;
    else if (isOpening(code)) {
      values += 1;
      depth += 1;
    }
    if (values > VALUES_MAX || depth > DEPTH_MAX) return true;
  }
  return false;
}

/** Where the string that begins at `start` ends: at its closing quotation mark, or with the text. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at;
}
