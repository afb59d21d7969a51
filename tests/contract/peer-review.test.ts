/** Extensions `peer-review` and `team-rules` (docs/rules/peer-review.md). */
import { describe, expect, it } from "vitest";
import { history } from "#model/contract/history.ts";
import { peerReview, reviewPoints, teamRules } from "#model/contract/peer-review.ts";
import { POINT_CHARACTERS_MAX, POINT_MAX, POINTS_MAX, REPLIES_MAX, reviewMessages } from "#model/peer-review.ts";
import { type Client, MAIL } from "../support/api.ts";
import { onEachDatabase } from "./databases.ts";
import {
  answerAll,
  answerAllItil,
  answerPractice,
  answerThread,
  createItil,
  createOrganization,
  createP3M3,
  expectStatus,
} from "./scenario.ts";

const SCOPE = { perspectiveIds: [1], threadIds: [6, 9] };
const UNTIL = "2099-12-01";

describe("peer review", () => {
  onEachDatabase(
    (api) => {
      let teams = 0;
      const newTeam = () => {
        teams += 1;
      };
      const at = (name: string) => `${name}@review${teams}.example`;
      const signIn = (name: string, permission: "lead" | "assessor" | "viewer" = "assessor", roles?: ("P3M3" | "ITIL")[]) =>
        api().signIn({ email: at(name), firstName: name, team: `Reviews ${teams}`, permission, ...(roles ? { roles } : {}) });
      const points = async (client: Client, id: number, query = "") =>
        reviewPoints.parse(expectStatus(await client.get(`/assessments/${id}/review-points${query}`), 200).body);
      const add = (client: Client, id: number, text: string, about = "") =>
        client.post(`/assessments/${id}/review-points`, { about, text });
      const review = async (client: Client, id: number) =>
        peerReview.parse(expectStatus(await client.get(`/assessments/${id}/peer-review`), 200).body);
      const decide = async (client: Client, id: number, over: object = {}) =>
        client.post(`/assessments/${id}/peer-review/decisions`, {
          ...{ decision: "approved", text: "", seen: (await review(client, id)).seen },
          ...over,
        });
      const approve = async (client: Client, id: number) => expectStatus(await decide(client, id), 204);
      const numberOf = async (email: string) =>
        (await api().store.selectFrom("user").select("id").where("email", "=", email).executeTakeFirstOrThrow()).id;
      const ask = async (client: Client, id: number, over: object = {}) =>
        client.post(`/assessments/${id}/peer-review/requests`, { people: [await numberOf(at("kim"))], message: "", until: UNTIL, ...over });
      const changedSince = async (client: Client, id: number) => (await review(client, id)).decisions[0]?.changed;
      const entries = async (client: Client, id: number) =>
        history.parse(expectStatus(await client.get(`/assessments/${id}/history`), 200).body).entries;
      const fields = (answer: { body: { errors?: { path: string; message: string }[] } }) =>
        answer.body.errors?.map(({ path, message }) => [path, message]);

      /** A lead who assesses, and a viewer who reads. */
      const open = async () => {
        newTeam();
        const lead = await signIn("ann", "lead");
        const viewer = await signIn("kim", "viewer");
        const organization = await createOrganization(lead);
        const id = await createP3M3(lead, organization, SCOPE);
        await answerAll(lead, id, "FRNNN");
        return { lead, viewer, organization, id };
      };

      describe("review points", () => {
        it("are written by a viewer without the lock, replied to, settled, and open again with a reply", async () => {
          const { lead, viewer, id } = await open();
          const { id: point } = expectStatus(await add(viewer, id, "Who\nsays so?", "thread/1/6/statement/2"), 201).body;
          expectStatus(await add(lead, id, "The order of chapters", "wording/summary"), 201);
          expectStatus(await lead.post(`/assessments/${id}/review-points/${point}/settle`), 204);
          expect((await points(viewer, id, "?state=settled")).points).toMatchObject([
            { about: "thread/1/6/statement/2", text: "Who\nsays so?", by: at("kim"), firstName: "kim", settled: { by: at("ann") } },
          ]);
          expectStatus(await viewer.post(`/assessments/${id}/review-points/${point}/replies`, { text: "No" }), 201);
          const { points: open1, people } = await points(lead, id, "?about=thread/1/6");
          expect(open1).toMatchObject([
            { id: point, settled: null, replies: [{ text: "No", by: at("kim") }], may: ["reply", "settle", "remove"] },
          ]);
          expect(people).toEqual([at("ann"), at("kim")]);
          expect((await points(lead, id, "?about=wording")).points.map(({ about }) => about)).toEqual(["wording/summary"]);
          expect((await points(lead, id, "?about=whole")).total).toBe(0);
          expect((await points(lead, id, `?by=${at("kim")}`)).total).toBe(1);
          expect(expectStatus(await viewer.get(`/assessments/${id}/review-points/counts`), 200).body).toEqual({
            ...{ open: 2, settled: 0 },
            at: [
              { about: "thread/1/6/statement/2", open: 1, settled: 0 },
              { about: "wording/summary", open: 1, settled: 0 },
            ],
          });
          // Whoever reads the assessment is told how many wait in it.
          for (const reader of [lead, viewer])
            expect(expectStatus(await reader.get(`/assessments/${id}`), 200).body.waiting).toEqual({ reviewPoints: 2, overdueActions: 0 });
          expect((await lead.get(`/assessments/${id}/lock`)).body.userEmail ?? at("ann")).toBe(at("ann"));
        });

        it("are removed by their author or a lead; the history has that they were there, and nowhere what they said", async () => {
          const { lead, viewer, id } = await open();
          const other = await signIn("leo");
          const { id: own } = expectStatus(await add(viewer, id, "SECRET WORDS"), 201).body;
          const { id: another } = expectStatus(await add(viewer, id, "SECRET WORDS TOO", "thread/1/6"), 201).body;
          expectStatus(await other.post(`/assessments/${id}/review-points/${own}/replies`, { text: "SECRET ANSWER" }), 201);
          expect((await points(other, id)).points.map(({ may }) => may)).toEqual([
            ["reply", "settle"],
            ["reply", "settle"],
          ]);
          // The history has no corrected text either.
          expectStatus(await viewer.put(`/assessments/${id}/review-points/${another}`, { text: "SECRET CORRECTION" }), 204);
          expectStatus(await other.post(`/assessments/${id}/review-points/${own}/remove`), 403);
          expectStatus(await viewer.post(`/assessments/${id}/review-points/${own}/remove`), 204);
          expectStatus(await lead.post(`/assessments/${id}/review-points/${another}/remove`), 204);
          expectStatus(await lead.post(`/assessments/${id}/review-points/${another}/remove`), 404);
          const newest = (await entries(lead, id)).slice(0, 6);
          expect(newest.map(({ kind, by, after }) => [kind, by, after])).toEqual([
            ["reviewPointRemoved", at("ann"), { about: "thread/1/6" }],
            ["reviewPointRemoved", at("kim"), { about: "" }],
            ["reviewPointCorrected", at("kim"), { about: "thread/1/6" }],
            ["reviewReply", at("leo"), { about: "" }],
            ["reviewPoint", at("kim"), { about: "thread/1/6" }],
            ["reviewPoint", at("kim"), { about: "" }],
          ]);
          const rows = await Promise.all(
            (["review_point", "review_reply", "history", "idempotency_key"] as const).map((table) =>
              api().store.selectFrom(table).selectAll().execute(),
            ),
          );
          expect(JSON.stringify(rows)).not.toContain("SECRET");
        });

        it("are refused next to the field: a place out of scope, no statement, too long, too many", async () => {
          const { lead, viewer, id } = await open();
          expect(fields(expectStatus(await add(viewer, id, "Here", "thread/2/6"), 422))).toEqual([["about", reviewMessages.outOfScope]]);
          expect(fields(expectStatus(await add(viewer, id, "Here", "thread/1/6/statement/6"), 422))).toEqual([
            ["about", reviewMessages.noStatement],
          ]);
          expect(fields(expectStatus(await add(viewer, id, "x".repeat(POINT_MAX + 1)), 422))).toEqual([
            ["text", "Please use at most 2,000 characters."],
          ]);
          expectStatus(await add(viewer, id, "x".repeat(POINT_MAX)), 201);
          expectStatus(await add(viewer, id, "  "), 422);
          newTeam();
          expectStatus(await add(await signIn("eve"), id, "From outside"), 404);
          const row = { assessment_id: id, about: "", user_id: await numberOf(at("eve")), at: "2026-01-01T00:00:00.000Z" };
          const many = Array.from({ length: POINTS_MAX - 2 }, () => ({ ...row, body: "x", settled_by: null, settled_at: null }));
          await api().store.insertInto("review_point").values(many).execute();
          const { id: last } = expectStatus(await add(lead, id, "The 500th"), 201).body;
          expect(fields(expectStatus(await add(lead, id, "The 501st"), 422))).toEqual([["text", reviewMessages.manyPoints]]);
          const replies = Array.from({ length: REPLIES_MAX }, () => ({ ...row, about: undefined, point_id: last, body: "x" }));
          await api()
            .store.insertInto("review_reply")
            .values(replies.map(({ about: _, ...reply }) => reply))
            .execute();
          expect(fields(expectStatus(await lead.post(`/assessments/${id}/review-points/${last}/replies`, { text: "No" }), 422))).toEqual([
            ["text", reviewMessages.manyReplies],
          ]);
          await api()
            .store.updateTable("review_point")
            .set({ body: "x".repeat(POINT_CHARACTERS_MAX) })
            .where("id", "=", last)
            .execute();
          const [first] = (await points(lead, id, "?page=2")).points;
          expect(
            fields(expectStatus(await lead.post(`/assessments/${id}/review-points/${first?.id}/replies`, { text: "No" }), 422)),
          ).toEqual([["text", reviewMessages.manyCharacters]]);
        });

        it("are corrected by their author alone, as long as they are open and nobody has replied", async () => {
          const { lead, viewer, id } = await open();
          const { id: point } = expectStatus(await add(viewer, id, "Who sais so?", "thread/1/6"), 201).body;
          const correct = (client: Client, text: string, headers = {}) =>
            client.put(`/assessments/${id}/review-points/${point}`, { text }, headers);
          const stored = async () => (await points(viewer, id)).points[0];
          const [first] = (await points(viewer, id)).points;
          expect(first?.may).toEqual(["reply", "settle", "correct", "remove"]);
          expectStatus(await correct(lead, "Not mine"), 403);
          expect(fields(expectStatus(await correct(viewer, "x".repeat(POINT_MAX + 1)), 422))?.[0]?.[0]).toBe("text");
          expect(fields(expectStatus(await correct(viewer, " "), 422))?.[0]?.[0]).toBe("text");
          expectStatus(await correct(viewer, "Who says so?"), 204);
          expect(await stored()).toMatchObject({ text: "Who says so?", at: first?.at, about: "thread/1/6" });
          expectStatus(await correct(viewer, "Older", { "Made-From": `point=${first?.versions?.point}` }), 412);
          expectStatus(await lead.post(`/assessments/${id}/review-points/${point}/settle`), 204);
          expect((await stored())?.may).toEqual(["reply", "remove"]);
          expect(fields(expectStatus(await correct(viewer, "Settled?"), 422))).toEqual([["text", reviewMessages.settledMeanwhile]]);
          expectStatus(await lead.post(`/assessments/${id}/review-points/${point}/replies`, { text: "The sponsor" }), 201);
          expect((await stored())?.may).toEqual(["reply", "settle", "remove"]);
          expect(fields(expectStatus(await correct(viewer, "Replied?"), 422))).toEqual([["text", reviewMessages.repliedMeanwhile]]);
          expect((await stored())?.text).toBe("Who says so?");
          expectStatus(await viewer.put(`/assessments/${id}/review-points/999999`, { text: "Gone" }), 404);
        });

        it("settling or removing is refused once somebody has replied to what was seen, and everything while it is archived", async () => {
          const { lead, viewer, id } = await open();
          const { id: point } = expectStatus(await add(viewer, id, "Who says so?"), 201).body;
          const seen = (await points(lead, id)).points[0]?.versions?.point;
          expectStatus(await lead.post(`/assessments/${id}/review-points/${point}/replies`, { text: "The sponsor" }), 201);
          const madeFrom = { "Made-From": `point=${seen}` };
          const moved = expectStatus(await viewer.post(`/assessments/${id}/review-points/${point}/settle`, {}, madeFrom), 412);
          expect(moved.body.present).toMatchObject({ id: point, replies: [{ text: "The sponsor" }] });
          expectStatus(await lead.post(`/assessments/${id}/complete`), 200);
          expectStatus(await add(viewer, id, "After it was completed"), 201);
          expectStatus(await lead.post(`/assessments/${id}/archive`), 200);
          expectStatus(await add(viewer, id, "While it is archived"), 422);
          expectStatus(await viewer.post(`/assessments/${id}/review-points/${point}/settle`), 422);
          expect((await points(viewer, id)).points.map(({ may }) => may)).toEqual([[], []]);
          expectStatus(await decide(viewer, id), 422);
        });

        it("neither a corrected edition nor the next assessment has those of the one before, nor its approvals", async () => {
          const { lead, viewer, organization, id } = await open();
          expectStatus(await add(viewer, id, "Who says so?"), 201);
          await approve(viewer, id);
          expectStatus(await lead.post(`/assessments/${id}/complete`), 200);
          const { id: edition } = expectStatus(await lead.post(`/assessments/${id}/editions`, { reason: "Facts" }), 201).body;
          const next = await createP3M3(lead, organization, { ...SCOPE, previousId: id });
          for (const other of [edition, next]) {
            expect((await points(lead, other)).total).toBe(0);
            expect((await review(lead, other)).decisions).toEqual([]);
          }
        });
      });

      describe("asking", () => {
        it("stands in what waits for the person until they decide, and is mailed", async () => {
          const { lead, viewer, id } = await open();
          expect((await review(lead, id)).colleagues).toMatchObject([{ email: at("kim") }]);
          expectStatus(await ask(lead, id, { message: "Chapter 2 first" }), 204);
          expect((await review(lead, id)).requests).toMatchObject([
            { person: { email: at("kim") }, by: at("ann"), message: "Chapter 2 first", until: UNTIL },
          ]);
          const waiting = async () => expectStatus(await viewer.get("/for-you"), 200).body.items;
          expect(await waiting()).toMatchObject([
            { kind: "review", by: at("ann"), review: { assessment: { id, model: "P3M3" }, message: "Chapter 2 first", until: UNTIL } },
          ]);
          const mails = () => api().store.selectFrom("mail").select(["kind", "recipient"]).where("recipient", "=", at("kim")).execute();
          expect(await mails()).toEqual([{ kind: "review", recipient: at("kim") }]);
          expectStatus(await decide(viewer, id, { decision: "sentBack", text: "The names are wrong" }), 204);
          expect(await waiting()).toEqual([]);
          expect((await review(lead, id)).requests).toEqual([]);
          expect((await entries(lead, id)).slice(0, 2).map(({ kind }) => kind)).toEqual(["reviewSentBack", "reviewAsked"]);
        });

        it("is refused next to the field", async () => {
          const { lead, viewer, organization, id } = await open();
          const refusal = async (over: object) => fields(expectStatus(await ask(lead, id, over), 422));
          expect(await refusal({ people: [] })).toEqual([["people", reviewMessages.nobodyAsked]]);
          expect(await refusal({ people: [await numberOf(at("ann"))] })).toEqual([["people", reviewMessages.self]]);
          expect(await refusal({ until: "2020-01-01" })).toEqual([["until", reviewMessages.past]]);
          expect(await refusal({ message: "x".repeat(501) })).toEqual([["message", "Please use at most 500 characters."]]);
          await signIn("ivo", "assessor", ["ITIL"]);
          expect(await refusal({ people: [await numberOf(at("ivo"))] })).toEqual([["people", reviewMessages.noModel("ivo", "P3M3")]]);
          await signIn("leo");
          const wall = { access: "named", people: [await numberOf(at("ann")), await numberOf(at("kim"))], reason: "The client asks" };
          expectStatus(await lead.put(`/organizations/${organization}/access`, wall), 200);
          expect(await refusal({ people: [await numberOf(at("leo"))] })).toEqual([["people", reviewMessages.walledOff("leo")]]);
          expectStatus(await ask(lead, id), 204);
          expect(await refusal({})).toEqual([["people", reviewMessages.askedAlready("kim")]]);
          expectStatus(await ask(viewer, id), 403);
          await api().store.updateTable("user").set({ is_unconfirmed: 1 }).where("email", "=", at("kim")).execute();
          expect(expectStatus(await decide(viewer, id), 422).body.title).toBe("kim's address is not confirmed yet.");
        });
      });

      describe("a request", () => {
        /** What waits for Kim, who waits for whom, and what ended. */
        const standing = async (lead: Client, viewer: Client | undefined, id: number) => {
          const { requests, ended } = await review(lead, id);
          return {
            forYou: viewer && expectStatus(await viewer.get("/for-you"), 200).body.items.length,
            requests: requests.map(({ person }) => person.email),
            ended: ended.map(({ person, by, why }) => [person.email, by, why]),
          };
        };

        it("is withdrawn by who asked or by a lead, and by nobody else; the history tells", async () => {
          const { lead, viewer, id } = await open();
          const [sam, leo] = [await signIn("sam"), await signIn("leo")];
          expectStatus(await ask(sam, id), 204);
          const [request] = (await review(sam, id)).requests;
          const withdraw = (client: Client) => client.post(`/assessments/${id}/peer-review/requests/${request?.id}/withdraw`);
          const mayOf = async (client: Client) => (await review(client, id)).requests.map(({ may }) => may);
          expect([await mayOf(sam), await mayOf(lead), await mayOf(leo), await mayOf(viewer)]).toEqual([
            [["withdraw"]],
            [["withdraw"]],
            [[]],
            [[]],
          ]);
          expectStatus(await withdraw(leo), 403);
          expectStatus(await withdraw(viewer), 403);
          expect(await standing(lead, viewer, id)).toEqual({ forYou: 1, requests: [at("kim")], ended: [] });
          expectStatus(await withdraw(sam), 204);
          expect(await standing(lead, viewer, id)).toEqual({ forYou: 0, requests: [], ended: [] });
          expect((await entries(lead, id)).slice(0, 2).map(({ kind }) => kind)).toEqual(["reviewWithdrawn", "reviewAsked"]);
          // A second click does nothing. The asker can ask the same person again.
          expectStatus(await withdraw(sam), 204);
          expect((await entries(lead, id))[0]?.kind).toBe("reviewWithdrawn");
          expect((await entries(lead, id))[1]?.kind).toBe("reviewAsked");
          expectStatus(await ask(sam, id), 204);
          const [again] = (await review(sam, id)).requests;
          expectStatus(await decide(viewer, id, { decision: "sentBack", text: "The names are wrong" }), 204);
          const late = await sam.post(`/assessments/${id}/peer-review/requests/${again?.id}/withdraw`);
          expect([late.status, late.body.title]).toEqual([422, reviewMessages.answeredMeanwhile("kim")]);
          expectStatus(await sam.post(`/assessments/${id}/peer-review/requests/999999/withdraw`), 404);
        });

        it.each(["suspended", "left", "noModel", "walledOff", "moved"] as const)(
          "ends once its person is %s, for good, and says so",
          async (how) => {
            const { lead, viewer, organization, id } = await open();
            const kim = await numberOf(at("kim"));
            const other = await createP3M3(lead, await createOrganization(lead), SCOPE);
            for (const each of [id, other]) expectStatus(await ask(lead, each), 204);
            const access = (body: object) => lead.put(`/organizations/${organization}/access`, { reason: "The client asks", ...body });
            const wall = { access: "named", people: [await numberOf(at("ann"))] };
            const end = {
              suspended: () => lead.post(`/people/${kim}/suspend`),
              left: () => lead.post(`/people/${kim}/remove`),
              noModel: () => lead.put(`/people/${kim}`, { roles: ["ITIL"] }),
              walledOff: () => access(wall),
              moved: () => viewer.post("/me/leave"),
            };
            expect([200, 204]).toContain((await end[how]()).status);
            const why = how === "moved" ? "left" : how;
            const called = how === "left" ? `removed person ${kim}` : at("kim");
            const forYou = how === "suspended" || how === "left" ? undefined : viewer;
            const waiting = how === "walledOff" ? 1 : 0;
            const gone = { forYou: forYou && waiting, requests: [], ended: [[called, at("ann"), why]] };
            expect(await standing(lead, forYou, id)).toEqual(gone);
            // A wall ends only what is behind it.
            expect((await standing(lead, undefined, other)).ended).toHaveLength(how === "walledOff" ? 0 : 1);
            const putBack = {
              suspended: () => lead.post(`/people/${kim}/readmit`),
              noModel: () => lead.put(`/people/${kim}`, { roles: ["P3M3", "ITIL"] }),
              walledOff: () => access({ access: "team", people: [] }),
            };
            if (how === "left" || how === "moved") return;
            expect([200, 204]).toContain((await putBack[how]()).status);
            expect(await standing(lead, undefined, id)).toEqual({ ...gone, forYou: undefined });
            expectStatus(await ask(lead, id), 204);
            expect(await standing(lead, undefined, id)).toEqual({ forYou: undefined, requests: [at("kim")], ended: [] });
          },
        );

        it("keeps nobody from being removed who has done nothing but being asked", async () => {
          const { lead, id } = await open();
          await signIn("new", "viewer");
          const person = await numberOf(at("new"));
          expectStatus(await ask(lead, id, { people: [person] }), 204);
          expectStatus(await lead.post(`/people/${person}/remove`), 200);
          expect((await review(lead, id)).ended).toMatchObject([{ person: { email: `removed person ${person}` }, why: "left" }]);
        });
      });

      describe("approvals", () => {
        it("hold for what was there, and again once it is put back", async () => {
          const { lead, viewer, id } = await open();
          await approve(viewer, id);
          expect((await review(lead, id)).decisions).toMatchObject([{ decision: "approved", by: at("kim"), changed: [] }]);
          expect(expectStatus(await decide(viewer, id), 422).body.title).toBe(reviewMessages.approvedAlready);
          expectStatus(await answerThread(lead, id, 1, 6, "FFRNN"), 200);
          expectStatus(await lead.put(`/assessments/${id}/wording`, { part: "summary", body: "In short" }), 200);
          expect(await changedSince(lead, id)).toEqual([
            { part: "answers", count: 2 },
            { part: "summary", count: 1 },
          ]);
          expectStatus(await answerThread(lead, id, 1, 6, "FRNNN"), 200);
          expectStatus(await lead.put(`/assessments/${id}/wording`, { part: "summary", body: "" }), 200);
          expect(await changedSince(lead, id)).toEqual([]);
        });

        it("an approval of something else than the caller has seen is refused, and one can be taken back by sending it back", async () => {
          const { lead, viewer, id } = await open();
          const { seen } = await review(viewer, id);
          expectStatus(await answerThread(lead, id, 1, 6, "FFRNN"), 200);
          expectStatus(await decide(viewer, id, { seen }), 412);
          expect((await review(viewer, id)).decisions).toEqual([]);
          await approve(viewer, id);
          expect(fields(expectStatus(await decide(viewer, id, { decision: "sentBack" }), 422))).toEqual([
            ["text", reviewMessages.whySentBack],
          ]);
          expectStatus(await decide(viewer, id, { decision: "sentBack", text: "The names are wrong" }), 204);
          expect((await review(lead, id)).decisions.map(({ decision, changed }) => [decision, changed])).toEqual([
            ["sentBack", null],
            ["approved", null],
          ]);
        });

        it("stay with what the history calls somebody who has left", async () => {
          const { lead, viewer, id } = await open();
          const kim = await numberOf(at("kim"));
          await approve(viewer, id);
          expectStatus(await lead.post(`/people/${kim}/remove`), 200);
          expect((await review(lead, id)).decisions).toMatchObject([{ by: `removed person ${kim}`, changed: [] }]);
        });
      });

      describe("four eyes", () => {
        const rules = (client: Client, fourEyes: boolean, reason = "") => client.put("/team/rules", { fourEyes, reason });
        const submit = (client: Client, id: number) => client.post(`/assessments/${id}/complete`);

        it("a lead switches it on, not while fewer than two active people have the model, and off with a reason", async () => {
          newTeam();
          const lead = await signIn("ann", "lead");
          expect(teamRules.parse(expectStatus(await lead.get("/team/rules"), 200).body)).toMatchObject({
            ...{ fourEyes: false, tooFew: ["P3M3", "ITIL"], changed: null },
          });
          expect(fields(expectStatus(await rules(lead, true), 422))).toEqual([["fourEyes", reviewMessages.fewPeople("P3M3")]]);
          await signIn("kim", "viewer", ["P3M3"]);
          expect(fields(expectStatus(await rules(lead, true), 422))).toEqual([["fourEyes", reviewMessages.fewPeople("ITIL")]]);
          const leo = await signIn("leo", "assessor");
          expect(expectStatus(await rules(lead, true), 200).body).toMatchObject({ fourEyes: true, changed: { by: at("ann") } });
          expectStatus(await rules(leo, false, "No time"), 403);
          expect(fields(expectStatus(await rules(lead, false), 422))).toEqual([["reason", reviewMessages.reason]]);
          expect(expectStatus(await rules(lead, false, "No time"), 200).body).toMatchObject({
            fourEyes: false,
            changed: { reason: "No time" },
          });
          const [newest] = expectStatus(await lead.get("/history?kind=teamRules"), 200).body.entries;
          expect(newest).toMatchObject({ before: { fourEyes: true }, after: { fourEyes: false, reason: "No time" } });
        });

        it("asks for an approval by somebody who has changed nothing and does not submit", async () => {
          const { lead, viewer, id } = await open();
          await signIn("sam", "viewer");
          expectStatus(await rules(lead, true), 200);
          expect(expectStatus(await submit(lead, id), 422).body.title).toBe(reviewMessages.needsApproval(["kim", "sam"]));
          expect(expectStatus(await decide(lead, id), 422).body.title).toBe(reviewMessages.changedByApprover);
          expect((await review(lead, id)).may).toEqual(["ask", "sendBack"]);
          // An approval of one's own work, given while the rule was off, does not count: it says whose it is and why.
          expectStatus(await rules(lead, false, "For a moment"), 200);
          await approve(lead, id);
          expectStatus(await rules(lead, true), 200);
          expect(expectStatus(await submit(lead, id), 422).body.title).toBe(
            `${reviewMessages.ownWork} ${reviewMessages.needsApproval(["kim", "sam"])}`,
          );
          expect((await review(lead, id)).fourEyes.approvals).toMatchObject([
            { by: at("ann"), changed: [], counts: false, why: "changed" },
          ]);
          await approve(viewer, id);
          expect((await review(lead, id)).fourEyes).toMatchObject({ isOn: true, isMet: true });
          expectStatus(await answerThread(lead, id, 1, 6, "FFRNN"), 200);
          expectStatus(await submit(lead, id), 422);
          await approve(viewer, id);
          expectStatus(await submit(lead, id), 200);
        });

        it("two people who each answered half: nobody can approve, and the screens may say so before", async () => {
          newTeam();
          const [ann, kim] = [await signIn("ann", "lead"), await signIn("kim")];
          const id = await createP3M3(ann, await createOrganization(ann), SCOPE);
          expectStatus(await rules(ann, true), 200);
          expectStatus(await answerThread(ann, id, 1, 6, "FFFFF"), 200);
          expect((await review(ann, id)).fourEyes.approvers.map(({ email }) => email)).toEqual([at("kim")]);
          expectStatus(await ann.delete(`/assessments/${id}/lock`), 204);
          expectStatus(await kim.post(`/assessments/${id}/lock`), 200);
          expectStatus(await answerThread(kim, id, 1, 9, "FFFFF"), 200);
          expect((await review(ann, id)).fourEyes).toEqual({ isOn: true, isMet: false, approvers: [], approvals: [] });
          expect(expectStatus(await submit(kim, id), 422).body.title).toBe(reviewMessages.nobody);
          expectStatus(await rules(ann, false, "Two of us"), 200);
          expectStatus(await submit(kim, id), 200);
        });

        it("a suspended second person and one taken off the wall no longer count, and a lead alone cannot submit", async () => {
          const { lead, viewer, organization, id } = await open();
          await signIn("sam", "viewer");
          expectStatus(await rules(lead, true), 200);
          await approve(viewer, id);
          const [kim, ann] = [await numberOf(at("kim")), await numberOf(at("ann"))];
          expectStatus(await lead.post(`/people/${kim}/suspend`), 200);
          expect(expectStatus(await submit(lead, id), 422).body.title).toBe(reviewMessages.needsApproval(["sam"]));
          const wall = { access: "named", people: [ann], reason: "The client asks" };
          expectStatus(await lead.put(`/organizations/${organization}/access`, wall), 200);
          expect(expectStatus(await submit(lead, id), 422).body.title).toBe(reviewMessages.nobody);
          expectStatus(await lead.post(`/people/${kim}/readmit`), 204);
          expectStatus(await submit(lead, id), 422);
          expectStatus(await lead.put(`/organizations/${organization}/access`, { ...wall, access: "team", people: [] }), 200);
          expectStatus(await submit(lead, id), 200);
        });

        it("whoever submits cannot be who approved", async () => {
          newTeam();
          const [ann, kim] = [await signIn("ann", "lead"), await signIn("kim")];
          const id = await createP3M3(ann, await createOrganization(ann), SCOPE);
          expectStatus(await rules(ann, true), 200);
          await answerAll(ann, id, "FFFFF");
          await approve(kim, id);
          expectStatus(await ann.delete(`/assessments/${id}/lock`), 204);
          expectStatus(await kim.post(`/assessments/${id}/lock`), 200);
          expect(expectStatus(await submit(kim, id), 422).body.title).toBe(reviewMessages.approvedBySubmitter);
          expectStatus(await kim.delete(`/assessments/${id}/lock`), 204);
          expectStatus(await ann.post(`/assessments/${id}/lock`), 200);
          expectStatus(await submit(ann, id), 200);
        });

        it("counts what was changed since an edition began, and changes of targets", async () => {
          const { lead, viewer, organization, id } = await open();
          const leo = await signIn("leo");
          await signIn("sam", "viewer");
          expectStatus(await lead.post(`/assessments/${id}/complete`), 200);
          expectStatus(await rules(lead, true), 200);
          const { id: edition } = expectStatus(await leo.post(`/assessments/${id}/editions`, { reason: "Facts" }), 201).body;
          expectStatus(await leo.post(`/assessments/${edition}/lock`), 200);
          expectStatus(await answerThread(leo, edition, 1, 6, "FFRNN"), 200);
          const approvers = async () => (await review(viewer, edition)).fourEyes.approvers.map(({ email }) => email);
          expect(await approvers()).toEqual([at("ann"), at("kim"), at("sam")]);
          const targets = [{ code: "OG", score: 4, date: "2027-06-30", reason: "Agreed" }];
          expectStatus(await lead.put(`/organizations/${organization}/targets`, { model: "P3M3", scope: "Programme", targets }), 200);
          expect(await approvers()).toEqual([at("kim"), at("sam")]);
        });
      });

      it("an approval of ITIL holds, too", async () => {
        newTeam();
        const [ann, kim] = [await signIn("ann", "lead"), await signIn("kim", "viewer")];
        const id = await createItil(ann, await createOrganization(ann));
        await answerAllItil(ann, id, "F", 3);
        expectStatus(await add(kim, id, "Who says so?", "capability/19/statement/1"), 201);
        expectStatus(await add(kim, id, "Who says so?", "capability/19/statement/900"), 422);
        await approve(kim, id);
        expectStatus(await answerPractice(ann, id, 19, "RN"), 200);
        expect((await changedSince(ann, id))?.map(({ part }) => part)).toEqual(["answers"]);
        expectStatus(await answerPractice(ann, id, 19, "F"), 200);
        expect(await changedSince(ann, id)).toEqual([]);
        expectStatus(await ann.post(`/assessments/${id}/complete`), 200);
        expect(await changedSince(ann, id)).toEqual([]);
      });
    },
    { mail: MAIL },
  );
});
