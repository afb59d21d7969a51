import { INK, MUTED_INK, PAPER } from "~/components/charts/palette";
import { type ChartText, lineHeight } from "~/views/charts/chart";

/** Keeps lines away from a text that they pass behind. */
const HALO = { stroke: PAPER, strokeWidth: 4, strokeLinejoin: "round", paintOrder: "stroke" } as const;

/** What most of some values are. */
function commonOf<T>(values: readonly T[]): T | undefined {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0];
}

/** The names and axis figures of a chart as SVG text. Attributes that most of them share are written once. */
export function ChartTexts({ texts }: { texts: readonly ChartText[] }) {
  const usual = { anchor: commonOf(texts.map(({ anchor }) => anchor)), size: commonOf(texts.map(({ size }) => size)) };
  return (
    <g className="chart-name" fill={INK} textAnchor={usual.anchor} fontSize={usual.size}>
      {texts.map(({ x, y, anchor, size, lines, muted, halo }) => (
        <text
          key={`${x} ${y}`}
          className={[muted && "chart-figure", halo && "chart-halo"].filter(Boolean).join(" ") || undefined}
          x={x}
          y={y}
          textAnchor={anchor === usual.anchor ? undefined : anchor}
          fontSize={size === usual.size ? undefined : size}
          fill={muted ? MUTED_INK : undefined}
          {...(halo ? HALO : {})}
        >
          {lines.length === 1
            ? lines[0]
            : lines.map((line, index) => (
                <tspan key={line} x={x} dy={index === 0 ? 0 : lineHeight(size)}>
                  {line}
                </tspan>
              ))}
        </text>
      ))}
    </g>
  );
}
