import { type ChartText, lineHeight } from "~/components/charts/geometry";
import { INK, MUTED_INK, PAPER } from "~/components/charts/palette";

/** Keeps lines away from a text that they pass behind. */
const HALO = { stroke: PAPER, strokeWidth: 4, strokeLinejoin: "round", paintOrder: "stroke" } as const;

/** The names and axis figures of a chart as SVG text. */
export function ChartTexts({ texts }: { texts: readonly ChartText[] }) {
  return (
    <g>
      {texts.map(({ x, y, anchor, size, lines, muted, halo }) => (
        <text
          key={`${x} ${y}`}
          className={`${muted ? "chart-figure" : "chart-name"} ${halo ? "chart-halo" : ""}`}
          x={x}
          y={y}
          textAnchor={anchor}
          fontSize={size}
          fill={muted ? MUTED_INK : INK}
          {...(halo ? HALO : {})}
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
