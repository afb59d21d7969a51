import { Fragment, type ReactNode } from "react";
import { MARKS } from "~/components/charts/palette";
import type { CellMark } from "~/views/result";

const SIGNS = ["full", "half", "empty", "dashed", "plus", "cross"] as const;

/** The lines of a sign in a square of 16: a full, half, empty or dashed circle, a plus, a cross. */
function shapeOf(sign: (typeof SIGNS)[number], color: string): ReactNode {
  const stroke = { stroke: color, strokeWidth: 1.75, fill: "none" };
  const ring = <circle cx="8" cy="8" r="6" {...stroke} />;
  if (sign === "full") return <circle cx="8" cy="8" r="6" {...stroke} fill={color} />;
  if (sign === "half") return [<Fragment key="ring">{ring}</Fragment>, <path key="half" d="M8 2A6 6 0 0 0 8 14Z" fill={color} />];
  if (sign === "empty") return ring;
  if (sign === "dashed") return <circle cx="8" cy="8" r="6" {...stroke} strokeDasharray="2.2 2.51" />;
  if (sign === "plus") return <path d="M8 2.5V13.5M2.5 8H13.5" {...stroke} />;
  return <path d="M3.5 3.5L12.5 12.5M12.5 3.5L3.5 12.5" {...stroke} />;
}

/** The symbol of a mark in an image. */
export function DrawnSign({ mark, size, color }: { mark: CellMark; size: number; color: string }) {
  return (
    <svg width={size} height={size} viewBox="0 0 16 16" aria-hidden="true">
      {shapeOf(MARKS[mark].sign, color)}
    </svg>
  );
}

/** The symbol of a mark on a page that has `SignShapes`. */
export function MarkSign({ mark }: { mark: CellMark }) {
  return (
    <svg aria-hidden="true">
      <use href={`#${MARKS[mark].sign}`} />
    </svg>
  );
}

/** The shapes of all signs, once for a page: hundreds of rows show them. */
export function SignShapes() {
  return (
    <svg className="visually-hidden" width="0" height="0" aria-hidden="true">
      {SIGNS.map((sign) => (
        <symbol key={sign} id={sign} viewBox="0 0 16 16">
          {shapeOf(sign, "currentColor")}
        </symbol>
      ))}
    </svg>
  );
}
