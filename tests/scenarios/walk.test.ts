/**
 * A walk over every screen in states that are odd but legal, as a browser without script sees them: each address answers, or says in words why
 * not, and every form can be filled in.
 */
import type { HTMLElement } from "node-html-parser";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Visitor } from "../support/form-driver.ts";
import { ODD_STATES } from "../support/odd-states.ts";
import type { App } from "../support/server.ts";
import { sharedApp } from "../support/shared.ts";
import { addressesIn } from "../support/walk.ts";
import { type Assessor, newAssessor } from "./wizard.ts";

let app: App;
let kim: Assessor;
beforeAll(async () => {
  app = await sharedApp();
  kim = await newAssessor(app);
});
afterAll(() => app.stop());

/** Controls that somebody could use. */
const usable = (control: HTMLElement) => !control.hasAttribute("disabled") && !control.closest("fieldset[disabled]");

/** Required fields that cannot be filled in, and groups without anything in them. */
function deadEnds({ document }: Visitor): string[] {
  const faults: string[] = [];
  for (const form of document.querySelectorAll("form")) {
    for (const select of form.querySelectorAll("select[required]").filter(usable))
      if (!select.querySelectorAll("option").some((option) => option.getAttribute("value") !== "" && !option.hasAttribute("disabled")))
        faults.push(`nothing to choose: ${select.getAttribute("name")}`);
    const radios = form.querySelectorAll('input[type="radio"][required]');
    for (const name of new Set(radios.map((radio) => radio.getAttribute("name"))))
      if (!radios.some((radio) => radio.getAttribute("name") === name && (usable(radio) || radio.hasAttribute("checked"))))
        faults.push(`nothing to choose: ${name}`);
  }
  for (const fieldset of document.querySelectorAll("fieldset"))
    if (!fieldset.querySelector("input, select, textarea, button, a")) faults.push(`an empty group: ${fieldset.text.trim().slice(0, 60)}`);
  return faults;
}

/** What is wrong with a page; nothing for one that is good. */
function faultsOf(visitor: Visitor): string[] {
  const text = visitor.text();
  const heading = visitor.document.querySelector("h1")?.text.trim() ?? "";
  if (visitor.redirects.some((target) => /^https?:/.test(target))) return ["leads out of the product"];
  if (visitor.status === 405) return [];
  return [
    ...(visitor.status >= 500 ? [`status ${visitor.status}`] : []),
    ...(heading === "" ? [`no heading, status ${visitor.status}: ${text.slice(0, 80)}`] : []),
    ...(visitor.title === "" ? ["no title"] : []),
    ...(visitor.status !== 200 && text.length < heading.length + 30 ? [`status ${visitor.status} without a reason`] : []),
    ...(/\b(undefined|NaN|\[object)\b/.test(text)
      ? [`a value that nobody can read: ${/.{0,40}\b(undefined|NaN|\[object)\b/.exec(text)}`]
      : []),
    ...deadEnds(visitor),
  ];
}

test.each(Object.entries(ODD_STATES))("%s: every address answers or says why not, and every form can be filled in", async (_, make) => {
  const state = await make(kim.client);
  const faults: Record<string, string[]> = {};
  for (const path of [...addressesIn(state).values()].flat()) {
    await kim.visitor.get(path);
    const faultsHere = faultsOf(kim.visitor);
    if (faultsHere.length > 0) faults[`${path}, shown ${kim.visitor.url}`] = faultsHere;
  }
  expect(faults).toEqual({});
});
