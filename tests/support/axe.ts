/** What axe finds on a page as it is now. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Locator, Page } from "@playwright/test";
import type axe from "axe-core";
import type { RunOptions } from "axe-core";

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

/** The short one: every page that is looked at has to read it. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Rules of WCAG 2.2 AA; contrast is looked at by itself. */
export const WCAG: RunOptions = {
  runOnly: { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] },
  rules: { "color-contrast": { enabled: false } },
};

/** The violations on a page, or in a part of it, each with the elements. */
export async function violations(page: Page, options: RunOptions, part?: Locator): Promise<string[]> {
  await load(page);
  const results = await page.evaluate(
    async ({ options, part }) => (await window.axe?.run(part ?? document, { ...options, resultTypes: ["violations"] }))?.violations,
    { options, part: await part?.elementHandle() },
  );
  if (!results) throw new Error(`${page.url()} was left while axe looked at it.`);
  return results.map(({ id, help, nodes }) => `${id}: ${help}\n${nodes.map(({ html }) => `    ${html}`).join("\n")}`);
}

/** The looks of text that axe has found legible: its colour, size and weight, and what lies behind it. */
const legible = new Set<string>();

/**
 * The texts on a page, or in a part of it, that stand out too little from what lies behind them. Contrast takes axe most of its time, and
 * most screens share most of their looks, so a process has each look judged once. Three elements stand for all that look the same on a page: axe
 * cannot judge one that another covers.
 */
export async function illegible(page: Page, part?: Locator): Promise<string[]> {
  await load(page);
  const { faults, passed } = await page.evaluate(
    async ({ known, part }) => {
      const legible = new Set(known);
      const grounds = new Map<Element, string>();
      /** All that is painted behind an element's content, from the root on. */
      const groundOf = (element: Element): string => {
        const kept = grounds.get(element);
        if (kept !== undefined) return kept;
        const { backgroundColor, backgroundImage, opacity, filter, mixBlendMode } = getComputedStyle(element);
        const own = [backgroundColor, backgroundImage, opacity, filter, mixBlendMode].join(" ");
        const ground = `${element.parentElement ? groundOf(element.parentElement) : ""}${
          own === "rgba(0, 0, 0, 0) none 1 none normal" ? "" : `, ${own}`
        }`;
        grounds.set(element, ground);
        return ground;
      };
      const lookOf = (element: Element): string => {
        const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
        return `${color} ${fontSize} ${fontWeight} ${textShadow}${groundOf(element)}`;
      };
      const hasText = (element: Element) =>
        element.matches("input, select, textarea") ||
        [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
      const within = part ?? document.body;
      const byLook = new Map<string, Element[]>();
      for (const element of [within, ...within.querySelectorAll("*")]) {
        if (!hasText(element) || !element.checkVisibility()) continue;
        const look = lookOf(element);
        const alike = byLook.get(look) ?? [];
        if (!legible.has(look) && alike.length < 3) byLook.set(look, [...alike, element]);
      }
      const include = [...byLook.values()].flat();
      if (include.length === 0) return { faults: [], passed: [] };
      const violations = await window.axe?.run(
        { include: include as HTMLElement[] },
        { runOnly: ["color-contrast"], resultTypes: ["violations", "passes"], elementRef: true },
      );
      return {
        faults: violations?.violations.flatMap(({ nodes }) => nodes.map(({ html, failureSummary }) => `${html}\n    ${failureSummary}`)),
        passed: violations?.passes.flatMap(({ nodes }) => nodes.flatMap(({ element }) => (element ? [lookOf(element)] : []))),
      };
    },
    { known: [...legible], part: await part?.elementHandle() },
  );
  if (!faults || !passed) throw new Error(`${page.url()} was left while axe looked at it.`);
  for (const look of passed) legible.add(look);
  return faults;
}

/** A page keeps axe until it is left. */
async function load(page: Page): Promise<void> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(SOURCE);
}
