import { readFile } from "node:fs/promises";
import { expect, type Locator, type Page } from "@playwright/test";
import type { PagePart, Person } from "./main-job.ts";
import { pickLocation } from "./pick.ts";

const escaped = (words: string) => words.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const beginning = (words: string) => new RegExp(`^${escaped(words)}`);

/** Somebody at a page of Playwright. @param look what to do at each screen */
export function personAt(page: Page, { script, look }: { script: boolean; look: () => Promise<void> }): Person {
  const within = (part?: PagePart): Page | Locator => (part ? page.getByRole(part[0], { name: beginning(part[1]) }) : page);
  const radio = (option: string, group?: string) =>
    (group ? page.getByRole("group", { name: beginning(group) }) : page).getByRole("radio", { name: beginning(option) });
  return {
    script,
    look,
    open: async (address) => void (await page.goto(address)),
    address: async () => page.url(),
    arrive: (address) => expect(page).toHaveURL(address),
    read: (words, part) =>
      part
        ? expect(
            page
              .getByRole(part[0], { name: beginning(part[1]) })
              .filter({ hasText: words })
              .first(),
          ).toBeVisible()
        : expect(page.getByText(words).filter({ visible: true }).first()).toBeVisible(),
    readHeading: (words) => expect(page.getByRole("heading", { name: beginning(words) }).first()).toBeVisible(),
    fill: (label, text) => page.getByLabel(beginning(label)).fill(text),
    readField: (label, text) => expect(page.getByLabel(beginning(label))).toHaveValue(text),
    async select(label, option, typable) {
      if (typable) await pickLocation(page, option, script);
      else await page.getByLabel(beginning(label)).selectOption({ label: option });
    },
    choose: (option, group) => radio(option, group).first().check(),
    tick: (label) => page.getByRole("checkbox", { name: beginning(label) }).check(),
    press: (button, part) =>
      within(part)
        .getByRole("button", { name: beginning(button) })
        .first()
        .click(),
    follow: (link) => page.getByRole("link", { name: link }).first().click(),
    seeRadio: (option, group, state) =>
      state === "on" ? expect(radio(option, group).first()).toBeChecked() : expect(radio(option, group).first()).toBeDisabled(),
    async download(link) {
      const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: beginning(link) }).click()]);
      return { name: download.suggestedFilename(), content: new Uint8Array(await readFile(await download.path())) };
    },
  };
}
