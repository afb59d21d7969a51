import { randomUUID } from "node:crypto";
import { inTransaction, openStore } from "#api/store/open.ts";
import type { VoiceList } from "#model/contract/voices.ts";
import { EDITIONS_MAX } from "#model/editions.ts";
import { ASSESSMENTS_MAX, ORGANIZATIONS_MAX } from "#model/room.ts";
import { morePaths } from "../../app/views/more-paths.ts";
import { paths } from "../../app/views/paths.ts";
import { completeP3M3, createOrganization, createP3M3, expectStatus, organizationForm } from "../contract/scenario.ts";
import { apiClient } from "../support/seed.ts";
import type { App } from "../support/server.ts";
import { type Attack, startMeasured } from "./attack.ts";
import { enterTwo, FILLER } from "./filling.ts";
import { measureFiles, measurePages } from "./measure.ts";

const [VOICES, ROLES, TEXT_MAX] = [200, 20, 40_000];
const AT_ONCE = 500;
/** What a copy writes at least: as many as there may be within a minute. */
const ROWS = 3_000;

/** The most that voices can say: full sheets of people who all say something else, with as many roles as there may be. */
async function fillVoices(app: App, assessmentId: number, places: readonly string[]): Promise<void> {
  const store = openStore(app.databaseUrl);
  const { id: askedBy } = await store.selectFrom("user").select("id").where("email", "=", FILLER).executeTakeFirstOrThrow();
  const roles = Array.from({ length: ROLES }, (_, index) => `Role ${index} ${"of people who are asked about this".repeat(2)}`.slice(0, 60));
  const firsts = new Map<string, number>();
  const client = await apiClient(app.databaseUrl, FILLER);
  const { places: answered } = expectStatus(await client.get(`/assessments/${assessmentId}/voices/answers`), 200).body;
  for (const { place, statements } of answered) firsts.set(place, statements[0].questionId);
  const words = "The plan is on the wall, and nobody reads it. ";
  const share = Math.floor(TEXT_MAX / places.length / 5);
  const text = words.repeat(share / words.length + 1).slice(0, Math.min(share, 1_000));
  const texts = JSON.stringify(Object.fromEntries([0, 1, 2, 3, 4].map((index) => [index, { comment: text, seen: "" }])));
  await inTransaction(store, async (db) => {
    for (let number = 1; number <= VOICES; number += 1) {
      const { id } = await db
        .insertInto("voice")
        .values({
          ...{ reference: randomUUID(), generation: 1, assessment_id: assessmentId, number, name: `Person ${number}`, email: null },
          ...{
            role: roles[number % ROLES] ?? "",
            places: JSON.stringify(places),
            until: "2099-01-01",
            message: "",
            checks_facts: 1 as const,
          },
          ...{ asked_by: askedBy, asked_at: "2026-01-01T00:00:00.000Z", mailed_at: null, reminded_at: null, closed_at: null },
          ...{ taken_back_at: null, first_answered_at: null, last_answered_at: null, done_at: null, forgotten_at: null },
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      const pages = places.map((place) => ({
        ...{ voice_id: id, place, assessment_id: assessmentId, question_id: firsts.get(place) ?? 0 },
        ...{ choices: String(number % 3).repeat(5), texts, agrees: 0 as const, verdicts: "-----", reason: text },
      }));
      await db.insertInto("voice_page").values(pages).execute();
    }
  });
  await store.destroy();
}

/** As many assessments in one organization, and as many organizations in the team, as there may be. */
async function fillLists(app: App, organizationId: number, assessmentId: number): Promise<void> {
  const store = openStore(app.databaseUrl);
  const { id: _, ...organization } = await store
    .selectFrom("organization")
    .selectAll()
    .where("id", "=", organizationId)
    .executeTakeFirstOrThrow();
  const { id: __, ...assessment } = await store
    .selectFrom("assessment")
    .selectAll()
    .where("id", "=", assessmentId)
    .executeTakeFirstOrThrow();
  for (let made = 1; made < ORGANIZATIONS_MAX; made += AT_ONCE)
    await store
      .insertInto("organization")
      .values(Array.from({ length: Math.min(AT_ONCE, ORGANIZATIONS_MAX - made) }, () => organization))
      .execute();
  for (let made = 1; made < ASSESSMENTS_MAX; made += AT_ONCE)
    await store
      .insertInto("assessment")
      .values(Array.from({ length: Math.min(AT_ONCE, ASSESSMENTS_MAX - made) }, () => assessment))
      .execute();
  await store.destroy();
}

/** Corrects assessments as often as it goes. @returns how many editions of a small one there are, and what came of copying a large one twice */
async function copy(app: App) {
  const client = await apiClient(app.databaseUrl, "copier@example.org", { team: "Copiers" });
  const organization = await createOrganization(client);
  const small = { perspectiveIds: [1], threadIds: [2] };
  const edition = (id: number) => client.post(`/assessments/${id}/editions`, { reason: "Corrected" });
  const submit = async (id: number) => {
    expectStatus(await client.post(`/assessments/${id}/lock`), 200);
    expectStatus(await client.post(`/assessments/${id}/complete`), 200);
  };
  let id = await completeP3M3(client, organization, "FRNNN", small);
  const large = await completeP3M3(client, organization, "FRNNN", small);
  let [editions, next] = [1, await edition(id)];
  for (; next.status === 201 && editions <= 2 * EDITIONS_MAX; editions += 1) {
    id = next.body.id;
    await submit(id);
    next = await edition(id);
  }
  const store = openStore(app.databaseUrl);
  const entry = {
    assessment_id: large,
    kind: "document" as const,
    what: "Plan",
    found_at: "",
    who: "",
    date: null,
    good_until: null,
    remark: "",
  };
  const { id: evidenceId } = await store.insertInto("evidence").values(entry).returning("id").executeTakeFirstOrThrow();
  for (let from = 0; from < ROWS; from += AT_ONCE)
    await store
      .insertInto("evidence_place")
      .values(
        Array.from({ length: AT_ONCE }, (_, at) => ({
          ...{ assessment_id: large, evidence_id: evidenceId, place: `thread/1/${from + at}`, supports: "[]", against: "[]" },
        })),
      )
      .execute();
  await store.destroy();
  const made = expectStatus(await edition(large), 201).body.id;
  await submit(made);
  const again = await edition(made);
  return {
    held: editions === EDITIONS_MAX && next.status === 422 && again.status === 429,
    figures: `one edition more than ${editions}: ${next.status}; an assessment of ${ROWS} rows copied twice within a minute: ${again.status}`,
  };
}

export const attack: Attack = {
  title: "lists that grow as far as they may: voices that fill every sheet, assessments, organizations, editions",
  async run() {
    const app = await startMeasured();
    try {
      const { client, organizationId, visitor, other } = await enterTwo(app);
      const id = await createP3M3(client, organizationId);
      expectStatus(await client.delete(`/assessments/${id}/lock`), 204);
      const list: VoiceList = expectStatus(await client.get(`/assessments/${id}/voices`), 200).body;
      const places = list.places.map(({ place }) => place);
      await fillVoices(app, id, places);
      // The same people wrote as much about one place.
      const narrow = await createP3M3(client, organizationId);
      expectStatus(await client.delete(`/assessments/${narrow}/lock`), 204);
      await fillVoices(app, narrow, places.slice(0, 1));
      const heard: VoiceList = expectStatus(await client.get(`/assessments/${narrow}/voices`), 200).body;
      const screens = {
        "where views differ": paths.differences(id),
        "all of it": paths.differences(id, { show: "all", page: "2" }),
        checks: paths.differences(id, { show: "checks" }),
        "one place": paths.differences(narrow, { show: "all" }),
        search: `${paths.search(id, "P3M3")}?q=wall`,
        summary: paths.summary(id, "P3M3"),
        questions: paths.questions(narrow, "BM", "AM"),
        grid: paths.grid(narrow, "BM"),
        "all voices": paths.voices(id),
        "one voice": paths.voice(narrow, heard.voices[0]?.id ?? ""),
      };
      const results = await measurePages(app, visitor, other, screens);
      const files = {
        "Excel file of differences": morePaths.differencesWorkbook(id, { show: "all" }),
        "Excel file of one place": morePaths.differencesWorkbook(narrow, { show: "all" }),
        "workbook of answers": paths.answersWorkbook(id),
      };
      results.push(...(await measureFiles(app, visitor, other, files)));
      await fillLists(app, organizationId, id);
      const refused = [
        await client.post("/organizations", organizationForm()),
        await client.post(`/organizations/${organizationId}/assessments`, {
          ...{ name: "One more", assessmentType: "P3M3", isTestAssessment: false, selectedScope: "Project" },
        }),
      ].map(({ status }) => status);
      const home = paths.home({ organizationId });
      const lists = { "the panel": home, "its second page": `${home}&p3m3=2`, "the form of an organization": paths.organizationCreate() };
      results.push(...(await measurePages(app, visitor, other, lists)));
      results.push(await copy(app));
      results.push({ held: refused.every((status) => status === 422), figures: `one more of each: ${refused.join(", ")}` });
      return { held: results.every(({ held }) => held), figures: results.map(({ figures }) => figures).join("\n      ") };
    } finally {
      await app.stop();
    }
  },
};
