/**
 * The order in which styles win, whatever their selectors weigh, as a PostCSS plugin: a style sheet is in the layer of the place where it lies.
 * Radix Themes is above what elements look like by themselves and below everything of ours, so that nothing has to be said twice to win.
 */
import type { UserConfig } from "vite";

type PostcssOptions = Exclude<NonNullable<NonNullable<UserConfig["css"]>["postcss"]>, string>;
type Plugin = Extract<NonNullable<PostcssOptions["plugins"]>[number], { postcssPlugin: string }>;

/** From the weakest to the strongest. */
export const LAYERS = ["reset", "radix", "base", "components", "screens"] as const;

/** The first that fits counts. A page of paper and typefaces are in no layer. */
const PLACES: readonly (readonly [RegExp, (typeof LAYERS)[number]])[] = [
  [/@radix-ui\/themes\//, "radix"],
  [/\/app\/styles\/reset\.css$/, "reset"],
  [/\/app\/styles\/base\.css$/, "base"],
  [/\/app\/styles\/(layout|parts|forms|tables|charts)\.css$/, "components"],
  [/\/app\/components\/(shell|forms|charts)\//, "components"],
  [/\/app\/(components|routes)\//, "screens"],
];

/** The layer of a style sheet by its path; undefined for what stays outside. */
export function layerOf(file: string): (typeof LAYERS)[number] | undefined {
  return PLACES.find(([place]) => place.test(file.replaceAll("\\", "/")))?.[1];
}

export function layers(): Plugin {
  return {
    postcssPlugin: "layers",
    OnceExit(root, { AtRule }) {
      const layer = layerOf(root.source?.input.file ?? "");
      if (!layer) return;
      const block = new AtRule({ name: "layer", params: layer });
      block.append(root.nodes);
      // Whichever sheet comes first, it says the order.
      root.append(new AtRule({ name: "layer", params: LAYERS.join(", ") }), block);
    },
  };
}
