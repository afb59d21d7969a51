/** What a result would be if some of it were raised (docs/rules/results-and-files.md#what-if). */
import { answerThread, createOrganization, createP3M3, expectStatus } from "../contract/scenario.ts";
import { expect, isAlive, test } from "../support/fixtures.ts";
import { apiClient } from "../support/seed.ts";

test("with script the figures follow each tick by keyboard alone, and the address with them", { tag: "@js" }, async ({
  app,
  user,
  signedIn: page,
  checkAccessibility,
}) => {
  const client = await apiClient(app.databaseUrl, user.email, user);
  const id = await createP3M3(client, await createOrganization(client), { perspectiveIds: [1, 6], threadIds: [2, 10] });
  for (const [perspective, thread, letters] of [
    [1, 2, "FFPNN"],
    [1, 10, "FFFFF"],
    [6, 2, "FPNNN"],
    [6, 10, "FFRNN"],
  ] as const)
    expectStatus(await answerThread(client, id, perspective, thread, letters), 200);
  expectStatus(await client.post(`/assessments/${id}/complete`), 200);
  const here = `/assessments/${id}/result/what-if`;
  await page.goto(here);
  await isAlive(page);
  await checkAccessibility(page);
  await page.evaluate(() => performance.clearResourceTimings());

  const maturity = page.getByText(/^Maturity of what was assessed/).first();
  const status = page.locator(".action-bar").getByRole("status");
  const risk = page.getByRole("region", { name: "Risk management" });
  const box = risk.getByRole("checkbox", { name: /^Assurance/ });
  await box.focus();
  await page.keyboard.press("Space");
  await expect(maturity).toContainText("1 → 2");
  await expect(status).toContainText("1 → 2");
  await expect(box).toBeFocused();
  await expect(page).toHaveURL(`${here}?raise=RK-2`);
  await expect(page.getByText("Risk management holds the maturity at 2.")).toBeVisible();
  await checkAccessibility(page);

  await page.keyboard.press("Shift+Tab");
  await expect(risk.getByRole("button", { name: "Tick all: Risk management" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(risk.getByRole("checkbox", { checked: true })).toHaveCount(2);
  await expect(status).toContainText("2 of 3 ticked");
  await expect(risk.getByRole("button", { name: "Untick all: Risk management" })).toBeFocused();

  await page.getByRole("combobox", { name: "How far" }).focus();
  await page.keyboard.press("End");
  await expect(risk.getByText("1.50 → 5.00")).toBeVisible();
  await expect(page).toHaveURL(`${here}?to=5&raise=RK-2&raise=RK-10`);
  // Enter in a box leads to the figures, and unticks nothing.
  await box.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "What it would give" })).toBeFocused();
  await expect(page.getByRole("row", { name: /Risk management/ })).toContainText("1.75 → 5.00");
  // The browser takes its icon from its own cache at each new address.
  const fromServer = () => {
    const resources = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
    return resources.filter(({ transferSize }) => transferSize > 0).map(({ name }) => name);
  };
  expect(await page.evaluate(fromServer)).toEqual([]);

  // The address is that of the ticks: opened again, it shows the same.
  await page.reload();
  await expect(maturity).toContainText("1 → 3");
  await isAlive(page);
  await page.getByRole("link", { name: "Show what the recommended steps would give" }).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${here}?raise=RK-2`);
  await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(1);
  await expect(maturity).toContainText("1 → 2");
  await page.goBack();
  await expect(page).toHaveURL(`${here}?to=5&raise=RK-2&raise=RK-10`);
  await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(2);
  await expect(status).toContainText("1 → 3");

  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.locator("html").evaluate((html) => html.scrollWidth - html.clientWidth)).toBeLessThanOrEqual(0);
});

test("a box that is ticked before the page comes alive counts", { tag: "@js" }, async ({ app, user, signedIn: page }) => {
  const client = await apiClient(app.databaseUrl, user.email, user);
  const id = await createP3M3(client, await createOrganization(client), { perspectiveIds: [1], threadIds: [2] });
  expectStatus(await answerThread(client, id, 1, 2, "FRNNN"), 200);
  expectStatus(await client.post(`/assessments/${id}/complete`), 200);
  let go = () => {};
  const ticked = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route("**/assets/*.js", async (route) => {
    await ticked;
    await route.continue();
  });
  await page.goto(`/assessments/${id}/result/what-if`, { waitUntil: "commit" });
  await page.getByRole("checkbox", { name: /^Assurance/ }).check();
  go();
  await isAlive(page);
  await expect(page.getByRole("checkbox", { name: /^Assurance/ })).toBeChecked();
  await expect(page.getByText(/^Maturity of what was assessed/).first()).toContainText("1 → 2");
});
