/** Second ratings, as people without script see them (docs/rules/second-ratings.md). */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { EXTENSIONS } from "#model/contract/calls.ts";
import { kappaWord, ratingMessages } from "#model/ratings.ts";
import { answerAll, answerThread, expectStatus } from "../contract/scenario.ts";
import { textOf } from "../support/file-text.ts";
import { json, status } from "../support/misbehaving-upstream.ts";
import { type AppWithFaults, startAppWithFaults } from "../support/seed.ts";
import { sharedAppWithFaults } from "../support/shared.ts";
import { answer, shown, textsOf } from "./questions.ts";
import { type Colleague, ratedTeam, ratingTeam, UNTIL, verdictOf } from "./ratings.ts";
import { messagesOf } from "./wizard.ts";

let app: AppWithFaults;
beforeAll(async () => {
  app = await sharedAppWithFaults();
});
afterEach(() => app.upstream.reset());
afterAll(() => app.stop());

/** Home with the organization of an assessment open. */
async function homeOf({ client }: Colleague, id: number): Promise<string> {
  const { organization } = expectStatus(await client.get(`/assessments/${id}`), 200).body;
  return `/?organization=${organization.id}`;
}

test("a colleague is asked, with messages next to the fields, and can be withdrawn after a question", async () => {
  const { ann, sam, id, screen } = await ratingTeam(app);
  await ann.visitor.get(`/assessments/${id}/summary`);
  await ann.visitor.follow("Second ratings");
  expect(ann.visitor.url).toBe(screen);
  expect(ann.visitor.text()).toContain("Nobody has been asked for a second rating yet.");
  await ann.visitor.form("Ask a colleague").fill("Until", "2020-01-01").submit("Ask");
  expect([ann.visitor.status, messagesOf(ann.visitor, "groups")]).toEqual([400, ratingMessages.noGroups]);
  await ann.visitor
    .form("Ask a colleague")
    .select("Colleague", `Sam (${sam.email})`)
    .choose("What the rating is for", "opinion")
    .check("Benefits management")
    .fill("Until", UNTIL)
    .submit("Ask");
  expect(ann.visitor.text()).toContain("Your colleague has been asked.");
  expect(ann.visitor.text()).toContain("Asked until 1 Dec 2099, and not begun yet.");
  await ann.visitor.get(`${screen}?withdraw=1`);
  await ann.visitor.form("Withdraw").submit();
  expect(ann.visitor.text()).toContain("The request was withdrawn.");
  expect(expectStatus(await ann.client.get(`/assessments/${id}/ratings`), 200).body.ratings).toMatchObject([{ why: "withdrawn" }]);
});

test("being asked changes nothing; a second opinion begins with what closes and a question about each group", async () => {
  const { sam, id, ask, own } = await ratingTeam(app);
  expectStatus(await ask("opinion", ["perspective/1", "perspective/2"]), 201);
  await sam.visitor.get(`/assessments/${id}/view/summary`);
  expect(sam.visitor.status).toBe(200);
  await sam.visitor.get("/");
  expect(sam.visitor.text()).toContain("apart: Benefits management and Finance management. The last day is 1 Dec 2099.");
  await sam.visitor.get(await homeOf(sam, id));
  await sam.visitor.follow("You are asked for a second rating");
  expect(sam.visitor.url).toBe(own);
  await sam.visitor.get("/");
  await sam.visitor.follow("Your rating of Spring review");
  expect(sam.visitor.url).toBe(own);
  await sam.visitor.get(`${own}/questions/BM/AM`);
  expect(sam.visitor.url).toBe(own);
  expect(sam.visitor.text()).toContain("everything else about this assessment is closed to you");
  await sam.visitor.form("Begin").choose("Have you seen results of Benefits management?", "No").submit("Begin");
  expect(sam.visitor.status).toBe(400);
  expect(sam.visitor.text()).toContain("Please say yes or no.");
  expect(sam.visitor.document.querySelector('input[name="seen-perspective-1"][value="no"]')?.hasAttribute("checked")).toBe(true);
  await sam.visitor
    .form("Begin")
    .choose("Have you seen results of Benefits management?", "No")
    .choose("Have you seen results of Finance management?", "Yes")
    .submit("Begin");
  expect(sam.visitor.text()).toContain("You have begun.");
  for (const path of ["view/summary", "questions/BM/AM", "history", "evidence", "ratings", "ratings/differences", "rating/2"]) {
    await sam.visitor.get(`/assessments/${id}/${path}`);
    expect([path, sam.visitor.status, sam.visitor.text()]).toEqual([path, 403, expect.stringContaining(ratingMessages.apart)]);
    await sam.visitor.follow("Go to your rating");
    expect([sam.visitor.url, sam.visitor.status]).toEqual([own, 200]);
  }
});

test("lists say that somebody rates apart, lead to the rating alone, and say nothing untrue", async () => {
  const { ann, sam, id, ask, own } = await ratingTeam(app);
  expectStatus(await ask("opinion", ["perspective/1"]), 201);
  expectStatus(await sam.client.post(`/assessments/${id}/ratings/1/begin`, { seen: [{ group: "perspective/1", seen: false }] }), 204);
  for (const [screen, rows] of [
    [await homeOf(ann, id), `#assessment-${id}`],
    ["/in-progress", "main tbody tr"],
  ] as const) {
    await sam.visitor.get(screen);
    const row = sam.visitor.document.querySelector(rows);
    expect(row?.text).toContain("You are rating this apart.");
    expect(row?.text).not.toMatch(/Not set up|Not provided/);
    const links = row?.querySelectorAll("a").map((link) => link.getAttribute("href")) ?? [];
    expect(new Set(links.filter((to) => to?.includes(`/assessments/${id}`)))).toEqual(new Set([own]));
  }
});

test("two ratings of one person have two names", async () => {
  const { ann, sam, id, ask, screen } = await ratingTeam(app);
  for (const [number, group] of [
    [1, "perspective/1"],
    [2, "perspective/2"],
  ] as const) {
    expectStatus(await ask("charge", [group]), 201);
    expectStatus(await sam.client.post(`/assessments/${id}/ratings/${number}/begin`, { seen: [] }), 204);
    expectStatus(await sam.client.post(`/assessments/${id}/ratings/${number}/done`, { group }), 204);
  }
  await ann.visitor.get(screen);
  expect(textsOf(ann.visitor, "#ratings ~ ul h3")).toEqual(["Sam (1): in charge", "Sam (2): in charge"]);
  await ann.visitor.get(`${screen}/differences`);
  expect(textsOf(ann.visitor, "main ul li").filter((each) => each.startsWith("Sam"))).toEqual(["Sam (1): in charge", "Sam (2): in charge"]);
});

test("a colleague declines, and a rating is given back after a question", async () => {
  const { sam, ann, id, ask, own } = await ratingTeam(app);
  expectStatus(await ask("charge", ["perspective/1"]), 201);
  await sam.visitor.get(own);
  await sam.visitor.form("Decline").submit();
  expect(sam.visitor.text()).toContain(ratingMessages.overBecause.declined);
  expectStatus(await ask("charge", ["perspective/1"]), 201);
  await sam.visitor.get(own.replace(/1$/, "2"));
  await sam.visitor.form("Begin").submit();
  await sam.visitor.follow("Give it back");
  await sam.visitor.form("Give it back").submit();
  expect(sam.visitor.text()).toContain(ratingMessages.overBecause.givenBack);
  const { ratings } = expectStatus(await ann.client.get(`/assessments/${id}/ratings`), 200).body;
  expect(ratings.map(({ why }: { why: string }) => why).toSorted()).toEqual(["declined", "givenBack"]);
});

describe("the rater's screens", () => {
  const begun = async () => {
    const team = await ratingTeam(app);
    expectStatus(await team.ask("opinion", ["perspective/1"]), 201);
    const seen = [{ group: "perspective/1", seen: false }];
    expectStatus(await team.sam.client.post(`/assessments/${team.id}/ratings/1/begin`, { seen }), 204);
    return team;
  };

  test("store answers and a note apart from the verdict, with gate and undo, while somebody else holds the lock", async () => {
    const { ann, sam, id, own } = await begun();
    await ann.visitor.get(`/assessments/${id}/questions/BM/AM`);
    await answer(ann.visitor, { 2: "Fully" });
    await answer(ann.visitor, { 3: "Rarely/Never" });
    await sam.visitor.get(own);
    await sam.visitor.follow("Questions of Benefits management");
    expect(sam.visitor.url).toBe(`${own}/questions/BM/AM`);
    expect(shown(sam.visitor)).toBe("NNNNN");
    await answer(sam.visitor, { 2: "Partially" });
    expect(sam.visitor.text()).toContain("Your answers and notes are saved.");
    await sam.visitor.form("Save answers").fill("Assessment Notes", "Seen in the workshop").submit("Save answers");
    await sam.visitor.get(`${own}/questions/BM/AM`);
    expect([shown(sam.visitor), sam.visitor.text()]).toEqual(["NPNNN", expect.stringContaining("Seen in the workshop")]);
    await ann.visitor.get(`/assessments/${id}/questions/BM/AM`);
    expect(shown(ann.visitor)).toBe("FFRNN");
    expect(ann.visitor.text()).not.toContain("Seen in the workshop");
  });

  test("have no lock, no descoping, no diagnostics, no evidence and no concern, and lead to the rating alone", async () => {
    const { sam, own } = await begun();
    await sam.visitor.get(`${own}/questions/BM/AM`);
    const text = sam.visitor.text();
    for (const word of ["Descope", "iagnostics", "Evidence:", "Flag for later", "Search", "Peer review", "editing"])
      expect(text).not.toContain(word);
    expect(textsOf(sam.visitor, "nav[aria-label='This assessment'] a")).toEqual(["Back to your rating"]);
    const links = sam.visitor.document.querySelectorAll("main a").map((link) => link.getAttribute("href") ?? "");
    expect(links.filter((href) => href.includes("/assessments/") && !href.startsWith(own))).toEqual([]);
    await sam.visitor.get(`${own}/grid/BM`);
    expect(sam.visitor.status).toBe(200);
    expect(sam.visitor.text()).not.toContain("Flag");
  });

  test("are posted by a grid, too", async () => {
    const { sam, own } = await begun();
    await sam.visitor.get(`${own}/grid/BM`);
    const [field] = sam.visitor.document.querySelectorAll('select[name$=".level-3"], input[name$=".level-3"]');
    expect(field).toBeDefined();
    expect(sam.visitor.text()).toContain("Back to your rating");
  });

  test("end with a group that is done, and open the assessment again", async () => {
    const { ann, sam, id, own } = await begun();
    await sam.visitor.get(own);
    await sam.visitor.follow("I am done with Benefits management");
    expect(sam.visitor.text()).toContain("2 places of it are not answered.");
    expect(sam.visitor.text()).toContain("You cannot take this back.");
    await sam.visitor.form("I am done").submit();
    expect(sam.visitor.text()).toContain("You are done with Benefits management.");
    await sam.visitor.follow("Where ratings differ");
    expect(sam.visitor.status).toBe(200);
    expect(expectStatus(await ann.client.get(`/assessments/${id}/ratings`), 200).body.ratings).toMatchObject([{ state: "done" }]);
  });

  test("wait for whoever asked on home once all is done, with what is open", async () => {
    const { ann, sam, id, own, differences } = await ratedTeam(app);
    expectStatus(await sam.client.post(`/assessments/${id}/ratings/1/done`, { group: "perspective/1" }), 204);
    await ann.visitor.get("/");
    expect(ann.visitor.text()).toMatch(/Sam has rated 2 threads of .* apart: 1 differs without a reason and 1 has no verdict yet\./);
    await ann.visitor.follow("Where ratings of Spring review differ");
    expect(ann.visitor.url).toBe(differences);
    await sam.visitor.get(own);
    expect(sam.visitor.text()).toContain("Your rating of");
  });

  test("keep everything typed, and say why, once the rating is withdrawn", async () => {
    const { ann, sam, id, own } = await begun();
    await sam.visitor.get(`${own}/questions/BM/AM`);
    const form = sam.visitor.form("Save answers").fill("Assessment Notes", "Typed while it ended");
    expectStatus(await ann.client.post(`/assessments/${id}/ratings/1/withdraw`), 204);
    await form.submit("Save answers");
    expect([sam.visitor.status, sam.visitor.text()]).toEqual([400, expect.stringContaining(ratingMessages.overBecause.withdrawn)]);
    expect(sam.visitor.text()).toContain("Typed while it ended");
  });

  test("are nobody else's, and not at any other address", async () => {
    const { ann, vic, own, id, screen } = await begun();
    await ann.visitor.get(`${own}/questions/BM/AM`);
    expect(ann.visitor.status).toBe(403);
    await ann.visitor.get(`/assessments/${id}/rating/questions/BM/AM`);
    expect(ann.visitor.status).toBe(404);
    await ann.visitor.get(`/assessments/${id}/view/rating/1/questions/BM/AM`);
    expect(ann.visitor.status).toBe(404);
    await ann.visitor.get(`/assessments/${id}/1/questions/BM/AM`);
    expect(ann.visitor.status).toBe(404);
    await vic.visitor.get(screen);
    expect(vic.visitor.status).toBe(403);
  });
});

describe("differences", () => {
  test("come largest first, with filters in the address and a file of what is shown", async () => {
    const { ann, screen, differences } = await ratedTeam(app);
    await ann.visitor.get(screen);
    await ann.visitor.follow("Where ratings differ");
    expect(ann.visitor.url).toBe(differences);
    expect(textsOf(ann.visitor, "[aria-labelledby=places] tbody tr")[0]).toMatch(/Asset management.*2\.50/);
    expect(ann.visitor.text()).toContain("So far 0 count.");
    // The list leaves out places that nobody has rated.
    expect(textsOf(ann.visitor, "[aria-labelledby=places] tbody tr")).toHaveLength(2);
    await ann.visitor.get(`${differences}?show=unrated`);
    expect(ann.visitor.text()).toContain("the largest difference first. Show all places");
    expect(textsOf(ann.visitor, "[aria-labelledby=places] tbody tr")[0]).toMatch(/^Benefits management: Assurance/);
    await ann.visitor.get(`${differences}.xlsx?show=unrated`);
    expect(ann.visitor.status).toBe(200);
  });

  test("are settled place by place: a rating is used with its note, and a reason is stored or refused next to its field", async () => {
    const { ann, id, differences } = await ratedTeam(app);
    await ann.visitor.get(`${differences}?place=thread/1/1`);
    await ann.visitor.form("Store the reason").fill("text", "x".repeat(501)).submit("Store the reason");
    expect([ann.visitor.status, ann.visitor.text()]).toEqual([400, expect.stringContaining("at most 500 characters")]);
    await ann.visitor.form("Store the reason").fill("text", "The plan is new").submit("Store the reason");
    expect(ann.visitor.text()).toContain("The reason was stored.");
    await ann.visitor.get(`${differences}?show=open`);
    expect(ann.visitor.text()).toContain("0 of 2 places");
    await ann.visitor.get(`${differences}?place=thread/1/1`);
    await ann.visitor.form("Rating of Sam").check("With the note").submit();
    expect(ann.visitor.text()).toContain("The rating is the verdict now.");
    expect((await verdictOf(ann, id))[0]).toEqual(["FFPNN", "From Sam's rating:\nWorkshop on AM"]);
    expect((await verdictOf(ann, id))[1]).toEqual(["NNNNN", ""]);
  });

  test("fill a group of somebody in charge where there is no verdict, and nothing else", async () => {
    const { ann, id, differences } = await ratedTeam(app);
    await ann.visitor.get(differences);
    expect(ann.visitor.text()).toContain("Benefits management: 1 place without a verdict");
    await ann.visitor.form("Sam, Benefits management").submit();
    expect(ann.visitor.text()).toContain("1 place without a verdict has one now.");
    expect(await verdictOf(ann, id)).toEqual([
      ["FRNNN", ""],
      ["FFPNN", ""],
    ]);
  });

  test("are named by a check, with a link to where the levels differ", async () => {
    const { ann, id, differences } = await ratedTeam(app);
    await ann.visitor.get(`/assessments/${id}/summary`);
    await ann.visitor.follow("Second ratings of another level than the verdict, without a reason: 1 of 4 threads");
    expect(ann.visitor.url).toBe(`${differences}?show=departs`);
    expect(textsOf(ann.visitor, "[aria-labelledby=places] tbody tr")).toEqual([expect.stringMatching(/^Benefits management: Asset/)]);
  });

  test("are closed to viewers before submission, and no link leads there", async () => {
    const { vic, id, differences } = await ratedTeam(app);
    await vic.visitor.get(differences);
    expect(vic.visitor.status).toBe(403);
    await vic.visitor.get(`/assessments/${id}/draft`);
    expect([vic.visitor.status, textsOf(vic.visitor, "a").includes("Second ratings")]).toEqual([200, false]);
  });
});

describe("what ends an open rating says so first, and keeps it until it is confirmed:", () => {
  const OPEN = "Sam, in charge of Benefits management and Finance management";
  const askedTeam = async () => {
    const team = await ratingTeam(app);
    expectStatus(await team.ask("charge", ["perspective/1", "perspective/2"]), 201);
    const whyEnded = async () => expectStatus(await team.ann.client.get(`/assessments/${team.id}/ratings`), 200).body.ratings[0].why;
    return { ...team, whyEnded, dialog: () => team.ann.visitor.document.querySelector("dialog[open]")?.text ?? "" };
  };

  test("submission", async () => {
    const { ann, id, whyEnded, dialog } = await askedTeam();
    await answerAll(ann.client, id, "FFPNN");
    await ann.visitor.get(`/assessments/${id}/summary`);
    await ann.visitor.form("Submit assessment").submit("Submit assessment");
    expect([dialog(), await whyEnded()]).toEqual([expect.stringMatching(`This ends 1 second rating.*${OPEN}`), null]);
    await ann.visitor.form("dialog form").submit("Submit assessment");
    expect([ann.visitor.url, await whyEnded()]).toEqual([`/assessments/${id}/result`, "submitted"]);
  });

  test.each([
    ["another level", (form: ReturnType<Colleague["visitor"]["form"]>) => form.choose("selectedLevel", "4")],
    ["another scope", (form: ReturnType<Colleague["visitor"]["form"]>) => form.check("Planning")],
  ])("%s", async (_, change) => {
    const { ann, id, whyEnded, dialog } = await askedTeam();
    await ann.visitor.get(`/assessments/${id}/scope`);
    await ann.visitor.form("Save & Continue").submit("Save & Continue");
    expect([ann.visitor.url, await whyEnded()]).toEqual([`/assessments/${id}/review`, null]);
    await ann.visitor.get(`/assessments/${id}/scope`);
    await change(ann.visitor.form("Save & Continue")).submit("Save & Continue");
    expect([ann.visitor.status, dialog(), await whyEnded()]).toEqual([400, expect.stringContaining(OPEN), null]);
    await ann.visitor.form("#scope-form").submit("Save the scope");
    expect([ann.visitor.url, await whyEnded()]).toEqual([`/assessments/${id}/review`, "scope"]);
  });

  test("another scope in the profile", async () => {
    const { ann, id, whyEnded, dialog } = await askedTeam();
    await ann.visitor.get(`/assessments/${id}/profile`);
    await ann.visitor.form("Save & Exit").choose("selectedScope", "Portfolio").submit("Save & Exit");
    expect([ann.visitor.status, dialog(), await whyEnded()]).toEqual([400, expect.stringContaining(OPEN), null]);
    await ann.visitor.form("Save & Exit").submit("Save and change the scope");
    expect(await whyEnded()).toBe("scope");
  });
});

describe("the second opinion about twenty threads", () => {
  const THREADS = [1, 2, 3, 4, 5, 6, 7, 9, 10, 11];
  const PARTS = [
    ["docx", /^word\/document\.xml$/],
    ["pptx", /^ppt\/slides\/slide/],
  ] as const;
  /** Done without having seen the verdict, from which it departs in four threads. Why is written of one of them, and all is submitted. */
  const settledTeam = async () => {
    const team = await ratingTeam(app, "P3M3", THREADS);
    const { ann, sam, id } = team;
    const groups = ["perspective/1", "perspective/2"];
    const places = [1, 2].flatMap((perspective) => THREADS.map((thread) => [perspective, thread] as const));
    for (const [index, [perspective, thread]] of places.entries())
      expectStatus(await answerThread(ann.client, id, perspective, thread, index % 2 === 0 ? "FFPNN" : "FRNNN"), 200);
    expectStatus(await team.ask("opinion", groups), 201);
    const seen = groups.map((group) => ({ group, seen: false }));
    expectStatus(await sam.client.post(`/assessments/${id}/ratings/1/begin`, { seen }), 204);
    const { threads } = expectStatus(await sam.client.get(`/assessments/${id}/ratings/1/overview`), 200).body;
    const SELECTIONS: Record<string, string> = { F: "Fully", P: "Partially", R: "Rarely/Never", N: "N/A" };
    for (const [index, { perspective, thread, questions }] of threads.entries()) {
      const letters = index < 4 ? "FFFFR" : index % 2 === 0 ? "FFPNN" : "FRNNN";
      const answers = questions.map(({ id: questionId }: { id: number }, level: number) => ({
        ...{ questionId, selection: SELECTIONS[letters[level] ?? "N"] },
      }));
      const place = `thread/${perspective.id}/${thread.id}`;
      expectStatus(await sam.client.post(`/assessments/${id}/ratings/1/answers`, { place, answers }), 200);
    }
    expectStatus(await sam.client.put(`/assessments/${id}/ratings/1/notes`, { place: "thread/1/1", body: "From the workshop" }), 200);
    for (const group of groups) expectStatus(await sam.client.post(`/assessments/${id}/ratings/1/done`, { group }), 204);
    expectStatus(await ann.client.put(`/assessments/${id}/rating-departures`, { place: "thread/1/1", text: "The plan is new" }), 200);
    // A change after the group is done: what was said blind stays beside it.
    const [{ questions }] = threads;
    const later = questions.map(({ id: questionId }: { id: number }) => ({ questionId, selection: "Fully" }));
    expectStatus(await sam.client.post(`/assessments/${id}/ratings/1/answers`, { place: "thread/1/1", answers: later }), 200);
    expectStatus(await ann.client.post(`/assessments/${id}/complete`), 200);
    return { ...team, differences: `${team.screen}/differences` };
  };
  let team: Awaited<ReturnType<typeof settledTeam>>;
  beforeAll(async () => {
    team = await settledTeam();
  });

  test("is a sentence in the method of a report where it is ticked, with the figures of the differences and no name", async () => {
    const { ann, id } = team;
    const { agreement } = expectStatus(await ann.client.get(`/assessments/${id}/rating-differences`), 200).body;
    expect(agreement).toMatchObject({ count: 20, sameLevel: 0.8, settled: 0, open: 4 });
    const sentence = `A second assessor rated 20 threads without seeing the first result. 80 % had the same level, kappa ${agreement.kappa.toFixed(2)}: ${kappaWord(agreement.kappa)} agreement beyond chance. 4 threads still differ.`;
    await ann.visitor.get(`/assessments/${id}/report`);
    const tick = ann.visitor.document.querySelector('input[value="second-ratings"]');
    expect([tick?.hasAttribute("checked"), ann.visitor.text()]).toEqual([false, expect.stringContaining(sentence)]);
    for (const [ending, part] of PARTS) {
      await ann.visitor.get(`/assessments/${id}/report.${ending}`);
      expect(textOf(ann.visitor.body.buffer, part)).not.toContain("second assessor");
      await ann.visitor.get(`/assessments/${id}/report.${ending}?section=scope&section=second-ratings`);
      const text = textOf(ann.visitor.body.buffer, part);
      expect(text).toContain(sentence);
      expect(text).not.toMatch(/\bSam\b/);
    }
  });

  test("is shown to a viewer once it is submitted: the differences of Rater 1, without names and notes", async () => {
    const { vic, sam, id, screen, differences } = team;
    await vic.visitor.get(screen);
    expect(vic.visitor.text()).toContain("Where ratings differ");
    await vic.visitor.get(`/assessments/${id}/result`);
    await vic.visitor.follow("Second ratings");
    expect([vic.visitor.url, vic.visitor.status]).toEqual([differences, 200]);
    expect(textsOf(vic.visitor, "[aria-labelledby=places] thead th")).toContain("Rater 1");
    expect(vic.visitor.text()).toContain("20 places were rated twice");
    const SECRET = new RegExp(`\\bSam\\b|${sam.email}|From the workshop|Use this rating|Store the reason`);
    expect(vic.visitor.text()).not.toMatch(SECRET);
    await vic.visitor.get(`${differences}?place=thread/1/1`);
    expect(vic.visitor.text()).not.toMatch(SECRET);
    expect(vic.visitor.text()).toContain("The plan is new");
    expect(vic.visitor.text()).toContain("5.00 (blind 4.00)");
    await vic.visitor.get(`/assessments/${id}/view/questions/BM/AM`);
    expect(vic.visitor.text()).toContain("second opinion, blind: 4.00, changed later to 5.00");
  });
});

test("a practice of ITIL is rated in the same way", async () => {
  const { ann, sam, id, ask, own } = await ratingTeam(app, "ITIL");
  const [{ group, name }] = expectStatus(await ann.client.get(`/assessments/${id}/ratings`), 200).body.groups;
  expectStatus(await ask("charge", [group]), 201);
  await sam.visitor.get(own);
  await sam.visitor.form("Begin").submit();
  await sam.visitor.follow(`Questions of ${name}`);
  expect(sam.visitor.url.startsWith(`/itil${own}/questions/`)).toBe(true);
  await sam.visitor.form("Save answers").fill("Assessment Notes", "From the interview").submit("Save answers");
  expect(sam.visitor.text()).toContain("Your answers and notes are saved.");
  await sam.visitor.follow(`Grid of ${name}`);
  expect([sam.visitor.status, sam.visitor.text()]).toEqual([200, expect.stringContaining("From the interview")]);
});

describe("an upstream", () => {
  test("that can do all else has nothing of second ratings, and is not asked, though it has some stored", async () => {
    const bare = await startAppWithFaults();
    try {
      bare.upstream.on("GET", "/extensions", json({ extensions: EXTENSIONS.filter((name) => name !== "ratings") }));
      const { ann, sam, vic, id, screen, own, ask } = await ratingTeam(bare);
      const differences = `${screen}/differences`;
      expectStatus(await answerThread(ann.client, id, 1, 1, "FRNNN"), 200);
      expectStatus(await ask("charge", ["perspective/1"]), 201);
      expectStatus(await sam.client.post(`/assessments/${id}/ratings/1/begin`, { seen: [] }), 204);
      const { threads } = expectStatus(await sam.client.get(`/assessments/${id}/ratings/1/overview?place=thread/1/1`), 200).body;
      const answers = threads[0].questions.map(({ id: questionId }: { id: number }) => ({ questionId, selection: "Fully" }));
      expectStatus(await sam.client.post(`/assessments/${id}/ratings/1/answers`, { place: "thread/1/1", answers }), 200);
      expectStatus(await ann.client.delete(`/assessments/${id}/lock`), 204);
      const below = ["questions/BM/AM", "grid/BM"];
      // The history alone has what was done before.
      const usual = ["summary", "draft", "draft/report", "review", "peer-review"].map((part) => `/assessments/${id}/${part}`);
      for (const [who, addresses] of [
        [ann, [...below.map((part) => `/assessments/${id}/${part}`), ...usual, "/"]],
        [sam, ["/", `/assessments/${id}/view/questions/BM/AM`]],
        [vic, ["/", `/assessments/${id}/draft`]],
      ] as const)
        for (const address of addresses) {
          await who.visitor.get(address);
          const said = textsOf(who.visitor, "body")
            .join()
            .match(/.{0,20}(second rating|ratings:|differs|use this rating|your rating).{0,20}/i)?.[0];
          const links = who.visitor.document
            .querySelectorAll("a, form")
            .map((each) => each.getAttribute("href") ?? each.getAttribute("action"));
          expect([address, who.visitor.status, said, links.filter((link) => /\/rating/.test(link ?? ""))]).toEqual([
            address,
            200,
            undefined,
            [],
          ]);
        }
      for (const address of [screen, differences, `${differences}.xlsx`, own, ...below.map((part) => `${own}/${part}`)]) {
        await sam.visitor.get(address);
        expect([address, sam.visitor.status]).toEqual([address, 404]);
      }
      for (const address of [screen, differences, own, `${own}/questions/BM/AM`, `${own}/questions/BM/AM/save`, `${own}/grid/BM`]) {
        await sam.visitor.post(address, {});
        expect([address, sam.visitor.status]).toEqual([address, 404]);
      }
      expect(bare.upstream.received.map(({ path }) => path).filter((path) => path.includes("rating"))).toEqual([]);
    } finally {
      await bare.stop();
    }
  });

  test("that fails at a save is told of, and what was typed is kept", async () => {
    const { sam, id, ask, own } = await ratingTeam(app);
    expectStatus(await ask("charge", ["perspective/1"]), 201);
    await sam.visitor.get(own);
    await sam.visitor.form("Begin").submit();
    await sam.visitor.get(`${own}/questions/BM/AM`);
    const form = sam.visitor.form("Save answers").fill("Assessment Notes", "Kept");
    app.upstream.on("PUT", `/assessments/${id}/ratings/1/notes`, status(500));
    await form.submit("Save answers");
    expect(sam.visitor.status).toBeGreaterThanOrEqual(500);
    expect(sam.visitor.text()).toContain("Kept");
  });
});
