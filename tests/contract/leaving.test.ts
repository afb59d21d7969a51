/** Open sheets of somebody who leaves, and messages for their browsers and voices (docs/rules/people.md#who-leaves). */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { removePerson, suspendPerson } from "#api/services/people.ts";
import { inTransaction } from "#api/store/open.ts";
import type { Role } from "#model/contract/common.ts";
import type { Permission } from "#model/permissions.ts";
import { type Client, MAIL, operatingOn } from "../support/api.ts";
import { onEachDatabase } from "./databases.ts";
import { lettersTo } from "./letters.ts";
import { createItil, createOrganization, createP3M3, expectStatus } from "./scenario.ts";

const BOTH: Role[] = ["P3M3", "ITIL"];

describe("who leaves", () => {
  onEachDatabase(
    (api) => {
      let teams = 0;
      let team: string;
      let lead: Client;
      let mara: Client;
      let now: Date;
      const at = (name: string) => `${name}${teams}@leaving.example`;
      const signIn = (name: string, permission: Permission, over: { team?: string; roles?: Role[] } = {}) =>
        api().signIn({ email: at(name), firstName: name, team, permission, roles: BOTH, ...over });
      const idOf = async (name: string): Promise<number> =>
        expectStatus(await lead.get("/people"), 200).body.people.find(({ email }: { email: string }) => email === at(name)).id;
      const askJane = async (client: Client, assessment: number, places = ["thread/1/6"], email: string | null = at("jane")) => {
        const form = { voices: [{ name: "Jane", role: "Manager", email }], places, until: "2026-12-01", message: "", checksFacts: false };
        const [{ voice }] = expectStatus(await client.post(`/assessments/${assessment}/voices`, form), 200).body.voices;
        const { token } = expectStatus(await client.post(`/assessments/${assessment}/voices/${voice}/link`), 200).body;
        const entered = expectStatus(await api().anonymous.post("/auth/voice", { token }), 200).body;
        return { voice: voice as number, sheet: api().anonymous.bearing(entered.token) };
      };
      const project = (client: Client, organization: number) => createP3M3(client, organization, { perspectiveIds: [1], threadIds: [6] });
      const openOf = async (id: number, client = lead) => expectStatus(await client.get(`/people/${id}/open`), 200).body;
      const handOver = (id: number, to: number, client = lead) => client.post(`/people/${id}/hand-over`, { to });

      beforeEach(async () => {
        now = new Date(api().now);
        teams += 1;
        team = `Leaving ${teams}`;
        lead = await signIn("lead", "lead");
        mara = await signIn("mara", "assessor");
      });
      afterEach(() => {
        api().now = now;
      });

      it("hands open sheets over to a colleague, who asks from then on; closed ones and those of others stay", async () => {
        const assessment = await project(mara, await createOrganization(mara));
        const { voice, sheet } = await askJane(mara, assessment);
        const closed = await askJane(mara, assessment, ["thread/1/6"], null);
        expectStatus(await mara.post(`/assessments/${assessment}/voices/${closed.voice}/closing`), 200);
        await askJane(lead, assessment, ["thread/1/6"], null);
        await signIn("viewer", "viewer");
        const [id, to] = [await idOf("mara"), await idOf("lead")];
        expect(await openOf(id)).toEqual({ sheets: 1, colleagues: [{ id: to, email: at("lead"), firstName: "lead", sheets: 1 }] });
        expect(expectStatus(await handOver(id, to), 200).body).toEqual({ sheets: 1 });
        expect(expectStatus(await handOver(id, to), 200).body).toEqual({ sheets: 0 });
        expect(expectStatus(await sheet.get("/voice"), 200).body.askedBy).toEqual({ name: "lead", email: at("lead") });
        const { voices } = expectStatus(await lead.get(`/assessments/${assessment}/voices`), 200).body;
        expect(voices.map(({ id: each, askedBy }: { id: number; askedBy: string }) => [each === voice, askedBy])).toEqual([
          [true, at("lead")],
          [false, at("mara")],
          [false, at("lead")],
        ]);
        // The mail that waits is from the colleague, and the assessment is still of whoever created it.
        const mails = await api().store.selectFrom("mail").select("caused_by").where("recipient", "=", at("jane")).execute();
        expect(mails).toEqual([{ caused_by: to }]);
        // Whoever wrote the message may have left.
        await api().store.updateTable("voice").set({ message: "Be frank." }).where("id", "=", voice).execute();
        const [letter] = await lettersTo(api(), at("jane"));
        expect(letter?.letter?.paragraphs).toEqual(expect.arrayContaining(["The message that came with it:", "Be frank."]));
        expect(expectStatus(await lead.get(`/assessments/${assessment}`), 200).body.createdBy).toBe(at("mara"));
        const { entries } = expectStatus(await lead.get(`/assessments/${assessment}/history`), 200).body;
        expect(entries[0]).toMatchObject({ kind: "voicesHandedOver", by: at("lead"), after: { numbers: [1], to } });
      });

      it("offers only colleagues with the model, who may write, and are named where there is a wall; a lead counts only what they see", async () => {
        const named = await signIn("named", "lead");
        const [own, other] = [await createOrganization(mara), await createOrganization(mara)];
        const [open, walled] = [await project(mara, own), await project(mara, other)];
        await askJane(mara, open);
        await askJane(mara, walled);
        const itil = await createItil(mara, own);
        const { places } = expectStatus(await mara.get(`/assessments/${itil}/voices`), 200).body;
        await askJane(mara, itil, [places[0].place]);
        await signIn("p3m3", "assessor", { roles: ["P3M3"] });
        await signIn("viewer", "viewer");
        await signIn("suspended", "assessor");
        await inTransaction(api().store, (db) => suspendPerson(operatingOn(db, api().now), at("suspended")));
        const ids = { mara: await idOf("mara"), named: await idOf("named"), p3m3: await idOf("p3m3"), lead: await idOf("lead") };
        const reason = { reason: "For the client", access: "named", people: [ids.mara, ids.named] };
        expectStatus(await lead.put(`/organizations/${other}/access`, reason), 200);
        const sheetsOf = async (client: Client) => {
          const { sheets, colleagues } = await openOf(ids.mara, client);
          return [sheets, Object.fromEntries(colleagues.map((each: { id: number; sheets: number }) => [each.id, each.sheets]))];
        };
        expect(await sheetsOf(named)).toEqual([3, { [ids.named]: 3, [ids.p3m3]: 1, [ids.lead]: 2 }]);
        // Behind the wall: the same as if there was nothing.
        expect(await sheetsOf(lead)).toEqual([2, { [ids.named]: 2, [ids.p3m3]: 1, [ids.lead]: 2 }]);
        expect(expectStatus(await handOver(ids.mara, ids.p3m3, named), 200).body).toEqual({ sheets: 1 });
        expect(expectStatus(await handOver(ids.mara, ids.named, lead), 200).body).toEqual({ sheets: 1 });
        expect(await sheetsOf(named)).toEqual([1, { [ids.named]: 1 }]);
        for (const nobody of [ids.mara, ids.lead, await idOf("viewer"), await idOf("suspended"), 2_000_000_000])
          expect((await handOver(ids.mara, nobody, named)).status).toBe(422);
      });

      it("is nobody's business but the leads' of the team", async () => {
        await askJane(mara, await project(mara, await createOrganization(mara)));
        const id = await idOf("mara");
        const stranger = await signIn("stranger", "lead", { team: `Strangers ${teams}` });
        const { body } = await stranger.get("/me");
        expect(body.permission).toBe("lead");
        for (const answer of [await stranger.get(`/people/${id}/open`), await handOver(id, id, stranger)]) expect(answer.status).toBe(404);
        for (const answer of [await mara.get(`/people/${id}/open`), await handOver(id, id, mara)]) expect(answer.status).toBe(403);
      });

      it("and leaves open sheets behind: they name nobody who asks, and whom to turn to instead", async () => {
        const assessment = await project(mara, await createOrganization(mara));
        const { sheet } = await askJane(mara, assessment, ["thread/1/6"], null);
        const contact = async () => expectStatus(await sheet.get("/voice/contact"), 200).body.contact;
        const askedBy = async () => expectStatus(await sheet.get("/voice"), 200).body.askedBy;
        expect([await askedBy(), await contact()]).toEqual([{ name: "mara", email: at("mara") }, null]);
        // The first lead by address who has the model.
        await signIn("a-lead", "lead", { roles: ["ITIL"] });
        await inTransaction(api().store, (db) => suspendPerson(operatingOn(db, api().now), at("mara")));
        expect([await askedBy(), await contact()]).toEqual([null, { name: "lead", email: at("lead") }]);
        await inTransaction(api().store, (db) => removePerson(operatingOn(db, api().now), at("mara")));
        expect([await askedBy(), await contact()]).toEqual([null, { name: "lead", email: at("lead") }]);
        expect((await lead.get("/voice/contact")).status).toBe(401);
      });

      it("reads by token or cookie that the access was suspended, and whom to ask; nobody else does", async () => {
        await signIn("sam", "lead");
        const suspension = (client: Client) => client.post("/auth/suspension");
        const colleague = await signIn("colleague", "assessor");
        const ended = await signIn("mara", "assessor");
        expectStatus(await ended.post("/auth/logout"), 204);
        api().now = new Date(api().now.getTime() + 1_000);
        await inTransaction(api().store, (db) => suspendPerson(operatingOn(db, api().now), at("mara")));
        expect(expectStatus(await suspension(mara), 200).body).toEqual({
          isSuspended: true,
          leads: ["lead", "sam"].map((name) => ({ email: at(name), firstName: name })),
        });
        for (const other of [colleague, ended, api().anonymous, api().anonymous.bearing("no token")])
          expect(expectStatus(await suspension(other), 200).body).toEqual({ isSuspended: false, leads: [] });
        await inTransaction(api().store, (db) => removePerson(operatingOn(db, api().now), at("mara")));
        expect(expectStatus(await suspension(mara), 200).body.isSuspended).toBe(false);
      });
    },
    { mail: MAIL },
  );
});
