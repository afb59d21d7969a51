/** How much of the texts of an entry a page of a history shows (docs/rules/history.md#the-screen). */
import { cutTo } from "#model/words.ts";
import type { EntryView } from "~/views/history";

/** In characters. */
const SHOWN_MAX = 3_000;

/** Long texts as far as a page has room for them. @param whole where they are whole */
export function cutTexts({ texts }: Pick<EntryView, "texts">, whole: string | undefined): Pick<EntryView, "texts" | "whole"> {
  if (!texts || Math.max(texts.before.length, texts.after.length) <= SHOWN_MAX) return { texts };
  return { texts: { before: cutTo(texts.before, SHOWN_MAX), after: cutTo(texts.after, SHOWN_MAX) }, whole };
}
