/**
 * The points that a chart's drawing shows, read from its SVG: its title, and the value at its place. A bar ends at its value, and a
 * middle half begins at its lower quartile.
 */
export function drawnPoints(svg: string, valueAt: (x: number, y: number) => number): [title: string, value: number][] {
  const points: [string, number][] = [];
  for (const [, element, attributes = "", title = ""] of svg.matchAll(/<(circle|path|rect)([^>]*)><title>(.*?)<\/title>/g)) {
    const number = (name: string) => Number(new RegExp(` ${name}="([^"]*)"`).exec(attributes)?.[1]);
    const [, left = "", top = "", right = ""] = / d="M([\d.]+) ([\d.]+)L([\d.]+)/.exec(attributes) ?? [];
    // A diamond begins at its top; half as high as it is wide.
    const [x, y] = element === "circle" ? [number("cx"), number("cy")] : [Number(left), Number(top) + (Number(right) - Number(left))];
    const isRange = attributes.includes("chart-half");
    const across = element !== "rect" ? x : number("x") + (isRange ? 0 : number("width"));
    points.push([title, valueAt(across, element === "rect" ? number("y") : y)]);
  }
  return points;
}
