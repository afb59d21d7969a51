import type { Option } from "~/views/form-fields";

/** A text for comparison, without case, accents and punctuation. Letters such as ø are spelled out. */
function plain(text: string): string {
  return text
    .replace(/[øØ]/g, "o")
    .replace(/[æÆ]/g, "ae")
    .replace(/[łŁ]/g, "l")
    .replace(/ß/g, "ss")
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/**
 * The options that match what was typed, best first: those that begin with it, those with a word that does, those that contain it. All
 * of them, in their own order, when nothing was typed.
 */
export function matchingOptions<T extends Option>(options: readonly T[], typed: string): T[] {
  const wanted = plain(typed);
  if (wanted === "") return [...options];
  const rank = ({ label }: T) => {
    const text = plain(label);
    if (text.startsWith(wanted)) return 0;
    if (text.includes(` ${wanted}`)) return 1;
    return text.includes(wanted) ? 2 : 3;
  };
  return options
    .map((option) => ({ option, rank: rank(option) }))
    .filter((each) => each.rank < 3)
    .sort((one, other) => one.rank - other.rank)
    .map(({ option }) => option);
}
