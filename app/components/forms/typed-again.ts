type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
const fieldsOf = (part: HTMLElement | null) => [...(part?.querySelectorAll<Field>("input, select, textarea") ?? [])];
const isBox = (field: Field): field is HTMLInputElement => field.type === "checkbox";

/** Takes down what was typed into a part, and where; gives a function that types it again. */
export function typedIn(part: HTMLElement | null): (again: HTMLElement | null) => void {
  const typed = fieldsOf(part);
  const { activeElement } = document;
  return (again) => {
    for (const field of fieldsOf(again)) {
      const before = typed.find(({ name }) => name === field.name);
      if (!before) continue;
      if (isBox(field)) field.checked = isBox(before) && before.checked;
      else if (field.type !== "hidden") field.value = before.value;
      if (before === activeElement) field.focus();
    }
  };
}
