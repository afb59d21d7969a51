import { type FormEvent, useEffect, useRef, useState } from "react";

/** What the form would send, for comparison. */
function contents(form: HTMLFormElement): string {
  return JSON.stringify([...new FormData(form)]);
}

/**
 * Whether a form is valid and changed, so that its buttons can wait for it (specification A4). Without script, and
 * until the page is live, it counts as ready and the server validates. Validity is the browser's own (`required`).
 */
export function useFormReady() {
  const [ready, setReady] = useState(true);
  const form = useRef<HTMLFormElement>(null);
  const before = useRef("");
  useEffect(() => {
    if (!form.current) return;
    before.current = contents(form.current);
    // A form that came back rejected is changed already: what stands in it differs from what is stored.
    setReady(form.current.querySelector("[aria-invalid]") !== null || form.current.querySelector("[role=alert]") !== null);
  }, []);
  const judge = ({ currentTarget }: FormEvent<HTMLFormElement>) =>
    setReady(currentTarget.checkValidity() && contents(currentTarget) !== before.current);
  return { ready, watch: { ref: form, onInput: judge, onChange: judge } };
}
