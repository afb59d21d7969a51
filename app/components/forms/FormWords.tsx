import { type FieldWords, WORDS_FIELD, writeWords } from "~/views/form-words";

/**
 * Carries what a form asks in words, for the page that gives it back when it comes too late. It stands inside the form. Where it goes as soon
 * as the page is alive, only the server need know the words: `import.meta.env.SSR` keeps them out of the script.
 */
export function FormWords({ words }: { words: readonly FieldWords[] }) {
  return <input type="hidden" name={WORDS_FIELD} value={writeWords(words)} suppressHydrationWarning />;
}
