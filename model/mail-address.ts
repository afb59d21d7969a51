/**
 * E-mail addresses with an international domain (docs/rules/people.md#international-domains). The domain of such an address has two forms:
 * `müller.example`, which people write, and `xn--mller-kva.example`, which mail servers and some browsers write. The second is stored.
 */
import punycode from "punycode.js";

/** What a URL takes for more than a name of a host. */
const NO_HOST = /[/?#%@:\\]/;
const isPlain = (text: string) => /^\p{ASCII}*$/u.test(text);

/** A domain as mail servers write it; undefined when it has no such form. */
function asciiDomain(domain: string): string | undefined {
  if (isPlain(domain)) return domain.toLowerCase();
  if (NO_HOST.test(domain)) return undefined;
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return undefined;
  }
}

/** A domain as people write it, whatever its letters are; itself when nothing is encoded in it. @param ascii as mail servers write it */
function unicodeDomain(ascii: string): string {
  try {
    const domain = punycode.toUnicode(ascii);
    return asciiDomain(domain) === ascii ? domain : ascii;
  } catch {
    return ascii;
  }
}

/** The scripts of living languages. Those that one language mixes count as one. */
const SCRIPTS = [
  ...["Latin", "Greek", "Cyrillic", "Arabic", "Hebrew", "Armenian", "Georgian", "Ethiopic", "Thaana", "Tibetan"],
  ...["Devanagari", "Bengali", "Gurmukhi", "Gujarati", "Oriya", "Tamil", "Telugu", "Kannada", "Malayalam", "Sinhala"],
  ...["Thai", "Lao", "Myanmar", "Khmer", "Han Hiragana Katakana", "Han Hangul", "Han Bopomofo"],
].map((names) => new RegExp(`^[\\d.\\-${names.replaceAll(/(\w+) ?/g, "\\p{scx=$1}")}]+$`, "u"));

/** Puts another domain into an address. A text without one, such as 'removed person 5', stays as it is. */
function withDomain(address: string, change: (domain: string) => string): string {
  const at = address.lastIndexOf("@") + 1;
  return at === 0 ? address : address.slice(0, at) + change(address.slice(at));
}

/** An address as it is stored: in lower case, its domain as mail servers write it. */
export const storedAddress = (address: string): string => withDomain(address.toLowerCase(), (domain) => asciiDomain(domain) ?? domain);

/**
 * An address as people read it. Its domain is shown as people write it if it has letters of one script. Otherwise one letter could pass for
 * another, so the domain is shown as it is stored. The local part is not changed.
 */
export const shownAddress = (address: string): string =>
  withDomain(address, (domain) => {
    if (isPlain(domain) && !/xn--/i.test(domain)) return domain;
    const ascii = asciiDomain(domain);
    if (ascii === undefined) return domain;
    const shown = unicodeDomain(ascii);
    return SCRIPTS.some((script) => script.test(shown)) ? shown : ascii;
  });

/**
 * All forms of one address: as given, in lower case, then as it is stored, then as people write it, whatever its letters are; each once. An
 * address may be stored as it was typed, where two people have one address in two forms.
 */
export function formsOfAddress(address: string): string[] {
  const stored = storedAddress(address);
  return [...new Set([address.toLowerCase(), stored, withDomain(stored, unicodeDomain)])];
}

/** Whether two addresses are one, in whatever form. */
export const isSameAddress = (one: string, other: string): boolean => storedAddress(one) === storedAddress(other);
