import type { ReactNode } from "react";
import { Shapes } from "~/components/charts/Shapes";
import { type AnyChart, kindOf } from "~/views/charts/kinds";

/**
 * The entries of a chart's legend, in the order to show them; the same on the page and in images. A chart of one series needs none.
 * @param size of a symbol, in pixels or in the units of an image
 */
export const legendOf = (chart: AnyChart, size: { width: number; height: number }): { name: string; sign: ReactNode }[] =>
  kindOf(chart)
    .legend(chart)
    .map(({ name, sign }) => ({
      name,
      sign: (
        <svg {...size} viewBox="0 0 32 16" aria-hidden="true">
          <Shapes shapes={sign} />
        </svg>
      ),
    }));
