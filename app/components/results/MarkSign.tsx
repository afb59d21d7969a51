import { MARKS } from "~/components/charts/palette";
import type { CellMark } from "~/views/report";

/** The symbol of a mark, the same on the page and in images: a full, half, empty or dashed circle, a plus, a cross. */
export function MarkSign({ mark, size, color = "currentColor" }: { mark: CellMark; size: number; color?: string }) {
  const stroke = { stroke: color, strokeWidth: 1.75, fill: "none" };
  const signs = {
    full: <circle cx="8" cy="8" r="6" {...stroke} fill={color} />,
    half: [<circle key="ring" cx="8" cy="8" r="6" {...stroke} />, <path key="half" d="M8 2A6 6 0 0 0 8 14Z" fill={color} />],
    empty: <circle cx="8" cy="8" r="6" {...stroke} />,
    dashed: <circle cx="8" cy="8" r="6" {...stroke} strokeDasharray="2.2 2.51" />,
    plus: <path d="M8 2.5V13.5M2.5 8H13.5" {...stroke} />,
    cross: <path d="M3.5 3.5L12.5 12.5M12.5 3.5L3.5 12.5" {...stroke} />,
  };
  return (
    <svg width={size} height={size} viewBox="0 0 16 16" aria-hidden="true">
      {signs[MARKS[mark].sign]}
    </svg>
  );
}
