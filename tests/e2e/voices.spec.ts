/** Asking for voices in a browser with script: what is ticked by one press, and copying a link. */
import { paths } from "../../app/views/paths.ts";
import { expect, isAlive } from "../support/fixtures.ts";
import { test } from "../support/test-assessment.ts";

test.use({ begins: { scope: { perspectiveIds: [1, 6], threadIds: [1, 2], selectedLevel: 3 } } });

test("people are asked about everything by one press, and a link is copied", { tag: "@js" }, async ({
  signedIn: page,
  place,
  checkAccessibility,
}) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(paths.voicesAsk(place.id));
  await isAlive(page);
  await page.evaluate(() => Object.assign(window, { stays: true }));
  await page.getByLabel("Whom to ask").fill("Jane Doe; Manager\nSam Poe; Janitor");
  await page.getByRole("button", { name: "Ask about everything" }).click();
  await expect(page.getByRole("checkbox", { name: "Asset management" })).toHaveCount(2);
  for (const box of await page.getByRole("checkbox", { name: "Asset management" }).all()) await expect(box).toBeChecked();
  await checkAccessibility(page);
  await page.getByRole("button", { name: "Ask them", exact: true }).click();
  await page.getByRole("button", { name: "Ask 1 person" }).click();
  await expect(page.getByText("Jane Doe was asked.")).toBeVisible();
  await expect(page.getByLabel("Whom to ask")).toHaveValue("Sam Poe; Janitor");
  await expect(page.getByRole("alert")).toBeFocused();
  const link = page.getByRole("textbox", { name: "Link for Jane Doe" });
  await page.getByRole("button", { name: "Copy the link for Jane Doe" }).click();
  await expect(page.getByText("Copied.")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await link.inputValue());
  await checkAccessibility(page);
  // The page stayed, so that its address and the browser's history never had the link.
  expect(await page.evaluate(() => ["stays" in window, location.pathname])).toEqual([true, paths.voicesAsk(place.id)]);
  // What is typed in the form of a voice stays when its link is shown, and the link takes the focus.
  await page.goto(paths.voices(place.id));
  await page.getByRole("link", { name: "Jane Doe" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Jane Doe" })).toBeVisible();
  await isAlive(page);
  await page.getByLabel("Name", { exact: true }).fill("Jane Roe");
  await page.getByRole("button", { name: "Show the link" }).click();
  await expect(page.getByRole("heading", { level: 2, name: "Link" })).toBeFocused();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Jane Roe");
  await page.getByLabel("Name", { exact: true }).fill("Jane Doe");
});
