/** What voices say, next to the statements of a thread, with script (docs/rules/voices.md#taking-over). */
import { paths } from "../../app/views/paths.ts";
import { daysAfter } from "../../model/days.ts";
import { createP3M3, expectStatus } from "../contract/scenario.ts";
import { expect, isAlive } from "../support/fixtures.ts";
import { apiClient } from "../support/seed.ts";
import { THREE_THREADS, test } from "../support/test-assessment.ts";

test("V takes over what voices agree on, and a comment goes to the note and to the evidence", { tag: "@js" }, async ({
  app,
  user,
  place,
  signedIn: page,
  checkAccessibility,
}) => {
  const client = await apiClient(app.databaseUrl, user.email, user);
  const id = await createP3M3(client, place.organization, THREE_THREADS);
  expectStatus(await client.delete(`/assessments/${id}/lock`), 204);
  const until = daysAfter(new Date().toISOString().slice(0, 10), 30);
  const people = ["Jane Doe", "Kim Roe"].map((name) => ({ name, role: "Manager", email: null }));
  const sheet = { places: ["thread/1/1"], until, message: "", checksFacts: false };
  const { voices } = expectStatus(await client.post(`/assessments/${id}/voices`, { voices: people, ...sheet }), 200).body;
  for (const { voice } of voices) {
    const { token } = expectStatus(await client.post(`/assessments/${id}/voices/${voice}/link`, { renew: false }), 200).body;
    const asVoice = client.bearing(expectStatus(await client.post("/auth/voice", { token }), 200).body.token);
    const at = `/voice/pages/${encodeURIComponent("thread/1/1")}`;
    const { statements, versions } = expectStatus(await asVoice.get(at), 200).body;
    const answers = [{ questionId: statements[2].questionId, choice: "Fully", comment: "Kept weekly.", seen: "" }];
    expectStatus(await asVoice.put(at, { answers }, { "Made-From": `voicePage=${versions.voicePage}` }), 200);
  }
  await page.goto(paths.questions(id, "BM", "AM"));
  await isAlive(page);
  const level = page.locator("[data-level='3']");
  await expect(level).toContainText("Voices: 2 Fully");
  await page.keyboard.press("v");
  await expect(level.getByRole("radio", { name: "Fully" })).toBeChecked();
  await expect(level.getByRole("button", { name: "Take over" })).toHaveCount(0);
  await level.getByText("2 comments").click();
  await checkAccessibility(page);
  await level.getByRole("button", { name: "Copy to the note what Jane Doe says on level 3" }).press("Enter");
  await expect(page.getByLabel("Assessment Notes")).toHaveValue("Voice (Manager) on level 3: Kept weekly.");
  await level.getByRole("button", { name: "Add as evidence what Jane Doe says on level 3" }).press("Enter");
  await expect(page.getByRole("region", { name: "Evidence" })).toContainText("Voice (Manager) on level 3: Fully");
  await page.getByRole("button", { name: "Keys", exact: true }).click();
  await expect(page.getByRole("region", { name: "Keys" })).toContainText("take over what most voices say");
});
