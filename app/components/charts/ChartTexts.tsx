import { type ChartText, lineHeight } from "~/components/charts/geometry";
import { INK, MUTED_INK } from "~/components/charts/palette";

/** The names and axis figures of a chart as SVG text. */
export function ChartTexts({ texts }: { texts: readonly ChartText[] }) {
  return (
    <g>
      {texts.map(({ x, y, anchor, size, lines, muted }) => (
        <text
          key={`${x} ${y}`}
          className={muted ? "chart-figure" : "chart-name"}
          x={x}
          y={y}
          textAnchor={anchor}
          fontSize={size}
          fill={muted ? MUTED_INK : INK}
        >
          {lines.map((line, index) => (
            <tspan key={line} x={x} dy={index === 0 ? 0 : lineHeight(size)}>
              {line}
            </tspan>
          ))}
        </text>
      ))}
    </g>
  );
}
