/** The house style of a team: what its colour and its logo have to be (docs/rules/house-style.md). */

/** What forms and API say about a wrong colour or logo. */
export const styleMessages = {
  color: "Please enter a colour as a # and six digits or letters from a to f, such as #1f4e79.",
  contrast: "Please choose a darker colour: white text on this one is hard to read (the contrast is below 4.5 to 1).",
} as const;

/** Characters of a logo in base64: 300 kB of PNG. */
export const LOGO_MAX = 400_000;
/** Pixels. A larger logo is made smaller. */
export const LOGO_SIZE = { width: 1_200, height: 400 } as const;

const COLOR = /^#[\da-f]{6}$/i;
/** WCAG 2.2, success criterion 1.4.3. */
const CONTRAST_MIN = 4.5;

/** The problem of an accent colour, in words for the user; undefined when it can be used, or is empty. */
export function accentProblem(color: string): string | undefined {
  if (color === "") return undefined;
  if (!COLOR.test(color)) return styleMessages.color;
  return contrastWithWhite(color) < CONTRAST_MIN ? styleMessages.contrast : undefined;
}

/** The contrast ratio of a colour with white, from 1 to 21, as WCAG 2.2 defines it. @param color such as #1f4e79 */
export function contrastWithWhite(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}
