import { createOrganization, createP3M3, expectStatus } from "../contract/scenario.ts";
import { expect, test } from "../support/fixtures.ts";
import { apiClient } from "../support/seed.ts";

test("a link that is opened by somebody signed in asks before it signs another one in", { tag: "@js" }, async ({
  app,
  signedIn: page,
  user,
  checkAccessibility,
}) => {
  await page.goto(await app.entryLink("sam@example.org", { name: "Sam" }));
  await expect(page.getByRole("heading", { level: 1, name: "Sign in with this link?" })).toBeVisible();
  await expect(page.getByText(`You are signed in as ${user.email}.`)).toBeVisible();
  await checkAccessibility(page);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Welcome, Sam" })).toBeVisible();
});

test("logging out leads to the home site, and the way back shows nothing", { tag: "@js" }, async ({ app, signedIn: page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Log out" }).click();
  await expect(page).toHaveURL(`${app.url}/demo`);
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Welcome, Robin" })).toHaveCount(0);
});

test("a link on another site opens the view, and after signing in from there the screen itself", { tag: "@js" }, async ({
  app,
  page,
  user,
}) => {
  const client = await apiClient(app.databaseUrl, user.email, user);
  const id = await createP3M3(client, await createOrganization(client), { perspectiveIds: [1], threadIds: [1] });
  expectStatus(await client.delete(`/assessments/${id}/lock`), 204);
  const entry = await app.entryLink(user.email, user);
  const summary = `${app.url}/assessments/${id}/summary`;
  await page.route("http://elsewhere.test/**", (route) =>
    route.fulfill({ contentType: "text/html", body: `<a href="${summary}">Summary</a> <a href="${entry}">Sign in</a>` }),
  );
  const followFromElsewhere = async (name: string) => {
    await page.goto("http://elsewhere.test/");
    await page.getByRole("link", { name }).click();
  };
  await followFromElsewhere("Summary");
  await expect(page).toHaveURL(`${app.url}/demo`);
  await followFromElsewhere("Sign in");
  await expect(page).toHaveURL(summary);
  expectStatus(await client.get(`/assessments/${id}/lock`), 200);
  await page.getByRole("link", { name: "Home", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Welcome");
  await expect.poll(async () => (await client.get(`/assessments/${id}/lock`)).status).toBe(404);
  await followFromElsewhere("Summary");
  await expect(page).toHaveURL(`${app.url}/assessments/${id}/view/summary`);
  expectStatus(await client.get(`/assessments/${id}/lock`), 404);
  await page.getByRole("link", { name: "Edit it" }).click();
  await expect(page).toHaveURL(summary);
  await expect.poll(async () => (await client.get(`/assessments/${id}/lock`)).status).toBe(200);
});

test("a mail that was asked for signs in here, and shows its code elsewhere", { tag: "@js" }, async ({
  page,
  browser,
  app,
  checkAccessibility,
}) => {
  await page.goto("/sign-in");
  await checkAccessibility(page);
  await page.getByLabel("E-mail address").fill("nobody");
  await page.getByRole("button", { name: "Send me a link" }).click();
  await expect(page.getByText("Please enter a valid email address.")).toBeVisible();
  await checkAccessibility(page);
  await page.getByLabel("E-mail address").fill("priya@demo.example");
  await page.getByRole("button", { name: "Send me a link" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Check your mail" })).toBeVisible();
  await page.getByLabel("Code from the mail").fill("AAAA-AAAA");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("This code is not right.")).toBeVisible();
  await checkAccessibility(page);

  const context = await browser.newContext({ baseURL: app.url });
  const phone = await context.newPage();
  await phone.goto("/demo");
  await phone.getByRole("link", { name: /to priya@demo\.example/ }).click();
  await expect(phone.getByRole("heading", { level: 1, name: "Sign in to the Maturity Assessment Tool" })).toBeVisible();
  await checkAccessibility(phone);
  const link = (await phone.getByRole("link", { name: /\/sign-in\// }).getAttribute("href")) ?? "";
  await phone.goto(link);
  await expect(phone.getByRole("heading", { level: 1, name: /^Your code is / })).toBeVisible();
  await checkAccessibility(phone);
  await page.goto(link);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Welcome, Priya" })).toBeVisible();
  await phone.goto(link);
  await expect(phone.getByRole("heading", { level: 1, name: "Please ask for a new mail" })).toBeVisible();
  await checkAccessibility(phone);
  await context.close();
});
