/** Which other levels a change answered or opened, in words for somebody who cannot see all of the screen. */
import { listed } from "../words.ts";
import type { Answers, Gate } from "./gate.ts";

const levelsOf = (of: readonly { level: number | undefined }[]) => [...new Set(of.flatMap(({ level }) => level ?? []))];
const inWords = (levels: readonly number[]) =>
  `${levels.length === 1 ? "Level" : "Levels"} ${listed(levels)} ${levels.length === 1 ? "is" : "are"}`;

/**
 * Says which levels a change answered too, and which it opened (docs/rules/gate.md#nothing-is-cleared-silently).
 * @returns such as 'Levels 1 and 2 are Fully too. Level 4 is open.'; '' where it did neither
 * @throws RangeError for answers that may not be stored
 */
export function newsInWords({ effects, open }: Pick<Gate, "effects" | "open">, before: Answers, after: Answers): string {
  const implied = levelsOf(effects(before, after).filter(({ kind }) => kind === "implied"));
  const wasOpen = levelsOf(open(before).filter((each) => each.open));
  const opened = levelsOf(open(after).filter((each) => each.open)).filter((level) => !wasOpen.includes(level) && !implied.includes(level));
  return [
    ...(implied.length > 0 ? [`${inWords(implied)} Fully too.`] : []),
    ...(opened.length > 0 ? [`${inWords(opened)} open.`] : []),
  ].join(" ");
}
