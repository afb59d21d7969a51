/** The draft result of an assessment in progress (docs/rules/results-and-files.md#drafts). */
import { answerComponent, answerThread, createItil, createOrganization, createP3M3, expectStatus } from "../contract/scenario.ts";
import { expect, test } from "../support/fixtures.ts";
import { apiClient } from "../support/seed.ts";

test("a P3M3 draft lists what is to answer, leads there and back, and to its list each time", { tag: "@js" }, async ({
  app,
  user,
  signedIn: page,
  checkAccessibility,
}) => {
  const client = await apiClient(app.databaseUrl, user.email, user);
  const id = await createP3M3(client, await createOrganization(client), { perspectiveIds: [1, 3], threadIds: [1, 2] });
  expectStatus(await answerThread(client, id, 1, 1, "FFPNN"), 200);
  await client.delete(`/assessments/${id}/lock`);
  await page.goto(`/assessments/${id}/draft`);
  await expect(page.getByText("Draft", { exact: true }).first()).toBeVisible();
  await expect(page.getByRole("region", { name: "Overall", exact: true })).toContainText("Threads complete 1 of 4");
  await checkAccessibility(page);

  const toDo = page.locator("#to-do");
  for (const again of [1, 2]) {
    await page.evaluate(() => window.scrollTo(0, 0));
    await page.getByRole("link", { name: "What is still to answer" }).focus();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/draft#to-do$/);
    await expect.poll(async () => Math.abs((await toDo.boundingBox())?.y ?? Number.NaN), `time ${again}`).toBeLessThan(60);
  }
  await toDo.locator("summary").filter({ hasText: "Management control" }).focus();
  await page.keyboard.press("Enter");
  const list = toDo.getByRole("table", { name: "Still to answer: Management control" });
  await expect(list.getByRole("row")).toHaveCount(3);
  await list.getByRole("link", { name: "Assurance" }).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/assessments/${id}/questions/MC/AS$`));
  await expect(page.getByRole("heading", { name: /Assurance/ }).first()).toBeVisible();
});

test("an ITIL draft counts practices and components, and fits a phone", { tag: "@js" }, async ({
  app,
  user,
  signedIn: page,
  checkAccessibility,
}) => {
  const client = await apiClient(app.databaseUrl, user.email, user);
  const practices = [
    { id: 19, selectionMode: 1 as const },
    { id: 28, selectionMode: 2 as const },
  ];
  const id = await createItil(client, await createOrganization(client), { selectedScope: "Maturity", practices });
  expectStatus(await answerComponent(client, id, "M-G", 4), 200);
  await client.delete(`/assessments/${id}/lock`);
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(`/assessments/${id}/draft/itil?open=all`);
    await expect(page.getByRole("region", { name: "Overall", exact: true })).toContainText("complete 1 of 6");
    expect(await page.locator("html").evaluate((html) => html.scrollWidth - html.clientWidth)).toBeLessThanOrEqual(0);
  }
  await checkAccessibility(page);
  await page.getByRole("link", { name: "Areas of Improvement" }).first().click();
  await expect(page).toHaveURL(/tab=improvement/);
  await page.getByRole("link", { name: "What is still to answer" }).click();
  await expect(page).toHaveURL(/\/draft\/itil#to-do$/);
  await expect(page.getByRole("heading", { name: "Still to answer" })).toBeVisible();
  const first = page.locator("#to-do tbody a").first();
  await page.locator("#to-do summary").first().click();
  await first.click();
  await expect(page).toHaveURL(new RegExp(`/itil/assessments/${id}/questions/`));
});

test("who may only look reads the draft while a colleague answers, and is led to the screens that show", { tag: "@js" }, async ({
  app,
  user,
  signedIn: page,
  signInAs,
}) => {
  const client = await apiClient(app.databaseUrl, user.email, user);
  const id = await createP3M3(client, await createOrganization(client), { perspectiveIds: [1], threadIds: [1, 2] });
  await page.goto(`/assessments/${id}/questions/BM/AM`);
  await expect(page.getByRole("button", { name: /^Save/ }).first()).toBeVisible();
  const colleague = await signInAs({ name: "Kim", email: `kim.${user.email}` });
  await colleague.goto(`/assessments/${id}/draft?open=all`);
  await colleague.locator("#to-do").getByRole("link", { name: "Assurance" }).click();
  await expect(colleague).toHaveURL(new RegExp(`/assessments/${id}/view/questions/BM/AS$`));
});
