/** Mail domains that may be misspelt (docs/rules/pasted-lines.md#the-page-between). */

/** The last parts of domains that people mean when they exchange a letter. */
const WELL_KNOWN = ["com", "org", "net", "edu", "gov", "info", "example", "invalid", "localhost", "test"] as const;
/** Those that exist too, although they are one letter from one of these. */
const ALSO_THERE = new Set(["bom", "cam", "mom", "ong", "bet", "nec", "new", "pet", "vet", "got", "gop", "mov", "best", "rest"]);

/** Whether one letter was added, left out or replaced, or two that stand side by side were exchanged. */
export function isOneEditAway(one: string, other: string): boolean {
  if (one === other || Math.abs(one.length - other.length) > 1) return false;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  let begin = 0;
  while (begin < short.length && short[begin] === long[begin]) begin += 1;
  let end = 0;
  while (end < short.length - begin && short[short.length - 1 - end] === long[long.length - 1 - end]) end += 1;
  // How many letters differ, between those that both begin and end with.
  const differing = long.length - begin - end;
  if (differing < 2) return true;
  return differing === 2 && short.length === long.length && short[begin] === long[begin + 1] && short[begin + 1] === long[begin];
}

const lastPart = (domain: string) => domain.slice(domain.lastIndexOf(".") + 1);

/** The well-known last part that a domain's own is nearly, such as `example` for `exmaple`; undefined without one. */
export function meantLastPart(domain: string): string | undefined {
  const last = lastPart(domain);
  const isThere = ALSO_THERE.has(last) || WELL_KNOWN.some((each) => each === last);
  // Short ones with a letter more or less exist, such as 'co' and 'eu'.
  return isThere ? undefined : WELL_KNOWN.find((each) => isOneEditAway(last, each) && (each.length > 5 || each.length === last.length));
}
