import type { ComponentProps } from "react";
import { cutTo } from "#model/words.ts";
import type { LineLeft } from "~/views/understood";

/** Characters of a pasted line that is shown. */
export const LINE_SHOWN = 120;

interface LineReasonsProps extends ComponentProps<"ul"> {
  lines: readonly LineLeft[];
  /** How many characters of each line are shown. */
  shown?: number;
}

/** Pasted lines that were not taken, each with its reason. */
export const LineReasons = ({ lines, shown = LINE_SHOWN, ...list }: LineReasonsProps) => (
  <ul {...list}>
    {lines.map(({ line, why }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be the same, and the list never changes
      <li key={index}>{`‘${cutTo(line, shown)}’: ${why}`}</li>
    ))}
  </ul>
);
