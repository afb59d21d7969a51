/** Checks that the words of a catalogue's statements fit the level they stand at. A fault is a line that names file and place. */
import { type CatalogueText, whereIs } from "./texts.ts";

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
      const match = levels.includes(text.level ?? 0) && words.exec(text.text);
      return match ? [`${whereIs(text)}: ${why} at level ${text.level} ("${match[0]}")`] : [];
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
