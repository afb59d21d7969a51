import { randomUUID } from "node:crypto";
import { inTransaction, openStore } from "#api/store/open.ts";
import type { VoiceList } from "#model/contract/voices.ts";
import { ASSESSMENTS_MAX, ORGANIZATIONS_MAX } from "#model/room.ts";
import { paths } from "../../app/views/paths.ts";
import { createOrganization, createP3M3, expectStatus, organizationForm } from "../contract/scenario.ts";
import { loopDelayOf } from "../support/event-loop.ts";
import { Visitor } from "../support/form-driver.ts";
import { apiClient } from "../support/seed.ts";
import type { App } from "../support/server.ts";
import { type Attack, startMeasured } from "./attack.ts";

const EMAIL = "mallory@example.org";
const PAGE_BYTES_MAX = 1_000_000;
/** Of the serving thread's own work, in one piece. The aim is 100 ms on a quiet machine. */
const OWN_MS_MAX = 200;
const [VOICES, ROLES, TEXT_MAX] = [200, 20, 40_000];
const AT_ONCE = 500;

/** The most that voices can say: full sheets of people who all say something else, with as many roles as there may be. */
async function fillVoices(app: App, assessmentId: number, places: readonly string[]): Promise<void> {
  const store = openStore(app.databaseUrl);
  const { id: askedBy } = await store.selectFrom("user").select("id").where("email", "=", EMAIL).executeTakeFirstOrThrow();
  const roles = Array.from({ length: ROLES }, (_, index) => `Role ${index} ${"of people who are asked about this".repeat(2)}`.slice(0, 60));
  const firsts = new Map<string, number>();
  const client = await apiClient(app.databaseUrl, EMAIL);
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

/** Opens pages one after the other, and at the same time another team's home. */
async function measure(app: App, visitor: Visitor, other: Visitor, pages: Readonly<Record<string, string>>) {
  const results: { held: boolean; figures: string }[] = [];
  const cookie = ["session", "seen"].map((name) => `${name}=${visitor.cookie(name)}`).join("; ");
  for (const [page, path] of Object.entries(pages)) {
    // Modules that the first request of its kind loads are not part of the attack.
    await fetch(app.url + path, { headers: { Cookie: cookie } }).then((answer) => answer.arrayBuffer());
    await loopDelayOf(app);
    const begun = performance.now();
    const answer = await fetch(app.url + path, { headers: { Cookie: cookie } });
    const bytes = (await answer.arrayBuffer()).byteLength;
    const took = performance.now() - begun;
    const { own } = await loopDelayOf(app);
    await other.get(paths.home());
    results.push({
      held: answer.status === 200 && bytes <= PAGE_BYTES_MAX && !(own > OWN_MS_MAX) && other.status === 200,
      figures: `${page}: ${answer.status}, ${(bytes / 1e6).toFixed(2)} MB, ${took.toFixed(0)} ms, ${own.toFixed(0)} ms own work in one piece`,
    });
  }
  return results;
}

export const attack: Attack = {
  title: "lists that grow as far as they may: voices that fill every sheet, assessments, organizations",
  async run() {
    const app = await startMeasured();
    try {
      const client = await apiClient(app.databaseUrl, EMAIL);
      const organizationId = await createOrganization(client);
      const id = await createP3M3(client, organizationId);
      expectStatus(await client.delete(`/assessments/${id}/lock`), 204);
      const visitor = await new Visitor(app.url).get(await app.entryLink(EMAIL));
      const other = await new Visitor(app.url).get(await app.entryLink("kim@example.org"));
      const list: VoiceList = expectStatus(await client.get(`/assessments/${id}/voices`), 200).body;
      const places = list.places.map(({ place }) => place);
      await fillVoices(app, id, places);
      // The same people wrote as much about one place.
      const narrow = await createP3M3(client, organizationId);
      expectStatus(await client.delete(`/assessments/${narrow}/lock`), 204);
      await fillVoices(app, narrow, places.slice(0, 1));
      const differences = {
        "where views differ": paths.differences(id),
        "all of it": paths.differences(id, { show: "all", page: "2" }),
        checks: paths.differences(id, { show: "checks" }),
        "one place": paths.differences(narrow, { show: "all" }),
        search: `${paths.search(id, "P3M3")}?q=wall`,
        summary: paths.summary(id, "P3M3"),
        questions: paths.questions(narrow, "BM", "AM"),
      };
      const results = await measure(app, visitor, other, differences);
      await fillLists(app, organizationId, id);
      const refused = [
        await client.post("/organizations", organizationForm()),
        await client.post(`/organizations/${organizationId}/assessments`, {
          ...{ name: "One more", assessmentType: "P3M3", isTestAssessment: false, selectedScope: "Project" },
        }),
      ].map(({ status }) => status);
      const home = paths.home({ organizationId });
      const lists = { "the panel": home, "its second page": `${home}&p3m3=2`, "the form of an organization": paths.organizationCreate() };
      results.push(...(await measure(app, visitor, other, lists)));
      results.push({ held: refused.every((status) => status === 422), figures: `one more of each: ${refused.join(", ")}` });
      return { held: results.every(({ held }) => held), figures: results.map(({ figures }) => figures).join("\n      ") };
    } finally {
      await app.stop();
    }
  },
};
