/**
 * 'Your other organizations': how a result compares with the team's other clients. It is shown on screen alone, so it is no part of the
 * report that files are made from (docs/rules/benchmark.md#your-other-organizations).
 */
import { OTHERS_NEEDED, othersMessage, shownMeans } from "#model/p3m3/other-organizations.ts";
import { ABOUT_DIFFERENCES } from "~/services/results/blocks/cells.server";
import { tableOf } from "~/services/results/blocks/columns.server";
import { section } from "~/services/results/blocks/section.server";
import type { OthersComparison } from "~/services/results/sections/p3m3/benchmark.server";
import {
  type OthersScore,
  othersColumns,
  PERSPECTIVE,
  type Perspective,
  YOUR_SCORE,
} from "~/services/results/sections/p3m3/perspectives.server";
import type { ResultSection } from "~/views/result";

const TITLE = "Your other organizations";
const { mean, difference, organizations } = othersColumns("others");
const COLUMNS = [PERSPECTIVE, YOUR_SCORE, { ...mean, title: "Their mean" }, difference];

type ComparedPerspective = Pick<Perspective, "id" | "name" | "decimal"> & { others?: OthersScore | undefined };

interface OthersContext {
  perspectives: readonly Perspective[];
  /** On screen alone. */
  others: OthersComparison | undefined;
}

/**
 * The section of the screen, where somebody has asked for it: a table of the perspectives with the means of the team's other
 * organizations, or why there is none.
 */
export function othersSections({ perspectives, others }: OthersContext): ResultSection[] {
  if (!others?.on) return [];
  const show = (text: string[], rows: readonly ComparedPerspective[] = []) => {
    // The text tells how many there are. If they differ between perspectives, a column tells.
    const counted = new Set(rows.flatMap((row) => row.others?.sampleSize ?? [])).size > 1;
    const columns = [...COLUMNS, ...(counted ? [organizations] : [])];
    const tables = rows.length > 0 ? [tableOf({ id: ID, title: TITLE, columns, rows, hint: ABOUT_DIFFERENCES })] : [];
    return [section(ID, TITLE, text, tables, { onScreenOnly: true })];
  };
  if (others.failed) return show(["They could not be compared just now. The result itself is complete."]);
  if (!others.answer) return show(["The service does not tell how your other organizations score."]);
  const means = shownMeans(others.answer.perspectivesAndScores);
  const all = others.answer.organizations;
  const missing = othersMessage(all);
  if (missing !== undefined) return show([missing]);
  if (means.length === 0)
    return show([`No perspective of this assessment was assessed in ${OTHERS_NEEDED} of your ${all} other organizations.`]);
  const rows = perspectives.map(({ id, name, decimal }) => ({
    id,
    name,
    decimal,
    others: means.find((each) => each.perspectiveId === id),
  }));
  const partly = rows.some((row) => !row.others)
    ? [`A perspective has a mean only where at least ${OTHERS_NEEDED} of them have assessed it.`]
    : [];
  return show(
    [
      [
        `Compared with the ${all} other organizations of your team, by the latest completed assessment of each in the same scope.`,
        ...partly,
      ].join(" "),
      "Only your team sees this, on screen alone: it is neither printed nor in any file, and it is not part of the benchmark.",
    ],
    rows,
  );
}

const ID = "other-organizations";
