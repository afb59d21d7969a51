/** How wide the columns of a table are in a document or on a slide. */
import type { ResultTable } from "~/views/result";

/** Share of the room that a name may take. */
const NAME = { few: 0.34, many: 0.2 };
/** Columns from which names get less. */
const MANY = 7;
const OTHER = 0.24;
/** Characters that a heading of figures may take before it is broken. */
const HEADING = 13;
const MARK = 12;
const PAD = 3;

/** The widths of the columns, which add up to the room. Figures and marks get what they need, names up to a third, sentences the rest. */
export function columnWidths({ columns, rows, total }: ResultTable, room: number, characters: number): number[] {
  const unit = room / characters;
  const natural = columns.map(({ title, kind }, index) => {
    const cells = [...rows, ...(total ? [total] : [])].map((row) => {
      const { text = "", aside = "" } = row[index] ?? {};
      if (kind === "mark") return Math.max(text.length, aside.length);
      return text.length + (aside ? aside.length + 2 : 0);
    });
    const longest = Math.max(0, ...cells);
    const heading =
      kind === "number" || kind === "mark"
        ? Math.max(...title.split(" ").map(({ length }) => length), Math.min(title.length, HEADING))
        : title.length;
    return (Math.max(longest, heading, kind === "mark" ? MARK : 0) + PAD) * unit;
  });
  const widths = columns.map(({ names, kind, wide }, index) => {
    const wish = natural[index] ?? 0;
    if (wide) return 0;
    return kind === "text" ? Math.min(wish, room * (names ? (columns.length >= MANY ? NAME.many : NAME.few) : OTHER)) : wish;
  });
  const taken = widths.reduce((sum, width) => sum + width, 0);
  const growing = columns.findIndex(({ wide }) => wide);
  if (growing !== -1 && taken < room * 0.75) {
    const shares = columns.filter(({ wide }) => wide).length;
    return widths.map((width, index) => (columns[index]?.wide ? (room - taken) / shares : width));
  }
  const all = widths.map((width) => width || room / 4);
  const sum = all.reduce((total, width) => total + width, 0);
  return all.map((width) => (width * room) / sum);
}
