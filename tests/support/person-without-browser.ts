import assert from "node:assert/strict";
import { accessibleName, type Form, isDisabled, isReachable, type Visitor, visibleText } from "./form-driver.ts";
import type { PagePart, Person } from "./main-job.ts";

const ROLES = { dialog: "dialog, [role=dialog]", region: "section, [role=region]", row: "tr" };

/** Somebody without script and without a browser. @param look what to do at each screen */
export function personWith(visitor: Visitor, look: () => void | Promise<void>): Person {
  /** What was typed and picked on the page that is shown: it is sent with the button that is pressed. */
  let entered: ((form: Form) => unknown)[] = [];
  const reachable = (selector: string) => visitor.document.querySelectorAll(selector).filter(isReachable);

  /** The whole name of what has one that begins with these words. */
  function nameOf(selector: string, words: string): string {
    const names = reachable(selector).map((each) =>
      each.tagName === "LEGEND" ? visibleText(each) : accessibleName(visitor.document, each),
    );
    const match = names.find((name) => name.startsWith(words));
    if (match === undefined) throw new Error(`Nothing is named "${words}" at ${visitor.url}. There is: ${names.join("; ")}`);
    return match;
  }

  function partsOf([role, name]: PagePart) {
    const named = (each: ReturnType<typeof reachable>[number]) => accessibleName(visitor.document, each) || visibleText(each);
    return reachable(ROLES[role]).filter((each) => named(each).startsWith(name));
  }

  async function leave(by: () => Promise<unknown>): Promise<void> {
    await by();
    entered = [];
    assert.ok(visitor.status < 500, `${visitor.status} at ${visitor.url}`);
  }

  return {
    script: false,
    look: async () => look(),
    open: (address) => leave(() => visitor.get(address)),
    address: async () => visitor.url,
    arrive: async (address) => assert.match(visitor.url, address),
    async read(words, part) {
      const texts = part ? partsOf(part).map(visibleText) : [visitor.text()];
      assert.ok(
        texts.some((text) => text.includes(words)),
        `"${words}" is not among: ${texts.join("\n")}`,
      );
    },
    async readHeading(words) {
      const headings = reachable("h1, h2, h3").map(visibleText);
      assert.ok(
        headings.some((heading) => heading.startsWith(words)),
        `"${words}" is not among: ${headings.join("; ")}`,
      );
    },
    async fill(label, text) {
      const name = nameOf("input, textarea", label);
      entered.push((form) => form.fill(name, text));
    },
    async readField(label, text) {
      const name = nameOf("input, textarea", label);
      const field = reachable("input, textarea").find((each) => accessibleName(visitor.document, each) === name);
      assert.equal((field?.getAttribute("value") ?? field?.text ?? "").replace(/\r/g, "").replace(/^\n/, ""), text);
    },
    async select(label, option) {
      const name = nameOf("select", label);
      entered.push((form) => form.select(name, option));
    },
    async choose(option, group) {
      const legend = group && nameOf("legend", group);
      const radio = legend ? option : nameOf("input[type=radio]", option);
      const field = reachable("input[type=radio]").find((each) => accessibleName(visitor.document, each) === radio);
      entered.push((form) => form.choose(legend ?? field?.getAttribute("name") ?? "", radio));
    },
    async tick(label) {
      const name = nameOf("input[type=checkbox]", label);
      entered.push((form) => form.check(name));
    },
    press: (button, part) =>
      leave(() => {
        const name = nameOf("button", button);
        const form = part ? visitor.form(`${ROLES[part[0]].split(",")[0]} form`) : visitor.form(name);
        for (const enter of entered) enter(form);
        return form.submit(name);
      }),
    follow(link) {
      const named = reachable("a[href]").find((each) => accessibleName(visitor.document, each).includes(link));
      if (!named) throw new Error(`There is no link "${link}" at ${visitor.url}.`);
      const { pathname, search } = new URL(named.getAttribute("href") ?? "", new URL(visitor.url, "http://site.invalid"));
      return leave(() => visitor.get(pathname + search));
    },
    async seeRadio(option, group, state) {
      const legend = nameOf("legend", group);
      const radios = reachable("fieldset").filter((each) => each.querySelector("legend") && visibleText(each).startsWith(legend));
      const radio = radios
        .flatMap((each) => each.querySelectorAll("input[type=radio]"))
        .find((each) => accessibleName(visitor.document, each).startsWith(option));
      const isSo = state === "on" ? radio?.hasAttribute("checked") : radio !== undefined && isDisabled(radio);
      assert.ok(isSo, `"${option}" of "${group}" is not ${state} at ${visitor.url}`);
    },
    async download(link) {
      const page = visitor.anotherTab();
      const named = reachable("a[href]").find((each) => accessibleName(visitor.document, each).includes(link));
      await page.get(named?.getAttribute("href") ?? "");
      return { name: /filename="([^"]+)"/.exec(page.headers.get("Content-Disposition") ?? "")?.[1] ?? "", content: page.body };
    },
  };
}
