/** Whether anything in the form differs from what the page was sent with. */
export function isChanged(form: HTMLFormElement): boolean {
  return [...form.elements].some(isFieldChanged);
}

/** Whether one field differs from what the page was sent with. */
export function isFieldChanged(element: Element): boolean {
  if (!element.hasAttribute("name")) return false; // it is not sent
  if (element instanceof HTMLSelectElement) {
    const options = [...element.options];
    const before = options.findLast((option) => option.defaultSelected) ?? options[0];
    return element.selectedOptions[0] !== before;
  }
  if (element instanceof HTMLInputElement && (element.type === "checkbox" || element.type === "radio")) {
    return element.checked !== element.defaultChecked;
  }
  return (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) && element.value !== element.defaultValue;
}
