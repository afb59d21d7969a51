import type { Visitor } from "./form-driver.ts";

/** Presses the button of the page that shows what pasted lines were understood to say. Where a form has none, nothing happens. */
export async function accept(visitor: Visitor): Promise<Visitor> {
  const form = visitor.document.querySelectorAll("form").find((each) => each.querySelector("input[name=seen]"));
  const button = form?.querySelectorAll("button:not([name])").at(-1)?.text.trim();
  return button === undefined ? visitor : visitor.form(button).submit(button);
}
