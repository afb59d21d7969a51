/** Extension `outbox`: requests for certification and validation (docs/rules/submission-and-certification.md#requests). */
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { retryDeliveries } from "#api/services/outbox.ts";
import { outbox } from "#model/contract/outbox.ts";
import type { Client } from "../support/api.ts";
import { onEachDatabase } from "./databases.ts";
import { answerAll, answerPractice, completeP3M3, createItil, createOrganization, createP3M3, expectStatus } from "./scenario.ts";

const INTERNAL = "office@outbox.example";
const CERTIFIABLE = { threadIds: [6, 9, 11, 12] };

describe("the outbox", () => {
  onEachDatabase(
    (api) => {
      const signIn = () => api().signIn({ email: "kim@outbox.example", firstName: "Kim", team: "Kim & Co" });
      const requestsFor = (id: number) => api().store.selectFrom("outbox").selectAll().where("assessment_id", "=", id).execute();
      const inOutbox = async (query = "", client?: Client) =>
        outbox.parse(expectStatus(await (client ?? (await api().signIn({ email: INTERNAL }))).get(`/outbox${query}`), 200).body);
      const certifiable = async (client: Client) => completeP3M3(client, await createOrganization(client), "FRNNN", CERTIFIABLE);

      it("gets a request with the certification, one however often it is asked for", async () => {
        const client = await signIn();
        const id = await certifiable(client);
        expect(await requestsFor(id)).toEqual([]);
        const key = { "Idempotency-Key": "certify-once" };
        expectStatus(await client.post(`/assessments/${id}/certify`, {}, key), 200);
        expectStatus(await client.post(`/assessments/${id}/certify`, {}, key), 200);
        expectStatus(await client.post(`/assessments/${id}/certify`), 200);
        const [request, ...more] = await requestsFor(id);
        expect(more).toEqual([]);
        expect(request).toMatchObject({ kind: "certification", requested_at: api().now.toISOString() });
      });

      it("gets a request with the validation of an ITIL assessment, also before it is submitted, and no second one with the submission", async () => {
        const client = await signIn();
        const id = await createItil(client, await createOrganization(client));
        expectStatus(await client.post(`/assessments/${id}/endorse`), 200);
        expectStatus(await client.post(`/assessments/${id}/endorse`), 200);
        expect(await requestsFor(id)).toMatchObject([{ kind: "validation" }]);
        expectStatus(await answerPractice(client, id, 19, "F"), 200);
        expectStatus(await client.post(`/assessments/${id}/complete`), 200);
        expect(await requestsFor(id)).toHaveLength(1);
      });

      it("gets a request at submission for what was ticked at set-up, and none for what was not", async () => {
        const client = await signIn();
        const organization = await createOrganization(client);
        const ticked = await createP3M3(client, organization, { certified: true, ...CERTIFIABLE });
        const { threads } = (await client.get(`/assessments/${ticked}`)).body;
        await answerAll(client, ticked, "FRNNN");
        expect(threads.length).toBeGreaterThan(3);
        expect(await requestsFor(ticked)).toEqual([]);
        expectStatus(await client.post(`/assessments/${ticked}/complete`), 200);
        expect(await requestsFor(ticked)).toMatchObject([{ kind: "certification" }]);
        expectStatus(await client.post(`/assessments/${ticked}/certify`), 200);
        expect(await requestsFor(ticked)).toHaveLength(1);
        expect(await requestsFor(await completeP3M3(client, organization, "FRNNN", CERTIFIABLE))).toEqual([]);
      });

      it("forgets a request whose tick is taken back before it was sent, and keeps one that was sent", async () => {
        const client = await signIn();
        const organization = await createOrganization(client);
        const untick = (id: number) =>
          client.put(`/assessments/${id}`, { assessmentType: "ITIL", name: "Service review", endorsed: false });
        const unsent = await createItil(client, organization);
        const sent = await createItil(client, organization);
        for (const id of [unsent, sent]) expectStatus(await client.post(`/assessments/${id}/endorse`), 200);
        const [request] = await requestsFor(sent);
        const at = api().now.toISOString();
        await api()
          .store.insertInto("outbox_delivery")
          .values({ outbox_id: request?.id ?? 0, channel: "email", attempts: 1, next_at: at, sent_at: at })
          .execute();
        for (const id of [unsent, sent]) expectStatus(await untick(id), 200);
        expect(await requestsFor(unsent)).toEqual([]);
        expect(await requestsFor(sent)).toHaveLength(1);
        // A user who asks again after that makes a new request.
        for (const id of [unsent, sent]) expectStatus(await client.post(`/assessments/${id}/endorse`), 200);
        expect([(await requestsFor(unsent)).length, (await requestsFor(sent)).length]).toEqual([1, 2]);
      });

      it("gets nothing when the certification is refused, or its transaction fails", async () => {
        const client = await signIn();
        const id = await certifiable(client);
        const partly = await completeP3M3(client, await createOrganization(client), "FRNNN", { perspectiveIds: [1], threadIds: [2] });
        expectStatus(await client.post(`/assessments/${partly}/certify`), 422);
        const held = await createItil(client, await createOrganization(client));
        const colleague = await api().signIn({ email: "lee@outbox.example", team: "Kim & Co" });
        expectStatus(await colleague.post(`/assessments/${held}/endorse`), 409);
        const refuse = api().url.startsWith("file:")
          ? [sql`create trigger refused before update of certified on assessment begin select raise(abort, 'refused'); end`]
          : [
              sql`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`,
              sql`create trigger refused before update of certified on assessment for each row execute function refuse()`,
            ];
        for (const statement of refuse) await statement.execute(api().store);
        expectStatus(await client.post(`/assessments/${id}/certify`), 500);
        await (api().url.startsWith("file:") ? sql`drop trigger refused` : sql`drop trigger refused on assessment`).execute(api().store);
        for (const each of [id, partly, held]) expect(await requestsFor(each)).toEqual([]);
      });

      it("is seen by internal accounts, for the models that they have", async () => {
        const client = await signIn();
        const organization = await createOrganization(client, { name: "Seen Harbour" });
        const itil = await createItil(client, organization);
        expectStatus(await client.post(`/assessments/${itil}/endorse`), 200);
        const p3m3 = await completeP3M3(client, organization, "FRNNN", CERTIFIABLE);
        expectStatus(await client.post(`/assessments/${p3m3}/certify`), 200);
        const { requests, channels } = await inOutbox();
        expect(channels).toEqual(["webhook"]);
        // How requests are sent is no secret: everybody who asks for one is told.
        expect(expectStatus(await client.get("/outbox/channels"), 200).body).toEqual({ channels: ["webhook"] });
        expect(requests[0]).toEqual({
          id: expect.any(Number),
          kind: "certification",
          requestedAt: api().now.toISOString(),
          requestedBy: "kim@outbox.example",
          team: "Kim & Co",
          organization: { id: organization, name: "Seen Harbour" },
          assessment: { id: p3m3, name: "Spring review", assessmentType: "P3M3", completed: true },
          deliveries: [],
        });
        expect(requests[1]).toMatchObject({ kind: "validation", assessment: { id: itil, completed: false } });
        const ofItil = await inOutbox("", await api().signIn({ email: "itil-office@outbox.example", roles: ["ITIL"] }));
        expect(ofItil.requests[0]?.assessment.id).toBe(itil);
        expect(ofItil.requests.every(({ assessment }) => assessment.assessmentType === "ITIL")).toBe(true);
        const before = await inOutbox(`?before=${requests[0]?.id}`);
        expect(before.requests[0]).toEqual(requests[1]);
      });

      it("gives fifty at once, and says that there are more", async () => {
        const client = await signIn();
        const id = await createItil(client, await createOrganization(client));
        const user = await api().store.selectFrom("user").select("id").where("email", "=", "kim@outbox.example").executeTakeFirstOrThrow();
        const row = { kind: "validation", assessment_id: id, requested_by: user.id, requested_at: api().now.toISOString() } as const;
        await api()
          .store.insertInto("outbox")
          .values(Array.from({ length: 51 }, (_, index) => ({ ...row, reference: `many-${index}` })))
          .execute();
        const { requests, more } = await inOutbox();
        expect([requests.length, more]).toEqual([50, true]);
      });

      it("says what came of sending, and has what was given up tried again", async () => {
        const client = await signIn();
        const id = await createItil(client, await createOrganization(client));
        expectStatus(await client.post(`/assessments/${id}/endorse`), 200);
        const [request] = await requestsFor(id);
        const failed_at = "2026-11-04T09:00:00.000Z";
        const delivery = { outbox_id: request?.id ?? 0, attempts: 20, next_at: failed_at };
        await api()
          .store.insertInto("outbox_delivery")
          .values([
            { ...delivery, channel: "email", failed_at, last_error: "550 unknown" },
            { ...delivery, channel: "webhook", sent_at: failed_at, last_error: null },
          ])
          .execute();
        const deliveries = async () => (await inOutbox()).requests.find((each) => each.id === request?.id)?.deliveries;
        expect(await deliveries()).toEqual([
          { channel: "email", state: "failed", attempts: 20, at: failed_at, error: "550 unknown" },
          { channel: "webhook", state: "sent", attempts: 20, at: failed_at, error: null },
        ]);
        expect(await retryDeliveries(api().store, api().now, 999_999)).toBe(0);
        expect(await retryDeliveries(api().store, api().now)).toBe(1);
        expect(await deliveries()).toMatchObject([
          { channel: "email", state: "waiting", attempts: 0, at: api().now.toISOString() },
          { channel: "webhook", state: "sent" },
        ]);
      });
    },
    {
      internalAccounts: [INTERNAL, "itil-office@outbox.example"],
      outbox: { webhook: { url: "https://body.example/requests", key: Buffer.from("key") } },
    },
  );
});
