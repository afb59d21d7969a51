/** A result as the result screen and print show it. */
import { cutText } from "~/services/results/files/picture-content.server";
import type { ActionAbout } from "~/views/action-links";
import { type Cell, exhibitsOf, type PageResult, type Result, type ResultSection, withoutReport } from "~/views/result";

/**
 * UTF-16 units of all sentences on a page together, about eighty printed pages. The page is rendered while other requests wait, and its
 * content is sent twice, as HTML and as data.
 */
const SENTENCES_MAX = 200_000;

/**
 * The result without the parts for the Excel file. If its notes are too long together, the longest are cut to an equal length
 * (docs/rules/results-and-files.md#very-long-notes).
 * @param addAction the address of the form of an action about a finding; undefined for whoever may not add one
 */
export function pageResult({ sheets: _sheets, ...whole }: Result, addAction?: (about: ActionAbout) => string): PageResult {
  const result = withoutReport(whole);
  const lengths = exhibitsOf(result).flatMap((exhibit) => {
    if (exhibit.kind !== "table") return [];
    const wide = exhibit.rows.flatMap((row) => row.filter((_, index) => exhibit.columns[index]?.wide).map(({ text }) => text.length));
    return [...wide, exhibit.note?.length ?? 0];
  });
  const most = fairShare(lengths, SENTENCES_MAX);
  const change = ({ begins, ...cell }: Cell, isWide: boolean): Cell => ({
    ...cell,
    ...(isWide ? { text: cutText(cell.text, most) } : {}),
    ...(begins && addAction ? { act: addAction(begins) } : {}),
  });
  return { ...result, sections: result.sections.map((section) => changeSection(section, most, change)) };
}

/** The largest share that each may have so that all together stay within what is available; infinite when everybody gets all they want. */
export function fairShare(wanted: readonly number[], available: number): number {
  let left = available;
  const ascending = wanted.toSorted((a, b) => a - b);
  for (const [index, each] of ascending.entries()) {
    const share = Math.floor(left / (ascending.length - index));
    if (each > share) return share;
    left -= each;
  }
  return Number.POSITIVE_INFINITY;
}

/** A section with each cell of its tables changed, and with notes of at most so many units. */
function changeSection(section: ResultSection, most: number, change: (cell: Cell, isWide: boolean) => Cell): ResultSection {
  const exhibits = section.exhibits.map((exhibit) => {
    if (exhibit.kind !== "table") return exhibit;
    const { columns, note } = exhibit;
    const rows = exhibit.rows.map((row) => row.map((cell, index) => change(cell, columns[index]?.wide === true)));
    return { ...exhibit, rows, ...(note === undefined ? {} : { note: cutText(note, most) }) };
  });
  return { ...section, exhibits };
}
