import { dayOf, daysAfter } from "#model/days.ts";
import { accessPaths } from "../../app/views/access.ts";
import { planPaths } from "../../app/views/engagement-plan.ts";
import { profilePaths } from "../../app/views/engagement-profile.ts";
import { engagementReportPaths } from "../../app/views/engagement-report.ts";
import { severalPath } from "../../app/views/engagement-several.ts";
import { engagementPaths } from "../../app/views/engagements.ts";
import { inProgressPaths } from "../../app/views/in-progress.ts";
import { joiningPaths } from "../../app/views/joining.ts";
import { morePaths } from "../../app/views/more-paths.ts";
import { paths, resultPaths } from "../../app/views/paths.ts";
import { reviewPaths } from "../../app/views/peer-review.ts";
import { answeringPathsOf, ratingPaths } from "../../app/views/rating-paths.ts";
import { teamHistoryPaths } from "../../app/views/team-history.ts";
import { answerThread, completeP3M3, createItil, createOrganization, createP3M3, expectStatus } from "../contract/scenario.ts";
import type { Client } from "./api.ts";
import { FAR_DAY } from "./own-rating.ts";
import { apiClient, askVoice, tokenOf } from "./seed.ts";
import type { EntryLinkOptions } from "./server.ts";

/** Invites somebody. @returns the addresses of the screens about the people of the team */
async function makePeople(client: Client): Promise<string[]> {
  const people = [{ email: "jane@example.org", name: "Jane Doe" }];
  const form = { people, permission: "viewer", roles: ["P3M3"] };
  const [{ invitation }] = expectStatus(await client.post("/invitations", form), 200).body.people;
  const [own] = expectStatus(await client.get("/people"), 200).body.people;
  return [
    paths.people(),
    morePaths.teamName(),
    morePaths.reportDefaults(),
    reviewPaths.rules(),
    paths.person(own.id),
    teamHistoryPaths.people(),
    teamHistoryPaths.screen(),
    accessPaths.team(),
    joiningPaths.invitation(invitation),
    joiningPaths.ownName(),
    joiningPaths.ownAddress(),
  ];
}

/** Makes an engagement with a plan. @returns the addresses of its screens */
async function makeEngagement(client: Client, organization: number, members: number[]): Promise<string[]> {
  const form = {
    ...{ name: "Three scopes in the north", sponsor: "Head of PMO", purpose: "A first picture", included: "", excluded: "" },
    ...{ start: "2026-11-02", end: "2026-12-18", units: ["North", "South"], people: [] },
  };
  const id = expectStatus(await client.post(`/organizations/${organization}/engagements`, form), 201).body.id;
  const [{ id: who }] = expectStatus(await client.get(`/engagements/${id}`), 200).body.colleagues;
  for (const [index, member] of members.entries()) {
    const said = { unit: form.units[index], responsible: who, day: "2025-11-05" };
    expectStatus(await client.put(`/engagements/${id}/members/${member}`, said), 204);
  }
  const row = { kind: "interview", what: "Funding", withWhom: ["Jane Doe", "Rob Roe"], topics: ["BM"], who: [who], day: "2025-11-05" };
  const rows = [
    { ...row, state: "open" },
    { ...row, kind: "document", what: "", day: null, state: "read" },
  ];
  expectStatus(await client.post(`/engagements/${id}/plan`, { rows }), 204);
  const plan = expectStatus(await client.get(`/engagements/${id}/plan`), 200).body;
  return [
    engagementPaths.screen(id),
    engagementPaths.screen(id, { member: String(members[0]) }),
    engagementPaths.edit(id),
    severalPath(id),
    profilePaths.screen(id),
    engagementReportPaths.screen(id),
    planPaths.screen(id),
    planPaths.screen(id, { row: String(plan.rows[0].id) }),
  ];
}

interface Rated {
  p3m3: number;
  itil: number;
  /** Another of P3M3, which is rated blind. */
  apart: number;
}

/**
 * Asks for ratings: a colleague in charge, who differs from the verdict, and the user, in charge and for a second opinion that has not begun.
 * @returns the addresses of their screens
 */
async function makeRatings(client: Client, databaseUrl: string, user: EntryLinkOptions & { email: string }, rated: Rated) {
  const { p3m3, itil, apart } = rated;
  const { team, roles } = user;
  const colleague = await apiClient(databaseUrl, `colleague.${user.email}`, { team, roles, name: "Sam", permission: "lead" });
  const ask = async (asker: Client, id: number, kind: "charge" | "opinion", group: string): Promise<number> => {
    const [{ id: person }] = expectStatus(await asker.get(`/assessments/${id}/ratings`), 200).body.colleagues;
    const form = { person, kind, groups: [group], until: FAR_DAY };
    return expectStatus(await asker.post(`/assessments/${id}/ratings`, form), 201).body.id;
  };
  const begin = async (rater: Client, id: number, number: number) =>
    expectStatus(await rater.post(`/assessments/${id}/ratings/${number}/begin`, { seen: [] }), 204);
  const [theirs, own, ofPractices] = [
    await ask(client, p3m3, "charge", "perspective/1"),
    await ask(colleague, p3m3, "charge", "perspective/1"),
    await ask(colleague, itil, "charge", "service"),
  ];
  await begin(colleague, p3m3, theirs);
  await begin(client, p3m3, own);
  await begin(client, itil, ofPractices);
  const { threads } = expectStatus(await client.get(`/assessments/${p3m3}/overview?place=thread/1/1`), 200).body;
  const answers = threads[0].questions.map(({ id: questionId }: { id: number }) => ({ questionId, selection: "Fully" }));
  expectStatus(await colleague.post(`/assessments/${p3m3}/ratings/${theirs}/answers`, { place: "thread/1/1", answers }), 200);
  const note = { place: "thread/1/1", body: "Seen in the minutes" };
  expectStatus(await colleague.put(`/assessments/${p3m3}/ratings/${theirs}/notes`, note), 200);
  const blind = await ask(colleague, apart, "opinion", "perspective/1");
  return [
    ratingPaths.list(p3m3),
    ratingPaths.differences(p3m3),
    ratingPaths.differences(p3m3, { show: "differ", place: "thread/1/1" }),
    ratingPaths.own(p3m3, own),
    ratingPaths.own(apart, blind),
    answeringPathsOf(own).questions(p3m3, "BM", "AM"),
    answeringPathsOf(own).grid(p3m3, "BM"),
    answeringPathsOf(ofPractices).practiceQuestions(itil, "INM"),
    answeringPathsOf(ofPractices).practiceGrid(itil, "service"),
  ];
}

/** Makes an assessment of each model, and a completed one. @param user of a team @returns the addresses of the signed-in screens that show them */
export async function makeScreens(databaseUrl: string, user: EntryLinkOptions & { email: string }): Promise<string[]> {
  const client = await apiClient(databaseUrl, user.email, user);
  const organization = await createOrganization(client);
  const scope = { perspectiveIds: [1], threadIds: [1, 2] };
  const p3m3 = await createP3M3(client, organization, scope);
  expectStatus(await answerThread(client, p3m3, 1, 1, "FFFPN"), 200);
  const places = [{ place: "thread/1/1", supports: [1, 2], against: [3] }];
  const evidence = {
    kind: "document",
    what: "Mandate",
    where: "https://documents.example/mandate",
    who: "Sponsor",
    remark: "Signed",
    places,
  };
  expectStatus(await client.post(`/assessments/${p3m3}/evidence`, { ...evidence, date: "2025-01-01", goodUntil: "2025-12-31" }), 201);
  const onSheet = { places: ["thread/1/1", "thread/1/2"], message: "Please be frank.", checksFacts: true };
  const token = await tokenOf(client, p3m3, await askVoice(client, p3m3, onSheet));
  const itil = await createItil(client, organization, { selectedScope: "Maturity" });
  const earlier = {
    model: "P3M3",
    scope: "Project",
    date: "2021-05-03",
    source: "Report",
    maturity: 2,
    scores: [{ code: "BM", score: 1.5 }],
  };
  const earlierId = expectStatus(await client.post(`/organizations/${organization}/earlier-scores`, earlier), 201).body.id;
  const targets = ["OG", "BM"].map((code, index) => ({ code, score: 2 + index, date: "2024-06-30", reason: "The board wants it" }));
  expectStatus(await client.put(`/organizations/${organization}/targets`, { model: "P3M3", scope: "Programme", targets }), 200);
  const action = {
    ...{ title: "Write a benefits register", why: "Nobody knows what was promised", owner: "Head of PMO", due: "2025-03-01" },
    ...{ assessmentId: p3m3, places: ["thread/1/1"], effort: "small", effect: "large", state: "open" },
  };
  const actionId = expectStatus(await client.post(`/organizations/${organization}/actions`, action), 201).body.id;
  const remark = { text: "The board has the draft" };
  expectStatus(await client.post(`/organizations/${organization}/actions/${actionId}/remarks`, remark), 201);
  const voices = { places: ["thread/1/1"], until: daysAfter(dayOf(new Date(), "UTC"), 7), message: "Thank you", checksFacts: true };
  const people = ["Jane Doe", "Rob Roe"].map((name) => ({ name, role: "Manager", email: null }));
  const sheets = expectStatus(await client.post(`/assessments/${p3m3}/voices`, { voices: people, ...voices }), 200).body.voices;
  const reviewPoint = { about: "thread/1/1", text: "Who says so?" };
  const { id: point } = expectStatus(await client.post(`/assessments/${p3m3}/review-points`, reviewPoint), 201).body;
  const completed = await completeP3M3(client, organization, "FFFPN", scope);
  const engagement = await makeEngagement(client, organization, [p3m3, completed]);
  const apart = await createP3M3(client, organization, scope);
  for (const id of [p3m3, itil, apart]) expectStatus(await client.delete(`/assessments/${id}/lock`), 204);
  const ratings = await makeRatings(client, databaseUrl, user, { p3m3, itil, apart });
  // Only a lead has the screens of the team's people.
  const ofPeople = user.permission === "lead" ? await makePeople(client) : [];
  return [
    ...ofPeople,
    paths.organizationCreate(),
    paths.step("profile", p3m3, "P3M3"),
    paths.step("profile", itil, "ITIL"),
    paths.importAnswers(p3m3),
    morePaths.earlierEdit(organization, earlierId),
    paths.voiceEntry(token),
    paths.me(),
    paths.home({ organizationId: organization }),
    paths.organizationEdit(organization),
    accessPaths.organization(organization),
    accessPaths.forYou(),
    engagementPaths.list(),
    engagementPaths.create(organization),
    ...engagement,
    inProgressPaths.screen(),
    inProgressPaths.screen({ q: "nothing like that" }),
    paths.assessmentCreate(organization),
    paths.scopeQuestions(),
    paths.sessions(),
    paths.style(),
    morePaths.earlierAdd(organization, "ITIL"),
    morePaths.earlierScores(organization),
    paths.targets(organization),
    morePaths.targetsEdit(organization, { model: "P3M3", scope: "Programme" }),
    paths.actions(organization),
    paths.actions(organization, { assessmentId: String(p3m3) }),
    paths.actionAdd(organization, { assessmentId: String(p3m3), places: "thread/1/1", of: "descoped" }),
    paths.action(organization, actionId),
    paths.step("scope", p3m3, "P3M3"),
    paths.step("review", p3m3, "P3M3"),
    paths.questions(p3m3, "BM", "AM"),
    paths.grid(p3m3, "BM"),
    paths.summary(p3m3, "P3M3"),
    reviewPaths.screen(p3m3),
    reviewPaths.screen(p3m3, { reply: String(point) }),
    paths.history(p3m3),
    paths.evidence(p3m3),
    paths.evidenceAdd(p3m3),
    paths.voices(p3m3),
    paths.voices(itil),
    morePaths.voicesAsk(p3m3),
    morePaths.voicesSettings(p3m3),
    paths.voice(p3m3, sheets[0].voice),
    paths.differences(p3m3),
    `${paths.questions(p3m3, "BM", "AM")}?evidence=new`,
    `${paths.search(p3m3, "P3M3")}?q=benefit`,
    paths.search(itil, "ITIL"),
    paths.step("scope", itil, "ITIL"),
    paths.step("review", itil, "ITIL"),
    paths.practiceQuestions(itil, "INM"),
    paths.practiceQuestions(itil, "M-G"),
    paths.practiceGrid(itil, "general"),
    paths.summary(itil, "ITIL"),
    paths.result(completed, "P3M3"),
    paths.whatIf(completed, "raise=BM-1"),
    paths.edition(completed),
    paths.report(completed),
    paths.comparison(p3m3),
    resultPaths(true).result(p3m3, "P3M3"),
    resultPaths(true).result(itil, "ITIL"),
    resultPaths(true).whatIf(itil),
    resultPaths(true).report(p3m3),
    resultPaths(true).report(itil),
    // The first questions, grid and summary of this list are those of the verdict.
    ...ratings,
  ];
}
