/**
 * What makes a catalogue fit for use, beyond its schema: that nothing is missing, that texts differ, and that they read as they should.
 * Each check returns its faults as lines that name file and place, so that an author can mend them; an empty list is a pass.
 */
import { COMPONENTS, CRITERION_LEVELS, DIMENSIONS, PRACTICES } from "#model/itil/catalogue.ts";
import { LEVELS, MODEL_INTEGRATION_CODE, P3M3_SCOPES, PERSPECTIVES, THREADS } from "#model/p3m3/catalogue.ts";
import { type CatalogueText, type TextKind, textsOf, whereIs } from "./catalogue-texts.ts";
import { type ItilPackContent, isP3M3Pack, type P3M3PackContent, type PackContent, type PracticeText } from "./pack.ts";
import { nearestPairs } from "./similarity.ts";

/** Every fault that the checks below find in a pack. Spelling and level words are checked only in British English packs. */
export function qualityFaults(content: PackContent): string[] {
  const texts = textsOf(content);
  return [
    ...completenessFaults(content),
    ...lengthFaults(texts),
    ...formFaults(texts),
    ...placeholderFaults(texts),
    ...similarityFaults(texts),
    ...openingFaults(texts),
    ...(content.heading.language === "en-GB" ? [...spellingFaults(texts), ...progressionFaults(texts)] : []),
  ];
}

/** What a pack lacks: perspectives, threads, levels, scopes, diagnostics, practices, criteria, dimensions, component texts. */
export function completenessFaults(content: PackContent): string[] {
  return isP3M3Pack(content) ? p3m3Gaps(content) : itilGaps(content);
}

const MIN_DIAGNOSTICS = 2;

function p3m3Gaps({ heading, perspectives }: P3M3PackContent): string[] {
  const faults = [...codeFaults("threads", heading.threads, THREADS), ...codeFaults("perspectives", heading.perspectives, PERSPECTIVES)];
  for (const { code: perspective } of PERSPECTIVES) {
    const threads = perspectives[perspective];
    if (!threads) {
      faults.push(`${perspective}.json: is missing`);
      continue;
    }
    for (const { code: thread } of THREADS)
      for (const level of LEVELS) {
        const texts = threads[thread]?.[String(level)];
        for (const scope of P3M3_SCOPES) {
          if (scope === "Project" && thread === MODEL_INTEGRATION_CODE) continue;
          const cell = texts?.[scope];
          const where = `${perspective}.json: threads.${thread}.${level}.${scope}`;
          if (!cell) faults.push(`${where}: is missing`);
          else if (cell.diagnostics.length < MIN_DIAGNOSTICS)
            faults.push(`${where}: has ${cell.diagnostics.length} diagnostics, at least ${MIN_DIAGNOSTICS} are needed`);
        }
      }
  }
  return faults;
}

function codeFaults(list: string, texts: readonly { code: string }[], known: readonly { code: string }[]): string[] {
  return known.flatMap(({ code }) => {
    const count = texts.filter((text) => text.code === code).length;
    return count === 1 ? [] : [`pack.json: ${list}: ${code} is there ${count} times, once is needed`];
  });
}

const MIN_CRITERIA = 8;
const MIN_FACTORS = 2;
const MAX_FACTORS = 5;
/** From this level on all four dimensions must be looked at; most criteria stand here, where a practice becomes an agreed one. */
const DEFINED_LEVEL = 3;

function itilGaps({ heading, practices }: ItilPackContent): string[] {
  const faults = codeFaults("components", heading.components, COMPONENTS);
  heading.components.forEach(({ code, options, levels }, index) => {
    for (const [name, list] of [["options", options] as const, ["levels", levels] as const])
      if (list?.some(({ level }, position) => level !== LEVELS[position]))
        faults.push(`pack.json: components.${index}.${name}: ${code} needs the levels 1 to 5 in this order`);
  });
  for (const { code } of PRACTICES) {
    const practice = practices[code];
    if (!practice) faults.push(`${code}.json: is missing`);
    else faults.push(...practiceGaps(practice).map((fault) => `${code}.json: ${fault}`));
  }
  return faults;
}

function practiceGaps({ practice, psfs, criteria }: PracticeText): string[] {
  const faults: string[] = [];
  if (psfs.length < MIN_FACTORS || psfs.length > MAX_FACTORS)
    faults.push(`psfs: there are ${psfs.length}, ${MIN_FACTORS} to ${MAX_FACTORS} are needed`);
  psfs.forEach(({ code }, index) => {
    if (code !== `${practice}${index + 1}`) faults.push(`psfs.${index}.code: ${code} should be ${practice}${index + 1}`);
    if (!criteria.some(({ psf }) => psf === code)) faults.push(`psfs.${index}: no criterion is about ${code}`);
  });
  if (criteria.length < MIN_CRITERIA) faults.push(`criteria: there are ${criteria.length}, at least ${MIN_CRITERIA} are needed`);
  const countAt = (level: number) => criteria.filter((criterion) => criterion.level === level).length;
  for (const level of CRITERION_LEVELS) {
    if (countAt(level) === 0) faults.push(`criteria: none at level ${level}`);
    if (level !== DEFINED_LEVEL && countAt(level) >= countAt(DEFINED_LEVEL))
      faults.push(
        `criteria: ${countAt(level)} at level ${level} and ${countAt(DEFINED_LEVEL)} at level ${DEFINED_LEVEL}, which needs the most`,
      );
  }
  for (const { code } of DIMENSIONS)
    if (!criteria.some(({ level, dimension }) => level === DEFINED_LEVEL && dimension === code))
      faults.push(`criteria: none of dimension ${code} at level ${DEFINED_LEVEL}`);
  return faults;
}

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
    const found = PLACEHOLDER.exec(text.text) ?? (text.kind === "trade mark" ? null : BRAND.exec(text.text));
    return found ? [`${whereIs(text)}: contains "${found[0]}"`] : [];
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

/**
 * From this similarity on (see nearestPairs), two texts of a kind count as nearly equal. The same frame around other nouns reaches 0.5
 * and more, independent texts on neighbouring subjects stay below 0.3. Diagnostics are short, so that a few common words weigh more.
 */
export const NEARLY_EQUAL: Readonly<Partial<Record<TextKind, number>>> = {
  statement: 0.3,
  criterion: 0.3,
  option: 0.3,
  hint: 0.5,
  diagnostic: 0.7,
};

/** Texts that are equal, or nearly so; diagnostics only within one scope, since what is checked may be the same in another. */
export function similarityFaults(texts: readonly CatalogueText[]): string[] {
  return Object.entries(NEARLY_EQUAL).flatMap(([kind, bound]) => {
    const ofKind = texts.filter((text) => text.kind === kind);
    const groups = kind === "diagnostic" ? P3M3_SCOPES.map((scope) => ofKind.filter((text) => text.scope === scope)) : [ofKind];
    return groups
      .flatMap((group) => nearestPairs(group, bound))
      .map(({ first, second, similarity }) => {
        const likeness = first.text === second.text ? "the same as" : `nearly the same (${similarity.toFixed(2)}) as`;
        return `${whereIs(second)}: is ${likeness} ${whereIs(first)}`;
      });
  });
}

/** More statements of one level and scope than this may not begin with the same three words. */
export const MOST_WITH_ONE_OPENING = 8;

/** Three-word openings that too many statements or criteria of one level and scope share. */
export function openingFaults(texts: readonly CatalogueText[]): string[] {
  const openings = new Map<string, CatalogueText[]>();
  for (const text of texts) {
    if (text.kind !== "statement" && text.kind !== "criterion") continue;
    const words = text.text.toLowerCase().match(/[\p{L}\p{N}'-]+/gu) ?? [];
    const key = `${text.scope ?? ""}/${text.level}/${words.slice(0, 3).join(" ")}`;
    openings.set(key, [...(openings.get(key) ?? []), text]);
  }
  return [...openings].flatMap(([key, sharers]) =>
    sharers.length > MOST_WITH_ONE_OPENING && sharers[0]
      ? [`${whereIs(sharers[0])}: ${sharers.length} statements of this level begin with "${key.split("/")[2]}"`]
      : [],
  );
}

/** A level's own vocabulary. What a level asks for shows in its words; these are the ones that a reader would look for. */
const WORDS = {
  /** A minimum: the work is done by some, or now and then. */
  minimum:
    /\b(?:at (?:the very )?least (?:some|a few|part|occasionally)|some (?:programmes|projects|(?:programme|project) managers|executives|sponsors)|one or more|now and then|from time to time|on (?:some |one )?occasion)\b/i,
  /** Management by figures. */
  measuring:
    /\b(?:measur\w+|figures?|trend\w*|forecast\w*|predict\w*|thresholds?|ratios?|rates?|ratings?|scor(?:es?|ed|ing|ecards?)|per ?cent\w*|percentages?|statistic\w*|targets?|limits?|tolerances?|simulat\w+|model(?:s|led|ling)?|plot(?:s|ted)|chart(?:s|ed)|counts?|counted|numbers?|index|indices|probabilit\w+|likelihood|confidence|dashboards?|averages?|norms?|quantif\w+|quantitative|band|variance|errors?|accuracy|calculated|share of|days|hours|error|track(?:s|ed))\b/i,
  /** Statistical control, which nobody can ask of a practice that is not even agreed yet. */
  statistics:
    /\b(?:trend\w*|thresholds?|statistic\w*|simulat\w+|control limits?|benchmark\w*|probabilit\w+|correlat\w+|dashboards?|calibrat\w+|indicators?)\b/i,
  /** Deliberate improvement of the way of working. */
  improving:
    /\b(?:trial\w*|tried|try|tests?|tested|pilot\w*|experiment\w*|compar\w+|redesign\w*|revis\w+|improv\w+|chang(?:e|es|ed|ing)|alter\w*|rework\w*|reshap\w+|adjust\w*|adopt\w*|renew\w*|rewrit\w+|refin\w+|replac\w+|drop(?:s|ped)?|sharpe\w+|recalibrat\w+|simplif\w+|amend\w*|learn\w*|gains?|sav(?:ed|ings?)|shrunk|shrink\w*|fall(?:en|ing|s)?|grow(?:n|s|ing)?|better|fewer|sooner|short(?:er|en\w*)|lower\w*|reduc\w+|remov\w+|ahead)\b/i,
};

/** Words that may not stand at a level, statement by statement. */
const OUT_OF_PLACE: readonly { levels: readonly number[]; words: RegExp; why: string }[] = [
  { levels: [1, 2], words: WORDS.statistics, why: "asks for statistical control" },
  { levels: [4, 5], words: WORDS.minimum, why: "settles for a minimum" },
];

/** Shares of statements with a level's own words, between 0 and 1: what each level must reach, or may not pass. */
const SHARES: readonly { level: number; words: keyof typeof WORDS; least?: number; most?: number }[] = [
  { level: 1, words: "measuring", most: 0.2 },
  { level: 2, words: "measuring", most: 0.35 },
  { level: 4, words: "measuring", least: 0.85 },
  { level: 5, words: "improving", least: 0.75 },
];

/**
 * Levels whose words do not fit them: figures that govern the work before there is an agreed way of working, minimums that are no longer
 * enough, level 4 without measures, level 5 without improvement.
 */
export function progressionFaults(texts: readonly CatalogueText[]): string[] {
  const statements = texts.filter(({ kind }) => kind === "statement" || kind === "criterion");
  const misplaced = statements.flatMap((text) =>
    OUT_OF_PLACE.flatMap(({ levels, words, why }) => {
      const found = levels.includes(text.level ?? 0) && words.exec(text.text);
      return found ? [`${whereIs(text)}: ${why} at level ${text.level} ("${found[0]}")`] : [];
    }),
  );
  const scopes = [...new Set(statements.map(({ scope }) => scope))];
  const shares = scopes.flatMap((scope) =>
    SHARES.flatMap(({ level, words, least = 0, most = 1 }) => {
      const ofLevel = statements.filter((text) => text.scope === scope && text.level === level);
      const share = ofLevel.filter(({ text }) => WORDS[words].test(text)).length / ofLevel.length;
      const fits = ofLevel.length === 0 || (share >= least && share <= most);
      const percent = (part: number) => `${Math.round(part * 100)} per cent`;
      return fits
        ? []
        : [
            `${scope ? `${scope} statements` : "Criteria"} of level ${level}: ${percent(share)} have words of ${words}, ${least > 0 ? `at least ${percent(least)}` : `at most ${percent(most)}`} should`,
          ];
    }),
  );
  return [...misplaced, ...shares];
}
