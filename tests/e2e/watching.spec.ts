// Every other test relies on this: the fixtures do see faults.
import { expect, test } from "../support/fixtures.ts";

test("the accessibility check sees both colour schemes", { tag: "@js" }, async ({ page, checkAccessibility }) => {
  await page.goto("/demo");
  await checkAccessibility(page);
  await page.evaluate(() => {
    const text = document.querySelector("main")?.appendChild(document.createElement("p"));
    Object.assign(text ?? {}, { id: "provoked", textContent: "Can you read this?" });
  });
  const write = (colour: string) => page.locator("#provoked").evaluate((text, colour) => text.style.setProperty("color", colour), colour);
  await write("#222");
  await expect(checkAccessibility(page)).rejects.toThrow("contrast in the other colour scheme");
  await write("#ddd");
  await expect(checkAccessibility(page)).rejects.toThrow("accessibility of");
});

const provocations: [fault: string, provoke: () => unknown, complaint: RegExp][] = [
  ["writes an error to the console", () => console.error("provoked"), /^console: provoked$/],
  ["throws", () => setTimeout(() => JSON.parse("{")), /^uncaught: SyntaxError/],
  ["misses one of its files", () => fetch("/assets/missing.js"), /^404: http.*missing\.js$/],
  [
    "breaks its security policy",
    () => void document.body.appendChild(Object.assign(document.createElement("script"), { textContent: "1" })),
    /^console: .*Content Security Policy/,
  ],
];

test("it is noticed when a page breaks a rule", { tag: "@js" }, async ({ page, faults }) => {
  await page.goto("/demo");
  for (const [fault, provoke, complaint] of provocations)
    await test.step(fault, async () => {
      await page.evaluate(provoke);
      await expect.poll(() => faults).toEqual([expect.stringMatching(complaint)]);
      faults.length = 0;
    });
});
