/**
 * Two workshops rate two perspectives at the same time while a third person edits, and their ratings become the verdict. A second opinion shows where
 * somebody else says otherwise, is settled, and is told in the report.
 */
import type { Page } from "@playwright/test";
import { THREADS } from "#model/p3m3/catalogue.ts";
import { paths } from "../../app/views/paths.ts";
import { answeringPathsOf, ratingPaths } from "../../app/views/rating-paths.ts";
import { answerThread, createOrganization, createP3M3, expectStatus } from "../contract/scenario.ts";
import { textOf } from "../support/file-text.ts";
import { readOwnRating } from "../support/own-rating.ts";
import { apiClient } from "../support/seed.ts";
import { expect, follow, heading, press, test } from "./journey.ts";

/** The perspectives that are rated, and the one that is edited meanwhile. */
const [BENEFITS, FINANCE, CONTROL] = [1, 2, 3] as const;
const CODES = { [BENEFITS]: "BM", [FINANCE]: "FM", [CONTROL]: "MC" } as const;
const NAMES = { [BENEFITS]: "Benefits management", [FINANCE]: "Finance management", [CONTROL]: "Management control" } as const;
type PerspectiveId = keyof typeof CODES;

/** Asks a colleague by the form. */
async function ask(page: Page, name: string, kind: string, groups: readonly PerspectiveId[]) {
  const colleague = page.getByRole("combobox", { name: "Colleague" });
  await colleague.selectOption((await colleague.getByRole("option", { name: new RegExp(`^${name} `) }).textContent()) ?? "");
  await page.getByRole("radio", { name: kind }).check();
  for (const group of groups) await page.getByRole("checkbox", { name: NAMES[group] }).check();
  await press(page, "Ask");
  await expect(page.getByRole("heading", { level: 3, name: `${name}: ${kind.toLowerCase()}` })).toBeVisible();
}

/** Answers the thread that is open: levels 2 and 3. */
async function answerOpen(page: Page, third: string) {
  const saving = page.locator(".action-bar .save-mark");
  await expect(saving).toBeVisible();
  const radio = (level: number, name: string) =>
    page.getByRole("region", { name: new RegExp(`^Level ${level} `) }).getByRole("radio", { name, exact: true });
  await radio(2, "Fully").check();
  await radio(3, third).check();
  await expect(saving).toContainText("Saved at");
}

test("two workshops rate at the same time while a third person edits, and their ratings are used and submitted", { tag: "@js" }, async ({
  signedIn: page,
  signInAs,
  app,
  user,
  checkAccessibility,
}) => {
  test.slow();
  const client = await apiClient(app.databaseUrl, user.email, user);
  const id = await createP3M3(client, await createOrganization(client), { perspectiveIds: [BENEFITS, FINANCE, CONTROL] });
  expectStatus(await client.delete(`/assessments/${id}/lock`), 204);
  const people = [
    { name: "Sam", email: `sam.${user.email}`, number: 1, perspective: BENEFITS, third: "Partially" },
    { name: "Tom", email: `tom.${user.email}`, number: 2, perspective: FINANCE, third: "Rarely/Never" },
  ] as const;
  const pages = await Promise.all(people.map(({ name, email }) => signInAs({ name, email, permission: "assessor" })));

  await page.goto(ratingPaths.list(id));
  for (const { name, perspective } of people) await ask(page, name, "In charge", [perspective]);
  await checkAccessibility(page);

  const workshop = async (index: number) => {
    const [somebody, rater] = [people[index], pages[index]];
    if (!somebody || !rater) throw new Error("Nobody rates.");
    const { number, perspective, third } = somebody;
    await rater.goto(paths.home());
    await follow(rater, "Your rating of Spring review");
    await press(rater, "Begin");
    await expect(rater.getByText("You have begun.")).toBeVisible();
    if (index === 0) await checkAccessibility(rater);
    for (const { code } of THREADS) {
      await rater.goto(answeringPathsOf(number).questions(id, CODES[perspective], code));
      await answerOpen(rater, third);
    }
    if (index === 0) await checkAccessibility(rater);
  };
  const edit = async () => {
    for (const { code } of THREADS) {
      await page.goto(paths.questions(id, CODES[CONTROL], code));
      await answerOpen(page, "Partially");
    }
  };
  await Promise.all([workshop(0), workshop(1), edit()]);

  // Nothing is lost, in whichever store, and nobody's answers are another's.
  const raters = await Promise.all(
    people.map(({ email, ...rest }) => apiClient(app.databaseUrl, email, { ...rest, team: user.team ?? "" })),
  );
  for (const { id: thread } of THREADS) {
    for (const [index, { number, perspective, third }] of people.entries()) {
      const rater = raters[index];
      if (rater) expect(await readOwnRating(rater, id, number).letters(perspective, thread)).toBe(`FF${third.charAt(0)}NN`);
    }
    const stored = expectStatus(await client.get(`/P3M3/assessments/${id}/questions?p=${CONTROL}&t=${thread}`), 200).body;
    expect(stored.map(({ answer }: { answer: { selection: string } | null }) => answer?.selection[0] ?? "N").join("")).toBe("FFPNN");
  }
  expect(
    expectStatus(await client.get(`/assessments/${id}/overview?perspectiveIds=${BENEFITS},${FINANCE}`), 200).body.threads,
  ).toHaveLength(26);

  const [sam] = pages;
  await sam?.goto(ratingPaths.own(id, 1));
  await follow(sam ?? page, /I am done with/);
  await press((sam ?? page).getByRole("dialog"), "I am done");
  await expect((sam ?? page).getByText(`You are done with ${NAMES[BENEFITS]}.`)).toBeVisible();

  await page.goto(ratingPaths.differences(id));
  for (const { name, perspective } of people) {
    const group = page.getByRole("form", { name: `${name}, ${NAMES[perspective]}` });
    await expect(group).toContainText("13 places without a verdict");
    await press(group, "Use this group");
    await expect(page.getByText("13 places without a verdict have one now.")).toBeVisible();
    await expect(group).toHaveCount(0);
  }
  await page.goto(paths.summary(id, "P3M3"));
  await press(page, "Submit assessment");
  const dialog = page.getByRole("dialog", { name: "Are you ready to Submit?" });
  await expect(dialog).toContainText(`Tom, in charge of ${NAMES[FINANCE]}`);
  await expect(dialog).not.toContainText("Sam");
  await checkAccessibility(page);
  await press(dialog, "Submit assessment");
  await heading(page, /Spring review/);
  await expect(page).toHaveURL(/\/result$/);
  const { ratings } = expectStatus(await client.get(`/assessments/${id}/ratings`), 200).body;
  expect(ratings.map(({ state, why }: { state: string; why: string | null }) => [state, why])).toEqual([
    ["done", null],
    ["ended", "submitted"],
  ]);
});

test("a second opinion is given blind, settled place by place, and told in the report", { tag: "@js" }, async ({
  signedIn: page,
  signInAs,
  app,
  user,
  checkAccessibility,
}) => {
  test.slow();
  const client = await apiClient(app.databaseUrl, user.email, user);
  const id = await createP3M3(client, await createOrganization(client), { perspectiveIds: [BENEFITS, FINANCE] });
  for (const perspective of [BENEFITS, FINANCE])
    for (const { id: thread } of THREADS)
      expectStatus(await answerThread(client, id, perspective, thread, thread % 2 ? "FFPNN" : "FRNNN"), 200);
  expectStatus(await client.delete(`/assessments/${id}/lock`), 204);
  const email = `sam.${user.email}`;
  const rater = await signInAs({ name: "Sam", email, permission: "assessor" });

  await page.goto(ratingPaths.list(id));
  await ask(page, "Sam", "Second opinion", [BENEFITS, FINANCE]);
  await rater.goto(paths.home());
  await follow(rater, "Your rating of Spring review");
  for (const perspective of [BENEFITS, FINANCE])
    await rater
      .getByRole("group", { name: `Have you seen results of ${NAMES[perspective]}?` })
      .getByRole("radio", { name: "No" })
      .check();
  await checkAccessibility(rater);
  await press(rater, "Begin");
  await expect(rater.getByText("You have begun.")).toBeVisible();
  const own = rater.url();
  await rater.goto(paths.view(id));
  await expect(rater.getByText("You are rating this apart. Say I am done first.")).toBeVisible();
  await checkAccessibility(rater);
  await follow(rater, "Go to your rating");
  await expect(rater).toHaveURL(own);

  // The first thread on screen, all others as its script would store them.
  await rater.goto(answeringPathsOf(1).questions(id, "BM", "AM"));
  await answerOpen(rater, "Rarely/Never");
  const sam = await apiClient(app.databaseUrl, email, { name: "Sam", team: user.team ?? "" });
  const { threads } = expectStatus(await sam.get(`/assessments/${id}/ratings/1/overview`), 200).body;
  for (const { perspective, thread, questions } of threads.slice(1)) {
    const third = thread.id % 2 ? "Partially" : "N/A";
    const selections = ["Fully", thread.id % 2 ? "Fully" : "Rarely/Never", third, "N/A", "N/A"];
    const answers = questions.map(({ id: questionId }: { id: number }, index: number) => ({ questionId, selection: selections[index] }));
    expectStatus(await sam.post(`/assessments/${id}/ratings/1/answers`, { place: `thread/${perspective.id}/${thread.id}`, answers }), 200);
  }
  for (const perspective of [BENEFITS, FINANCE]) {
    await rater.goto(own);
    await rater.getByRole("link", { name: `I am done with ${NAMES[perspective]}` }).click();
    await press(rater.getByRole("dialog"), "I am done");
    await expect(rater.getByText(`You are done with ${NAMES[perspective]}.`)).toBeVisible();
  }

  await page.goto(ratingPaths.differences(id, { show: "differ" }));
  await expect(page.getByText("26 places were rated twice without seeing the other result.")).toBeVisible();
  await checkAccessibility(page);
  await follow(page, /^Settle Benefits management: Asset management/);
  await page.getByRole("textbox", { name: /^Why the verdict departs/ }).fill("The plan of March is new to the rater");
  await press(page, "Store the reason");
  await expect(page.getByText("The reason was stored.")).toBeVisible();
  await press(page, "Use this rating");
  await expect(page.getByText("The rating is the verdict now.")).toBeVisible();
  await checkAccessibility(page);

  await page.goto(paths.summary(id, "P3M3"));
  await press(page, "Submit assessment");
  await press(page.getByRole("dialog", { name: "Are you ready to Submit?" }), "Submit assessment");
  await expect(page).toHaveURL(/\/result$/);
  await page.goto(`/assessments/${id}/report`);
  const tick = page.getByRole("checkbox", { name: "How far a second assessor agreed" });
  await expect(tick).not.toBeChecked();
  await tick.check();
  const download = page.waitForEvent("download");
  await press(page, "Word");
  const bytes = await (await download).createReadStream().then(async (stream) => Buffer.concat(await stream.toArray()));
  const text = textOf(new Uint8Array(bytes).buffer, /^word\/document\.xml$/);
  expect(text).toContain("A second assessor rated 26 threads without seeing the first result.");
  expect(text).toContain("1 thread was settled together.");
  expect(text).not.toMatch(/\bSam\b/);
});
