/** How far two assessors agree who rated the same statements from the same evidence (docs/content.md#trials). */
import { type Agreement, agreementOf } from "#model/agreement.ts";

/** One row of a filled rating sheet. */
export interface RatedStatement {
  /** The place of the statement, the same in every sheet of a pack: `Project BM-PL-3` or `INM-3.2`. */
  id: string;
  level: number;
  /** The perspective, or the group that a practice belongs to. */
  area: string;
  /** The thread or practice. */
  part: string;
  statement: string;
  /** Undefined where the assessor left it open. */
  rating: string | undefined;
  isHard: boolean;
  /** Whether the assessor would not say the sentence aloud to a client, or had to read it twice. */
  isOdd: boolean;
  reason: string;
}

/** A row that both assessors rated. */
export interface Pair {
  first: RatedStatement & { rating: string };
  second: RatedStatement & { rating: string };
}

/** How far two assessors agree on some statements. */
export interface TrialAgreement extends Agreement {
  /** How many of them both marked as hard to rate. */
  hardForBoth: number;
  /** How many of them both, and either, marked as odd. */
  oddForBoth: number;
  oddForEither: number;
}

const trialAgreementOf = (pairs: readonly Pair[]): TrialAgreement => ({
  ...agreementOf(pairs.map(({ first, second }) => [first.rating, second.rating])),
  hardForBoth: pairs.filter(isHardForBoth).length,
  oddForBoth: pairs.filter(isOddForBoth).length,
  oddForEither: pairs.filter(isOddForEither).length,
});

const isHardForBoth = ({ first, second }: Pair) => first.isHard && second.isHard;
const isOddForBoth = ({ first, second }: Pair) => first.isOdd && second.isOdd;
const isOddForEither = ({ first, second }: Pair) => first.isOdd || second.isOdd;

/** The figures of a trial. */
export interface TrialFigures {
  overall: TrialAgreement;
  byLevel: Map<string, TrialAgreement>;
  byArea: Map<string, TrialAgreement>;
  byPart: Map<string, TrialAgreement>;
  hardForBoth: Pair[];
  oddForEither: Pair[];
  disagreements: Pair[];
  /** Ids that one of the two left open. */
  open: string[];
}

/**
 * Evaluates the two filled sheets of a trial.
 * @throws TrialError when the sheets are not about the same statements
 */
export function figuresOf(first: readonly RatedStatement[], second: readonly RatedStatement[]): TrialFigures {
  const seconds = new Map(second.map((row) => [row.id, row]));
  const firstIds = new Set(first.map(({ id }) => id));
  const faults = [
    ...second.filter(({ id }) => !firstIds.has(id)).map(({ id }) => `${id} is in the second sheet only`),
    ...first.flatMap(({ id, statement }) => {
      const other = seconds.get(id);
      if (!other) return [`${id} is in the first sheet only`];
      return other.statement === statement ? [] : [`${id} has another statement in the second sheet`];
    }),
  ];
  if (faults.length > 0) throw new TrialError(faults);
  const rows = first.flatMap((row) => {
    const other = seconds.get(row.id);
    return other ? [{ first: row, second: other }] : [];
  });
  const pairs = rows.filter((row): row is Pair => row.first.rating !== undefined && row.second.rating !== undefined);
  const by = (keyOf: (row: RatedStatement) => string) => {
    const keys = [...new Set(first.map(keyOf))];
    return new Map(keys.map((key) => [key, trialAgreementOf(pairs.filter((pair) => keyOf(pair.first) === key))]));
  };
  return {
    overall: trialAgreementOf(pairs),
    byLevel: by(({ level }) => `Level ${level}`),
    byArea: by(({ area }) => area),
    byPart: by(({ part }) => part),
    hardForBoth: pairs.filter(isHardForBoth),
    oddForEither: pairs.filter(isOddForEither),
    disagreements: pairs.filter((pair) => pair.first.rating !== pair.second.rating),
    open: rows.filter((row) => row.first.rating === undefined || row.second.rating === undefined).map((row) => row.first.id),
  };
}

/** Sheets cannot be read or compared. Each fault says where. */
export class TrialError extends Error {
  override name = "TrialError";
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(`The rating sheets have faults:\n${faults.join("\n")}`);
    this.faults = faults;
  }
}
