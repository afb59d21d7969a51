/** Deleting, as docs/trust.md describes it. */
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { deleteOrganization, ROWS_OF_ORGANIZATION } from "#api/services/deleting-organizations.ts";
import { checkHistory } from "#api/services/history-check.ts";
import { takeSnapshot } from "#api/services/p3m3/benchmark-snapshot.ts";
import { removePerson } from "#api/services/people.ts";
import { inTransaction } from "#api/store/open.ts";
import { type Client, HISTORY_KEY, operatingOn } from "../support/api.ts";
import { everything } from "../support/rows.ts";
import { onEachDatabase } from "./databases.ts";
import {
  answerComponent,
  answerPractice,
  completeP3M3,
  createItil,
  createOrganization,
  createP3M3,
  expectStatus,
  organizationForm,
} from "./scenario.ts";

/** Tables with nothing of a single client in them: the team and its people, what the product brings, and groups of benchmarks. */
const NOTHING_OF_A_CLIENT = [
  "address_change",
  "benchmark_group",
  "content_pack",
  "entry_token",
  "invitation",
  "join_link",
  "mail_refusal",
  "refresh_token",
  "session_family",
  "setting",
  "sign_in",
  "team",
  "team_style",
  "user",
];

const SECRETS = [
  ...["Secret Works", "Secret unit", "Secret note", "Secret paper", "Secret reason", "Secret report"],
  ...["Secret aim", "Secret action", "Secret why", "Secret owner", "Secret remark", "Secret voice", "Secret comment"],
  ...["Secret message", "Secret review"],
];

describe("deleting", () => {
  onEachDatabase((api) => {
    let id: number;
    let other: number;
    let deleted: number[] = [];
    let client: Client;
    /** The tables whose rows name an assessment. */
    const ofAssessments = async () =>
      (await api().store.introspection.getTables())
        .filter(({ columns }) => columns.some(({ name }) => name === "assessment_id"))
        .map(({ name }) => name);
    const kept = async () => {
      return JSON.stringify(await everything(api().url));
    };

    beforeAll(async () => {
      client = await api().signIn({ email: "kim@example.org", team: "Kim & Co" });
      other = await createOrganization(client, { name: "The other client" });
      await createItil(client, other);
      id = await createOrganization(client, { name: "Secret Works", businessUnit: "Secret unit", benchmarkConsent: true });
      const completed = await completeP3M3(client, id, "FRNNN", { perspectiveIds: [1], threadIds: [2] });
      expectStatus(await client.post(`/assessments/${completed}/editions`, { reason: "Secret reason" }), 201);
      const open = await createP3M3(client, id, { perspectiveIds: [1], threadIds: [2] });
      const note = { assessmentId: open, body: "Secret note", perspectiveId: 1, threadId: 2 };
      expectStatus(await client.post("/P3M3/notes", note), 200);
      const places = [{ place: "thread/1/2", supports: [1], against: [] }];
      const evidence = { kind: "document", what: "Secret paper", where: "", who: "", date: null, goodUntil: null, remark: "", places };
      expectStatus(await client.post(`/assessments/${open}/evidence`, evidence), 201);
      const scores = [{ code: "OG", score: 3.25 }];
      const earlier = { model: "P3M3", scope: "Project", date: "2021-05-03", source: "Secret report", maturity: 2, scores };
      const { id: earlierId } = expectStatus(await client.post(`/organizations/${id}/earlier-scores`, earlier), 201).body;
      expectStatus(await client.put(`/organizations/${id}/earlier-scores/${earlierId}`, { ...earlier, maturity: 3 }), 200);
      const targets = [{ code: "OG", score: 4, date: "2027-06-30", reason: "Secret aim" }];
      expectStatus(await client.put(`/organizations/${id}/targets`, { model: "P3M3", scope: "Project", targets }), 200);
      const action = { title: "Secret action", why: "Secret why", assessmentId: open, places: ["thread/1/2"], owner: "Secret owner" };
      const agreed = { ...action, due: null, effort: null, effect: null, state: "open" };
      const { id: actionId } = expectStatus(await client.post(`/organizations/${id}/actions`, agreed), 201).body;
      expectStatus(await client.post(`/organizations/${id}/actions/${actionId}/remarks`, { text: "Secret remark" }), 201);
      const sheet = { places: ["thread/1/2"], until: "2026-12-01", message: "Secret message", checksFacts: false };
      const form = { voices: [{ name: "Secret voice", role: "User", email: null }], ...sheet };
      const { voice } = expectStatus(await client.post(`/assessments/${open}/voices`, form), 200).body.voices[0];
      const { token } = expectStatus(await client.post(`/assessments/${open}/voices/${voice}/link`), 200).body;
      const own = api().anonymous.bearing(expectStatus(await api().anonymous.post("/auth/voice", { token }), 200).body.token);
      const page = `/voice/pages/${encodeURIComponent("thread/1/2")}`;
      const { statements } = expectStatus(await own.get(page), 200).body;
      const comment = { questionId: statements[0].questionId, choice: "Fully", comment: "Secret comment", seen: "" };
      expectStatus(await own.put(page, { answers: [comment] }), 200);
      const questions = await client.get(`/P3M3/assessments/${open}/questions?p=1&t=2`);
      const [{ id: questionId, diagnostics }] = questions.body;
      const mark = { diagnosticId: diagnostics[0].id, isPositive: true };
      expectStatus(await client.put(`/p3m3/assessments/${open}/diagnostics/${questionId}`, mark), 200);
      const practices = Array.from({ length: 34 }, (_, index) => ({ id: index + 1, selectionMode: 1 as const }));
      const itil = await createItil(client, id, { selectedScope: "Comprehensive", practices });
      expectStatus(await answerPractice(client, itil, 19, "F"), 200);
      expectStatus(await answerComponent(client, itil, "M-GP", 3), 200);
      expectStatus(await client.post(`/assessments/${itil}/endorse`), 200);
      const request = await api().store.selectFrom("outbox").select("id").executeTakeFirstOrThrow();
      const next_at = api().now.toISOString();
      await api().store.insertInto("outbox_delivery").values({ outbox_id: request.id, channel: "email", attempts: 0, next_at }).execute();
      expectStatus(await client.put(`/organizations/${other}`, organizationForm({ name: "The other client, renamed" })), 200);
      deleted = (await api().store.selectFrom("assessment").select("id").where("organization_id", "=", id).execute()).map((row) => row.id);
      await takeSnapshot(api().store, new Date("2030-01-01T00:00:00Z"));
    });

    it("an organization leaves nothing of it but scores without a name in the groups of benchmarks", async () => {
      for (const secret of SECRETS.slice(0, -1)) expect(await kept()).toContain(secret);
      await inTransaction(api().store, (db) => deleteOrganization(db, id));
      for (const secret of SECRETS) expect(await kept()).not.toContain(secret);
      expectStatus(await client.get(`/organizations/${id}`), 404);
      const { assessment, organization } = await everything(api().url);
      expect([organization?.length, assessment?.length]).toEqual([1, 1]);
      for (const table of await ofAssessments()) {
        const left = await sql`select 1 from ${sql.table(table)} where assessment_id in (${sql.join(deleted)})`.execute(api().store);
        expect([table, left.rows]).toEqual([table, []]);
      }
      const parts = await api().store.selectFrom("part_version").select("part").execute();
      const gone = parts.filter(
        ({ part }) => part.startsWith(`organization/${id}/`) || deleted.some((each) => part.startsWith(`assessment/${each}/`)),
      );
      expect(gone).toEqual([]);
      // Another client's data stays.
      expect(parts.map(({ part }) => part)).toContain(`organization/${other}/organization`);
      // The next month's snapshot is made without it.
      await takeSnapshot(api().store, new Date("2030-02-01T00:00:00Z"));
    });

    it("empties every table that belongs to an assessment, and every other that is not known to hold nothing of a client", async () => {
      const tables = await api().store.introspection.getTables();
      const emptied = Object.entries(ROWS_OF_ORGANIZATION).flatMap(([table, rows]) => (rows ? [table] : []));
      const others = tables.map(({ name }) => name).filter((name) => !name.startsWith("kysely_") && !emptied.includes(name));
      expect(others.toSorted()).toEqual(NOTHING_OF_A_CLIENT);
      const belonging = await ofAssessments();
      expect(belonging.length).toBeGreaterThan(5);
      expect(belonging.filter((name) => !emptied.includes(name))).toEqual([]);
    });

    it("an organization leaves a history that is whole", async () => {
      const { breaks } = await checkHistory(api().store, HISTORY_KEY, api().now);
      expect(breaks).toEqual([]);
    });

    it("an organization that came along leaves nothing in the history of the former team either", async () => {
      const lead = await api().signIn({ email: "lead@moves.example", team: "Moves", permission: "lead" });
      const mover = await api().signIn({ email: "mover@moves.example", permission: "lead" });
      const moved = await createOrganization(mover, { name: "Moved Works" });
      const form = { people: [{ email: "mover@moves.example" }], permission: "assessor", roles: ["P3M3"] };
      const [{ invitation }] = expectStatus(await lead.post("/invitations", form), 200).body.people;
      expectStatus(await mover.post(`/me/invitations/${invitation}/accept`), 204);
      expect(await kept()).toContain("Moved Works");
      await inTransaction(api().store, (db) => deleteOrganization(db, moved));
      expect(await kept()).not.toContain("Moved Works");
    });

    it("a person leaves neither name nor address, and is signed out", async () => {
      const gone = await api().signIn({ email: "gone.person@example.org", team: "Kim & Co", firstName: "Gonzalo" });
      await createOrganization(gone);
      await removePerson(operatingOn(api().store, api().now), "gone.person@example.org");
      for (const secret of ["gone.person", "Gonzalo"]) expect(await kept()).not.toContain(secret);
      expectStatus(await gone.get("/organizations"), 401);
      expectStatus(await client.get("/organizations"), 200);
    });
  });
});
