import { freshDatabase } from "../support/api.ts";
import { expect, test } from "../support/fixtures.ts";
import { freePort, startApi, startApp } from "../support/server.ts";
import { ASSESSMENT, answerSubmitAndRead, setUpAssessment } from "./main-job.ts";

test("the main job, from the entry link to the Excel file and out again", async ({
  app,
  signedIn: page,
  checkAccessibility,
  javaScriptEnabled,
}) => {
  test.slow();
  await setUpAssessment(page, checkAccessibility, javaScriptEnabled !== false);
  await answerSubmitAndRead(page, checkAccessibility, javaScriptEnabled !== false);
  await page.getByRole("button", { name: "Log out" }).click();
  await expect(page).toHaveURL(`${app.url}/demo`);
});

test("a second member of the team is told on the home screen that the assessment is being edited", async ({
  signedIn: page,
  signInAs,
  checkAccessibility,
  user,
  javaScriptEnabled,
}) => {
  await setUpAssessment(page, async () => {}, javaScriptEnabled !== false);
  const assessment = new URL(page.url()).pathname;
  const colleague = await signInAs({ name: "Kim" });
  await colleague.goto(assessment);
  await expect(colleague).toHaveURL(/\/\?.*locked=/);
  const row = colleague.getByRole("row").filter({ hasText: ASSESSMENT });
  await expect(row).toContainText("Locked for editing by another user");
  await expect(row).toContainText(user.email);
  await checkAccessibility(colleague);

  await row.getByRole("link", { name: "Retry" }).click();
  await expect(row).toContainText("Locked for editing by another user");
  await page.getByRole("link", { name: "Home", exact: true }).click();
  await expect(page.getByRole("row").filter({ hasText: ASSESSMENT })).toBeVisible();
  await row.getByRole("link", { name: "Retry" }).click();
  await expect(row).not.toContainText("Locked");
  await row.getByRole("link", { name: `Start ${ASSESSMENT}` }).click();
  await expect(colleague).toHaveURL(/\/questions\//);
});

test("the main job runs the same against an API of its own over HTTP", async ({
  browser,
  contextOptions,
  userAgent,
  javaScriptEnabled,
}) => {
  test.slow();
  const { url: databaseUrl, drop } = await freshDatabase();
  const api = await startApi(databaseUrl);
  const port = await freePort();
  const app = await startApp({
    env: {
      DEMO: "0",
      PORT: String(port),
      HOST: "127.0.0.1",
      PUBLIC_URL: `http://localhost:${port}`,
      HOME_SITE_URL: "http://localhost/home-site",
      SESSION_SECRET: "a secret of at least thirty-two characters",
      API_URL: api.url,
      DATABASE_URL: databaseUrl,
    },
  });
  const context = await browser.newContext({ ...contextOptions, userAgent, javaScriptEnabled, baseURL: app.url });
  try {
    const page = await context.newPage();
    await page.goto(await app.entryLink("robin@example.org", { name: "Robin" }));
    await setUpAssessment(page, async () => {}, javaScriptEnabled !== false);
    await answerSubmitAndRead(page, async () => {}, javaScriptEnabled !== false);
  } finally {
    await context.close();
    await app.stop();
    await api.stop();
    await drop();
  }
});
