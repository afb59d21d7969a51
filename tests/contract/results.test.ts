import { describe, expect, it } from "vitest";
import { p3m3Draft, p3m3Results, p3m3Scores } from "#model/contract/p3m3.ts";
import { onEachDatabase } from "./databases.ts";
import { answerThread, createOrganization, createP3M3, expectStatus } from "./scenario.ts";

describe("P3M3 results", () => {
  onEachDatabase((api) => {
    it("exist only once the assessment is completed", async () => {
      const client = await api().signIn({ email: "early@team.example" });
      const id = await createP3M3(client, await createOrganization(client));
      expect((await client.get(`/P3M3/assessments/${id}/results`)).status).toBe(404);
      expect((await client.get("/P3M3/assessments/99999/results")).status).toBe(404);
    });

    it("are there as a draft until it is completed, as if submitted now", async () => {
      const client = await api().signIn({ email: "draft@team.example" });
      const id = await createP3M3(client, await createOrganization(client), { perspectiveIds: [1, 3], threadIds: [1, 2] });
      const draft = async () => p3m3Draft.parse(expectStatus(await client.get(`/P3M3/assessments/${id}/draft`), 200).body);
      expect((await draft()).results).toMatchObject({ overall: { decimal: 0, maturity: 0 }, notes: [] });
      expectStatus(await client.post("/P3M3/notes", { assessmentId: id, perspectiveId: 3, threadId: 2, body: "Ask again." }), 200);
      expectStatus(await answerThread(client, id, 1, 1, "FFPNN"), 200);
      expectStatus(await answerThread(client, id, 1, 2, "FFNNN"), 200);
      const { results, progress } = await draft();
      expect(results.perspectives.map(({ code, decimal }) => [code, decimal])).toEqual([
        ["BM", 1.25],
        ["MC", 0],
      ]);
      expect(results.notes.map(({ body }) => body)).toEqual(["Ask again."]);
      expect(progress).toEqual((await client.get(`/assessments/${id}/progress`)).body);
      for (const [perspective, thread] of [
        [1, 2],
        [3, 1],
        [3, 2],
      ] as const)
        expectStatus(await answerThread(client, id, perspective, thread, "FFRNN"), 200);
      const last = await draft();
      expectStatus(await client.post(`/assessments/${id}/complete`), 200);
      expect((await client.get(`/P3M3/assessments/${id}/draft`)).status).toBe(404);
      const finished = p3m3Results.parse((await client.get(`/P3M3/assessments/${id}/results`)).body);
      expect(last.results).toEqual(finished);
      const scores = p3m3Scores.parse(expectStatus(await client.get(`/assessments/${id}/scores`), 200).body);
      expect(scores.overall).toEqual(finished.overall);
      expect(scores.perspectives.map(({ code, score, rank }) => [code, score, rank])).toEqual(
        finished.perspectives.map(({ code, decimal, rank }) => [code, decimal, rank]),
      );
    });

    it("give scores with ranks, marked attributes, the heat map and the notes", async () => {
      const client = await api().signIn({ email: "results@team.example" });
      const id = await createP3M3(client, await createOrganization(client), { perspectiveIds: [1, 3], threadIds: [1, 2, 3] });
      const url = (perspective: number, thread: number) => `/P3M3/assessments/${id}/questions?p=${perspective}&t=${thread}`;
      const answers: [number, number, string][] = [
        [1, 1, "FFPNN"],
        [1, 2, "FFFFF"],
        [3, 1, "FRNNN"],
        [3, 2, "PNNNN"],
        [3, 3, "RNNNN"],
      ];
      for (const [perspective, thread, letters] of answers) expectStatus(await answerThread(client, id, perspective, thread, letters), 200);
      const mark = async (perspective: number, thread: number, level: number, which: number, isPositive: boolean) => {
        const question = (await client.get(url(perspective, thread))).body[level - 1];
        expectStatus(
          await client.put(`/p3m3/assessments/${id}/diagnostics/${question.id}`, {
            diagnosticId: question.diagnostics[which].id,
            isPositive,
          }),
          200,
        );
      };
      await mark(1, 1, 2, 0, true);
      await mark(1, 1, 3, 1, false);
      await mark(1, 3, 1, 0, true);
      await mark(3, 3, 1, 1, false);
      await client.post("/P3M3/notes", { assessmentId: id, perspectiveId: 3, threadId: 2, body: "Ask again." });
      await client.post("/P3M3/notes", { assessmentId: id, perspectiveId: 1, threadId: 3, body: "Not for us." });
      expectStatus(await client.post(`/assessments/${id}/1/3/descope`), 200);
      expectStatus(await client.post(`/assessments/${id}/complete`), 200);

      const results = p3m3Results.parse(expectStatus(await client.get(`/P3M3/assessments/${id}/results`), 200).body);
      expect(results.overall.maturity).toBe(0);
      expect(results.overall.decimal).toBeCloseTo((3.75 + 0.5) / 2, 10);
      expect(results.perspectives).toEqual([
        { id: 1, code: "BM", name: "Benefits management", score: 3, decimal: 3.75, rank: 1 },
        { id: 3, code: "MC", name: "Management control", score: 0, decimal: 0.5, rank: 2 },
      ]);
      expect(results.threads.map(({ perspectiveId, code, score, rank }) => [perspectiveId, code, score, rank])).toEqual([
        [1, "AM", 2.5, 2],
        [1, "AS", 5, 1],
        [3, "AM", 1, 3],
        [3, "AS", 0.5, 4],
        [3, "BE", 0, 5],
      ]);
      expect(results.diagnostics).toEqual({
        positive: [
          {
            id: 1,
            name: "Benefits management",
            threads: [{ id: 1, name: "Asset management", items: [{ level: 2, statement: "First attribute of Programme BM AM 2." }] }],
          },
        ],
        improvement: [
          {
            id: 1,
            name: "Benefits management",
            threads: [{ id: 1, name: "Asset management", items: [{ level: 3, statement: "Second attribute of Programme BM AM 3." }] }],
          },
          {
            id: 3,
            name: "Management control",
            threads: [{ id: 3, name: "Behaviours", items: [{ level: 1, statement: "Second attribute of Programme MC BE 1." }] }],
          },
        ],
      });
      expect(results.heatmapScores.map(({ id: perspective, scores }) => [perspective, scores.map(({ score }) => score)])).toEqual([
        [1, [1, 1, 0.5, 0.5, 0.5]],
        [3, [0.5, 0, 0, 0, 0]],
      ]);
      expect(results.notes).toEqual([
        { perspective: { id: 1, name: "Benefits management" }, thread: { id: 3, name: "Behaviours" }, body: "Not for us." },
        { perspective: { id: 3, name: "Management control" }, thread: { id: 2, name: "Assurance" }, body: "Ask again." },
      ]);
      expect(
        results.toImprove?.map(({ perspective, thread, level, statement, hint }) => [perspective.id, thread.id, level, statement, hint]),
      ).toEqual([
        [1, 1, 3, expect.stringContaining("BM AM 3"), expect.stringMatching(/\S/)],
        [3, 1, 2, expect.stringContaining("MC AM 2"), expect.stringMatching(/\S/)],
        [3, 2, 1, expect.stringContaining("MC AS 1"), expect.stringMatching(/\S/)],
        [3, 3, 1, expect.stringContaining("MC BE 1"), expect.stringMatching(/\S/)],
      ]);
      expect(results.pack).toEqual({ title: expect.stringMatching(/\S/), version: expect.stringMatching(/^\d+\.\d+\.\d+$/) });
      expectStatus(await client.post(`/assessments/${id}/archive`), 200);
      expect((await client.get(`/P3M3/assessments/${id}/results`)).body).toEqual(results);
    });
  });
});
