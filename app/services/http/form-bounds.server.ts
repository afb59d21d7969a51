/**
 * The limits of a posted form. Its bytes are checked in one pass before anything is parsed, because parsing and nesting a hostile form can
 * cost many times its size.
 */

/** Fields of one form. The product's largest form has about 120; a large questionnaire could have 500. */
export const FIELDS_MAX = 1000;
/** Characters of a field's name, decoded. */
export const NAME_LENGTH_MAX = 200;
/** Levels of a name: `answers[3].note` has three. */
export const NAME_DEPTH_MAX = 5;
/** Places in all lists that the names of a form imply: `a[7]` makes a list of eight. */
export const PLACES_MAX = 2 * FIELDS_MAX;
/** Spaces of one form, each a `+`. Node's parser is slowest on them: a megabyte takes 0.2 s. */
export const SPACES_MAX = 250_000;

/** What is wrong with a form: it holds more than any of our forms, or no browser would send it. */
export type FormFault = "too much" | "malformed";

/** Browsers send only these characters in a form's body and encode all others as `%…`. */
const FOREIGN = /[^!#$%&(-;=?-~]/;
const NAME = /^[\w:-]+(?:\.[\w-]+|\[\d{0,3}\])*$/;
/** Names that would reach into the prototype of objects. */
const INHERITED = /(?:^|\.)(?:__proto__|prototype|constructor)(?:$|[.[])/;
const PLUS = 43;

/**
 * Checks a form's body, `application/x-www-form-urlencoded`, before it is parsed. The caller limits its size.
 * @param body one character for each byte
 * @returns what is wrong with it; undefined when it can be parsed
 */
export function faultOfForm(body: string): FormFault | undefined {
  if (FOREIGN.test(body)) return "malformed";
  if (spacesIn(body) > SPACES_MAX) return "too much";
  const names = namesIn(body);
  if (names === undefined) return "too much";
  for (const name of names) {
    const fault = faultOfName(name);
    if (fault) return fault;
  }
  return placesIn(names) > PLACES_MAX ? "too much" : undefined;
}

function spacesIn(body: string): number {
  let spaces = 0;
  for (let at = 0; at < body.length; at += 1) if (body.charCodeAt(at) === PLUS) spaces += 1;
  return spaces;
}

/** The decoded names of the fields; undefined when there are too many. Long names are cut, but remain too long. */
function namesIn(body: string): string[] | undefined {
  const names: string[] = [];
  let fields = 0;
  for (let [from, end] = [0, 0]; from < body.length; from = end + 1) {
    fields += 1;
    if (fields > FIELDS_MAX) return undefined;
    const ampersand = body.indexOf("&", from);
    end = ampersand < 0 ? body.length : ampersand;
    // A character takes up to three when it is encoded.
    const start = body.slice(from, Math.min(end, from + 3 * NAME_LENGTH_MAX + 1));
    const equals = start.indexOf("=");
    // Two ampersands in a row enclose no field.
    if (start !== "") names.push(decodeName(equals < 0 ? start : start.slice(0, equals)));
  }
  return names;
}

/** Decodes a name. A broken encoding is left as it is, and then refused as a name. */
function decodeName(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function faultOfName(name: string): FormFault | undefined {
  if (name.length > NAME_LENGTH_MAX || name.split(/[.[]/).length > NAME_DEPTH_MAX) return "too much";
  return NAME.test(name) && !INHERITED.test(name) ? undefined : "malformed";
}

/** The number of places in all lists that the names imply. */
function placesIn(names: readonly string[]): number {
  const lists = new Map<string, number>();
  for (const name of names)
    for (const { index, 1: place } of name.matchAll(/\[(\d+)\]/g)) {
      const list = name.slice(0, index);
      lists.set(list, Math.max(lists.get(list) ?? 0, Number(place) + 1));
    }
  return [...lists.values()].reduce((sum, places) => sum + places, 0);
}
