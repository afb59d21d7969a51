import { randomUUID } from "node:crypto";
import { openStore } from "#api/store/open.ts";
import { ACTION_REMARKS_MAX, ACTION_TEXT_MAX, ACTIONS_MAX } from "#model/actions.ts";
import { DEMO_INTERNAL_ACCOUNT } from "#model/contract/demo.ts";
import { EARLIER_SCORES_MAX, EARLIER_SOURCE_MAX, scoredItems } from "#model/earlier-scores.ts";
import { EVIDENCE_MAX, EVIDENCE_PLACES_MAX } from "#model/evidence.ts";
import { COMPONENTS, PRACTICES } from "#model/itil/catalogue.ts";
import { NOTE_MAX } from "#model/note.ts";
import { PERSPECTIVES } from "#model/p3m3/catalogue.ts";
import { threadsOffered } from "#model/p3m3/scope.ts";
import { PERSON_NAME_MAX, TEAM_MAX } from "#model/people.ts";
import { ASSESSMENTS_MAX, ORGANIZATIONS_MAX } from "#model/room.ts";
import { NAME_MAX } from "#model/text.ts";
import { accessPaths } from "../../app/views/access.ts";
import { engagementPaths } from "../../app/views/engagements.ts";
import { inProgressPaths } from "../../app/views/in-progress.ts";
import { morePaths } from "../../app/views/more-paths.ts";
import { paths, resultPaths } from "../../app/views/paths.ts";
import { teamHistoryPaths } from "../../app/views/team-history.ts";
import { answerAll, answerAllItil, completeP3M3, createItil, createP3M3, expectStatus } from "../contract/scenario.ts";
import { Visitor } from "../support/form-driver.ts";
import type { App } from "../support/server.ts";
import { type Attack, startMeasured } from "./attack.ts";
import { enterTwo, FILLER, fillEvidence, filler } from "./filling.ts";
import { measureFiles, measurePages } from "./measure.ts";

const AT_ONCE = 100;
const SIGNED_IN = 500;
const REQUESTS = 500;
const CHANNELS = ["email", "webhook"] as const;

const threadPlaces = () => PERSPECTIVES.flatMap(({ id }) => threadsOffered("Programme").map((thread) => `thread/${id}/${thread.id}`));

interface Grown {
  organizationId: number;
  /** With its questions open, and one that is completed. */
  open: number;
  completed: number;
  /** The same of ITIL. */
  itil: number;
  itilCompleted: number;
}

/** As much as there may be of everything that has a list, each text as long as it may be. */
async function fill(app: App, { organizationId, open, completed, itil, itilCompleted }: Grown): Promise<void> {
  const store = openStore(app.databaseUrl);
  const user = await store.selectFrom("user").selectAll().where("email", "=", FILLER).executeTakeFirstOrThrow();
  const at = "2026-01-01T00:00:00.000Z";
  async function insert<T>(count: number, row: (index: number) => T, into: (rows: T[]) => Promise<unknown>) {
    for (let from = 0; from < count; from += AT_ONCE)
      await into(Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, index) => row(from + index)));
  }
  const threads = PERSPECTIVES.flatMap((perspective) => threadsOffered("Programme").map((thread) => [perspective.id, thread.id] as const));
  for (const id of [open, completed])
    await insert(
      threads.length,
      (index) => ({
        ...{ assessment_id: id, kind: "thread" as const, first_id: threads[index]?.[0] ?? 0, second_id: threads[index]?.[1] ?? 0 },
        ...{ body: filler(NOTE_MAX, index), updated_at: at },
      }),
      (rows) => store.insertInto("note").values(rows).execute(),
    );
  const parts = [...PRACTICES.map(({ id }) => ["capability", id] as const), ...COMPONENTS.map(({ id }) => ["maturity", id] as const)];
  for (const id of [itil, itilCompleted])
    await insert(
      parts.length,
      (index) => ({
        ...{ assessment_id: id, kind: parts[index]?.[0] ?? "capability", first_id: parts[index]?.[1] ?? 0, second_id: 0 },
        ...{ body: filler(NOTE_MAX, index), updated_at: at },
      }),
      (rows) => store.insertInto("note").values(rows).execute(),
    );
  await insert(
    ACTIONS_MAX,
    (index) => ({
      ...{ organization_id: organizationId, assessment_id: open, model: "P3M3" as const, title: filler(ACTION_TEXT_MAX.title, index) },
      ...{ why: filler(ACTION_TEXT_MAX.why, index), owner: filler(ACTION_TEXT_MAX.owner, index), due: "2026-01-01" },
      places: JSON.stringify(
        Array.from({ length: 20 }, (_, place) => (place === 0 ? threads[0] : threads[(index + place) % threads.length])).map(
          (thread) => `thread/${thread?.join("/")}`,
        ),
      ),
      ...{ effort: null, effect: null, state: "open" as const, created_at: at, state_since: at },
    }),
    (rows) => store.insertInto("action").values(rows).execute(),
  );
  const { id: action } = await store.selectFrom("action").select("id").orderBy("id").executeTakeFirstOrThrow();
  await insert(
    ACTION_REMARKS_MAX,
    (index) => ({ action_id: action, user_id: user.id, at, body: filler(ACTION_TEXT_MAX.remark, index) }),
    (rows) => store.insertInto("action_remark").values(rows).execute(),
  );
  for (const model of ["P3M3", "ITIL"] as const)
    await insert(
      EARLIER_SCORES_MAX,
      (index) => ({
        ...{ organization_id: organizationId, model, scope: model === "P3M3" ? "Programme" : null, date: "2025-01-01" },
        ...{ source: filler(EARLIER_SOURCE_MAX, index), maturity: 2 },
        scores: JSON.stringify(scoredItems(model).map(({ code }) => ({ code, score: 2.5 }))),
      }),
      (rows) => store.insertInto("earlier_scores").values(rows).execute(),
    );
  const organization = await store.selectFrom("organization").selectAll().where("id", "=", organizationId).executeTakeFirstOrThrow();
  const { id: _, ...organizationRow } = organization;
  await insert(
    ORGANIZATIONS_MAX - 1,
    (index) => ({ ...organizationRow, name: filler(NAME_MAX, index), business_unit: filler(NAME_MAX, index) }),
    (rows) => store.insertInto("organization").values(rows).execute(),
  );
  const { id: __, ...assessment } = await store.selectFrom("assessment").selectAll().where("id", "=", completed).executeTakeFirstOrThrow();
  await insert(
    ASSESSMENTS_MAX - 3,
    (index) => ({ ...assessment, name: filler(NAME_MAX, index) }),
    (rows) => store.insertInto("assessment").values(rows).execute(),
  );
  const made = await store.selectFrom("assessment").select("id").where("id", ">", open).where("status", "=", "Completed").execute();
  const scores = await store.selectFrom("perspective_score").selectAll().where("assessment_id", "=", completed).execute();
  await insert(
    made.length * scores.length,
    (index) => ({
      assessment_id: made[Math.floor(index / scores.length)]?.id ?? 0,
      perspective_id: scores[index % scores.length]?.perspective_id ?? 0,
      score: scores[index % scores.length]?.score ?? 0,
    }),
    (rows) => store.insertInto("perspective_score").values(rows).execute(),
  );
  const { id: ___, email: ____, ...person } = user;
  await insert(
    TEAM_MAX - 1,
    (index) => ({ ...person, email: `${"x".repeat(200)}${index}@example.org`, first_name: filler(PERSON_NAME_MAX, index) }),
    (rows) => store.insertInto("user").values(rows).execute(),
  );
  const longest = await store.selectFrom("user").select("id").orderBy("id", "desc").executeTakeFirstOrThrow();
  await insert(
    SIGNED_IN,
    (index) => ({
      ...{ id: `family-${index}`, user_id: user.id, device: filler(100, index), created_at: at, last_seen_at: at },
      ...{ ends_at: "2099-01-01T00:00:00.000Z", ended_at: null, generation: 1 },
    }),
    (rows) => store.insertInto("session_family").values(rows).execute(),
  );
  // Each request has gone wrong by every channel, and says so at length.
  await insert(
    REQUESTS,
    () => ({
      ...{ reference: randomUUID(), kind: "certification" as const, assessment_id: completed },
      ...{ requested_by: longest.id, requested_at: at },
    }),
    async (rows) => {
      const ids = await store.insertInto("outbox").values(rows).returning("id").execute();
      const deliveries = ids.flatMap(({ id }) =>
        CHANNELS.map((channel) => ({
          ...{ outbox_id: id, channel, attempts: 20, next_at: at, sent_at: null, failed_at: at, last_error: filler(300, id) },
        })),
      );
      await store.insertInto("outbox_delivery").values(deliveries).execute();
    },
  );
  await store.destroy();
}

export const attack: Attack = {
  title: "everything that somebody can store, as often and as long as it may be, so that a page has no end",
  async run() {
    const app = await startMeasured();
    try {
      const { client, organizationId, visitor, other } = await enterTwo(app);
      const earlier = await completeP3M3(client, organizationId, "FFPNN");
      const completed = await completeP3M3(client, organizationId, "FFFPN", { previousId: earlier });
      const open = await createP3M3(client, organizationId, { previousId: completed });
      const everyPractice = PRACTICES.map(({ id }) => ({ id, selectionMode: 1 as const }));
      const [itil = 0, itilCompleted = 0] = [
        await createItil(client, organizationId, { selectedScope: "Comprehensive", practices: everyPractice }),
        await createItil(client, organizationId, { selectedScope: "Comprehensive", practices: everyPractice }),
      ];
      for (const id of [itil, itilCompleted]) await answerAllItil(client, id, "F", 3);
      expectStatus(await client.post(`/assessments/${itilCompleted}/complete`), 200);
      await answerAll(client, open, "FFPNN");
      for (let save = 0; save < 60; save += 1)
        expectStatus(
          await client.post("/P3M3/notes", {
            assessmentId: open,
            perspectiveId: 1,
            threadId: (save % 8) + 1,
            body: filler(NOTE_MAX, save),
          }),
          200,
        );
      const history = openStore(app.databaseUrl);
      await history.deleteFrom("note").where("assessment_id", "=", open).execute();
      await history.destroy();
      for (const id of [open, itil]) expectStatus(await client.delete(`/assessments/${id}/lock`), 204);
      await fill(app, { organizationId, open, completed, itil, itilCompleted });
      const each = EVIDENCE_PLACES_MAX / EVIDENCE_MAX;
      const [threads, practices] = [threadPlaces(), PRACTICES.map(({ id }) => `capability/${id}`)];
      await fillEvidence(app, open, threads.slice(0, each), threads);
      await fillEvidence(app, itil, practices.slice(0, each), practices);
      const { actions } = expectStatus(await client.get(`/organizations/${organizationId}/actions`), 200).body;
      const { people } = expectStatus(await client.get("/people"), 200).body;
      const home = paths.home({ organizationId });
      const results = await measurePages(app, visitor, other, {
        home,
        "completed ones": `${home}&tab=completed`,
        "a search of organizations": `${paths.home()}?search=plan`,
        "the form of an organization": paths.organizationCreate(),
        "its form to change it": paths.organizationEdit(organizationId),
        targets: paths.targets(organizationId),
        "form of targets": morePaths.targetsEdit(organizationId, { model: "P3M3", scope: "Programme" }),
        "earlier scores": morePaths.earlierScores(organizationId),
        "form of earlier scores": morePaths.earlierAdd(organizationId, "ITIL"),
        actions: paths.actions(organizationId),
        "form of an action": paths.actionAdd(organizationId, { assessmentId: String(open) }),
        "one action": paths.action(organizationId, actions.at(-1)?.id ?? actions[0].id),
        "the first action": paths.action(organizationId, Math.min(...actions.map(({ id }: { id: number }) => id))),
        devices: paths.sessions(),
        "own account": paths.me(),
        people: paths.people(),
        "one person": paths.person(people[0].id),
        "oneself as a person": paths.person(people.find((each: { email: string }) => each.email === FILLER)?.id ?? people[0].id),
        "history of people": teamHistoryPaths.people(),
        "who may see it": accessPaths.organization(organizationId),
        "who may see what": accessPaths.team(),
        "what waits": accessPaths.forYou(),
        engagements: engagementPaths.list({ closed: "1" }),
        "a new engagement": engagementPaths.create(organizationId),
        "what is in progress": inProgressPaths.screen({ tests: "1", archived: "1" }),
        "history of the team": teamHistoryPaths.screen(),
        "a new assessment": paths.assessmentCreate(organizationId),
        "assess again": morePaths.assessAgain(organizationId, completed),
        profile: paths.step("profile", open, "P3M3"),
        scope: paths.step("scope", open, "P3M3"),
        review: paths.step("review", open, "P3M3"),
        "questions about scope": paths.scopeQuestions(),
        questions: paths.questions(open, "BM", "AM"),
        grid: paths.grid(open, "BM"),
        summary: paths.summary(open, "P3M3"),
        "summary of a completed one": paths.summary(completed, "P3M3"),
        search: `${paths.search(open, "P3M3")}?q=wall`,
        import: paths.importAnswers(open),
        result: paths.result(completed, "P3M3"),
        "what if": paths.whatIf(completed),
        report: paths.report(completed),
        comparison: paths.comparison(completed),
        draft: `/assessments/${open}/draft`,
        "report of a draft": `/assessments/${open}/draft/report`,
        edition: paths.edition(completed),
        history: paths.history(open),
        "several entries of evidence": paths.evidenceAdd(open),
        "register of evidence": paths.evidence(open),
        "a search of evidence": paths.evidence(open, { q: "wall" }),
        "evidence nobody can find": paths.evidence(open, { q: "nowhere" }),
        "ITIL profile": paths.step("profile", itil, "ITIL"),
        "ITIL scope": paths.step("scope", itil, "ITIL"),
        "ITIL review": paths.step("review", itil, "ITIL"),
        "ITIL questions": paths.practiceQuestions(itil, "ARM"),
        "ITIL component": paths.practiceQuestions(itil, "M-G"),
        "ITIL grid": paths.practiceGrid(itil, "general"),
        "ITIL summary": paths.summary(itil, "ITIL"),
        "an explained score": paths.explained(itil, "ARM"),
        "ITIL search": `${paths.search(itil, "ITIL")}?q=wall`,
        "ITIL evidence": paths.evidence(itil),
        "ITIL history": paths.history(itil),
        "ITIL import": paths.importAnswers(itil),
        "ITIL draft": resultPaths(true).result(itil, "ITIL"),
        "report of an ITIL draft": resultPaths(true).report(itil),
        "ITIL result": paths.result(itilCompleted, "ITIL"),
        "ITIL what if": paths.whatIf(itilCompleted),
        "ITIL report": paths.report(itilCompleted),
        "ITIL edition": paths.edition(itilCompleted),
      });
      const all = paths.allAssessments({ organizationId });
      const office = await new Visitor(app.url).get(await app.entryLink(DEMO_INTERNAL_ACCOUNT));
      results.push(
        ...(await measurePages(app, office, other, {
          "All Assessments": all,
          "completed ones there": `${all}&tab=completed`,
          "a search there": `${paths.allAssessments()}?search=plan`,
          requests: morePaths.requests(),
          "a completed one of others": paths.result(completed, "P3M3"),
        })),
      );
      results.push(
        ...(await measureFiles(app, visitor, other, {
          "Excel file": paths.workbook(completed),
          "Word file": paths.reportFile(completed, "docx"),
          slides: paths.reportFile(completed, "pptx"),
          "Excel file of a draft": resultPaths(true).workbook(open),
          "Word file of a draft": resultPaths(true).reportFile(open, "docx"),
          "ITIL Excel file": paths.workbook(itilCompleted),
          "ITIL Word file": paths.reportFile(itilCompleted, "docx"),
          "ITIL slides": paths.reportFile(itilCompleted, "pptx"),
          "Excel file of evidence": morePaths.evidenceWorkbook(open),
          "Excel file of actions": morePaths.actionsWorkbook(organizationId),
          "workbook of answers": paths.answersWorkbook(open),
          "ITIL workbook of answers": paths.answersWorkbook(itil),
          "own data": morePaths.ownData(),
        })),
      );
      return { held: results.every(({ held }) => held), figures: results.map(({ figures }) => figures).join("\n      ") };
    } finally {
      await app.stop();
    }
  },
};
