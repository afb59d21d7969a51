/** Who is told what becomes of a peer review, approvals that are withdrawn, and versions that leave the house (docs/rules/peer-review.md). */
import { describe, expect, it } from "vitest";
import { forYou } from "#model/contract/for-you.ts";
import { history } from "#model/contract/history.ts";
import { peerReview } from "#model/contract/peer-review.ts";
import { reportVersions } from "#model/contract/report-versions.ts";
import { reviewMessages } from "#model/peer-review.ts";
import { type Client, MAIL } from "../support/api.ts";
import { onEachDatabase } from "./databases.ts";
import { lettersTo } from "./letters.ts";
import { answerAll, answerThread, createOrganization, createP3M3, expectStatus as expectAnswer } from "./scenario.ts";

const LATER = "2999-01-01T00:00:00.000Z";

describe("what becomes of a peer review", () => {
  onEachDatabase(
    (api) => {
      let teams = 0;
      /** Checks an answer. The clock of the test stands still otherwise: a second later comes what is done next. */
      const expectStatus: typeof expectAnswer = (answer, status) => {
        api().now = new Date(api().now.getTime() + 1000);
        return expectAnswer(answer, status);
      };
      const at = (name: string) => `${name}@news${teams}.example`;
      const signIn = (name: string, permission: "lead" | "assessor" | "viewer" = "assessor") =>
        api().signIn({ email: at(name), firstName: name, team: `News ${teams}`, permission });
      const numberOf = async (name: string) =>
        (await api().store.selectFrom("user").select("id").where("email", "=", at(name)).executeTakeFirstOrThrow()).id;
      const review = async (client: Client, id: number) =>
        peerReview.parse(expectStatus(await client.get(`/assessments/${id}/peer-review`), 200).body);
      const decide = async (client: Client, id: number, decision: "approved" | "sentBack" = "approved", text = "") =>
        expectStatus(
          await client.post(`/assessments/${id}/peer-review/decisions`, { decision, text, seen: (await review(client, id)).seen }),
          204,
        );
      const withdraw = (client: Client, id: number) => client.post(`/assessments/${id}/peer-review/approval/withdraw`);
      const ask = async (client: Client, id: number, ...names: string[]) =>
        expectStatus(
          await client.post(`/assessments/${id}/peer-review/requests`, {
            ...{ people: await Promise.all(names.map(numberOf)), message: "", until: "2099-12-01" },
          }),
          204,
        );
      const look = async (client: Client, id: number) =>
        expectStatus(await client.post(`/assessments/${id}/peer-review/look`, { until: LATER }), 204);
      /** What waits for somebody of the peer reviews, in short. */
      const news = async (client: Client) =>
        forYou.parse(expectStatus(await client.get("/for-you"), 200).body).items.flatMap(({ kind, by, news: about }) => {
          if (!about) return [];
          const { assessment, organization: _, ...more } = about;
          return [{ kind, by, id: assessment.id, ...more }];
        });
      const item = (kind: string, by: string, id: number, more: object = {}) => ({ kind, by: at(by), id, ...more });

      /** Sam assesses, Vera and Alex read. */
      const open = async () => {
        teams += 1;
        const sam = await signIn("sam", "lead");
        const [vera, alex] = [await signIn("vera", "viewer"), await signIn("alex", "viewer")];
        const organization = await createOrganization(sam);
        const id = await createP3M3(sam, organization, { perspectiveIds: [1], threadIds: [6, 9] });
        await answerAll(sam, id, "FRNNN");
        return { sam, vera, alex, organization, id };
      };

      it("whoever asked learns who decided and what they say, until they look; so does who was asked and has decided", async () => {
        const { sam, vera, alex, id } = await open();
        await ask(sam, id, "vera", "alex");
        await decide(vera, id, "sentBack", "The names are wrong");
        expect(await news(sam)).toEqual([item("reviewDecided", "vera", id, { decision: "sentBack", text: "The names are wrong" })]);
        // Alex is still asked, and reads that instead.
        expect([await news(alex), await news(vera)]).toEqual([[], []]);
        expect((await review(sam, id)).news).not.toBeNull();
        expect((await review(alex, id)).news).toBeNull();
        await look(sam, id);
        expect([await news(sam), (await review(sam, id)).news]).toEqual([[], null]);
        await decide(alex, id);
        expect(await news(sam)).toEqual([item("reviewDecided", "alex", id, { decision: "approved", text: "" })]);
        expect(await news(vera)).toEqual([item("reviewDecided", "alex", id, { decision: "approved", text: "" })]);
        // Of each person the newest counts.
        await decide(alex, id, "sentBack", "After all");
        expect(await news(sam)).toEqual([item("reviewDecided", "alex", id, { decision: "sentBack", text: "After all" })]);
      });

      it("looking at a moment that is past ends only what was there, and an earlier look changes nothing", async () => {
        const { sam, vera, id } = await open();
        await ask(sam, id, "vera");
        await decide(vera, id);
        const upTo = async (until: string) => expectStatus(await sam.post(`/assessments/${id}/peer-review/look`, { until }), 204);
        await upTo("2000-01-01T00:00:00.000Z");
        expect(await news(sam)).toHaveLength(1);
        await upTo((await review(sam, id)).news ?? "");
        await upTo("2000-01-01T00:00:00.000Z");
        expect(await news(sam)).toEqual([]);
      });

      it("nobody is told who did not ask, took the request back, or no longer sees the client; nor after 30 days", async () => {
        const { sam, vera, organization, id } = await open();
        const leo = await signIn("leo");
        await ask(leo, id, "vera");
        const [request] = (await review(leo, id)).requests;
        expectStatus(await leo.post(`/assessments/${id}/peer-review/requests/${request?.id}/withdraw`), 204);
        await ask(sam, id, "vera");
        await decide(vera, id);
        expect([await news(leo), (await news(sam)).length]).toEqual([[], 1]);
        const wall = { access: "named", people: [await numberOf("vera"), await numberOf("leo")], reason: "The client asks" };
        expectStatus(await sam.put(`/organizations/${organization}/access`, wall), 200);
        expect(await news(sam)).toEqual([]);
        expectStatus(await sam.put(`/organizations/${organization}/access`, { ...wall, access: "team", people: [] }), 200);
        expect(await news(sam)).toHaveLength(1);
        await api().store.updateTable("review_decision").set({ at: "2020-01-01T00:00:00.000Z" }).where("assessment_id", "=", id).execute();
        await api().store.updateTable("review_request").set({ at: "2019-01-01T00:00:00.000Z" }).where("assessment_id", "=", id).execute();
        expect(await news(sam)).toEqual([]);
      });

      it("whoever asked gets a mail about each decision, others do not", async () => {
        const { sam, vera, alex, id } = await open();
        await ask(sam, id, "vera", "alex");
        await decide(vera, id, "sentBack", "The names are wrong");
        await decide(alex, id);
        const letters = async () =>
          (await lettersTo(api(), `@news${teams}.example`)).flatMap(({ to, kind, letter }) =>
            kind === "reviewDecided" ? [[to, letter?.subject, letter?.paragraphs[0]]] : [],
          );
        const about = "an assessment of Harbour Authority";
        const end = "for which you had asked for a peer review. The application has what they say.";
        expect(await letters()).toEqual([
          [at("sam"), "Your assessment was sent back from a peer review", `vera has sent back ${about} ${end}`],
          [at("sam"), "Your assessment was approved in a peer review", `alex has approved ${about} ${end}`],
        ]);
        // What is no longer so, and what its reader has seen, is not mailed any more.
        expectStatus(await withdraw(alex, id), 204);
        expect((await letters()).map(([, subject]) => subject)).toEqual(["Your assessment was sent back from a peer review", undefined]);
        await look(sam, id);
        expect((await letters()).map(([, subject]) => subject)).toEqual([undefined, undefined]);
      });

      it("whoever approved learns that somebody else has worked on it since, not of their own changes, the cover or a version", async () => {
        const { sam, vera, id } = await open();
        await decide(vera, id);
        const wording = (part: string, body: string) => sam.put(`/assessments/${id}/wording`, { part, body });
        expectStatus(await wording("cover-reviewer", "Vera"), 200);
        expectStatus(await sam.post(`/assessments/${id}/report-versions`, { number: "1.0", change: "First issue" }), 201);
        expectStatus(await sam.put(`/assessments/${id}/1/6/flag`, { flagged: true }), 200);
        expect(await news(vera)).toEqual([]);
        expectStatus(await wording("summary", "In short"), 200);
        expect(await news(vera)).toEqual([item("reviewChanged", "sam", id)]);
        await look(vera, id);
        expect(await news(vera)).toEqual([]);
        expectStatus(await answerThread(sam, id, 1, 6, "FFRNN"), 200);
        expect(await news(vera)).toEqual([item("reviewChanged", "sam", id)]);
        // An approval of what is there now is the newest: nothing has happened since.
        await decide(vera, id);
        expect(await news(vera)).toEqual([]);
        expectStatus(await answerThread(sam, id, 1, 6, "FFFNN"), 200);
        expectStatus(await withdraw(vera, id), 204);
        expect(await news(vera)).toEqual([]);
      });

      it("whoever wrote points learns how many were replied to and settled by others, in one line for each assessment", async () => {
        const { sam, vera, id } = await open();
        const point = async (text: string) =>
          expectStatus(await vera.post(`/assessments/${id}/review-points`, { about: "", text }), 201).body.id as number;
        const [one, two, three] = [await point("One"), await point("Two"), await point("Three")];
        const on = (client: Client, id_: number, deed: string, body: object = {}) =>
          client.post(`/assessments/${id}/review-points/${id_}/${deed}`, body);
        expectStatus(await on(sam, one, "replies", { text: "Yes" }), 201);
        expectStatus(await on(sam, one, "replies", { text: "And no" }), 201);
        expectStatus(await on(sam, two, "settle"), 204);
        expectStatus(await on(vera, three, "replies", { text: "My own" }), 201);
        expectStatus(await on(vera, three, "settle"), 204);
        expect(await news(vera)).toEqual([item("reviewReplied", "sam", id, { replies: 2, settled: 1 })]);
        expect(await news(sam)).toEqual([]);
        await look(vera, id);
        expect(await news(vera)).toEqual([]);
      });

      it("an approval is withdrawn by whoever gave it, stays in the list, and no longer counts", async () => {
        const { sam, vera, alex, id } = await open();
        await ask(sam, id, "vera");
        expect(expectStatus(await withdraw(vera, id), 422).body.title).toBe(reviewMessages.nothingToWithdraw);
        await decide(vera, id);
        expect([(await review(vera, id)).may, (await review(alex, id)).may]).toEqual([
          ["sendBack", "withdrawApproval"],
          ["approve", "sendBack"],
        ]);
        expectStatus(await sam.put("/team/rules", { fourEyes: true, reason: "" }), 200);
        expect((await review(sam, id)).fourEyes).toMatchObject({ isMet: true, approvals: [{ by: at("vera"), changed: [], counts: true }] });
        expect(expectStatus(await withdraw(alex, id), 422).body.title).toBe(reviewMessages.nothingToWithdraw);
        expectStatus(await withdraw(vera, id), 204);
        const after = await review(sam, id);
        expect(after.decisions).toMatchObject([{ decision: "approved", by: at("vera"), changed: null, withdrawn: expect.any(String) }]);
        expect(after.fourEyes).toMatchObject({ isMet: false, approvals: [] });
        expectStatus(await sam.post(`/assessments/${id}/complete`), 422);
        // Once more does nothing. It can be approved again.
        expectStatus(await withdraw(vera, id), 204);
        const { entries } = history.parse(expectStatus(await sam.get(`/assessments/${id}/history?kind=reviewApprovalWithdrawn`), 200).body);
        expect(entries.map(({ by }) => by)).toEqual([at("vera")]);
        expect(await news(sam)).toEqual([item("reviewDecided", "vera", id, { decision: "withdrawn", text: "" })]);
        expect((await review(vera, id)).may).toEqual(["approve", "sendBack"]);
        await decide(vera, id);
        expectStatus(await sam.post(`/assessments/${id}/complete`), 200);
        expectStatus(await sam.post(`/assessments/${id}/archive`), 200);
        expectStatus(await withdraw(vera, id), 422);
      });

      it("whoever sent it back reads what was done since: changes, settled points and replies", async () => {
        const { sam, vera, id } = await open();
        const { id: point } = expectStatus(
          await vera.post(`/assessments/${id}/review-points`, { about: "", text: "Who says so?" }),
          201,
        ).body;
        const { id: another } = expectStatus(await vera.post(`/assessments/${id}/review-points`, { about: "", text: "When?" }), 201).body;
        await decide(vera, id, "sentBack", "The names are wrong");
        expect((await review(vera, id)).sinceSentBack).toMatchObject({ changed: [], settled: 0, replies: 0 });
        expect((await review(sam, id)).sinceSentBack).toBeNull();
        expectStatus(await sam.put(`/assessments/${id}/wording`, { part: "summary", body: "In short" }), 200);
        expectStatus(await sam.post(`/assessments/${id}/review-points/${point}/replies`, { text: "The sponsor" }), 201);
        expectStatus(await sam.post(`/assessments/${id}/review-points/${another}/settle`), 204);
        expect((await review(vera, id)).sinceSentBack).toMatchObject({ changed: [{ part: "summary", count: 1 }], settled: 1, replies: 1 });
        await decide(vera, id);
        expect((await review(vera, id)).sinceSentBack).toBeNull();
      });

      it("says of colleagues who has changed something, and why the others cannot be asked", async () => {
        const { sam, vera, alex, id } = await open();
        expectStatus(await sam.put(`/people/${await numberOf("alex")}`, { permission: "assessor" }), 200);
        expectStatus(await alex.put(`/assessments/${id}/wording`, { part: "summary", body: "In short" }), 200);
        await api().signIn({ email: at("ivo"), firstName: "ivo", team: `News ${teams}`, roles: ["ITIL"] });
        const { colleagues, others } = await review(sam, id);
        expect(colleagues.map(({ email, changed }) => [email, changed])).toEqual([
          [at("alex"), true],
          [at("vera"), false],
        ]);
        expect(others).toEqual([{ email: at("ivo"), firstName: "ivo", why: "noModel" }]);
        expect((await review(vera, id)).others).toEqual([]);
      });

      it("a version that leaves the house keeps whose approval was current, or that nobody's was, once anybody has asked", async () => {
        const { sam, vera, id } = await open();
        const issue = async (number: string) =>
          reportVersions
            .parse(expectStatus(await sam.post(`/assessments/${id}/report-versions`, { number, change: "Facts" }), 201).body)
            .issued.at(-1)?.approval;
        expect(await issue("0.1")).toBeUndefined();
        await ask(sam, id, "vera");
        expect(await issue("0.2")).toBeNull();
        await decide(vera, id);
        expect(await issue("1.0")).toEqual({ by: at("vera"), firstName: "vera" });
        expectStatus(await sam.put(`/assessments/${id}/wording`, { part: "summary", body: "In short" }), 200);
        expect(await issue("1.1")).toBeNull();
        expectStatus(await sam.put(`/assessments/${id}/wording`, { part: "summary", body: "" }), 200);
        expectStatus(await withdraw(vera, id), 204);
        expect(await issue("1.2")).toBeNull();
        const { issued } = reportVersions.parse(expectStatus(await sam.get(`/assessments/${id}/report-versions`), 200).body);
        expect(issued.map(({ approval }) => approval?.firstName ?? approval)).toEqual([undefined, null, "vera", null, null]);
      });

      it("lists say how far the peer review of each assessment is, where anybody has used it", async () => {
        const { sam, vera, organization, id } = await open();
        const states = async () => {
          const { P3M3 } = expectStatus(await sam.get(`/organizations/${organization}/assessments`), 200).body;
          const { rows } = expectStatus(await sam.get("/in-progress"), 200).body;
          const inList = Object.values(P3M3 as Record<string, { review?: object }[]>).flat()[0]?.review;
          const inProgress = rows[0].assessment.review;
          expect(inProgress).toEqual(inList);
          return inList;
        };
        expect(await states()).toBeUndefined();
        await ask(sam, id, "vera");
        expect(await states()).toEqual({ requests: 1, decision: null, openPoints: 0 });
        await decide(vera, id);
        expect(await states()).toMatchObject({ requests: 0, decision: { decision: "approved", by: at("vera"), firstName: "vera" } });
        expectStatus(await withdraw(vera, id), 204);
        expect(await states()).toBeUndefined();
      });

      it("keeps nobody from being removed who has only looked", async () => {
        const { sam, id } = await open();
        const newcomer = await signIn("new", "viewer");
        await look(newcomer, id);
        expectStatus(await sam.post(`/people/${await numberOf("new")}/remove`), 200);
      });
    },
    { mail: MAIL },
  );
});
