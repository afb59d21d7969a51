import type { PagePart } from "../support/main-job.ts";

/** What is looked for on a page, by the words on it. */
export interface PageQuestion {
  what:
    | "address"
    | "button"
    | "checkbox"
    | "combobox"
    | "emptied"
    | "field"
    | "heading"
    | "link"
    | "newDocument"
    | "option"
    | "radio"
    | "selected"
    | "text";
  words?: string;
  flags?: string;
  /** The part of the page that it is in. */
  part?: PagePart | undefined;
  /** The legend of the group that a radio belongs to. */
  group?: string | undefined;
  value?: string;
  state?: "on" | "disabled";
}

interface PageAnswer {
  is: boolean;
  /** The middle of what was found, in the window. */
  at?: [number, number];
  href?: string;
}

/**
 * Looks for something on the page that is shown, and brings it into view. It is sent to the browser as text, so it knows nothing but its
 * parameter and the page.
 */
export function inPage({ what, words = "", flags, part, group, value, state }: PageQuestion): PageAnswer {
  const squeeze = (text: string | null | undefined) => (text ?? "").replace(/\s+/g, " ").trim();
  const isSeen = (element: Element) => element.getClientRects().length > 0 && getComputedStyle(element).visibility !== "hidden";

  function textOf(element: Element): string {
    let text = "";
    for (const node of element.childNodes) {
      if (node.nodeType === Node.TEXT_NODE) text += node.textContent;
      else if (node instanceof Element && node.getAttribute("aria-hidden") !== "true" && !node.matches("input, select, textarea"))
        text += node.tagName === "IMG" ? node.getAttribute("alt") : ` ${textOf(node)} `;
    }
    return squeeze(text);
  }

  function nameOf(element: Element): string {
    const ids = element.getAttribute("aria-labelledby");
    if (ids)
      return squeeze(
        ids
          .split(/\s+/)
          .map((id) => textOf(document.getElementById(id) ?? document.createElement("p")))
          .join(" "),
      );
    const given = element.getAttribute("aria-label");
    if (given) return squeeze(given);
    if (element instanceof HTMLFieldSetElement) return textOf(element.querySelector("legend") ?? element);
    const labels = "labels" in element ? [...((element.labels as NodeListOf<Element> | null) ?? [])] : [];
    return labels.length > 0 ? squeeze(labels.map(textOf).join(" ")) : textOf(element);
  }

  const all = (selector: string, root: ParentNode = document) => [...root.querySelectorAll(selector)].filter(isSeen);
  const named = (selector: string, name: string, root?: ParentNode) => all(selector, root).filter((each) => nameOf(each).startsWith(name));
  const PARTS = { dialog: "dialog[open], [role=dialog]", region: "section, [role=region]", row: "tr" };
  const roots: ParentNode[] = part
    ? named(PARTS[part[0]], part[1])
    : group
      ? named("fieldset, [role=group], [role=radiogroup]", group)
      : [document];

  function place(element: Element | undefined, is = true): PageAnswer {
    if (!element) return { is: false };
    element.scrollIntoView({ block: "center", behavior: "instant" });
    const { left, top, width, height } = element.getBoundingClientRect();
    return { is, at: [Math.round(left + width / 2), Math.round(top + height / 2)], href: (element as HTMLAnchorElement).href };
  }

  const first = (selector: string) => roots.flatMap((root) => named(selector, words, root))[0];

  switch (what) {
    case "address":
      return { is: new RegExp(words, flags).test(location.href) };
    case "newDocument":
      return { is: document.documentElement.dataset.left === undefined && document.readyState === "complete" };
    case "text":
      return {
        is: part
          ? roots.some((root) => squeeze((root as HTMLElement).innerText).includes(words))
          : squeeze(document.body.innerText).includes(words),
      };
    case "heading":
      return { is: first("h1, h2, h3") !== undefined };
    case "button":
      return place(first("button:not(:disabled)"));
    case "link":
      return place(all("a[href]").find((each) => nameOf(each).includes(words)));
    case "option":
      return place(all("[role=option]").find((each) => textOf(each) === words));
    case "combobox":
      return place(first("input[role=combobox]"));
    case "field":
    case "emptied": {
      const field = first("input:not([type=radio], [type=checkbox]), textarea") as HTMLInputElement | undefined;
      if (what === "emptied") field?.select();
      return place(field, what === "emptied" ? field === document.activeElement : value === undefined || field?.value === value);
    }
    case "selected": {
      const list = first("select") as HTMLSelectElement | undefined;
      const option = [...(list?.options ?? [])].find((each) => squeeze(each.text) === value);
      if (!list || !option) return { is: false };
      // The list of a browser is no part of the page: nothing outside can click it.
      if (!option.selected) {
        option.selected = true;
        for (const kind of ["input", "change"]) list.dispatchEvent(new Event(kind, { bubbles: true }));
      }
      return { is: true };
    }
    default: {
      const control = first(`input[type=${what}]`) as HTMLInputElement | undefined;
      return place(control, control?.matches(state === "on" ? ":checked" : state === "disabled" ? ":disabled" : ":enabled"));
    }
  }
}
