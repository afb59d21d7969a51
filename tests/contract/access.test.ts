/** Who may see an organization, and what becomes of somebody who no longer may (docs/rules/walls.md). */
import { beforeEach, describe, expect, it } from "vitest";
import { MailedSecrets } from "#api/auth/mailed-secrets.ts";
import { letterOf } from "#api/mail/queue.ts";
import { exportHistory } from "#api/services/history.ts";
import { liftWall } from "#api/services/lifting-walls.ts";
import { changePerson, removePerson, suspendPerson } from "#api/services/people.ts";
import { inTransaction } from "#api/store/open.ts";
import { type Client, HISTORY_KEY, MAIL, operatingOn, testConfig } from "../support/api.ts";
import { onEachDatabase } from "./databases.ts";
import { completeP3M3, createOrganization, createP3M3, expectStatus, organizationForm } from "./scenario.ts";
import { holding, until } from "./waiting.ts";

const note = (id: number, body = "Seen the plan") => ({ assessmentId: id, perspectiveId: 1, threadId: 2, body });

describe("who may see an organization", () => {
  onEachDatabase(
    (api) => {
      let teams = 0;
      let lead: Client;
      let kim: Client;
      let sam: Client;
      let vera: Client;
      let ids: Record<string, number>;
      let id: number;

      const at = (who: string) => `${who}@team${teams}.example`;
      const signIn = (who: string, permission: "lead" | "assessor" | "viewer") =>
        api().signIn({ email: at(who), firstName: who, team: `Access ${teams}`, permission });
      const access = (client: Client, to = id) => client.get(`/organizations/${to}/access`);
      const name = (people: string[], client = lead, headers = {}, to = id) =>
        client.put(
          `/organizations/${to}/access`,
          { access: "named", people: people.map((who) => ids[who]), reason: "As the client asks" },
          headers,
        );
      const named = async (client = lead) =>
        (expectStatus(await access(client), 200).body.people as { email: string }[]).map(({ email }) => email.split("@")[0]);
      const forYou = async (client: Client) => expectStatus(await client.get("/for-you"), 200).body;

      beforeEach(async () => {
        api().now = new Date("2026-11-05T09:00:00.000Z");
        teams += 1;
        lead = await signIn("lead", "lead");
        kim = await signIn("kim", "lead");
        sam = await signIn("sam", "assessor");
        vera = await signIn("vera", "viewer");
        const { people } = expectStatus(await lead.get("/people"), 200).body as { people: { id: number; email: string }[] };
        ids = Object.fromEntries(people.map((each) => [each.email.split("@")[0], each.id]));
        id = await createOrganization(sam, { name: "Harbour" });
      });

      it("is the whole team at first, and those whom a lead names then", async () => {
        expect(expectStatus(await access(vera), 200).body).toEqual({
          ...{
            organization: { id, name: "Harbour" },
            access: "team",
            since: null,
            people: [],
            isSeen: true,
            internalAccounts: ["office@x.example"],
          },
          ...{ versions: { access: 0 }, may: [] },
        });
        expect(expectStatus(await access(lead), 200).body.may).toEqual(["change"]);
        const changed = expectStatus(await name(["kim", "vera"]), 200).body;
        expect(changed).toMatchObject({ access: "named", since: "2026-11-05T09:00:00.000Z", isSeen: false, versions: { access: 1 } });
        expect(changed.people).toEqual([
          { id: ids.kim, email: at("kim"), firstName: "kim", permission: "lead", since: "2026-11-05T09:00:00.000Z" },
          { id: ids.vera, email: at("vera"), firstName: "vera", permission: "viewer", since: "2026-11-05T09:00:00.000Z" },
        ]);
        expect([(await access(vera)).status, (await access(sam)).status, (await access(lead)).status]).toEqual([200, 404, 200]);
        expect((await lead.get(`/organizations/${id}`)).status).toBe(404);
        expectStatus(await lead.put(`/organizations/${id}/access`, { access: "team", reason: "Over" }), 200);
        expect((await sam.get(`/organizations/${id}`)).status).toBe(200);
        expect(await named()).toEqual([]);
      });

      it("keeps one who is active, and takes only people of the team", async () => {
        const stranger = await api().signIn({ email: `stranger@other${teams}.example` });
        const own = expectStatus(await stranger.get("/me/data"), 200).body.person.id;
        const send = (people: unknown) => lead.put(`/organizations/${id}/access`, { access: "named", people, reason: "So" });
        const messages = async (people: unknown) => expectStatus(await send(people), 422).body.errors;
        expect(await messages([])).toEqual([{ path: "people", message: "Name at least one person who is active." }]);
        expect(await messages([own, ids.kim])).toEqual([{ path: "people", message: "Your team has no such person." }]);
        expectStatus(await lead.post(`/people/${ids.sam}/suspend`), 200);
        expect(await messages([ids.sam, ids.kim])).toEqual([{ path: "people", message: "sam is suspended." }]);
        expect((await lead.put(`/organizations/${id}/access`, { access: "named", people: [ids.kim], reason: " " })).status).toBe(422);
        expect((await vera.put(`/organizations/${id}/access`, { access: "team", reason: "So" })).status).toBe(403);
        expect(expectStatus(await access(lead), 200).body.access).toBe("team");
      });

      it("is changed from what was read only", async () => {
        expectStatus(await name(["kim"], lead, { "Made-From": "access=0" }), 200);
        const refused = expectStatus(await name(["kim", "sam"], lead, { "Made-From": "access=0" }), 412).body;
        expect(refused.present).toMatchObject({ access: "named", versions: { access: 1 } });
        // The same once more changes nothing.
        expect(expectStatus(await name(["kim"], lead, { "Made-From": "access=1" }), 200).body.versions).toEqual({ access: 1 });
      });

      it("is whoever creates an organization behind a wall, at first", async () => {
        const { id: made } = expectStatus(await sam.post("/organizations/behind-a-wall", organizationForm()), 201).body;
        expect(expectStatus(await access(sam, made), 200).body).toMatchObject({ access: "named", people: [{ email: at("sam") }] });
        expect([(await kim.get(`/organizations/${made}`)).status, (await access(kim, made)).status]).toEqual([404, 200]);
        expect((await vera.post("/organizations/behind-a-wall", organizationForm())).status).toBe(403);
      });

      it("is told to those who were named before, for 30 days and by mail, and recorded", async () => {
        expectStatus(await name(["kim", "sam"], kim), 200);
        expect(await forYou(sam)).toMatchObject({ items: [], total: 0 });
        api().now = new Date("2026-11-06T09:00:00.000Z");
        [lead, kim, sam] = [await signIn("lead", "lead"), await signIn("kim", "lead"), await signIn("sam", "assessor")];
        expectStatus(await name(["kim", "sam", "lead"]), 200);
        const organization = { id, name: "Harbour" };
        expect((await forYou(sam)).items).toEqual([
          {
            ...{ kind: "access", at: "2026-11-06T09:00:00.000Z", by: at("lead") },
            access: {
              ...{ organization, access: "named", isTakenOff: false, named: [at("lead")], takenOff: [], reason: "As the client asks" },
            },
          },
        ]);
        expect((await forYou(lead)).total).toBe(0);
        const rows = await api().store.selectFrom("mail").selectAll().where("kind", "=", "access").orderBy("id").execute();
        const own = rows.filter(({ recipient }) => recipient.endsWith(`team${teams}.example`));
        expect(own.map(({ recipient }) => recipient)).toEqual([at("kim"), at("sam")]);
        const secrets = new MailedSecrets(testConfig("").tokenSecrets);
        const { store: db, catalogue, now } = api();
        const writing = { db, catalogue, secrets, publicUrl: MAIL.publicUrl, now, timeZone: "UTC", historyKey: HISTORY_KEY };
        const letters = () => Promise.all(own.map((mail) => letterOf(writing, mail)));
        expect((await letters())[1]).toMatchObject({
          subject: "Who may see an organization has changed",
          paragraphs: [
            "lead has changed who may see Harbour. You are still named.",
            { link: `${MAIL.publicUrl}/organizations/${id}/access` },
          ],
        });
        expectStatus(await name(["kim", "lead"]), 200);
        // Somebody who was taken off reads that, and nothing else that was done there.
        expect((await forYou(sam)).items).toMatchObject([{ access: { isTakenOff: true, access: null, named: [], takenOff: [at("sam")] } }]);
        expect((await forYou(kim)).total).toBe(2);
        expect((await letters()).map((letter) => letter?.paragraphs[0])).toEqual([
          "lead has changed who may see Harbour. You are still named.",
          undefined,
        ]);
        api().now = new Date("2026-12-07T09:00:00.000Z");
        expect((await forYou(await signIn("sam", "assessor"))).total).toBe(0);
        const text: unknown[] = [];
        for await (const { kind, by, after } of exportHistory(api().store, `organization/${id}`))
          if (kind === "access") text.push([by, after]);
        expect(text[1]).toEqual([at("lead"), { access: "named", people: [ids.kim, ids.sam, ids.lead], reason: "As the client asks" }]);
      });

      it("says nothing of an earlier opening to whoever a later wall keeps out, in the list and in a mail that was still waiting", async () => {
        expectStatus(await name(["kim", "sam"], kim), 200);
        api().now = new Date("2026-11-06T09:00:00.000Z");
        [lead, kim, sam] = [await signIn("lead", "lead"), await signIn("kim", "lead"), await signIn("sam", "assessor")];
        expectStatus(await lead.put(`/organizations/${id}/access`, { access: "team", reason: "Over" }), 200);
        const mail = await api().store.selectFrom("mail").selectAll().where("recipient", "=", at("sam")).executeTakeFirstOrThrow();
        const { store: db, catalogue, now } = api();
        const secrets = new MailedSecrets(testConfig("").tokenSecrets);
        const letter = () =>
          letterOf({ db, catalogue, secrets, publicUrl: MAIL.publicUrl, now, timeZone: "UTC", historyKey: HISTORY_KEY }, mail);
        expect((await forYou(sam)).items).toMatchObject([{ access: { access: "team", takenOff: [at("kim"), at("sam")] } }]);
        expect((await letter())?.paragraphs[0]).toBe("lead has opened Harbour to your whole team.");
        expectStatus(await name(["kim"]), 200);
        expect(await forYou(sam)).toEqual({ items: [], page: 1, pages: 1, total: 0 });
        expect(await letter()).toBeUndefined();
        // Who sees it still reads both.
        expect((await forYou(kim)).total).toBe(1);
      });

      it("no longer is somebody who is taken off: locks end, wishes too, and no stored response is given again", async () => {
        const create = () => sam.post("/organizations", organizationForm(), { "Idempotency-Key": `created-${teams}` });
        ({ id } = expectStatus(await create(), 201).body);
        const assessment = await createP3M3(sam, id);
        const second = await createP3M3(sam, id);
        const send = () => sam.post("/P3M3/notes", note(assessment), { "Idempotency-Key": `once-${teams}` });
        expect([(await send()).status, (await send()).status]).toEqual([200, 200]);
        expect(expectStatus(await create(), 201).body).toEqual({ id });
        expectStatus(await kim.post(`/assessments/${assessment}/lock/wish`, {}), 200);
        expectStatus(await name(["kim", "lead"]), 200);
        expect((await send()).status).toBe(404);
        // Nothing but its number, which they were given before.
        expect((await create()).body).toEqual({ id });
        expect((await sam.post("/P3M3/notes", note(assessment))).status).toBe(404);
        // Kim had asked for it, and is named.
        expect(expectStatus(await kim.get(`/assessments/${assessment}/lock`), 200).body.lockedBy).toBe(at("kim"));
        expect((await kim.get(`/assessments/${second}/lock`)).status).toBe(404);
        expect(expectStatus(await sam.get("/me/data"), 200).body.locks).toEqual([]);
        // The other way round: who asks and is taken off gets no lock, however long the holder waits.
        expectStatus(await kim.post(`/assessments/${second}/lock`), 200);
        expectStatus(await lead.post(`/assessments/${second}/lock/wish`, {}), 200);
        expectStatus(await name(["kim"]), 200);
        api().now = new Date("2026-11-05T09:29:00.000Z");
        expect(expectStatus(await kim.get(`/assessments/${second}/lock`), 200).body.lockedBy).toBe(at("kim"));
        expect((await kim.get(`/assessments/${second}/lock/wish`)).body.lock.wish).toBeNull();
      });

      it("no stored response of another organization is lost by a wall", async () => {
        const other = await createOrganization(sam, { name: "Another client" });
        const send = () => sam.post(`/organizations/${other}/assessments`, form, { "Idempotency-Key": `kept-${teams}` });
        const form = { name: "Review", assessmentType: "P3M3", isTestAssessment: false, selectedScope: "Programme" };
        const { id: first } = expectStatus(await send(), 201).body;
        expectStatus(await name(["kim"]), 200);
        expect(expectStatus(await send(), 201).body.id).toBe(first);
      });

      it("is refused the write whose body was still on its way, and the file", async () => {
        const done = await completeP3M3(sam, id, "FFFFF", { threadIds: [6] });
        expectStatus(await name(["kim"]), 200);
        expect((await sam.post(`/assessments/${done}/history/files`, { what: "Report" })).status).toBe(404);
        expect((await sam.get(`/P3M3/assessments/${done}/results`)).status).toBe(404);
      });

      it("no longer is somebody whose write waits while the list is stored, and still is one whose write came first", async () => {
        const assessment = await createP3M3(sam, id);
        await lead.put(`/organizations/${id}/access`, { access: "named", people: [ids.kim, ids.sam], reason: "So" });
        let saved: Promise<{ status: number }> | undefined;
        let changed: Promise<{ status: number }> | undefined;
        // The write has begun, and waits for the history; then comes the change.
        await holding(api(), `assessment/${assessment}`, async () => {
          saved = sam.post("/P3M3/notes", note(assessment, "In time"));
          await until(api(), 1);
          changed = name(["kim"]);
          await until(api(), 2);
        });
        // On SQLite, the one that comes first goes first.
        expect([(await saved)?.status, (await changed)?.status]).toEqual([200, 200]);
        expectStatus(await name(["kim", "sam"]), 200);
        expectStatus(await sam.post(`/assessments/${assessment}/lock`), 200);
        await holding(api(), `organization/${id}`, async () => {
          changed = name(["kim"]);
          await until(api(), 1);
          saved = sam.post("/P3M3/notes", note(assessment, "Too late"));
          await until(api(), 2);
        });
        expect([(await changed)?.status, (await saved)?.status]).toEqual([200, 404]);
        expect(JSON.stringify(await kim.get(`/assessments/${assessment}/overview`))).not.toContain("Too late");
        expect((await kim.get(`/assessments/${assessment}/lock`)).status).toBe(404);
      });

      type Reply = Promise<{ status: number; body?: unknown }>;
      /**
       * Both orders of a call and a change of the list: the call waits first, and then the change does.
       * @param ofLeaver whether somebody makes the call whom the change takes off: it waits for the change
       */
      const inBothOrders = async (
        assessment: number,
        [call, change]: [() => Reply, () => Reply],
        again: () => Promise<void>,
        { ofLeaver = true } = {},
      ) => {
        const replies: number[][] = [];
        for (const [chain, first, second] of [
          [`assessment/${assessment}`, call, change],
          [`organization/${id}`, change, call],
        ] as const) {
          const begun: Reply[] = [];
          await holding(api(), chain, async () => {
            begun.push(first());
            await until(api(), 1);
            begun.push(second());
            if (second === call && !ofLeaver) await begun[1];
            else await until(api(), 2);
          });
          const statuses = (await Promise.all(begun)).map(({ status }) => status);
          replies.push(first === call ? statuses : statuses.toReversed());
          if (first === call) await again();
        }
        return replies;
      };

      it("is given no file whose making began before, if the list was stored first", async () => {
        const done = await completeP3M3(sam, id, "FFFFF", { threadIds: [6] });
        expectStatus(await name(["kim", "sam"]), 200);
        const read = () => sam.get(`/P3M3/assessments/${done}/results`);
        expectStatus(await read(), 200);
        const take = () => sam.post(`/assessments/${done}/history/files`, { what: "Report" });
        const replies = await inBothOrders(done, [take, () => name(["kim"])], async () => {
          expect((await read()).status).toBe(404);
          expectStatus(await name(["kim", "sam"]), 200);
        });
        expect(replies).toEqual([
          [204, 200],
          [404, 200],
        ]);
        const files = (await kim.get(`/assessments/${done}/history?kind=file`)).body.entries;
        expect(files.map(({ by }: { by: string }) => by)).toEqual([at("sam")]);
      });

      it("hands no lock over to somebody who is taken off meanwhile", async () => {
        const assessment = await createP3M3(sam, id);
        const asks = async () => {
          expectStatus(await name(["kim", "sam", "lead"]), 200);
          expectStatus(await sam.post(`/assessments/${assessment}/lock`), 200);
          expectStatus(await kim.post(`/assessments/${assessment}/lock/wish`, {}), 200);
        };
        const isFree = async () => {
          for (const client of [sam, kim])
            expect((await client.get(`/assessments/${assessment}/lock/wish`)).body.lock?.holder?.email).not.toBe(at("kim"));
          expectStatus(await sam.post(`/assessments/${assessment}/lock`), 200);
        };
        await asks();
        const hand = () => sam.post(`/assessments/${assessment}/lock/handover`, { answer: "handOver" });
        const again = async () => {
          await isFree();
          await asks();
        };
        const replies = await inBothOrders(assessment, [hand, () => name(["sam", "lead"])], again, { ofLeaver: false });
        expect(replies).toEqual([
          [200, 200],
          [200, 200],
        ]);
        await isFree();
      });

      it("takes no lock from somebody who is taken off meanwhile but for who asked and is named", async () => {
        const assessment = await createP3M3(sam, id);
        const asks = async () => {
          expectStatus(await name(["kim", "sam", "lead"]), 200);
          expectStatus(await kim.delete(`/assessments/${assessment}/lock`), 204);
          expectStatus(await sam.post(`/assessments/${assessment}/lock`), 200);
          expectStatus(await kim.post(`/assessments/${assessment}/lock/wish`, {}), 200);
        };
        await asks();
        const keep = () => sam.post(`/assessments/${assessment}/lock/handover`, { answer: "keep" });
        const replies = await inBothOrders(assessment, [keep, () => name(["kim", "lead"])], async () => {
          // Sam kept it in time, so nobody was waiting for it when Sam was taken off.
          expect((await kim.get(`/assessments/${assessment}/lock`)).status).toBe(404);
          await asks();
        });
        expect(replies).toEqual([
          [200, 200],
          [404, 200],
        ]);
        expect(expectStatus(await kim.get(`/assessments/${assessment}/lock`), 200).body.lockedBy).toBe(at("kim"));
        expect((await sam.get(`/assessments/${assessment}/lock/wish`)).status).toBe(404);
      });

      it("leaves voices alone, also one who answers while the list is stored", async () => {
        const assessment = await createP3M3(sam, id);
        const voice = { name: "Jane", role: "Manager", email: null };
        const sheet = { places: ["thread/1/6"], until: "2026-12-01", message: "", checksFacts: false };
        const { voices } = expectStatus(await sam.post(`/assessments/${assessment}/voices`, { voices: [voice], ...sheet }), 200).body;
        const { token } = expectStatus(
          await sam.post(`/assessments/${assessment}/voices/${voices[0].voice}/link`, { renew: false }),
          200,
        ).body;
        expectStatus(await name(["kim", "sam"]), 200);
        const entered = expectStatus(await api().anonymous.post("/auth/voice", { token, network: `access ${teams}` }), 200).body;
        const jane = api().anonymous.bearing(entered.token);
        const [page] = expectStatus(await jane.get("/voice"), 200).body.pages;
        const [statement] = expectStatus(await jane.get(`/voice/pages/${encodeURIComponent(page.place)}`), 200).body.statements;
        const form = { answers: [{ questionId: statement.questionId, choice: statement.choices[0].key, comment: "", seen: "" }] };
        const save = () => jane.put(`/voice/pages/${encodeURIComponent(page.place)}`, form);
        // Who asked is taken off.
        let changed: Promise<{ status: number }> | undefined;
        await holding(api(), `organization/${id}`, async () => {
          changed = name(["kim"]);
          await until(api(), 1);
          // It does not wait for the change.
          expectStatus(await save(), 200);
        });
        expect((await changed)?.status).toBe(200);
        expectStatus(await save(), 200);
        expectStatus(await jane.get("/voice"), 200);
        expectStatus(await jane.post("/voice/done"), 200);
        expect((await sam.get(`/assessments/${assessment}/voices`)).status).toBe(404);
        const [answered] = expectStatus(await kim.get(`/assessments/${assessment}/voices`), 200).body.voices;
        expect([answered.answered, answered.doneAt !== null]).toEqual([1, true]);
      });

      it("ends with leaving, suspending and removing; the last one stays until another is named", async () => {
        expectStatus(await name(["sam"]), 200);
        const words = "sam is the only active person who may see Harbour. Name somebody else there first.";
        for (const path of [`/people/${ids.sam}/suspend`, `/people/${ids.sam}/remove`])
          expect(expectStatus(await lead.post(path), 422).body.title).toBe(words);
        expect(expectStatus(await sam.post("/me/leave"), 422).body.title).toMatch(/^You are the only active person/);
        expect((await sam.get(`/organizations/${id}`)).status).toBe(200);
        expectStatus(await name(["sam", "vera", "kim"]), 200);
        expectStatus(await lead.post(`/people/${ids.sam}/suspend`), 200);
        expect(await named()).toEqual(["kim", "vera"]);
        expectStatus(await vera.post("/me/leave"), 204);
        expect(await named()).toEqual(["kim"]);
        expectStatus(await name(["kim", "lead"]), 200);
        expectStatus(await lead.post(`/people/${ids.kim}/remove`), 200);
        expect(await named()).toEqual(["lead"]);
        // Readmitting names nobody.
        expectStatus(await lead.post(`/people/${ids.sam}/readmit`), 204);
        expect((await (await signIn("sam", "assessor")).get(`/organizations/${id}`)).status).toBe(404);
      });

      it("goes on in the team that somebody brings the organization into", async () => {
        const alone = await api().signIn({ email: `alone@team${teams}.example` });
        const { id: brought } = expectStatus(await alone.post("/organizations/behind-a-wall", organizationForm()), 201).body;
        const invited = { people: [{ email: `alone@team${teams}.example` }], permission: "assessor", roles: ["P3M3"] };
        const { people } = expectStatus(await lead.post("/invitations", invited), 200).body;
        expectStatus(await alone.post(`/me/invitations/${people[0].invitation}/accept`), 204);
        expect([(await alone.get(`/organizations/${brought}`)).status, (await lead.get(`/organizations/${brought}`)).status]).toEqual([
          200, 404,
        ]);
        // The history of people names no organization that its reader does not see.
        const joined = (await lead.get("/team/history")).body.entries.find(({ kind }: { kind: string }) => kind === "joined");
        expect(joined.after.organizations).toEqual([]);
      });

      it("an operator moves and removes the last one, and opens what a team without a lead cannot", async () => {
        const operate = <T>(act: (context: ReturnType<typeof operatingOn>) => Promise<T>) =>
          inTransaction(api().store, (db) => act(operatingOn(db, api().now)));
        expectStatus(await name(["sam"]), 200);
        await operate((context) => changePerson(context, at("sam"), { team: `Elsewhere ${teams}` }));
        expect(await named()).toEqual([]);
        expect((await sam.get(`/organizations/${id}`)).status).toBe(404);
        expectStatus(await name(["vera"]), 200);
        await operate((context) => suspendPerson(context, at("vera")));
        await expect(operate((context) => liftWall(context, id))).rejects.toThrow(/^The team has a lead/);
        for (const who of ["lead", "kim"]) await operate((context) => removePerson(context, at(who)));
        const max = await signIn("max", "assessor");
        expect((await max.get(`/organizations/${id}`)).status).toBe(404);
        expect(await operate((context) => liftWall(context, id))).toBe("Harbour");
        expect((await max.get(`/organizations/${id}`)).status).toBe(200);
        await expect(operate((context) => liftWall(context, id))).rejects.toThrow(/^The whole team may see Harbour/);
        await expect(operate((context) => liftWall(context, 2_000_000_000))).rejects.toThrow(/^There is no organization/);
      });

      it("is told for a day: who could see what then", async () => {
        expectStatus(await name(["kim", "sam"]), 200);
        api().now = new Date("2026-11-08T23:30:00.000Z");
        [lead, kim] = [await signIn("lead", "lead"), await signIn("kim", "lead")];
        expectStatus(await name(["kim", "vera"]), 200);
        api().now = new Date("2026-11-20T09:00:00.000Z");
        [lead, kim] = [await signIn("lead", "lead"), await signIn("kim", "lead")];
        const then = async (query: string) =>
          (
            expectStatus(await lead.get(`/team/access${query}`), 200).body.organizations as { name: string; people: { email: string }[] }[]
          ).map(({ name: client, people }) => [client, ...people.map(({ email }) => email.split("@")[0])]);
        expect(await then("")).toEqual([["Harbour", "kim", "vera"]]);
        expect(await then("?on=2026-11-04")).toEqual([]);
        expect(await then("?on=2026-11-06")).toEqual([["Harbour", "kim", "sam"]]);
        expect(await then("?on=2026-11-08")).toEqual([["Harbour", "kim", "sam", "vera"]]);
        expect(await then("?on=2026-11-09")).toEqual([["Harbour", "kim", "vera"]]);
        expect(await then("?unseen=1")).toEqual([["Harbour", "kim", "vera"]]);
        expect(expectStatus(await lead.get("/team/access"), 200).body.isAlone).toBe(false);
        const alone = await api().signIn({ email: `alone${teams}@example.org` });
        expect(expectStatus(await alone.get("/team/access"), 200).body).toMatchObject({ organizations: [], isAlone: true });
        expectStatus(await name(["lead"]), 200);
        expect(await then("?unseen=1")).toEqual([]);
        expectStatus(await lead.put(`/organizations/${id}/access`, { access: "team", reason: "Over" }), 200);
        expect(await then("")).toEqual([]);
        expect(await then("?on=2026-11-20")).toEqual([["Harbour", "kim", "lead", "vera"]]);
        for (const client of [sam, vera]) expect([401, 403]).toContain((await client.get("/team/access")).status);
      });
    },
    { mail: MAIL, internalAccounts: ["office@x.example"] },
  );
});
