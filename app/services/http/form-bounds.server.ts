/**
 * What a posted form may hold. It is looked at as it arrives, in one pass over its bytes and before anything is parsed: parsing,
 * nesting and giving back cost a multiple of what is sent, looking does not.
 */

/** Fields of one form. The largest form of the product has some hundred and twenty, its largest questionnaire may have five hundred. */
export const FIELDS_MAX = 1000;
/** Characters of a field's name, as it is meant and not as it is encoded. */
export const NAME_LENGTH_MAX = 200;
/** Levels of a name: `answers[3].note` has three. */
export const NAME_DEPTH_MAX = 5;
/** Places in all lists that the names of a form speak of: `a[7]` makes a list of eight. */
export const PLACES_MAX = 2 * FIELDS_MAX;
/** Spaces of one form, each a `+`. Node's parser takes longer for one than for any other character: for a megabyte of them 0.2 s. */
export const SPACES_MAX = 250_000;

/** What is wrong with a form: more than any form has, or something that no form of a browser is. */
export type FormFault = "too much" | "malformed";

/** Everything that browsers put into a form's body; what else is typed they write as `%…`. */
const FOREIGN = /[^!#$%&(-;=?-~]/;
const NAME = /^[\w:-]+(?:\.[\w-]+|\[\d{0,3}\])*$/;
/** Names that would lead to what all objects have in common. */
const INHERITED = /(?:^|\.)(?:__proto__|prototype|constructor)(?:$|[.[])/;
const PLUS = 43;

/**
 * Looks at a form's body, `application/x-www-form-urlencoded`. Values are bounded by the size of the body, which the caller bounds.
 * @param body one character for each byte
 * @returns undefined where the form can be parsed
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

/** The names of the fields, decoded; undefined where there are too many. Of one that is too long there is enough to see it. */
function namesIn(body: string): string[] | undefined {
  const names: string[] = [];
  let fields = 0;
  for (let [from, end] = [0, 0]; from < body.length; from = end + 1) {
    fields += 1;
    if (fields > FIELDS_MAX) return undefined;
    const ampersand = body.indexOf("&", from);
    end = ampersand < 0 ? body.length : ampersand;
    // Encoded, a character of a name takes up to three.
    const start = body.slice(from, Math.min(end, from + 3 * NAME_LENGTH_MAX + 1));
    const equals = start.indexOf("=");
    // Where nothing stands between two ampersands there is no field.
    if (start !== "") names.push(decodeName(equals < 0 ? start : start.slice(0, equals)));
  }
  return names;
}

/** A name as it is meant. What is no proper encoding stays as it is, and is then no name either. */
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

/** How many places all lists have together that the names speak of. */
function placesIn(names: readonly string[]): number {
  const lists = new Map<string, number>();
  for (const name of names)
    for (const { index, 1: place } of name.matchAll(/\[(\d+)\]/g)) {
      const list = name.slice(0, index);
      lists.set(list, Math.max(lists.get(list) ?? 0, Number(place) + 1));
    }
  return [...lists.values()].reduce((sum, places) => sum + places, 0);
}
