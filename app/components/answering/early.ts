/**
 * What is typed into text areas before script is live. Hydration puts the text that the page came with back into them, so
 * it is noted here, from the moment this module arrives, until a screen takes it.
 */
const typed = new Map<string, string>();

const noteDown = (field: HTMLTextAreaElement) => typed.set(field.name, field.value);
const onInput = ({ target }: Event) => {
  if (target instanceof HTMLTextAreaElement) noteDown(target);
};

if (typeof document !== "undefined") {
  for (const field of document.querySelectorAll("textarea")) if (field.value !== field.defaultValue) noteDown(field);
  document.addEventListener("input", onInput, { capture: true });
}

/** The text that was typed into a field before script was live; asked for once, by the first screen that comes alive. */
export function takeEarlyText(name: string): string | undefined {
  document.removeEventListener("input", onInput, { capture: true });
  const text = typed.get(name);
  typed.clear();
  return text;
}
