/** Asking voices about some levels alone (docs/rules/voices.md#the-choice-of-levels). */
import { morePaths } from "../../app/views/more-paths.ts";
import { expectStatus } from "../contract/scenario.ts";
import { expect, isAlive } from "../support/fixtures.ts";
import { test } from "../support/test-assessment.ts";

const LONG = "That is more than 30 minutes: many people stop before the end.";

// Twenty threads, so a hundred statements.
test.use({
  begins: {
    scope: { perspectiveIds: [1, 2, 3, 6], threadIds: [1, 2, 3, 6, 9], selectedLevel: 3 },
    open: (id) => morePaths.voicesAsk(id),
  },
});

test("a sheet that would be long can ask about the levels around the selected one, and says at once how long it is then", async ({
  signedIn: page,
  place,
  javaScriptEnabled,
  checkAccessibility,
}) => {
  const withScript = javaScriptEnabled !== false;
  if (withScript) await isAlive(page);
  await page.getByLabel("Whom to ask").fill("Jane Doe; Manager");
  await page.getByRole("button", { name: "Ask about everything" }).click();
  await expect(page.getByText("The sheet has 100 statements, about 35 minutes.")).toBeVisible();
  await expect(page.getByText(LONG)).toBeVisible();
  await page.getByLabel("Levels").selectOption({ label: "Around the selected level 3: levels 2 to 4" });
  if (withScript) {
    await expect(page.getByText("The sheet has 60 statements, about 20 minutes.")).toBeVisible();
    await expect(page.getByText(LONG)).toHaveCount(0);
  }
  await checkAccessibility(page);
  await page.getByRole("button", { name: "Ask them", exact: true }).click();
  await expect(page.getByText("Jane Doe: 60 statements, about 20 minutes.")).toBeVisible();
  await page.getByRole("button", { name: /^Ask 1 person/ }).click();
  await expect(page.getByText("Jane Doe was asked.")).toBeVisible();
  const { voices } = expectStatus(await place.client.get(`/assessments/${place.id}/voices/levels`), 200).body;
  expect(voices).toMatchObject([{ levels: { from: 2, to: 4 } }]);
});
