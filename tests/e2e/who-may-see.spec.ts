/** Changing who may see an organization with script: by keyboard, in light and dark, on a phone (docs/rules/walls.md#leads). */
import { createOrganization, expectStatus } from "../contract/scenario.ts";
import { expect, isAlive, test } from "../support/fixtures.ts";
import { apiClient } from "../support/seed.ts";

test("a lead names people by keyboard, and sees what another lead has changed meanwhile", { tag: "@js" }, async ({
  app,
  user,
  signInAs,
  checkAccessibility,
}) => {
  const page = await signInAs({ permission: "lead", name: "Lea" });
  const [sam, vera] = ["sam", "vera"].map((name) => `${name}.${user.email}`);
  const [first, second] = [sam ?? "", vera ?? ""];
  const other = await apiClient(app.databaseUrl, first, { ...user, name: "Sam", permission: "lead" });
  await apiClient(app.databaseUrl, second, { ...user, name: "Vera", permission: "viewer" });
  const id = await createOrganization(other, { name: "Harbour Authority" });
  const { people } = expectStatus(await other.get("/people"), 200).body as { people: { id: number; email: string }[] };
  const numberOf = (email: string) => people.find((each) => each.email === email)?.id;
  const change = (named: string[]) =>
    other.put(`/organizations/${id}/access`, { access: "named", people: named.map(numberOf), reason: "The client asks" });

  await page.goto(`/?organization=${id}`);
  await isAlive(page);
  await page.getByRole("link", { name: "Who may see it" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Who may see it" })).toBeVisible();
  await page.getByRole("radio", { name: /^Named people only/ }).press("Space");
  await page.getByRole("checkbox", { name: /^Vera/ }).press("Space");
  const reason = page.getByRole("textbox", { name: "Why this changes" });
  await reason.press("Tab");
  await expect(reason).toHaveAccessibleDescription(/This Field is required\./);
  await reason.fill("The client names one of us.");
  // Meanwhile the other lead has named somebody else.
  expectStatus(await change([first]), 200);
  const save = page.getByRole("button", { name: "Save who may see it" });
  await save.press("Enter");
  const alert = page.getByRole("alert");
  await expect(alert).toBeFocused();
  await expect(alert).toContainText(`Who is named is now Sam (${first}). What you entered is kept below: Vera (${second}).`);
  await expect(reason).toHaveValue("The client names one of us.");
  await expect(page.getByRole("checkbox", { name: /^Vera/ })).toBeChecked();
  await checkAccessibility(page);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
  await save.press("Enter");
  await expect(page.getByText("1 person may see it now.")).toBeVisible();
  await expect(page.getByRole("rowheader")).toHaveText(["Vera"]);
  await checkAccessibility(page);
});
