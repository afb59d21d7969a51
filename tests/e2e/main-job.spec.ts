import { CONTRACT_CALLS } from "#model/contract/calls.ts";
import { freshDatabase } from "../support/api.ts";
import { expect, test } from "../support/fixtures.ts";
import { ASSESSMENT, answerSubmitAndRead, setUpAssessment } from "../support/main-job.ts";
import { startMisbehavingUpstream, status } from "../support/misbehaving-upstream.ts";
import { personAt } from "../support/on-page.ts";
import { freePort, startApi, startApp } from "../support/server.ts";

test("the main job, from the entry link to the Excel file and out again", async ({
  app,
  signedIn: page,
  checkAccessibility,
  javaScriptEnabled,
}) => {
  test.slow();
  const robin = personAt(page, { script: javaScriptEnabled !== false, look: () => checkAccessibility(page) });
  await setUpAssessment(robin);
  await answerSubmitAndRead(robin);
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
  await setUpAssessment(personAt(page, { script: javaScriptEnabled !== false, look: async () => {} }));
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

for (const { what, extensions } of [
  { what: "against an API of its own over HTTP", extensions: true },
  { what: "against one that has no extension", extensions: false },
])
  test(`the main job runs the same ${what}`, async ({ browser, contextOptions, userAgent, javaScriptEnabled }) => {
    test.slow();
    const { url: databaseUrl, drop } = await freshDatabase();
    const api = await startApi(databaseUrl);
    // A proxy in between can take the extensions away.
    const upstream = await startMisbehavingUpstream((request) =>
      fetch(new Request(request.url.replace("http://upstream", api.url), request)),
    );
    if (!extensions) upstream.on("GET", "/extensions", status(404));
    const port = await freePort();
    const app = await startApp({
      env: {
        DEMO: "0",
        PORT: String(port),
        HOST: "127.0.0.1",
        PUBLIC_URL: `http://localhost:${port}`,
        ALLOW_HTTP: "1",
        HOME_SITE_URL: "http://localhost/home-site",
        SESSION_SECRET: "a secret of at least thirty-two characters",
        API_URL: extensions ? api.url : upstream.url,
        DATABASE_URL: databaseUrl,
      },
    });
    const context = await browser.newContext({ ...contextOptions, userAgent, javaScriptEnabled, baseURL: app.url });
    try {
      const page = await context.newPage();
      await page.goto(await app.entryLink("robin@example.org", { name: "Robin" }));
      const checkLink = async () => expect(page.getByRole("link", { name: "Signed-in devices" })).toHaveCount(extensions ? 1 : 0);
      const robin = personAt(page, { script: javaScriptEnabled !== false, look: checkLink });
      await setUpAssessment(robin);
      await answerSubmitAndRead(robin);
      await page.getByRole("button", { name: "Log out" }).click();
      await page.waitForURL(/home-site|chrome-error/);
      const beyond = CONTRACT_CALLS.filter(({ call }) => call.extension !== undefined).map(({ call }) => `${call.method} ${call.path}`);
      expect(beyond).toContain("POST /auth/logout");
      if (!extensions)
        expect(upstream.received.map(({ method, path }) => `${method} ${path}`).filter((call) => beyond.includes(call))).toEqual([]);
    } finally {
      await context.close();
      await app.stop();
      await upstream.stop();
      await api.stop();
      await drop();
    }
  });
