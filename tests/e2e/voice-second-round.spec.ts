/** A check of facts after answering, as the assessor and a voice with script see it (docs/rules/voices.md#second-round). */
import { paths } from "../../app/views/paths.ts";
import { daysAfter } from "../../model/days.ts";
import { answerThread, createP3M3, expectStatus } from "../contract/scenario.ts";
import { expect, isAlive } from "../support/fixtures.ts";
import { apiClient, askVoice, tokenOf, voiceClient } from "../support/seed.ts";
import { THREE_THREADS, test } from "../support/test-assessment.ts";

const PLACE = "thread/1/1";

test("the assessor asks by keys, and the voice checks on a phone what it has said", { tag: "@js" }, async ({
  app,
  user,
  place,
  signedIn: page,
  browser,
  checkAccessibility,
}) => {
  const client = await apiClient(app.databaseUrl, user.email, user);
  const id = await createP3M3(client, place.organization, THREE_THREADS);
  expectStatus(await answerThread(client, id, 1, 1, "FPNNN"), 200);
  expectStatus(await client.delete(`/assessments/${id}/lock`), 204);
  const until = daysAfter(new Date().toISOString().slice(0, 10), 30);
  const voice = await askVoice(client, id, { name: "Jane Doe", role: "Manager", places: [PLACE] });
  const speaker = await voiceClient(app.databaseUrl, await tokenOf(client, id, voice));
  const at = `/voice/pages/${encodeURIComponent(PLACE)}`;
  const { statements } = expectStatus(await speaker.get(at), 200).body;
  const answers = [{ questionId: statements[0].questionId, choice: "Rarely/Never", comment: "Since May", seen: "Since May" }];
  expectStatus(await speaker.put(at, { answers }), 200);

  await page.goto(paths.voices(id));
  await isAlive(page);
  await page.getByRole("link", { name: "Ask for a check of facts" }).press("Enter");
  await expect(page.getByRole("heading", { name: "Ask for a check of facts" })).toBeFocused();
  await checkAccessibility(page);
  await page.getByLabel("Last day").fill("");
  await page.getByLabel("Message (optional)").fill("Please look once more");
  await page.getByRole("button", { name: "Ask them" }).press("Enter");
  await expect(page.getByRole("alert")).toBeFocused();
  await expect(page.getByLabel("Message (optional)")).toHaveValue("Please look once more");
  await page.getByLabel("Last day").fill(until);
  await page.getByRole("button", { name: "Ask them" }).press("Enter");
  await expect(page.getByText("1 person is asked to check facts.")).toBeVisible();

  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, baseURL: app.url });
  const phone = await context.newPage();
  await phone.goto(paths.voiceEntry(await tokenOf(client, id, voice)));
  await phone.getByRole("button", { name: "Open my sheet" }).click();
  await expect(phone.getByText("0 of 1 checked")).toBeVisible();
  await checkAccessibility(phone);
  await phone.getByRole("link", { name: "Begin" }).click();
  await isAlive(phone);
  await expect(phone.getByText("You said: Rarely/Never")).toBeVisible();
  await checkAccessibility(phone);
  expect(await phone.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
  await phone.getByRole("radio", { name: "I disagree" }).press("Space");
  await phone.getByRole("textbox", { name: "Why not" }).fill("We plan nothing");
  await expect(phone.getByText("Saved at")).toBeVisible();
  await phone.getByRole("button", { name: "Save and back" }).press("Enter");
  await expect(phone.getByText("1 of 1 checked")).toBeVisible();
  await context.close();
});
