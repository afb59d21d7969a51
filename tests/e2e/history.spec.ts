/** The history of an assessment: read, filtered, unfolded and put back, by hand and by keyboard. */
import { paths } from "../../app/views/paths.ts";
import { answerThread, expectStatus } from "../contract/scenario.ts";
import { expect, isAlive } from "../support/fixtures.ts";
import { THREE_THREADS, test } from "../support/test-assessment.ts";

test.use({
  begins: {
    scope: THREE_THREADS,
    /** A few changes of the first thread, and a note. */
    prepare: async ({ id, client }) => {
      for (const letters of ["FFPNN", "FFFNN", "NNNNN"]) expectStatus(await answerThread(client, id, 1, 1, letters), 200);
      const body = "The register names an owner for each risk.\nSeen on Tuesday.";
      expectStatus(await client.post("/P3M3/notes", { assessmentId: id, perspectiveId: 6, threadId: 2, body }), 200);
    },
  },
});

test("is read, filtered, unfolded, and something is put back", { tag: "@js" }, async ({ signedIn: page, place, checkAccessibility }) => {
  await page.goto(paths.summary(place.id, "P3M3"));
  const places = page.getByRole("navigation", { name: "This assessment" });
  await places.getByRole("listitem").getByText("More", { exact: true }).press("Enter");
  await places.getByRole("link", { name: "History", exact: true }).press("Enter");
  await expect(page).toHaveTitle("History of Spring review | Maturity Assessment Tool");
  await expect(page.getByText(/^Note on Risk management/).first()).toBeVisible();
  // The reader's own zone.
  await expect(page.getByRole("heading", { level: 2 })).not.toContainText("UTC");
  await page.getByText("Details").first().click();
  await expect(page.getByText("Seen on Tuesday.")).toBeVisible();
  await checkAccessibility(page);

  await page.getByText("Filter by day, person, kind or place").click();
  await page.getByLabel("Kind").selectOption("Answers");
  await page.getByRole("button", { name: "Show" }).press("Enter");
  await expect(page.getByText(/^Note on/)).toHaveCount(0);
  await page.getByText("3 saves of one sitting").click();
  await page.getByRole("link", { name: /^Put back: .*: 3 answers cleared$/ }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Put back?" });
  await expect(dialog.getByRole("row", { name: "Level 3 Not answered Fully" })).toBeVisible();
  await checkAccessibility(page, dialog);
  await dialog.getByRole("link", { name: "Cancel" }).press("Enter");
  await expect(dialog).toHaveCount(0);
  await page.getByRole("link", { name: /^Put back: .*Partially → Fully$/ }).click();
  await dialog.getByRole("radio", { name: "Before this change" }).check();
  await dialog.getByRole("button", { name: "Put back" }).press("Enter");
  await expect(page.getByText(/: put back\./)).toBeVisible();
  expect(await place.stored()).toBe("FFPNN");
  await expect(dialog).toHaveCount(0);
  await page
    .getByRole("link", { name: /^Open / })
    .first()
    .click();
  await expect(page).toHaveURL(/\/questions\/BM\/AM$/);
});

test("fits a phone, in the dark", { tag: "@js" }, async ({ signedIn: page, place, checkAccessibility }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto(paths.history(place.id));
  await page.getByText("Details").first().click();
  await checkAccessibility(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.getByText("3 saves of one sitting").click();
  await page.getByRole("link", { name: /^Put back: .*Partially → Fully$/ }).click();
  const dialog = page.getByRole("dialog", { name: "Put back?" });
  await expect(dialog).toBeVisible();
  await checkAccessibility(page, dialog);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});

test("leads back to why many changes were not put back, far above the button", { tag: "@js" }, async ({ signedIn: page, place }) => {
  const changes = [1, 6].flatMap((p) => [1, 2, 9].map((t) => ({ place: `thread/${p}/${t}`, note: "Heard on Monday" })));
  const lock = `/assessments/${place.id}/lock`;
  expectStatus(await place.client.post(lock), 200);
  expectStatus(await place.client.post(`/assessments/${place.id}/answers`, { changes }), 200);
  await page.setViewportSize({ width: 360, height: 500 });
  await page.goto(paths.history(place.id));
  await isAlive(page);
  await page.getByRole("link", { name: "Put back: 6 changes stored at once" }).click();
  const dialog = page.getByRole("dialog", { name: "Put back?" });
  await expect(dialog).toBeVisible();
  expectStatus(await place.client.post("/P3M3/notes", { assessmentId: place.id, perspectiveId: 1, threadId: 1, body: "Seen" }), 200);
  await dialog.getByRole("button", { name: "Put back" }).click();
  await expect(dialog.getByText("Somebody changed it meanwhile.")).toBeInViewport();
});
