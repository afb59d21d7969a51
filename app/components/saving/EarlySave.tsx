/**
 * Saves the first answer of each item at once, while the page's script is still on its way (docs/rules/locks-and-saving.md#before-script-takes-over). On a
 * slow line that takes seconds, in which somebody may leave the page again.
 */
import { useServerPage } from "~/components/shell/server-page";
import type { FieldReader } from "~/views/saving";

/** An answer that was sent. */
interface EarlySave {
  /** What the names of its fields begin with in the form: '' where it has one item, 'row-7.' in a grid. */
  prefix: string;
  body: URLSearchParams;
}

/** The form, as the script below leaves it. */
interface EarlyForm extends HTMLFormElement {
  /** What it has sent: for each item at most one. */
  early?: EarlySave[];
  /** Whether the page's script has taken over. */
  isAlive?: boolean;
}

/**
 * The browser runs this text as it is. It sends the answers of one item alone, as the form without script would. Afterwards the form begins with
 * what is stored: sending it without the page's script is then no conflict. If this save fails, the page's script makes it again.
 */
const SCRIPT = `(() => {
  const saves = JSON.parse(document.currentScript.dataset.saves);
  const form = document.currentScript.closest("form");
  const isAnswer = (name) => /^(level|criterion)-\\d+$|^option$/.test(name);
  form.early = [];
  form.addEventListener("change", ({ target }) => {
    const [, prefix = "", field] = /^(row-\\d+\\.)?(.*)$/.exec(target.name);
    if (form.isAlive || !isAnswer(field) || form.early.some((sent) => sent.prefix === prefix)) return;
    const body = new URLSearchParams();
    for (const [name, value] of new FormData(form)) {
      const own = name.startsWith(prefix) ? name.slice(prefix.length) : "";
      if (name === "page" || isAnswer(own) || ["base", "levels"].includes(own)) body.append(own || name, value);
    }
    form.early.push({ prefix, body });
    fetch(saves[prefix], { method: "POST", body, keepalive: true })
      .then((answer) => answer.ok && answer.json())
      .then((saved) => {
        if (saved && !form.isAlive) form.elements[prefix + "base"].value = saved.answers;
      })
      .catch(() => {});
  });
})()`;

/** @param saves on the server: the addresses that the changes of items are sent to, by what the names of their fields begin with */
export function EarlySave({ saves }: { saves: Readonly<Record<string, string>> | undefined }) {
  const { nonce } = useServerPage();
  // Only the server's page has it, so it is no part of the page's script.
  const __html = import.meta.env.SSR ? SCRIPT : "";
  return (
    <script
      nonce={nonce}
      data-saves={JSON.stringify(saves)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: React would write a script's quotes as entities; this text never changes
      dangerouslySetInnerHTML={{ __html }}
      suppressHydrationWarning
    />
  );
}

/**
 * Takes over from the script above, which sends nothing more.
 * @param prefix what the names of an item's fields begin with
 * @returns what it has sent for that item
 */
export function takeEarlySaves(form: EarlyForm | null, prefix: string): FieldReader[] {
  if (!form) return [];
  form.isAlive = true;
  const sent = (form.early ?? []).filter((each) => each.prefix === prefix);
  return sent.map(
    ({ body }) =>
      (name) =>
        body.get(name) ?? undefined,
  );
}
