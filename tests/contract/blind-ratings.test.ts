/**
 * Whoever rates blind learns nothing of the verdict or of other ratings, by any call (docs/rules/second-ratings.md#blind). Both tests follow from
 * the table of calls, so a new call falls under them.
 */
import { describe, expect, it } from "vitest";
import { addressOf } from "#model/contract/call.ts";
import { CONTRACT_CALLS } from "#model/contract/calls.ts";
import { ratingMessages } from "#model/ratings.ts";
import type { Client } from "../support/api.ts";
import { actionOf, CALLS, EVIDENCE, fill, type Ids, OF_ONES_RATING, PLACE, send, VERDICTS } from "./calls-about.ts";
import { onEachDatabase } from "./databases.ts";
import { answersFor, answerThread, createOrganization, expectStatus, practiceAnswers, selections } from "./scenario.ts";

const UNTIL = "2099-12-01";

describe("a blind second rating", () => {
  onEachDatabase((api) => {
    let teams = 0;
    /** Somebody who edits, a lead who rates two assessments blind, and a colleague in charge. */
    const open = async () => {
      teams += 1;
      const signIn = (name: string, permission: "lead" | "assessor") =>
        api().signIn({ email: `${name}@blind${teams}.example`, firstName: name, team: `Blind ${teams}`, permission });
      const editor = await signIn("editor", "assessor");
      const rater = await signIn("rater", "lead");
      const zoe = await signIn("zoe", "assessor");
      const ids = await fill(editor, await createOrganization(editor));
      const { id: person } = await api()
        .store.selectFrom("user")
        .select("id")
        .where("email", "=", `rater@blind${teams}.example`)
        .executeTakeFirstOrThrow();
      const groups = { [ids.p3m3]: ["perspective/1"], [ids.itil]: ["technical", "components"] };
      const own: Record<number, number> = {};
      const begin = async () => {
        for (const id of [ids.p3m3, ids.itil]) {
          const form = { person, kind: "opinion", groups: groups[id], until: UNTIL };
          own[id] = expectStatus(await editor.post(`/assessments/${id}/ratings`, form), 201).body.id;
          const seen = groups[id]?.map((group) => ({ group, seen: false }));
          expectStatus(await rater.post(`/assessments/${id}/ratings/${own[id]}/begin`, { seen }), 204);
        }
      };
      return { editor, rater, zoe, ids, own, begin };
    };

    const closed = (answer: { status: number; body: { title?: string } }) => [answer.status, answer.body?.title];
    const CLOSED = [403, ratingMessages.apart];

    it("closes every call about the assessment to its rater, but those about the own rating", async () => {
      const { rater, ids, own, begin } = await open();
      await begin();
      const wrong: string[] = [];
      for (const each of CALLS) {
        const { about } = each.verdict;
        if (about !== "p3m3" && about !== "itil") continue;
        const answer = await send(rater, each, ids);
        if (String(closed(answer)) !== String(CLOSED)) wrong.push(`${each.name}: ${closed(answer)}`);
        if (!each.name.startsWith("ratings.")) continue;
        // The same with the own number; those that end the rating come later.
        const isOpen = OF_ONES_RATING.includes(each.name);
        if (["ratings.done", "ratings.giveBack"].includes(each.name)) continue;
        const mine = await send(rater, each, { ...ids, rating: own[ids.p3m3] ?? 0 });
        if ((mine.status === 403) === isOpen) wrong.push(`own ${each.name}: ${closed(mine)}`);
      }
      expect(wrong).toEqual([]);
    });

    it("closes what names the assessment in a query or a body, or comes from it", async () => {
      const { rater, ids, begin } = await open();
      await begin();
      const at = `/organizations/${ids.organization}`;
      for (const attempt of [
        () => rater.get(`/P3M3/benchmarks?perspectiveIds=1&assessmentId=${ids.p3m3}`),
        () => rater.get(`${at}/actions/${ids.action}`),
        () => rater.put(`${at}/actions/${ids.action}`, actionOf(ids)),
        () => rater.post(`${at}/actions/${ids.action}/remarks`, { text: "Begun" }),
        () => rater.post(`${at}/actions/${ids.action}/remove`),
        () => rater.post(`${at}/actions`, actionOf(ids)),
        () => rater.get(`/ASSESSMENTS/${ids.p3m3}/Overview/`),
        () => rater.get(`/assessments/000${ids.p3m3}/scores`),
        () => rater.get(`/assessments/${ids.p3m3}/ratings/77`),
      ])
        expect([String(attempt), ...closed(await attempt())]).toEqual([String(attempt), ...CLOSED]);
    });

    it("gives nobody the stored answer to a write from before it began", async () => {
      const { editor, rater, ids, begin } = await open();
      expectStatus(await editor.delete(`/assessments/${ids.p3m3}/lock`), 204);
      expectStatus(await rater.post(`/assessments/${ids.p3m3}/lock`), 200);
      const answers = await answersFor(rater, ids.p3m3, 1, 6, "FRNNN");
      const key = { "Idempotency-Key": "from-before" };
      expectStatus(await rater.post(`/P3M3/assessments/${ids.p3m3}/answer`, answers, key), 200);
      await begin();
      expect(closed(await rater.post(`/P3M3/assessments/${ids.p3m3}/answer`, answers, key))).toEqual(CLOSED);
    });

    it("leaves nothing that its rater reads anywhere dependent on the verdict, or on other ratings", async () => {
      const { editor, rater, zoe, ids, begin } = await open();
      await begin();
      const reads = CONTRACT_CALLS.flatMap(({ name, call }) => {
        const verdict = VERDICTS[name];
        if (call.method !== "GET" || verdict === undefined) return [];
        if (verdict === "list") return ["people.get", "joining.openWork"].includes(name) ? [] : [{ name, path: addressOf(call, {}) }];
        if (typeof verdict !== "object" || verdict.about === "p3m3" || verdict.about === "itil" || name === "actions.get") return [];
        return [{ name, path: addressOf(call, { id: ids[verdict.about], ...verdict.with?.(ids) }) }];
      });
      const { organization } = ids;
      const also = [
        `/organizations/${organization}/assessments?tab=active`,
        `/organizations/${organization}/assessments?tab=drafted`,
        "/organizations?page=1",
        "/in-progress?order=changed",
        "/in-progress?by=nobody",
        `/history?kind=answers`,
        "/history/export?kind=note,answers",
        `/organizations/${organization}/actions?assessmentId=${ids.p3m3}`,
      ].map((path) => ({ name: path, path }));
      const lookAround = async () => {
        const seen: Record<string, unknown> = {};
        for (const { name, path } of [...reads, ...also]) {
          const { status, body } = await rater.get(path);
          seen[name] = { status, body };
        }
        return seen;
      };
      // Reading the history of a team is recorded once an hour.
      await lookAround();
      const before = await lookAround();
      expect(Object.keys(before).length).toBeGreaterThan(30);
      expect(JSON.stringify(before["inProgress.list"])).toContain('"apart"');
      api().now = new Date(api().now.getTime() + 60_000);
      await changeEverything({ editor, zoe, ids });
      expect(await lookAround()).toEqual(before);
    });

    it("leaves the rater's own screens free of the verdict", async () => {
      const { editor, rater, zoe, ids, own, begin } = await open();
      await begin();
      const at = `/assessments/${ids.p3m3}/ratings/${own[ids.p3m3]}`;
      const [{ questions }] = expectStatus(await rater.get(`${at}/overview?place=thread/1/6`), 200).body.threads;
      const given = selections("FRNNN").map((selection, index) => ({ questionId: questions[index].id, selection }));
      expectStatus(await rater.post(`${at}/answers`, { place: "thread/1/6", answers: given }), 200);
      const look = async () => [
        (await rater.get(at)).body,
        (await rater.get(`${at}/overview`)).body,
        (await rater.get(`${at}/progress`)).body,
      ];
      const before = await look();
      await changeEverything({ editor, zoe, ids });
      expect(await look()).toEqual(before);
    });
  });
});

/** Everything that can be said about both assessments, by somebody who edits, and by a colleague in charge. */
async function changeEverything({ editor, zoe, ids }: { editor: Client; zoe: Client; ids: Ids }): Promise<void> {
  const { p3m3, itil } = ids;
  for (const id of [p3m3, itil]) expectStatus(await editor.post(`/assessments/${id}/lock`), 200);
  expectStatus(await answerThread(editor, p3m3, 1, 6, "FFPNN"), 200);
  expectStatus(await answerThread(editor, p3m3, 2, 9, "RNNNN"), 200);
  expectStatus(await editor.post("/P3M3/notes", { assessmentId: p3m3, ...PLACE, body: "The verdict is low" }), 200);
  const mark = { diagnosticId: ids.diagnostic, isPositive: true };
  expectStatus(await editor.put(`/p3m3/assessments/${p3m3}/diagnostics/${ids.question}`, mark), 200);
  expectStatus(await editor.put(`/assessments/${p3m3}/1/6/flag`, { flagged: true }), 200);
  expectStatus(await editor.post(`/assessments/${p3m3}/evidence`, EVIDENCE), 201);
  expectStatus(await editor.put(`/assessments/${p3m3}/wording`, { part: "summary", body: "Low" }), 200);
  expectStatus(await editor.post(`/assessments/${p3m3}/review-points`, { about: "thread/1/6", text: "Too low" }), 201);
  expectStatus(await editor.post(`/assessments/${p3m3}/history/files`, { what: "Excel file" }), 204);
  expectStatus(await editor.post(`/organizations/${ids.organization}/actions`, actionOf(ids)), 201);
  expectStatus(await editor.put(`/organizations/${ids.organization}/actions/${ids.action}`, { ...actionOf(ids), owner: "Sam" }), 200);
  expectStatus(await editor.post(`/itil/assessments/${itil}/answer/capability`, await practiceAnswers(editor, itil, 19, "F")), 200);
  expectStatus(await editor.post(`/itil/assessments/${itil}/answer/maturity`, ids.componentAnswer), 200);
  expectStatus(await zoe.post(`/assessments/${p3m3}/ratings/${ids.rating}/begin`, { seen: [] }), 204);
  const note = { place: "thread/1/6", body: "Mine is higher" };
  expectStatus(await zoe.put(`/assessments/${p3m3}/ratings/${ids.rating}/notes`, note), 200);
  const answers = await answersFor(zoe, p3m3, 1, 6, "FFFFF");
  expectStatus(await zoe.post(`/assessments/${p3m3}/ratings/${ids.rating}/answers`, { place: "thread/1/6", answers }), 200);
  expectStatus(await editor.put(`/assessments/${p3m3}/rating-departures`, { place: "thread/1/6", text: "The auditors say so" }), 200);
  expectStatus(await editor.delete(`/assessments/${p3m3}/lock`), 204);
}
