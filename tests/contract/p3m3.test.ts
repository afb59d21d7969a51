import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { p3m3Overview } from "#model/contract/overview.ts";
import { p3m3AnswerResult, p3m3Progress, p3m3Questions, p3m3Scores } from "#model/contract/p3m3.ts";
import { NOTE_MAX } from "#model/note.ts";
import { LEVELS, type Level } from "#model/p3m3/catalogue.ts";
import {
  applyThreadAnswer,
  EMPTY_THREAD,
  isThreadState,
  THREAD_SCORES,
  THREAD_SELECTIONS,
  type ThreadSelection,
  type ThreadSelections,
} from "#model/p3m3/gate.ts";
import type { Client } from "../support/api.ts";
import { onEachDatabase } from "./databases.ts";
import { answersFor, answerThread, createOrganization, createP3M3, expectStatus } from "./scenario.ts";

const questionsUrl = (id: number, perspective = 1, thread = 1) => `/P3M3/assessments/${id}/questions?p=${perspective}&t=${thread}`;

describe("P3M3 questions and answers", () => {
  onEachDatabase((api) => {
    const signIn = () => api().signIn({ email: "answers@team.example" });
    const setUp = async (setup = {}): Promise<[Client, number]> => {
      const client = await signIn();
      return [client, await createP3M3(client, await createOrganization(client), setup)];
    };
    const storedSelections = async (client: Client, id: number, perspective = 1, thread = 1) =>
      p3m3Questions.parse((await client.get(questionsUrl(id, perspective, thread))).body).map(({ answer }) => answer?.selection ?? "N/A");

    it("asks five statements of the assessment's own model scope, with attributes and no answers at first", async () => {
      const [client, id] = await setUp({ selectedScope: "Project" });
      const questions = p3m3Questions.parse(expectStatus(await client.get(questionsUrl(id, 3, 2)), 200).body);
      expect(questions.map(({ level }) => level)).toEqual([1, 2, 3, 4, 5]);
      expect(questions[0]).toMatchObject({
        statement: "Statement of Project MC AS 1.",
        thread: { id: 2, name: "Assurance" },
        perspective: { id: 3, name: "Management control" },
        answer: null,
      });
      expect(questions[4]?.diagnostics).toEqual([
        expect.objectContaining({ statement: "First attribute of Project MC AS 5.", isPositive: null }),
        expect.objectContaining({ statement: "Second attribute of Project MC AS 5.", isPositive: null }),
      ]);
    });

    it("gives every question and attribute of the three scopes an id of its own", async () => {
      const client = await signIn();
      const organization = await createOrganization(client);
      const ids: number[] = [];
      const diagnostics: number[] = [];
      for (const selectedScope of ["Project", "Programme", "Portfolio"] as const) {
        const id = await createP3M3(client, organization, { selectedScope });
        const { threads } = p3m3Overview.parse((await client.get(`/assessments/${id}/overview`)).body);
        for (const question of threads.flatMap(({ questions }) => questions)) {
          ids.push(question.id);
          diagnostics.push(...question.diagnostics.map((diagnostic) => diagnostic.id));
        }
      }
      expect(ids).toHaveLength(420 + 455 + 455);
      expect(new Set(ids).size).toBe(ids.length);
      expect(new Set(diagnostics).size).toBe(2 * ids.length);
    });

    it("has nothing to ask outside the scope", async () => {
      const [client, id] = await setUp({ perspectiveIds: [1], threadIds: [1] });
      expect((await client.get(questionsUrl(id, 2, 1))).status).toBe(404);
      expect((await client.get(questionsUrl(id, 1, 2))).status).toBe(404);
      expect((await client.get(`/P3M3/assessments/${id}/questions?p=x&t=1`)).status).toBe(422);
      expect((await client.get(`/P3M3/assessments/${id}/questions`)).status).toBe(422);
    });

    it("stores five answers, gives them ids that stay, and becomes Active", async () => {
      const [client, id] = await setUp();
      const result = p3m3AnswerResult.parse(expectStatus(await answerThread(client, id, 1, 1, "FFPNN"), 200).body);
      expect(result.answers.map(({ selection, score }) => [selection, score])).toEqual([
        ["Fully", 1],
        ["Fully", 1],
        ["Partially", 0.5],
        ["N/A", 0],
        ["N/A", 0],
      ]);
      expect(new Set(result.answers.map((answer) => answer.id)).size).toBe(5);
      expect((await client.get(`/assessments/${id}`)).body.status).toBe("Active");
      const questions = p3m3Questions.parse((await client.get(questionsUrl(id))).body);
      expect(questions.map(({ answer }) => answer)).toEqual(result.answers);
      const withIds = (await answersFor(client, id, 1, 1, "FRNNN")).map((answer, index) => ({ ...answer, id: result.answers[index]?.id }));
      const again = expectStatus(await client.post(`/P3M3/assessments/${id}/answer`, withIds.reverse()), 200).body;
      expect(again.answers.map((answer: { id: number }) => answer.id)).toEqual(result.answers.map((answer) => answer.id));
      expect(await storedSelections(client, id)).toEqual(["Fully", "Rarely/Never", "N/A", "N/A", "N/A"]);
    });

    it("answers with the progress after the write, the same as GET progress gives", async () => {
      const [client, id] = await setUp({ perspectiveIds: [1, 3], threadIds: [1, 2] });
      const { progress } = (await answerThread(client, id, 1, 1, "FFPNN")).body;
      expect(p3m3Progress.parse(progress)).toMatchObject({
        currentOverallScore: 0.625,
        maturityScore: 0,
        perspectivesProgress: [
          {
            code: "BM",
            currentScore: 1.25,
            answeredThreads: 1,
            totalThreads: 2,
            threads: [{ code: "AM", score: 2.5, answered: true }, { started: false }],
          },
          { code: "MC", currentScore: 0 },
        ],
      });
      expect((await client.get(`/assessments/${id}/progress`)).body).toEqual(progress);
      const scores = p3m3Scores.parse((await client.get(`/assessments/${id}/scores`)).body);
      expect(scores.overall).toEqual({ decimal: 0.625, maturity: 0 });
      expect(scores.perspectives.map(({ code, rank }) => [code, rank])).toEqual([
        ["BM", 1],
        ["MC", 2],
      ]);
    });

    it.each(["FFPPN", "NFNNN", "PFNNN", "NNRPN", "FNFNN", "RRNNN"])("refuses %s, which the gating rule never leads to", async (letters) => {
      const [client, id] = await setUp();
      expectStatus(await answerThread(client, id, 1, 1, "FPNNN"), 200);
      expect((await answerThread(client, id, 1, 1, letters)).status).toBe(422);
      expect(await storedSelections(client, id)).toEqual(["Fully", "Partially", "N/A", "N/A", "N/A"]);
    });

    it("refuses answers that are not the five of one thread in scope", async () => {
      const [client, id] = await setUp({ perspectiveIds: [1], threadIds: [1, 2] });
      const other = await createP3M3(client, await createOrganization(client), { selectedScope: "Project" });
      const answers = await answersFor(client, id, 1, 1, "FFPNN");
      const second = await answersFor(client, id, 1, 2, "FFPNN");
      const ofOther = await answersFor(client, other, 1, 1, "FFPNN");
      const outside = await answersFor(client, other, 2, 1, "FFPNN");
      const post = async (body: unknown) => (await client.post(`/P3M3/assessments/${id}/answer`, body)).status;
      const [first] = answers;
      expect(await post(answers.slice(0, 4))).toBe(422);
      expect(await post([...answers, second[0]])).toBe(422);
      expect(await post([...answers.slice(0, 4), second[4]])).toBe(422);
      expect(await post([...answers.slice(0, 4), first])).toBe(422);
      expect(await post(ofOther)).toBe(422);
      expect(await post(outside)).toBe(422);
      expect(await post(answers.map((answer) => ({ ...answer, questionId: 1 })))).toBe(422);
      expect(await post(answers.map((answer) => ({ ...answer, score: 0.5 })))).toBe(422);
      expect(await post(answers.map((answer) => ({ ...answer, selection: "Mostly" })))).toBe(422);
      expect(await post(answers.map((answer) => ({ ...answer, id: 12 })))).toBe(422);
      expect(await post({})).toBe(422);
      expect(await storedSelections(client, id)).toEqual(EMPTY_THREAD);
    });

    it("stores what the model says, after any sequence of answers from any starting level", async () => {
      const client = await signIn();
      const organization = await createOrganization(client);
      const step = fc.record({ level: fc.constantFrom(...LEVELS), selection: fc.constantFrom(...THREAD_SELECTIONS) });
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...LEVELS),
          fc.array(step, { minLength: 1, maxLength: 8 }),
          async (selectedLevel: Level, steps) => {
            const id = await createP3M3(client, organization, { perspectiveIds: [1], threadIds: [1], selectedLevel });
            const ids = (await answersFor(client, id, 1, 1, "NNNNN")).map(({ questionId }) => questionId);
            let state: ThreadSelections = EMPTY_THREAD;
            for (const { level, selection } of steps) {
              state = applyThreadAnswer(selectedLevel, state, level, selection);
              const posted = ids.map((questionId, index) => ({
                questionId,
                selection: state[index],
                score: THREAD_SCORES[state[index] as ThreadSelection],
              }));
              expectStatus(await client.post(`/P3M3/assessments/${id}/answer`, posted), 200);
              expect(await storedSelections(client, id)).toEqual(state);
            }
          },
        ),
        { numRuns: 8 },
      );
    });

    it("takes exactly the states that the model calls storable", async () => {
      const [client, id] = await setUp({ perspectiveIds: [1], threadIds: [1] });
      const ids = (await answersFor(client, id, 1, 1, "NNNNN")).map(({ questionId }) => questionId);
      const any = fc.tuple(...LEVELS.map(() => fc.constantFrom<ThreadSelection>(...THREAD_SELECTIONS, "N/A")));
      await fc.assert(
        fc.asyncProperty(any, async (selections) => {
          const posted = ids.map((questionId, index) => ({
            questionId,
            selection: selections[index],
            score: THREAD_SCORES[selections[index] as ThreadSelection],
          }));
          const { status } = await client.post(`/P3M3/assessments/${id}/answer`, posted);
          expect(status).toBe(isThreadState(selections as unknown as ThreadSelections) ? 200 : 422);
        }),
        { numRuns: 30 },
      );
    });

    it("marks attributes one by one, and takes a mark away", async () => {
      const [client, id] = await setUp();
      const [question, other] = p3m3Questions.parse((await client.get(questionsUrl(id))).body);
      const [first, second] = question?.diagnostics ?? [];
      const mark = (questionId: number | undefined, diagnosticId: number | undefined, isPositive: boolean | null) =>
        client.put(`/p3m3/assessments/${id}/diagnostics/${questionId}`, { diagnosticId, isPositive });
      expectStatus(await mark(question?.id, first?.id, true), 200);
      expectStatus(await mark(question?.id, second?.id, false), 200);
      const marks = async () =>
        (await client.get(questionsUrl(id))).body[0].diagnostics.map(({ isPositive }: { isPositive: boolean | null }) => isPositive);
      expect(await marks()).toEqual([true, false]);
      expectStatus(await mark(question?.id, first?.id, false), 200);
      expectStatus(await mark(question?.id, second?.id, null), 200);
      expect(await marks()).toEqual([false, null]);
      expect((await mark(other?.id, first?.id, true)).status).toBe(422);
      expect((await mark(question?.id, 7, true)).status).toBe(422);
      expect((await mark(99, first?.id, true)).status).toBe(404);
      expect((await client.get(`/assessments/${id}`)).body.status).toBe("Drafted");
    });

    it("keeps a note for each thread, also an emptied one", async () => {
      const [client, id] = await setUp();
      const url = `/P3M3/notes/${id}/1/2`;
      const body = 'Interviewed the sponsor.\n\t– 3 open points: <b>&</b> "more" 🚢\n';
      expect((await client.get(url)).body.body).toBe("");
      expectStatus(await client.post("/P3M3/notes", { assessmentId: id, perspectiveId: 1, threadId: 2, body }), 200);
      expect((await client.get(url)).body.body).toBe(body);
      expect((await client.get(`/P3M3/notes/${id}/1/1`)).body.body).toBe("");
      expectStatus(await client.post("/P3M3/notes", { assessmentId: String(id), perspectiveId: 1, threadId: 2, body: "" }), 200);
      expect((await client.get(url)).body.body).toBe("");
      expect(
        (await client.post("/P3M3/notes", { assessmentId: id, perspectiveId: 1, threadId: 2, body: "x".repeat(NOTE_MAX + 1) })).status,
      ).toBe(422);
      expect((await client.post("/P3M3/notes", { assessmentId: id, perspectiveId: 1, threadId: 2, body: "a\u0000b" })).status).toBe(422);
      const odd = { assessmentId: id, perspectiveId: 1, threadId: 2, body: "a\ufffe\udc00\u200bb" };
      expectStatus(await client.post("/P3M3/notes", odd), 200);
      expect((await client.get(url)).body.body).toBe("a\u200bb");
      expect((await client.post("/P3M3/notes", { assessmentId: id, perspectiveId: 1, threadId: 99, body: "x" })).status).toBe(404);
      expect((await client.post("/P3M3/notes", { assessmentId: "x1", perspectiveId: 1, threadId: 2, body: "x" })).status).toBe(404);
    });

    it("descopes a thread with its answers and marks but not its note, and brings it back empty", async () => {
      const [client, id] = await setUp({ perspectiveIds: [1], threadIds: [1, 2] });
      await answerThread(client, id, 1, 1, "FFPNN");
      await client.post("/P3M3/notes", { assessmentId: id, perspectiveId: 1, threadId: 1, body: "kept" });
      const [question] = (await client.get(questionsUrl(id))).body;
      await client.put(`/p3m3/assessments/${id}/diagnostics/${question.id}`, {
        diagnosticId: question.diagnostics[0].id,
        isPositive: true,
      });
      expectStatus(await client.post(`/assessments/${id}/1/1/descope`), 200);
      expectStatus(await client.post(`/assessments/${id}/1/1/descope`), 200);
      const progress = async () => p3m3Progress.parse((await client.get(`/assessments/${id}/progress`)).body).perspectivesProgress[0];
      expect(await progress()).toMatchObject({
        totalThreads: 2,
        answeredThreads: 0,
        threads: [{ descoped: true, score: null, started: false }, {}],
      });
      expect((await client.get(`/assessments/${id}`)).body.perspectives[0].totalQuestions).toBe(5);
      expect((await answerThread(client, id, 1, 1, "RNNNN")).status).toBe(422);
      expect((await client.post(`/assessments/${id}/1/2/descope`)).body.title).toContain("last thread");
      expectStatus(await client.post(`/assessments/${id}/1/1/rescope`), 200);
      expect(await progress()).toMatchObject({ threads: [{ descoped: false, score: 0, started: false, answered: false }, {}] });
      const [after] = p3m3Questions.parse((await client.get(questionsUrl(id))).body);
      expect(after?.answer).toBeNull();
      expect(after?.diagnostics.map(({ isPositive }) => isPositive)).toEqual([null, null]);
      expect((await client.get(`/P3M3/notes/${id}/1/1`)).body.body).toBe("kept");
    });

    it("does not descope a mandatory thread of a certified assessment, nor a thread outside the scope", async () => {
      const [client, id] = await setUp({ certified: true });
      expect((await client.post(`/assessments/${id}/1/6/descope`)).body.title).toContain("mandatory");
      expectStatus(await client.post(`/assessments/${id}/1/1/descope`), 200);
      expect((await client.post(`/assessments/${id}/9/1/descope`)).status).toBe(404);
    });

    it("knows no ITIL assessment", async () => {
      const client = await signIn();
      const organization = await createOrganization(client);
      const form = { name: "A", assessmentType: "ITIL", isTestAssessment: false, selectedScope: "Capability" };
      const { id } = expectStatus(await client.post(`/organizations/${organization}/assessments`, form), 201).body;
      expect((await client.get(questionsUrl(id))).status).toBe(404);
      expect((await client.get(`/P3M3/notes/${id}/1/1`)).status).toBe(404);
    });
  });
});
