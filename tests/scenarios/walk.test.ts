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
import { newAssessor } from "./wizard.ts";

let app: App;
beforeAll(async () => {
  app = await sharedApp();
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

const wordsOf = (element: HTMLElement) =>
  (element.getAttribute("aria-label") ?? element.getAttribute("alt") ?? element.text).replace(/\s+/g, " ").trim();

/** What a list of all links or headings, as screen readers give it, would not tell. */
function outlineFaults({ document }: Visitor): string[] {
  const main = document.querySelector("main");
  const places = new Map<string, Set<string>>();
  for (const link of main?.querySelectorAll("a[href]") ?? []) {
    const words = wordsOf(link).toLowerCase();
    places.set(words, (places.get(words) ?? new Set()).add(link.getAttribute("href") ?? ""));
  }
  const alike = [...places].filter(([, addresses]) => addresses.size > 1);
  const levels = document.querySelectorAll("h1, h2, h3, h4, h5, h6").map(({ tagName }) => Number(tagName.slice(1)));
  const targets = document.querySelectorAll('a[href^="#"]').map((link) => link.getAttribute("href") ?? "");
  return [
    ...alike.map(([words, addresses]) => `links of the same words to several places: '${words}' ${[...addresses].slice(0, 3).join(" ")}`),
    ...(levels.filter((level) => level === 1).length === 1 ? [] : [`first headings: ${levels}`]),
    ...(levels.some((level, index) => level > (levels[index - 1] ?? 1) + 1) ? [`headings that leave out a level: ${levels}`] : []),
    ...targets.flatMap((target) => (document.getElementById(target.slice(1)) ? [] : [`a link to nothing on the page: ${target}`])),
  ];
}

/** Buttons that cannot be pressed, and do not say why in a text before them. */
function unexplained({ document }: Visitor): string[] {
  return document.querySelectorAll("main button[disabled]").flatMap((button) => {
    const reasons = (button.getAttribute("aria-describedby") ?? "").split(" ").map((id) => document.getElementById(id));
    const isSaid = reasons.some((reason) => reason && wordsOf(reason) !== "" && (reason.range[0] ?? 0) < (button.range[0] ?? 0));
    return isSaid ? [] : [`disabled without a reason before it: ${wordsOf(button)}`];
  });
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
    ...outlineFaults(visitor),
    ...unexplained(visitor),
  ];
}

test.each(Object.entries(ODD_STATES))("%s: every address answers or says why not, and every form can be filled in", async (_, make) => {
  // Their only organizations are those of the state.
  const kim = await newAssessor(app);
  const state = await make(kim.client);
  const faults: Record<string, string[]> = {};
  for (const path of [...addressesIn(state).values()].flat()) {
    await kim.visitor.get(path);
    const faultsHere = faultsOf(kim.visitor);
    if (faultsHere.length > 0) faults[`${path}, shown ${kim.visitor.url}`] = faultsHere;
  }
  expect(faults).toEqual({});
});
