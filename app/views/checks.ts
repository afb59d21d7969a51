/** What contradicts itself or is missing, as screens list it (docs/rules/checks.md). */
export interface CheckView {
  /** Such as 'Without note: 3 of 10 answered threads'. */
  words: string;
  /** Where to look at it; undefined where the reader has no such screen. */
  to: string | undefined;
  /** It is about the list, not one of the checks. */
  isRemark?: boolean;
}
