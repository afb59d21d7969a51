/**
 * Remembers texts that users type into text areas before hydration. Hydration restores the text that the page was sent with, so this module
 * remembers the typed text from the moment it is loaded until a screen takes it.
 */
const typed = new Map<string, string>();

const noteDown = (field: HTMLTextAreaElement) => {
  for (const key of [field.name, field.id]) if (key) typed.set(key, field.value);
};
const onInput = ({ target }: Event) => {
  if (target instanceof HTMLTextAreaElement) noteDown(target);
};

if (typeof document !== "undefined") {
  for (const field of document.querySelectorAll("textarea")) if (field.value !== field.defaultValue) noteDown(field);
  document.addEventListener("input", onInput, { capture: true });
}

/**
 * The text that was typed into a field before hydration, given once, to the first screen that is hydrated.
 * @param name of the field, or its id where several have the same name
 */
export function takePreHydrationText(name: string): string | undefined {
  document.removeEventListener("input", onInput, { capture: true });
  const text = typed.get(name);
  typed.delete(name);
  // The fields of one screen take their texts one after the other. Then drop the rest: the next screen must not take a text of this one.
  queueMicrotask(() => typed.clear());
  return text;
}
