import { type FormEvent, useEffect, useRef, useState } from "react";

/** Whether something in the form differs from what the page came with. */
export function isChanged(form: HTMLFormElement): boolean {
  return [...form.elements].some((element) => {
    if (element instanceof HTMLSelectElement) {
      const options = [...element.options];
      const before = options.findLast((option) => option.defaultSelected) ?? options[0];
      return element.selectedOptions[0] !== before;
    }
    if (element instanceof HTMLInputElement && (element.type === "checkbox" || element.type === "radio")) {
      return element.checked !== element.defaultChecked;
    }
    if (!element.hasAttribute("name")) return false;
    return (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) && element.value !== element.defaultValue;
  });
}

/**
 * Whether a form is valid and changed, so that its buttons can wait for it (specification A4). Without script, and
 * until the page is live, it counts as ready and the server validates. Validity is the browser's own (`required`, `pattern`).
 */
export function useFormReady() {
  const [ready, setReady] = useState(true);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const element = form.current;
    if (!element) return;
    // A form that came back rejected is changed already: what stands in it differs from what is stored.
    const isRejected = element.querySelector("[aria-invalid], [role=alert]") !== null;
    setReady(isRejected || (element.checkValidity() && isChanged(element)));
  }, []);
  const judge = ({ currentTarget }: FormEvent<HTMLFormElement>) => setReady(currentTarget.checkValidity() && isChanged(currentTarget));
  return { ready, watch: { ref: form, onInput: judge, onChange: judge } };
}
