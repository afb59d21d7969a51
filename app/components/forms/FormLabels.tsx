import { type FieldLabels, LABELS_FIELD, writeLabels } from "~/views/form-labels";

/**
 * Carries what a form asks in words, for the page that gives it back when it comes too late. Put it inside the form. Where it goes as soon
 * as the page is alive, only the server needs the labels: `import.meta.env.SSR` keeps them out of the script.
 */
export function FormLabels({ labels }: { labels: readonly FieldLabels[] }) {
  return <input type="hidden" name={LABELS_FIELD} value={writeLabels(labels)} suppressHydrationWarning />;
}
