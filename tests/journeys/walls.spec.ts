/** A client asks that three named people alone see its assessments. One of them leaves, and an auditor asks later who could see what. */
import type { Page } from "@playwright/test";
import { isAlive } from "../support/fixtures.ts";
import { enter, expect, follow, heading, openOrganization, press, test } from "./journey.ts";

const CLIENT = "Quayside Trust";
/** Behind a wall since the demo was made. */
const BANK = "Stonegate Savings Bank";

test("a client asks for three named people; one leaves; an auditor asks who had access", async ({
  page,
  checkAccessibility,
  javaScriptEnabled: hasScript = true,
}) => {
  test.slow();
  await enter(page, "Alex");
  // Alex leads the team, and is not named for the bank.
  await expect(page.getByRole("region", { name: "For named people only" }).getByRole("link")).toHaveText([BANK]);
  await page.goto("/organization");
  if (hasScript) await isAlive(page);
  await page.getByLabel("Organization name").fill(CLIENT);
  await chooseLocation(page, hasScript, "Denmark");
  await page.getByLabel("Number of employees").selectOption({ label: "250–999" });
  await page.getByLabel("Industry").selectOption({ label: "Education" });
  await page.getByRole("checkbox", { name: "Only I may see it at first" }).check();
  await checkAccessibility(page);
  await press(page, "Save organization");
  await expect(page.getByText("Only you may see it at first.")).toBeVisible();

  let panel = await openOrganization(page, CLIENT);
  await follow(panel, "Who may see it");
  await heading(page, "Who may see it");
  // Nobody is named by mistake: the reason is missing, and what was chosen stays.
  for (const who of ["Noor", "Vera"]) await page.getByRole("checkbox", { name: new RegExp(`^${who}`) }).check();
  await press(page, "Save who may see it");
  await expect(page.getByRole("alert")).toContainText("This Field is required.");
  await expect(page.getByRole("checkbox", { name: /^Noor/ })).toBeChecked();
  await checkAccessibility(page);
  await page.getByLabel("Why this changes").fill("The trust asks that three of us see its assessments.");
  await press(page, "Save who may see it");
  await expect(page.getByText("3 people may see it now.")).toBeVisible();
  await expect(page.getByRole("table", { name: "People who are named" }).getByRole("rowheader")).toHaveText(["Alex", "Noor", "Vera"]);
  await checkAccessibility(page);

  // For a colleague who is not named there is no such client.
  const address = new URL(page.url()).pathname;
  await signOut(page);
  await enter(page, "Sam");
  await expect(page.getByRole("heading", { name: CLIENT })).toHaveCount(0);
  await page.goto(address);
  await heading(page, "Organization not found.");
  await signOut(page);

  // Noor leaves the job: Alex takes her off.
  await enter(page, "Alex");
  panel = await openOrganization(page, CLIENT);
  await follow(panel, "Who may see it");
  await page.getByRole("checkbox", { name: /^Noor/ }).uncheck();
  await page.getByLabel("Why this changes").fill("Noor has left the job.");
  await press(page, "Save who may see it");
  await expect(page.getByText("2 people may see it now.")).toBeVisible();
  await signOut(page);
  await enter(page, "Noor");
  const news = page.getByRole("region", { name: "For you" });
  await expect(news.getByText(`You may no longer see ${CLIENT}.`)).toBeVisible();
  await expect(news.getByText(/Noor has left the job\./)).toBeVisible();
  await checkAccessibility(page);
  await page.goto("/for-you");
  await heading(page, "For you");
  await checkAccessibility(page);
  await signOut(page);

  // The auditor asks about a day on which only Noor could see the bank, and about now.
  await enter(page, "Alex");
  await follow(page, /^People$/);
  await follow(page, "Who may see what");
  await heading(page, "Who may see what");
  const row = (name: string) => page.getByRole("row").filter({ has: page.getByRole("rowheader", { name }) });
  await expect(row(BANK).getByRole("listitem")).toHaveText([/^Noor/, /^Vera/]);
  await expect(row(CLIENT).getByRole("listitem")).toHaveText([/^Alex/, /^Vera/]);
  await checkAccessibility(page);
  await page.getByRole("textbox", { name: "Day" }).fill(daysAgo(15));
  await press(page, "Show");
  await heading(page, /^Who could see what on /);
  await expect(row(BANK).getByRole("listitem")).toHaveText([/^Noor/]);
  await expect(row(CLIENT)).toHaveCount(0);
  await checkAccessibility(page);
  await page.goto("/people/access?on=2026-02-30");
  await expect(page.getByRole("textbox", { name: "Day" })).toHaveAccessibleDescription(/2026-02-30/);
  await checkAccessibility(page);
});

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60_000).toISOString().slice(0, 10);

/** Picks from the long list: by typing where script has made it a field, else as the browser's own list. */
async function chooseLocation(page: Page, hasScript: boolean, option: string): Promise<void> {
  const list = page.getByRole("combobox", { name: "Location" });
  if (!hasScript) {
    await list.selectOption({ label: option });
    return;
  }
  await list.and(page.locator("input")).fill(option);
  await page.getByRole("option", { name: option, exact: true }).click();
}

const signOut = (page: Page) => press(page, "Log out");
