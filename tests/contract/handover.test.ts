/** Extension `handover`: users see who holds the lock, can ask for it and hand it over (docs/upstream-contract.md#handover). */

import { describe, expect, it } from "vitest";
import { checkHistory } from "#api/services/history-check.ts";
import { handover } from "#model/contract/assessments.ts";
import { type Client, HISTORY_KEY } from "../support/api.ts";
import { onEachDatabase } from "./databases.ts";
import { answerThread, completeP3M3, createItil, createOrganization, createP3M3, expectStatus } from "./scenario.ts";

const MINUTE = 60_000;

describe("handing the lock over", () => {
  onEachDatabase(
    (api) => {
      let teams = 0;
      const later = (minutes: number) => {
        api().now = new Date(api().now.getTime() + minutes * MINUTE);
      };
      const inMinutes = (minutes: number) => new Date(api().now.getTime() + minutes * MINUTE).toISOString();

      /** An assessment that Anna is editing, and her colleague Ben. */
      async function edited() {
        const team = `handover${++teams}`;
        const [anna, ben, cleo] = (await Promise.all(
          ["anna", "ben", "cleo"].map((name) => api().signIn({ email: `${name}@${team}.example`, team })),
        )) as [Client, Client, Client];
        const organization = await createOrganization(anna);
        const id = await createP3M3(anna, organization, { perspectiveIds: [1], threadIds: [1, 2] });
        const lockFor = async (client: Client) =>
          handover.parse(expectStatus(await client.get(`/assessments/${id}/lock/wish`), 200).body).lock;
        const ask = async (client: Client, body: unknown = {}) => client.post(`/assessments/${id}/lock/wish`, body);
        const answer = (client: Client, answer: string) => client.post(`/assessments/${id}/lock/handover`, { answer });
        const events = async () => {
          const { entries } = (await anna.get(`/assessments/${id}/history`)).body;
          return entries
            .filter(({ kind }: { kind: string }) => kind.startsWith("lock"))
            .map(({ kind, by }: { kind: string; by: string }) => `${by.split("@")[0]} ${kind}`)
            .reverse();
        };
        return { team, anna, ben, cleo, organization, id, lockFor, ask, answer, events };
      }

      it("tells colleagues in lists and answers who holds it since when, and nobody else", async () => {
        const { team, anna, ben, organization, id } = await edited();
        const since = api().now.toISOString();
        const free = await createItil(anna, organization);
        expectStatus(await anna.delete(`/assessments/${free}/lock`), 204);
        const done = await completeP3M3(anna, organization, "FRNNN", { perspectiveIds: [1], threadIds: [1] });
        const lock = { holder: { name: `anna@${team}.example` }, since, mine: false, passedFrom: null, wish: null };
        expect((await ben.get(`/assessments/${id}`)).body.lock).toEqual(lock);
        expect((await anna.get(`/assessments/${id}`)).body.lock).toEqual({ ...lock, mine: true });
        const { P3M3, ITIL } = (await ben.get(`/organizations/${organization}/assessments`)).body;
        expect(P3M3.drafted).toMatchObject([{ id, lock }]);
        expect(ITIL.drafted).toMatchObject([{ id: free, lock: null }]);
        expect(P3M3.completed).toMatchObject([{ id: done, lock: null }]);
      });

      it("is told to nobody outside the team, even if they read everything", async () => {
        const { id, organization } = await edited();
        const reader = await api().signIn({ email: "reader@office.example" });
        expect((await reader.get(`/assessments/${id}`)).body).not.toHaveProperty("lock");
        expect((await reader.get(`/organizations/${organization}/assessments`)).body.P3M3.drafted[0]).not.toHaveProperty("lock");
        for (const call of [reader.get(`/assessments/${id}/lock/wish`), reader.post(`/assessments/${id}/lock/wish`)])
          expect((await call).status).toBe(403);
      });

      it("a wish is told to both, once, and can be taken back", async () => {
        const { team, anna, ben, cleo, lockFor, ask, id, events } = await edited();
        later(1);
        const lock = handover.parse(expectStatus(await ask(ben), 200).body).lock;
        const wish = {
          by: { name: `ben@${team}.example` },
          since: api().now.toISOString(),
          until: inMinutes(15),
          passesAt: inMinutes(4),
          keptAt: null,
        };
        expect(lock).toMatchObject({ mine: false, wish: { ...wish, mine: true } });
        expect(await lockFor(anna)).toMatchObject({ mine: true, wish: { ...wish, mine: false } });
        expect((await ask(cleo)).status).toBe(409);
        later(0.5);
        const renewed = handover.parse((await ask(ben, { lasts: 120 })).body).lock;
        expect(renewed?.wish).toMatchObject({ since: wish.since, until: inMinutes(2), passesAt: wish.passesAt });
        expectStatus(await cleo.delete(`/assessments/${id}/lock/wish`), 204);
        expect((await lockFor(anna))?.wish).not.toBeNull();
        expectStatus(await ben.delete(`/assessments/${id}/lock/wish`), 204);
        expectStatus(await ben.delete(`/assessments/${id}/lock/wish`), 204);
        expect((await lockFor(anna))?.wish).toBeNull();
        expectStatus(await ask(cleo), 200);
        expect(await events()).toEqual(["ben lockAsked", "ben lockWithdrawn", "cleo lockAsked"]);
      });

      it("the holder hands over: the other may write at once, and the lock waits five minutes for them", async () => {
        const { team, anna, ben, id, lockFor, ask, answer, events } = await edited();
        expectStatus(await ask(ben), 200);
        expect(handover.parse(expectStatus(await answer(anna, "handOver"), 200).body).lock).toMatchObject({ mine: false, wish: null });
        expect(await lockFor(ben)).toMatchObject({ mine: true, passedFrom: { name: `anna@${team}.example` } });
        expect((await answerThread(anna, id, 1, 1, "FNNNN")).status).toBe(409);
        expect((await anna.post(`/assessments/${id}/lock`)).status).toBe(409);
        later(4.9);
        expectStatus(await ben.post(`/assessments/${id}/lock`), 200);
        expect(await lockFor(ben)).toMatchObject({ mine: true, passedFrom: null });
        later(10);
        expectStatus(await answerThread(ben, id, 1, 1, "FNNNN"), 200);
        expect(await events()).toEqual(["ben lockAsked", "anna lockHandedOver"]);
      });

      it("and is free for everybody when they do not come", async () => {
        const { anna, ben, id, ask, answer } = await edited();
        expectStatus(await ask(ben), 200);
        expectStatus(await answer(anna, "handOver"), 200);
        later(5);
        expect((await anna.get(`/assessments/${id}/lock`)).status).toBe(404);
        expectStatus(await anna.post(`/assessments/${id}/lock`), 200);
      });

      it("the holder keeps it: the other is told, and keeping counts as a change", async () => {
        const { anna, ben, id, lockFor, ask, answer, events } = await edited();
        later(6);
        expectStatus(await ask(ben), 200);
        expectStatus(await answer(anna, "keep"), 200);
        expect(await lockFor(ben)).toMatchObject({ mine: false, wish: { keptAt: api().now.toISOString(), passesAt: null, mine: true } });
        expect(await lockFor(anna)).toMatchObject({ mine: true, wish: null });
        later(4);
        expectStatus(await answerThread(anna, id, 1, 1, "FNNNN"), 200);
        const again = handover.parse(expectStatus(await ask(ben), 200).body).lock;
        expect(again?.wish?.passesAt).toBe(inMinutes(5));
        expect(await events()).toEqual(["ben lockAsked", "anna lockKept", "ben lockAsked"]);
      });

      it("passes on by itself once nothing was changed for five minutes; an open page is no change", async () => {
        const { anna, ben, id, lockFor, ask, events } = await edited();
        expectStatus(await ask(ben), 200);
        later(4);
        expectStatus(await answerThread(anna, id, 1, 1, "FNNNN"), 200);
        later(4);
        expectStatus(await anna.post(`/assessments/${id}/lock`), 200);
        expect((await ben.post(`/assessments/${id}/lock`)).status).toBe(409);
        later(1);
        expect((await answerThread(anna, id, 1, 1, "FFNNN")).status).toBe(409);
        expect((await anna.post(`/assessments/${id}/lock`)).status).toBe(409);
        expect(await lockFor(anna)).toMatchObject({ mine: false });
        later(1);
        expectStatus(await answerThread(ben, id, 1, 1, "FFNNN"), 200);
        const { entries } = (await ben.get(`/assessments/${id}/history`)).body;
        expect(await events()).toEqual(["ben lockAsked", "ben lockTakenOver"]);
        expect(entries.find(({ kind }: { kind: string }) => kind === "lockTakenOver").at).toBe(inMinutes(-1));
        expect((await checkHistory(api().store, HISTORY_KEY, api().now)).breaks).toEqual([]);
      });

      it("does not pass to somebody whose wish has lapsed", async () => {
        const { anna, ben, id, ask, events } = await edited();
        expectStatus(await ask(ben, { lasts: 120 }), 200);
        later(6);
        expectStatus(await answerThread(anna, id, 1, 1, "FNNNN"), 200);
        expect((await ben.post(`/assessments/${id}/lock`)).status).toBe(409);
        expect(await events()).toEqual(["ben lockAsked"]);
      });

      it("goes to the one who has asked when the holder leaves, by call and by beacon, and to nobody when they withdrew", async () => {
        for (const leave of ["call", "beacon"]) {
          const { anna, ben, id, lockFor, ask, events } = await edited();
          expectStatus(await ask(ben), 200);
          if (leave === "call") expectStatus(await anna.delete(`/assessments/${id}/lock`), 204);
          else expectStatus(await api().anonymous.post(`/assessments/${id}/lock/delete`, { token: anna.token }), 204);
          expect(await lockFor(ben)).toMatchObject({ mine: true });
          expect(await events()).toEqual(["ben lockAsked", "ben lockTakenOver"]);
          expectStatus(await ben.delete(`/assessments/${id}/lock`), 204);
          expect(await lockFor(ben)).toBeNull();
        }
      });

      it("has nothing to ask for where it is free, one's own, or of an assessment that nobody edits", async () => {
        const { anna, ben, cleo, id, ask, answer } = await edited();
        expect(expectStatus(await ask(anna), 200).body.lock).toMatchObject({ mine: true, wish: null });
        expect((await answer(ben, "keep")).status).toBe(409);
        expectStatus(await ask(ben), 200);
        expectStatus(await anna.post(`/assessments/${id}/archive`), 200);
        expectStatus(await anna.post(`/assessments/${id}/unarchive`), 200);
        expect((await ask(cleo)).body).toEqual({ lock: null });
        expect((await answer(anna, "handOver")).status).toBe(409);
        expect((await ask(ben, { lasts: 5 })).status).toBe(422);
        expect((await answer(anna, "maybe")).status).toBe(422);
      });

      it("of two who ask at once, one has asked", async () => {
        const { ben, cleo, ask, events } = await edited();
        const answers = await Promise.all([ask(ben), ask(cleo)]);
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
        expect(await events()).toHaveLength(1);
      });
    },
    { internalAccounts: ["reader@office.example"] },
  );
});
