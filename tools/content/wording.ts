/** Checks each text of a catalogue by itself: length, form, placeholders, spelling. A fault is a line that names file and place. */
import { type CatalogueText, type TextKind, whereIs } from "./texts.ts";

/** Shortest and longest text of each kind, in characters: long enough to say something, short enough to read on a telephone. */
const LENGTHS: Readonly<Partial<Record<TextKind, readonly [number, number]>>> = {
  statement: [40, 330],
  criterion: [40, 280],
  option: [90, 330],
  diagnostic: [15, 170],
  hint: [50, 200],
  help: [60, 260],
  belongs: [60, 320],
  name: [10, 80],
};

/** Texts that are too short or too long for their kind. */
export function lengthFaults(texts: readonly CatalogueText[]): string[] {
  return texts.flatMap((text) => {
    const [least, most] = LENGTHS[text.kind] ?? [1, Number.POSITIVE_INFINITY];
    const { length } = text.text;
    return length >= least && length <= most
      ? []
      : [`${whereIs(text)}: has ${length} characters, a ${text.kind} needs ${least} to ${most}`];
  });
}

/** Names and titles stand without a full stop; diagnostics may be sentences or phrases; everything else is made of sentences. */
const WITHOUT_FULL_STOP: ReadonlySet<TextKind> = new Set(["name", "title"]);
const WITH_OR_WITHOUT: ReadonlySet<TextKind> = new Set(["diagnostic"]);
const MARKUP = /<[a-z/!][^>]*>|&(?:[a-z]+|#\d+);|\*\*|__|`|\]\(|^\s*(?:[#*-]|\d+\.)\s|[\n\r\t]/i;

/** Texts with mark-up, line breaks, double or outer blanks, doubled words, a small first letter, or a full stop missing or misplaced. */
export function formFaults(texts: readonly CatalogueText[]): string[] {
  return texts.flatMap((text) => {
    const say = (broken: boolean, fault: string) => (broken ? [`${whereIs(text)}: ${fault}`] : []);
    const words = text.text;
    const ends = WITHOUT_FULL_STOP.has(text.kind);
    const doubled = /\b(\p{L}+) \1\b/iu.exec(words);
    return [
      ...say(MARKUP.test(words), "contains mark-up or a line break"),
      ...say(words !== words.trim() || words.includes("  "), "has blanks too many"),
      ...say(doubled !== null, `says "${doubled?.[0]}"`),
      ...say(!/^[\p{Lu}\d]/u.test(words), "does not begin with a capital letter"),
      ...say(!WITH_OR_WITHOUT.has(text.kind) && words.endsWith(".") === ends, ends ? "ends in a full stop" : "does not end in a full stop"),
    ];
  });
}

const PLACEHOLDER = /\b(?:TODO|TBD|FIXME|XXX|lorem|ipsum|placeholder)\b|\.\.\.|…|[[\]{}<>]|\b(?:e\.g|i\.e)\.|\betc\b|\band\/or\b/i;
/** Published methods and products: a statement that names one would be about that one only. */
const BRAND =
  /\b(?:P3M3|P3O|ITIL|PRINCE2|MSP|AXELOS|PeopleCert|PMBOK|COBIT|CMMI|TOGAF|SAFe|Scrum|Kanban|Jira|ServiceNow|Excel|SharePoint)\b/;

/** Texts that still hold a placeholder, an abbreviation that says nothing ("etc."), or the name of a product or a published method. */
export function placeholderFaults(texts: readonly CatalogueText[]): string[] {
  return texts.flatMap((text) => {
    const match = PLACEHOLDER.exec(text.text) ?? (text.kind === "trade mark" ? null : BRAND.exec(text.text));
    return match ? [`${whereIs(text)}: contains "${match[0]}"`] : [];
  });
}

/** Words in -ise whose s belongs to them, and crises. All others take -ize here, as the Oxford dictionaries spell them. */
const TRUE_ISE = new Set(
  (
    "advertise advise apprise appraise arise bruise chastise circumcise clockwise comprise compromise concise crise cruise demise despise " +
    "devise disguise enterprise excise exercise expertise franchise guise improvise incise likewise merchandise noise otherwise paradise " +
    "poise practise praise precise premise promise raise revise rise supervise surprise televise treatise wise"
  ).split(" "),
);
const ISE = /\b(\p{L}*is)(?:e|es|ed|er|ers|ing|ation|ations)\b/giu;
const isTrueIse = (base: string) => TRUE_ISE.has(base) || TRUE_ISE.has(base.replace(/^(?:un|re|over)/, ""));

/** American forms, each with what British English has in its place. */
const AMERICAN: readonly (readonly [RegExp, string])[] = [
  [/\b(?:analy|paraly|cataly)z\w+/i, "-yse"],
  [/\b(?:behavior|color|favor|labor(?!at|io)|honor|harbor|humor|neighbor|rumor|endeavor)\w*/i, "-our"],
  [/\b(?:center|theater|fiber|caliber)(?:s|ed|ing)?\b/i, "-re"],
  [/\bprograms?\b/i, "-amme"],
  [/\b(?:catalog|dialog|analog)(?:s|ed|ing)?\b/i, "-ogue"],
  [/\b(?:defense|offense|pretense|license)s?\b/i, "-ence"],
  [/\b(?:model|label|cancel|travel|signal|channel|level|fuel|total|counsel|equal)(?:ed|ing|er|ers)\b/i, "two l"],
  [/\b(?:fulfill|enroll)(?:s|ment|ments)?\b|\binstallments?\b/i, "one l"],
  [/\b(?:judgment|acknowledgment)s?\b/i, "-gement"],
  [/\b(?:gray|aging|artifacts?|skeptic\w*|percent|gotten|maneuver\w*)\b/i, "the British form"],
];

/** Words not spelled as in British English with -ize, in all prose. */
export function spellingFaults(texts: readonly CatalogueText[]): string[] {
  return texts.flatMap((text) => {
    const fault = (word: string, form: string) => `${whereIs(text)}: "${word}" should be spelled with ${form}`;
    return [
      ...[...text.text.matchAll(ISE)].flatMap(([word, stem]) => (isTrueIse(`${stem?.toLowerCase()}e`) ? [] : [fault(word, "-ize")])),
      ...AMERICAN.flatMap(([pattern, form]) => (pattern.exec(text.text) ?? []).slice(0, 1).map((word) => fault(word, form))),
    ];
  });
}
