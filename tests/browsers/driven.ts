import assert from "node:assert/strict";
import type { Person } from "../support/main-job.ts";
import type { Engine } from "./engines.ts";
import { inPage, type PageQuestion } from "./in-page.ts";

/** How long a person waits for what should come. */
const PATIENCE_MS = 30_000;

/** Somebody at a driven browser. @param look what to do at each screen */
export function personAt(engine: Engine, site: string, { script, look }: { script: boolean; look: () => Promise<void> }): Person {
  const ask = (wanted: PageQuestion) =>
    engine.evaluate(`(${inPage})(${JSON.stringify(wanted)})`) as Promise<{ at?: [number, number]; is?: boolean }>;

  /** Asks again until the page says yes: pages come and change in their own time. */
  async function wait(wanted: PageQuestion, patience = PATIENCE_MS): Promise<[number, number]> {
    const end = Date.now() + patience;
    let trouble: unknown;
    while (Date.now() < end) {
      try {
        const { at, is } = await ask(wanted);
        if (is) return at ?? [0, 0];
      } catch (error) {
        trouble = error; // the browser has just left the page
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const text = await engine.evaluate("document.body.innerText").catch(String);
    throw new Error(`${JSON.stringify(wanted)} does not hold at ${await engine.address()} (${trouble ?? "no fault"}):\n${text}`);
  }

  async function click(wanted: PageQuestion): Promise<void> {
    await engine.click(...(await wait(wanted)));
  }

  /** Clicks a radio or checkbox, again if it moved away under the pointer. */
  async function turnOn(wanted: PageQuestion): Promise<void> {
    const on: PageQuestion = { ...wanted, state: "on" };
    await click(wanted);
    await wait(on, PATIENCE_MS / 10).catch(() => click(wanted));
    await wait(on);
  }

  /** Clicks what leads to another page. Without script that is another document: the old one must be gone before anything is looked for. */
  async function leaveBy(wanted: PageQuestion): Promise<void> {
    if (!script) await engine.evaluate("document.documentElement.dataset.left = 'yes'");
    await click(wanted);
    if (!script) await wait({ what: "newDocument" });
  }

  return {
    script,
    look,
    open: (address) => engine.goto(new URL(address, site).href),
    address: () => engine.address(),
    arrive: async (address) => void (await wait({ what: "address", words: address.source, flags: address.flags })),
    read: async (words, part) => void (await wait({ what: "text", words, part })),
    readHeading: async (words) => void (await wait({ what: "heading", words })),
    async fill(label, text) {
      await click({ what: "field", words: label });
      await wait({ what: "emptied", words: label });
      await engine.type(text);
      await wait({ what: "field", words: label, value: text });
    },
    readField: async (label, text) => void (await wait({ what: "field", words: label, value: text })),
    async select(label, option, typable) {
      if (!typable || !script) {
        await wait({ what: "selected", words: label, value: option });
        return;
      }
      await click({ what: "combobox", words: label });
      await engine.type(option);
      await click({ what: "option", words: option });
    },
    choose: (option, group) => turnOn({ what: "radio", words: option, group }),
    tick: (label) => turnOn({ what: "checkbox", words: label }),
    press: (button, part) => leaveBy({ what: "button", words: button, part }),
    follow: (link) => leaveBy({ what: "link", words: link }),
    seeRadio: async (option, group, state) => void (await wait({ what: "radio", words: option, group, state })),
    async download(link) {
      await wait({ what: "link", words: link });
      const address = String(await engine.evaluate(`(${inPage})(${JSON.stringify({ what: "link", words: link })}).href`));
      const response = await fetch(address, { headers: { Cookie: await engine.cookies() } });
      assert.equal(response.status, 200);
      const name = /filename="([^"]+)"/.exec(response.headers.get("Content-Disposition") ?? "")?.[1] ?? "";
      return { name, content: new Uint8Array(await response.arrayBuffer()) };
    },
  };
}
