/** Extension `engagements`: jobs for one client, their assessments and their plan (docs/rules/engagements.md). */
import { beforeEach, describe, expect, it } from "vitest";
import { forgetPlanNames } from "#api/services/forgetting-plan-names.ts";
import { engagement, engagements, plan } from "#model/contract/engagements.ts";
import { inProgress } from "#model/contract/in-progress.ts";
import { ENGAGEMENTS_MAX, engagementMessages, MEMBERS_MAX, PLAN_ROWS_MAX } from "#model/engagements.ts";
import { ratingMessages } from "#model/ratings.ts";
import { REPORT_TEXT_MAX } from "#model/text.ts";
import { type Client, statementsFor } from "../support/api.ts";
import { onEachDatabase } from "./databases.ts";
import { answerThread, completeP3M3, createItil, createOrganization, createP3M3, expectStatus } from "./scenario.ts";

const FORM = {
  ...{ name: "Three scopes", sponsor: "Dörte Brandt", purpose: "Why", included: "In", excluded: "Out" },
  ...{ start: "2026-11-02", end: "2026-12-18", units: ["North", "South"], people: [] as object[] },
};
const MEMBER = { unit: "", responsible: null, day: null };
const ROW = {
  kind: "interview",
  what: "Funding",
  withWhom: ["Anna Müller", "Jörg Weiß"],
  topics: ["OG"],
  who: [],
  day: "2026-11-05",
  state: "open",
};
const INTERNAL = "audit@engagements.example";

describe("engagements", () => {
  onEachDatabase(
    (api) => {
      let teams = 0;
      let lead: Client;
      let sam: Client;
      let viewer: Client;
      let harbour: number;

      const at = (who: string) => `${who}@engagements${teams}.example`;
      const signIn = (who: string, permission: "lead" | "assessor" | "viewer", more = {}) =>
        api().signIn({ email: at(who), firstName: who, team: `Engagements ${teams}`, permission, ...more });
      const create = async (client = sam, over: object = {}, organization = harbour): Promise<number> =>
        expectStatus(await client.post(`/organizations/${organization}/engagements`, { ...FORM, ...over }), 201).body.id;
      const read = async (id: number, client = sam) => engagement.parse(expectStatus(await client.get(`/engagements/${id}`), 200).body);
      const readPlan = async (id: number, client = sam) => plan.parse(expectStatus(await client.get(`/engagements/${id}/plan`), 200).body);
      const list = async (query = "", client = sam) => engagements.parse(expectStatus(await client.get(`/engagements${query}`), 200).body);
      const join = (id: number, assessment: number, over: object = {}, client = sam) =>
        client.put(`/engagements/${id}/members/${assessment}`, { ...MEMBER, ...over });
      const add = (id: number, rows: object[], client = sam) => client.post(`/engagements/${id}/plan`, { rows });
      const numberOf = async (who: string): Promise<number> =>
        expectStatus(await lead.get("/people"), 200).body.people.find(({ email }: { email: string }) => email === at(who)).id;
      const messages = ({ body }: { body: { errors?: { message: string }[]; title?: string } }) =>
        body.errors?.map(({ message }) => message) ?? [body.title];
      const history = async () => JSON.stringify(expectStatus(await lead.get(`/history?organization=${harbour}`), 200).body.entries);

      beforeEach(async () => {
        api().now = new Date("2026-11-05T09:00:00.000Z");
        teams += 1;
        lead = await signIn("lead", "lead");
        sam = await signIn("sam", "assessor");
        viewer = await signIn("viewer", "viewer");
        harbour = await createOrganization(sam, { name: "Harbour" });
      });

      it("keep their texts, days, units and people, and are planned at first", async () => {
        const people = [
          { id: await numberOf("viewer"), part: "reviewer" },
          { id: await numberOf("sam"), part: "lead" },
        ];
        const id = await create(sam, { people });
        for (const client of [sam, lead]) {
          const stored = await read(id, client);
          expect(stored).toMatchObject({
            ...FORM,
            people: expect.anything(),
            state: "planned",
            organization: { id: harbour, name: "Harbour" },
          });
          expect(stored.people.map(({ email, part }) => [email, part]).toSorted()).toEqual([
            [at("sam"), "lead"],
            [at("viewer"), "reviewer"],
          ]);
          expect(stored.may).toEqual(["change"]);
        }
        const theirs = await read(id, viewer);
        expect([theirs.may, theirs.colleagues, theirs.candidates]).toEqual([[], [], []]);
        expect((await list("", viewer)).engagements).toMatchObject([{ id, members: 0, submitted: 0, plan: { rows: 0, done: 0, late: 0 } }]);
        expect((await list("", viewer)).organizations).toEqual([]);
        expect((await list("", sam)).organizations).toEqual([{ id: harbour, name: "Harbour" }]);
      });

      it("are refused with a message next to the field", async () => {
        const post = (over: object) => sam.post(`/organizations/${harbour}/engagements`, { ...FORM, ...over });
        const stranger = await api().signIn({ email: at("stranger"), permission: "lead" });
        const { people } = expectStatus(await stranger.get("/people"), 200).body;
        for (const [over, path, message] of [
          [{ end: "2026-11-01" }, "end", engagementMessages.endFirst],
          [{ units: ["North", "NORTH"] }, "units.1", engagementMessages.unitTwice],
          [{ people: [{ id: people[0].id, part: "lead" }] }, "people.0.id", engagementMessages.unknownPerson],
          [{ people: [{ id: 2_000_000_000, part: "lead" }] }, "people.0.id", engagementMessages.unknownPerson],
        ] as const) {
          const { body } = expectStatus(await post(over), 422);
          expect(body.errors).toEqual([{ path, message }]);
        }
        for (let made = 0; made < ENGAGEMENTS_MAX; made += 1) await create(sam, { name: `Job ${made}` });
        expect(messages(expectStatus(await post({}), 422))).toEqual([engagementMessages.manyEngagements]);
        expect((await list("?page=2")).engagements).toHaveLength(ENGAGEMENTS_MAX - 50);
      });

      it("keep the texts of their report, with the facts on which they rest, and their versions", async () => {
        const id = await create();
        const at = `/engagements/${id}/texts`;
        const texts = async (client = sam) => expectStatus(await client.get(at), 200).body;
        expect(await texts()).toEqual({ texts: [], may: ["change"] });
        const basis = [{ what: "maturity of Programme", value: "2" }];
        expectStatus(await sam.put(at, { part: "summary", body: "Ours", basis }), 204);
        expectStatus(await sam.put(at, { part: "cover-authors", body: "Sam", basis: null }), 204);
        expect((await texts(viewer)).texts).toMatchObject([
          { part: "cover-authors", body: "Sam", basis: null },
          { part: "summary", body: "Ours", basis, versions: { engagementText: 1 } },
        ]);
        const made = { "Made-From": "engagementText=1" };
        expectStatus(await lead.put(at, { part: "summary", body: "Theirs", basis }, made), 204);
        const { body } = expectStatus(await sam.put(at, { part: "summary", body: "Mine", basis }, made), 412);
        expect(body.present).toMatchObject({ part: "summary", body: "Theirs" });
        for (const [wrong, path] of [
          [{ part: "OG", body: "Ours", basis: null }, "part"],
          [{ part: "summary", body: "x".repeat(REPORT_TEXT_MAX + 1), basis: null }, "body"],
        ] as const)
          expect(expectStatus(await sam.put(at, wrong), 422).body.errors).toMatchObject([{ path }]);
        expectStatus(await viewer.put(at, { part: "summary", body: "Mine", basis }), 403);
        expectStatus(await sam.put(at, { part: "summary", body: "", basis }), 204);
        expect((await texts()).texts[1]).toMatchObject({ body: "", basis: null });
        expect(await history()).not.toMatch(/Theirs|Ours/);
        expectStatus(await sam.put(`/engagements/${id}/state`, { state: "closed" }), 204);
        expect(messages(expectStatus(await sam.put(at, { part: "summary", body: "Late", basis }), 422))).toEqual([
          engagementMessages.closed,
        ]);
        expectStatus(await sam.put(`/engagements/${id}/state`, { state: "running" }), 204);
        expectStatus(await sam.post(`/engagements/${id}/remove`), 204);
      });

      it("keep the texts of their report from whoever lacks the model of a member", async () => {
        const id = await create();
        const p3m3 = await createP3M3(sam, harbour);
        expectStatus(await join(id, p3m3), 204);
        expectStatus(await sam.put(`/engagements/${id}/texts`, { part: "summary", body: "Ours", basis: null }), 204);
        const itil = await signIn("itil", "lead", { roles: ["ITIL"] });
        for (const status of [
          await itil.get(`/engagements/${id}/texts`),
          await itil.put(`/engagements/${id}/texts`, { part: "summary", body: "", basis: null }),
        ])
          expect(messages(expectStatus(status, 403))).toEqual([engagementMessages.noReport]);
      });

      it("keep the texts of their report from whoever rates a member apart", async () => {
        const id = await create();
        const member = await createP3M3(sam, harbour, { perspectiveIds: [1], threadIds: [6] });
        expectStatus(await join(id, member), 204);
        const text = { part: "summary", body: "Level 3", basis: null };
        expectStatus(await sam.put(`/engagements/${id}/texts`, text), 204);
        const request = { person: await numberOf("lead"), kind: "opinion", groups: ["perspective/1"], until: "2099-12-01" };
        const { id: number } = expectStatus(await sam.post(`/assessments/${member}/ratings`, request), 201).body;
        expectStatus(
          await lead.post(`/assessments/${member}/ratings/${number}/begin`, { seen: [{ group: "perspective/1", seen: false }] }),
          204,
        );
        expect(messages(expectStatus(await lead.get(`/engagements/${id}/texts`), 403))).toEqual([ratingMessages.apart]);
        expectStatus(await lead.put(`/engagements/${id}/texts`, text), 403);
        expectStatus(await lead.post(`/assessments/${member}/ratings/${number}/give-back`), 204);
        expectStatus(await lead.get(`/engagements/${id}/texts`), 200);
      });

      it("have assessments of their organization as members, completed ones too, each in one engagement", async () => {
        const [id, second] = [await create(), await create(sam, { name: "The second" })];
        const done = await completeP3M3(sam, harbour, "FFFPN", { perspectiveIds: [1], threadIds: [6] });
        const itil = await createItil(sam, harbour);
        expect((await read(id)).candidates.map((each) => each.id)).toEqual([itil, done]);
        expectStatus(await join(id, done, { unit: "South", responsible: await numberOf("sam"), day: "2026-12-01" }), 204);
        expectStatus(await join(id, itil, { unit: "North" }), 204);
        const { members, candidates } = await read(id);
        expect(members).toMatchObject([
          { id: itil, unit: "North", responsible: null, day: null, assessment: { status: "Drafted", lock: { mine: true } } },
          {
            ...{ id: done, unit: "South", day: "2026-12-01", responsible: { email: at("sam") } },
            assessment: { status: "Completed", maturity: expect.any(Number) },
            review: { requests: 0, decision: null, openPoints: 0 },
          },
        ]);
        expect(candidates).toEqual([]);
        expect((await list()).engagements).toMatchObject([
          { id: second, members: 0 },
          { id, members: 2, submitted: 1 },
        ]);

        expect(messages(expectStatus(await join(second, done), 422))).toEqual([engagementMessages.inAnother("Three scopes")]);
        expect(messages(expectStatus(await join(id, itil, { unit: "West" }), 422))).toEqual([engagementMessages.noUnit]);
        const mill = await createOrganization(sam, { name: "Mill" });
        const other = await createP3M3(sam, mill, { threadIds: [6] });
        expect(messages(expectStatus(await join(id, other), 422))).toEqual([engagementMessages.otherOrganization]);
        expectStatus(await join(id, 2_000_000_000), 404);
        const archived = await createP3M3(sam, harbour, { threadIds: [6] });
        expectStatus(await sam.post(`/assessments/${archived}/archive`), 200);
        expect(messages(expectStatus(await join(id, archived), 422))).toEqual([engagementMessages.archived]);

        expectStatus(await sam.post(`/engagements/${id}/members/${itil}/remove`), 204);
        expectStatus(await sam.post(`/engagements/${id}/members/${itil}/remove`), 404);
        expectStatus(await sam.get(`/assessments/${itil}`), 200);
        expectStatus(await join(second, itil), 204);
      });

      it("take no twenty-fifth member", async () => {
        const id = await create();
        for (let made = 0; made < MEMBERS_MAX; made += 1) {
          const { body } = expectStatus(
            await sam.post(`/organizations/${harbour}/assessments`, {
              ...{ assessmentType: "P3M3", name: `Scope ${made}`, isTestAssessment: false, selectedScope: "Project" },
            }),
            201,
          );
          expectStatus(await join(id, body.id), 204);
        }
        const last = await createP3M3(sam, harbour, { threadIds: [6] });
        expect(messages(expectStatus(await join(id, last), 422))).toEqual([engagementMessages.manyMembers]);
        expect((await read(id)).members).toHaveLength(MEMBERS_MAX);
        // However many there are, they are read at once.
        const few = await create(sam, { name: "Few" });
        expectStatus(await join(few, last), 204);
        expect(await statementsFor(api(), sam, `/engagements/${id}`)).toBe(await statementsFor(api(), sam, `/engagements/${few}`));
      });

      it("are listed in an order, by words of name and client, without tests and archived ones in their numbers", async () => {
        const mill = await createOrganization(sam, { name: "Mill" });
        const late = await create(sam, { name: "B late", end: "2026-12-31" });
        const soon = await create(sam, { name: "C soon", end: "2026-11-30" }, mill);
        const closed = await create(sam, { name: "A closed", start: null, end: "2026-11-01" });
        expectStatus(await sam.put(`/engagements/${closed}/state`, { state: "closed" }), 204);
        const ids = async (query: string) => (await list(query)).engagements.map(({ id }) => id);
        expect(await ids("?closed=1")).toEqual([soon, late, closed]);
        expect(await ids("?closed=1&order=name")).toEqual([late, soon, closed]);
        expect(await ids("?order=client")).toEqual([late, soon]);
        expect(await ids("?q=MILL")).toEqual([soon]);
        expect(await ids("?q=b%20l")).toEqual([late]);
        const [kept, archived] = [await createP3M3(sam, harbour, { threadIds: [6] }), await createP3M3(sam, harbour, { threadIds: [6] })];
        const test = await createP3M3(sam, harbour, { threadIds: [6], isTestAssessment: true });
        for (const member of [kept, archived, test]) expectStatus(await join(late, member, { unit: "" }), 204);
        expectStatus(await sam.post(`/assessments/${archived}/archive`), 200);
        expect((await list("?q=b%20l")).engagements).toMatchObject([{ members: 1, submitted: 0, room: MEMBERS_MAX - 3 }]);
        expect((await read(late)).members).toHaveLength(3);
      });

      it("take as many statements in a team of 500 assessments as in one of a few", async () => {
        const make = async (organization: number) => createP3M3(sam, organization, { threadIds: [6] });
        const id = await create(sam);
        const member = await make(harbour);
        expectStatus(await join(id, member), 204);
        const counts = async () => [
          await statementsFor(api(), sam, `/engagements/${id}`),
          await statementsFor(api(), sam, "/engagements"),
          await statementsFor(api(), sam, "/in-progress"),
        ];
        const few = await counts();
        const { store } = api();
        const { id: _, ...row } = await store.selectFrom("assessment").selectAll().where("id", "=", member).executeTakeFirstOrThrow();
        for (let added = 0; added < 500; added += 50)
          await store
            .insertInto("assessment")
            .values(Array.from({ length: 50 }, () => row))
            .execute();
        const added = await store.selectFrom("assessment").select("id").where("id", ">", member).orderBy("id").execute();
        for (let number = 0; number < 20; number += 1) {
          const other = await create(sam, { name: `Job ${number}` });
          await store
            .insertInto("engagement_member")
            .values(
              added
                .slice(number * MEMBERS_MAX, (number + 1) * MEMBERS_MAX)
                .map((each) => ({ assessment_id: each.id, engagement_id: other, unit: "", responsible: null, day: null })),
            )
            .execute();
        }
        expect(await counts()).toEqual(few);
        expect((await list("?q=job%2019")).engagements).toMatchObject([{ members: MEMBERS_MAX }]);
      });

      it("show the edition that counts: the latest that is submitted, else the open one", async () => {
        const id = await create();
        const first = await completeP3M3(sam, harbour, "FFFPN", { perspectiveIds: [1], threadIds: [6] });
        expectStatus(await join(id, first), 204);
        const second = expectStatus(await sam.post(`/assessments/${first}/editions`, { reason: "A figure was wrong" }), 201).body.id;
        expect((await read(id)).members).toMatchObject([{ id: first, assessment: { id: first, edition: { openId: second } } }]);
        expectStatus(await sam.post(`/assessments/${second}/lock`), 200);
        expectStatus(await sam.post(`/assessments/${second}/complete`), 200);
        expect((await read(id)).members).toMatchObject([{ id: first, assessment: { id: second, status: "Completed" } }]);
        // Its later edition names the same member.
        expectStatus(await join(id, second, { unit: "North" }), 204);
        expect((await read(id)).members).toMatchObject([{ id: first, unit: "North" }]);
        expect((await list()).engagements).toMatchObject([{ members: 1, submitted: 1 }]);
      });

      it("rename units with their members, and keep a unit that one of them has", async () => {
        const id = await create();
        const first = await createP3M3(sam, harbour, { threadIds: [6] });
        expectStatus(await join(id, first, { unit: "North" }), 204);
        const put = (units: string[]) => sam.put(`/engagements/${id}`, { ...FORM, units });
        expectStatus(await put(["Nord", "South"]), 204);
        expect((await read(id)).members).toMatchObject([{ unit: "Nord" }]);
        expect(messages(expectStatus(await put(["South"]), 422))).toEqual([engagementMessages.unitInUse("Nord")]);
        expectStatus(await put(["South", "Nord", "West"]), 204);
        expect((await read(id)).members).toMatchObject([{ unit: "Nord" }]);
      });

      it("refuse what was changed meanwhile, and show what is stored", async () => {
        const id = await create();
        const { engagement: version } = (await read(id)).versions ?? {};
        const put = (name: string) => sam.put(`/engagements/${id}`, { ...FORM, name }, { "Made-From": `engagement=${version}` });
        expectStatus(await put("The first"), 204);
        expect(expectStatus(await put("The second"), 412).body.present).toMatchObject({ id, name: "The first" });

        expectStatus(await add(id, [ROW]), 204);
        const [row] = (await readPlan(id)).rows;
        const made = { "Made-From": `planRow=${row?.versions?.planRow}` };
        expectStatus(await sam.put(`/engagements/${id}/plan/${row?.id}`, { ...ROW, state: "done" }, made), 204);
        const { present } = expectStatus(await lead.put(`/engagements/${id}/plan/${row?.id}`, { ...ROW, day: null }, made), 412).body;
        expect(present).toMatchObject({ state: "done", day: ROW.day, withWhom: ROW.withWhom });
        expectStatus(await lead.post(`/engagements/${id}/plan/${row?.id}/remove`, {}, made), 412);
        expect((await readPlan(id)).rows).toMatchObject([{ state: "done" }]);
      });

      it("are read-only while they are closed, and can be deleted without their assessments", async () => {
        const id = await create();
        const member = await createP3M3(sam, harbour, { threadIds: [6] });
        expectStatus(await join(id, member), 204);
        expectStatus(await add(id, [{ ...ROW, who: [await numberOf("sam")] }]), 204);
        const [row] = (await readPlan(id)).rows;
        expectStatus(await sam.put(`/engagements/${id}/state`, { state: "closed" }), 204);
        for (const answer of [
          await sam.put(`/engagements/${id}`, FORM),
          await join(id, member),
          await sam.post(`/engagements/${id}/members/${member}/remove`),
          await add(id, [ROW]),
          await sam.put(`/engagements/${id}/plan/${row?.id}`, ROW),
          await sam.post(`/engagements/${id}/plan/${row?.id}/remove`),
          await sam.post(`/engagements/${id}/remove`),
        ])
          expect(messages(expectStatus(answer, 422))).toEqual([engagementMessages.closed]);
        expect((await list()).engagements).toEqual([]);
        expect((await list("?closed=1")).engagements).toMatchObject([{ id, state: "closed" }]);
        expect((await list("?state=closed")).engagements).toMatchObject([{ id }]);
        expectStatus(await sam.put(`/engagements/${id}/state`, { state: "running" }), 204);
        expectStatus(await sam.post(`/engagements/${id}/remove`), 204);
        expectStatus(await sam.get(`/engagements/${id}`), 404);
        expectStatus(await sam.get(`/assessments/${member}`), 200);
      });

      it("plan by day, with coverage's topics from the scope of the members", async () => {
        const id = await create();
        expect((await readPlan(id)).topics).toEqual([]);
        const p3m3 = await createP3M3(sam, harbour, { perspectiveIds: [4, 6], threadIds: [6] });
        const itil = await createItil(sam, harbour, { practices: [{ id: 1, selectionMode: 1 }] });
        expectStatus(await join(id, p3m3), 204);
        expectStatus(await join(id, itil), 204);
        const document = { ...ROW, kind: "document", what: "Register", state: "requested", withWhom: [], day: null };
        expectStatus(
          await add(id, [{ ...ROW, day: "2026-11-09" }, document, { ...ROW, day: "2026-11-04", who: [await numberOf("lead")] }]),
          204,
        );
        const stored = await readPlan(id);
        expect(stored.topics.toSorted()).toEqual(["OG", "RK", "general"]);
        expect(stored.rows.map(({ kind, day, who }) => [kind, day, ...who.map(({ email }) => email)])).toEqual([
          ["interview", "2026-11-04", at("lead")],
          ["interview", "2026-11-09"],
          ["document", null],
        ]);
        expect((await read(id)).plan).toEqual({ rows: 3, done: 0, late: 1 });
        expect(messages(expectStatus(await add(id, [ROW, { ...ROW, state: "read" }]), 422))).toEqual([engagementMessages.wrongState]);
        expect((await readPlan(id)).rows).toHaveLength(3);
        expectStatus(
          await add(
            id,
            Array.from({ length: PLAN_ROWS_MAX - 3 }, () => ROW),
          ),
          204,
        );
        expect(messages(expectStatus(await add(id, [ROW]), 422))).toEqual([engagementMessages.manyRows(0)]);
      });

      it("give names of people of the client only to those who may write, and to no history", async () => {
        const id = await create();
        const member = await createP3M3(sam, harbour, { threadIds: [6] });
        expectStatus(await join(id, member, { responsible: await numberOf("sam") }), 204);
        expectStatus(await add(id, [ROW]), 204);
        const [row] = (await readPlan(id)).rows;
        expectStatus(await sam.put(`/engagements/${id}/plan/${row?.id}`, { ...ROW, withWhom: ["Zoë Quist"], what: "Ask Zoë Quist" }), 204);
        expectStatus(await sam.put(`/engagements/${id}`, { ...FORM, sponsor: "Dörte Quist" }), 204);
        expect((await readPlan(id, lead)).rows).toMatchObject([{ people: 1, withWhom: ["Zoë Quist"] }]);
        const theirs = await readPlan(id, viewer);
        expect(theirs.rows).toMatchObject([{ people: 1, withWhom: null }]);
        expect(theirs.colleagues).toEqual([]);
        const internal = await api().signIn({ email: INTERNAL, permission: "lead" });
        expect((await readPlan(id, internal)).rows).toMatchObject([{ people: 1, withWhom: null }]);
        const text = await history();
        expect(text).toContain("engagementPlan");
        for (const name of ["Zoë", "Quist", "Anna", "Dörte"]) expect(text).not.toContain(name);
        const keys = await api().store.selectFrom("idempotency_key").select("body").execute();
        expect(JSON.stringify(keys)).not.toContain("Zoë");
      });

      it("forget with whom a row is 90 days after closing, and a year after the end", async () => {
        const names = async (id: number) => (await readPlan(id)).rows.flatMap(({ withWhom }) => withWhom ?? []);
        const [closed, ended, open] = [await create(), await create(), await create(sam, { end: null })];
        for (const id of [closed, ended, open]) expectStatus(await add(id, [ROW]), 204);
        expectStatus(await sam.put(`/engagements/${closed}/state`, { state: "closed" }), 204);
        const forgetOn = async (day: string) => {
          api().now = new Date(`${day}T12:00:00.000Z`);
          await forgetPlanNames(api().store, api().now, "UTC");
          // Signing in again, because sessions end.
          sam = await signIn("sam", "assessor");
          return [await names(closed), await names(ended), await names(open)].map((each) => each.length);
        };
        expect(await forgetOn("2027-02-02")).toEqual([2, 2, 2]);
        expect(await forgetOn("2027-02-03")).toEqual([0, 2, 2]);
        expect(await forgetOn("2027-12-17")).toEqual([0, 2, 2]);
        expect(await forgetOn("2027-12-18")).toEqual([0, 0, 2]);
        expect((await readPlan(ended)).forgottenAt).toBe("2027-12-18T12:00:00.000Z");
        expect((await readPlan(open)).forgottenAt).toBeNull();
      });

      it("give whoever works without a model name and unit alone", async () => {
        const id = await create();
        const p3m3 = await createP3M3(sam, harbour, { perspectiveIds: [4], threadIds: [6] });
        const itil = await createItil(sam, harbour);
        expectStatus(await join(id, p3m3, { unit: "North", responsible: await numberOf("sam"), day: "2026-12-01" }), 204);
        expectStatus(await join(id, itil, { unit: "South" }), 204);
        const one = await signIn("one", "assessor", { roles: ["ITIL"] });
        const { members } = await read(id, one);
        expect(members[0]).toEqual({
          id: p3m3,
          name: "Spring review",
          unit: "North",
          assessment: null,
          responsible: null,
          day: null,
          review: null,
        });
        expect(members[1]).toMatchObject({ id: itil, assessment: { assessmentType: "ITIL" } });
        expect((await readPlan(id, one)).topics).not.toContain("OG");
        expectStatus(await join(id, p3m3, {}, one), 403);
        const without = await signIn("without", "assessor", { roles: [] });
        expect((await read(id, without)).members.map(({ assessment }) => assessment)).toEqual([null, null]);
      });

      it("stay behind a wall, and show nobody who has gone", async () => {
        const id = await create();
        const mill = await createOrganization(sam, { name: "Mill" });
        const seen = await create(sam, { name: "Seen by all" }, mill);
        const samId = await numberOf("sam");
        const kim = await signIn("kim", "assessor");
        const kimId = await numberOf("kim");
        expectStatus(await sam.put(`/engagements/${id}`, { ...FORM, people: [{ id: kimId, part: "assessor" }] }), 204);
        const member = await createP3M3(sam, harbour, { threadIds: [6] });
        expectStatus(await join(id, member, { responsible: kimId }), 204);
        expectStatus(await add(id, [{ ...ROW, who: [kimId] }]), 204);
        const forKim = async () => expectStatus(await kim.get("/for-you"), 200).body.items.map(({ kind }: { kind: string }) => kind);
        expect(await forKim()).toEqual(["plan"]);
        expect(expectStatus(await kim.get("/me/data"), 200).body).toMatchObject({ engagementParts: 2, planRows: 1 });
        expectStatus(
          await lead.put(`/organizations/${harbour}/access`, { access: "named", people: [samId], reason: "The client asks for it" }),
          200,
        );
        for (const client of [kim, lead, viewer]) {
          expect((await list("", client)).engagements.map((each) => each.id)).toEqual([seen]);
          expectStatus(await client.get(`/engagements/${id}`), 404);
          expectStatus(await client.get(`/engagements/${id}/plan`), 404);
        }
        expect(await forKim()).not.toContain("plan");
        expect((await read(id)).people).toEqual([]);
        expect((await read(id)).members).toMatchObject([{ responsible: null }]);
        expect((await readPlan(id)).rows).toMatchObject([{ who: [] }]);
        expect(messages(expectStatus(await join(id, member, { responsible: kimId }), 422))).toEqual([engagementMessages.unknownPerson]);
      });

      it("stand in the list in progress, with who is responsible and until when", async () => {
        const id = await create();
        const [member, other] = [await createP3M3(sam, harbour, { threadIds: [6] }), await createP3M3(sam, harbour, { threadIds: [6] })];
        expectStatus(await join(id, member, { unit: "North", responsible: await numberOf("sam"), day: "2026-12-01" }), 204);
        const { rows } = inProgress.parse(expectStatus(await viewer.get("/in-progress"), 200).body);
        const of = (assessment: number) => rows.find((row) => row.assessment.id === assessment)?.engagement;
        expect(of(member)).toMatchObject({ id, name: "Three scopes", unit: "North", day: "2026-12-01", responsible: { email: at("sam") } });
        expect(of(other)).toBeNull();
      });

      it("tell who is to do a row, until it is done", async () => {
        const id = await create();
        expectStatus(await add(id, [{ ...ROW, who: [await numberOf("sam")] }], lead), 204);
        const forSam = async () => expectStatus(await sam.get("/for-you"), 200).body.items;
        expect(await forSam()).toMatchObject([
          {
            kind: "plan",
            by: at("lead"),
            plan: { engagement: { id }, organization: { name: "Harbour" }, kind: "interview", day: ROW.day },
          },
        ]);
        const [row] = (await readPlan(id)).rows;
        expectStatus(await sam.put(`/engagements/${id}/plan/${row?.id}`, { ...ROW, who: [await numberOf("sam")], state: "done" }), 204);
        expect(await forSam()).toEqual([]);
      });

      it("tell of the peer review of each member", async () => {
        const id = await create();
        const member = await createP3M3(sam, harbour, { perspectiveIds: [1], threadIds: [6] });
        expectStatus(await join(id, member), 204);
        expectStatus(await answerThread(sam, member, 1, 6, "FFFPN"), 200);
        expectStatus(await sam.post(`/assessments/${member}/review-points`, { about: "", text: "Who says so?" }), 201);
        const body = { people: [await numberOf("lead")], message: "", until: "2099-12-01" };
        expectStatus(await sam.post(`/assessments/${member}/peer-review/requests`, body), 204);
        expect((await read(id)).members).toMatchObject([{ review: { requests: 1, openPoints: 1, decision: null } }]);
        const { seen } = expectStatus(await lead.get(`/assessments/${member}/peer-review`), 200).body;
        expectStatus(await lead.post(`/assessments/${member}/peer-review/decisions`, { decision: "approved", text: "", seen }), 204);
        expect((await read(id)).members).toMatchObject([
          { review: { requests: 0, openPoints: 1, decision: { decision: "approved", by: at("lead") } } },
        ]);
      });
    },
    { internalAccounts: [INTERNAL] },
  );
});
