/** Reads the forms that browsers post. */
import { withoutControls } from "#model/characters.ts";

/**
 * The form of a request. Its texts have no control characters, because nobody sees those that Word, mail programs and files leave in what is
 * pasted (docs/rules/notes-and-diagnostics.md#control-characters). Every route reads its form by this.
 */
export async function readForm(request: Request): Promise<FormData> {
  const form = new FormData();
  for (const [name, value] of await request.formData()) {
    if (typeof value === "string") form.append(name, withoutControls(value));
    else form.append(name, value);
  }
  return form;
}
