import { type FormEvent, useEffect, useRef, useState } from "react";

/** Whether anything in the form differs from what the page was sent with. */
export function isChanged(form: HTMLFormElement): boolean {
  return [...form.elements].some((element) => {
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
  });
}

/**
 * Whether a form is valid and changed; until then its buttons are disabled (docs/rules/organizations.md#buttons). Without script and before
 * hydration it counts as ready, and the server validates. The browser decides what is valid (`required`, `pattern`).
 */
export function useFormReady() {
  const [ready, setReady] = useState(true);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const element = form.current;
    if (!element) return;
    // A form that was rejected counts as changed: its content differs from what is stored.
    const isRejected = element.querySelector("[aria-invalid], [role=alert]") !== null;
    setReady(isRejected || (element.checkValidity() && isChanged(element)));
  }, []);
  const judge = ({ currentTarget }: FormEvent<HTMLFormElement>) => setReady(currentTarget.checkValidity() && isChanged(currentTarget));
  return { ready, watch: { ref: form, onInput: judge, onChange: judge } };
}
