import { CONTRACT_CALLS } from "#model/contract/calls.ts";
import { freshDatabase } from "../support/api.ts";
import { expect, test } from "../support/fixtures.ts";
import { answerSubmitAndRead, setUpAssessment } from "../support/main-job.ts";
import { startMisbehavingUpstream, status } from "../support/misbehaving-upstream.ts";
import { personAt } from "../support/on-page.ts";
import { freePort, startApi, startApp } from "../support/server.ts";

test("the main job, from the entry link to the Excel file and out again", async ({
  app,
  page,
  user,
  checkAccessibility,
  javaScriptEnabled,
}) => {
  test.slow();
  await page.goto(await app.entryLink(user.email, user));
  const robin = personAt(page, { script: javaScriptEnabled !== false, look: () => checkAccessibility(page) });
  await setUpAssessment(robin);
  await answerSubmitAndRead(robin);
  await page.getByRole("button", { name: "Log out" }).click();
  await expect(page).toHaveURL(`${app.url}/demo`);
});

test("the main job runs the same against an API of its own over HTTP, which has no extension", { tag: "@js" }, async ({
  browser,
  contextOptions,
  userAgent,
}) => {
  test.slow();
  const { url: databaseUrl, drop } = await freshDatabase();
  const api = await startApi(databaseUrl);
  // A proxy in between takes the extensions away.
  const upstream = await startMisbehavingUpstream((request) =>
    fetch(new Request(request.url.replace("http://upstream", api.url), request)),
  );
  upstream.on("GET", "/extensions", status(404));
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
      API_URL: upstream.url,
      DATABASE_URL: databaseUrl,
    },
  });
  const context = await browser.newContext({ ...contextOptions, userAgent, baseURL: app.url });
  try {
    const page = await context.newPage();
    await page.goto(await app.entryLink("robin@example.org", { name: "Robin" }));
    const checkLink = () => expect(page.getByRole("link", { name: "Signed-in devices" })).toHaveCount(0);
    const robin = personAt(page, { script: true, look: checkLink });
    await setUpAssessment(robin);
    await answerSubmitAndRead(robin);
    await page.getByRole("button", { name: "Log out" }).click();
    await page.waitForURL(/home-site|chrome-error/);
    const beyond = CONTRACT_CALLS.filter(({ call }) => call.extension !== undefined).map(({ call }) => `${call.method} ${call.path}`);
    expect(beyond).toContain("POST /auth/logout");
    expect(upstream.received.map(({ method, path }) => `${method} ${path}`).filter((call) => beyond.includes(call))).toEqual([]);
  } finally {
    await context.close();
    await app.stop();
    await upstream.stop();
    await api.stop();
    await drop();
  }
});
