/**
 * Saves the first answer at once, while the page's script is still on its way (docs/rules/locks-and-saving.md#before-script-takes-over). On a
 * slow line that takes seconds, in which somebody may leave the page again.
 */
import { useServerPage } from "~/components/shell/server-page";
import type { FieldReader } from "~/views/saving";

/** The form, as the script below leaves it. */
interface EarlyForm extends HTMLFormElement {
  /** What it has sent. */
  early?: URLSearchParams[];
  /** Whether the page's script has taken over. */
  isAlive?: boolean;
}

/**
 * The browser runs this text as it is. It sends the answers alone, as the form without script would. Afterwards the form begins with
 * what is stored: sending it without the page's script is then no conflict. If this save fails, the page's script makes it again.
 */
const SCRIPT = `(() => {
  const { save } = document.currentScript.dataset;
  const form = document.currentScript.closest("form");
  const isAnswer = (name) => /^(level|criterion)-\\d+$|^option$/.test(name);
  form.early = [];
  form.addEventListener("change", ({ target }) => {
    if (form.isAlive || form.early.length > 0 || !isAnswer(target.name)) return;
    const body = new URLSearchParams();
    for (const [name, value] of new FormData(form))
      if (isAnswer(name) || ["base", "levels", "page"].includes(name)) body.append(name, value);
    form.early.push(body);
    fetch(save, { method: "POST", body, keepalive: true })
      .then((answer) => answer.ok && answer.json())
      .then((saved) => {
        if (saved && !form.isAlive) form.elements.base.value = saved.answers;
      })
      .catch(() => {});
  });
})()`;

/** @param save the address that changes are sent to */
export function EarlySave({ save }: { save: string }) {
  const { nonce } = useServerPage();
  // Only the server's page has it, so it is no part of the page's script.
  const __html = import.meta.env.SSR ? SCRIPT : "";
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React would write a script's quotes as entities; this text never changes
  return <script nonce={nonce} data-save={save} dangerouslySetInnerHTML={{ __html }} suppressHydrationWarning />;
}

/** Takes over from the script above, which sends nothing more. @returns what it has sent */
export function takeEarlySaves(form: EarlyForm | null): FieldReader[] {
  if (!form) return [];
  form.isAlive = true;
  return (form.early ?? []).map((sent) => (name) => sent.get(name) ?? undefined);
}
